import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Tokens } from '../../sdk/src/user.ts';

/** The stored credentials. Key and session are only for the deployment at `base_url`. */
export type Config = {
  base_url?: string;
  api_key?: string;
  /** A person's session, for operations that are closed to API keys. */
  session?: Tokens | null;
};

const directoryOf = (variable: string, standard: string) =>
  join(process.env[variable] || join(homedir(), standard), 'rialto');

/** Paths follow the XDG base directory specification. */
export const configFile = () => join(directoryOf('XDG_CONFIG_HOME', '.config'), 'config.json');
export const stateFile = (name: string) => join(directoryOf('XDG_STATE_HOME', '.local/state'), `${name}.json`);

export const readConfig = (): Config => readJson<Config>(configFile()) ?? {};
export const writeConfig = (config: Config) => writeJson(configFile(), config);

export function readJson<T>(path: string): T | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new Error(`${path} cannot be read: ${(error as Error).message}`);
  }
}

/** Writes a file that only its owner can read. The write is atomic: a crash leaves the old file or the new one. */
export function writeJson(path: string, value: object): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.${process.pid}`;
  writeFileSync(fresh, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(fresh, path);
}
