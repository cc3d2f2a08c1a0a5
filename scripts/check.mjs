// Checks types, lint and format, import directions, drift of generated files, paths, names and figures in documents, and
// tidiness, with one exit code.
import { spawnSync } from 'node:child_process';
import { checkDependencies } from './dependencies.mjs';
import { checkDocumentPaths } from './document-paths.mjs';
import { checkImports } from './imports.mjs';
import { checkTidy } from './tidy.mjs';

const run = (name, ...args) => {
  const { status, stdout, stderr } = spawnSync(`node_modules/.bin/${name}`, args, { encoding: 'utf8' });
  return status === 0 ? [] : [`${stdout}${stderr}`.trim()];
};

const checks = {
  types: () => [...run('tsc', '--noEmit', '-p', '.'), ...run('tsc', '--noEmit', '-p', 'dashboard')],
  'lint and format': () => run('biome', 'check', '--error-on-warnings', '.'),
  imports: checkImports,
  dependencies: checkDependencies,
  tidiness: checkTidy,
  'paths in documents': checkDocumentPaths,
  'openapi.json is up to date': () => run('node', 'scripts/openapi.mjs', '--check'),
  'docs/settings.md is up to date': () => run('node', 'scripts/settings.mjs', '--check'),
  'the SDK is up to date': () => run('node', 'scripts/sdk.mjs', '--check'),
};

let failed = 0;
for (const [name, check] of Object.entries(checks)) {
  const wrong = check();
  if (wrong.length > 0) failed++;
  console.log(`${wrong.length === 0 ? '✔' : '✖'} ${name}`);
  for (const line of wrong) console.log(`    ${line.replaceAll('\n', '\n    ')}`);
}
process.exit(failed === 0 ? 0 : 1);
