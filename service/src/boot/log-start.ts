import type { Logger } from 'pino';
import type { Build } from '../config/build.ts';
import { type Config, fileVariables, settings } from '../config/config.ts';
import type { Migrated } from '../db/migrate.ts';

export type StartLog = {
  /** The first line of a start, once the database has said its version. */
  onServer(postgres: string): void;
  onMigrated(migrated: Migrated): void;
};

/** @param env the names of the settings that are set in it are logged, never their values */
export function logStart(log: Logger, build: Build, config: Config, env: NodeJS.ProcessEnv): StartLog {
  return {
    onServer: (postgres) =>
      log.info(
        {
          ...build,
          node: process.version,
          postgres,
          mode: config.LIVE ? 'live' : 'test',
          role: config.ROLE,
          settings: Object.keys(settings).filter((name) => env[name] || env[fileVariables[name] ?? name]),
        },
        'Rialto starts',
      ),
    onMigrated: (migrated) => log.info(migrated, 'migration applied'),
  };
}
