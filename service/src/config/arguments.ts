import { StartupError } from './startup-error.ts';

/**
 * Refuses arguments of commands that only the environment configures. With `npm start -- --port 4000` the service would
 * start on another port than the one meant, and `--help` would start it too.
 * @throws StartupError
 */
export function refuseArguments([first]: readonly string[]): void {
  if (first === undefined) return;
  // Only the name is shown: the value may be a secret.
  const [name] = first.split('=');
  throw new StartupError(
    `${name} is not supported. Settings are read from the environment, as in PORT=4000 npm start; docs/settings.md lists them`,
  );
}
