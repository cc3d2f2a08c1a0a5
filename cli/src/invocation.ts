/**
 * The command as the user typed it, for hints. npm describes its calls in `npm_*` variables. npx keeps a package that
 * is not installed in a folder `_npx`; there the package's full name is needed. Other npm scripts call an installed
 * `rialto`.
 */
export function commandName(env: NodeJS.ProcessEnv = process.env, file = process.argv[1] ?? ''): string {
  const { npm_command = '', npm_lifecycle_event } = env;
  if (npm_command.startsWith('run') && npm_lifecycle_event === 'rialto') return 'npm run rialto --';
  if (npm_command === 'exec' && npm_lifecycle_event === 'npx') {
    return /[\\/]_npx[\\/]/.test(file) ? 'npx @rialto/cli' : 'npx rialto';
  }
  return 'rialto';
}
