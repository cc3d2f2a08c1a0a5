import { StartupError } from './startup-error.ts';

/**
 * A command that is set by the environment alone takes no arguments: `npm start -- --port 4000` would be a service on
 * another port than the one that was meant, and `--help` one that nobody wanted.
 * @throws StartupError
 */
export function refuseArguments([first]: readonly string[]): void {
  if (first === undefined) return;
  // Its name alone: what it was to be set to may be a secret.
  const [name] = first.split('=');
  throw new StartupError(
    `${name} is not supported. Settings are read from the environment, as in PORT=4000 npm start; README.md lists them`,
  );
}
