import { secretSetting } from './setting.ts';

/** The settings of an external database. */
export const databaseSettings = {
  DATABASE_URL: secretSetting(
    '',
    "A database in UTF-8 on a PostgreSQL ≥ 15, under the service's own role ([least privileges](docs/postgresql-least-privileges.md)), reached directly and not through a pooler such as PgBouncer. Default: the embedded PostgreSQL 18 in `DATA_DIR`.",
    readDatabaseUrl,
  ),
  DATABASE_OWNER_URL: secretSetting(
    '',
    'The same database under the role that owns the tables, for migrations and `npm run admin`. The service closes this connection before it listens. Without it, run `npm run admin -- migrate` before a new version starts.',
    readDatabaseUrl,
  ),
} as const;

function readDatabaseUrl(text: string): string {
  if (text === '') return '';
  if (!/^postgres(ql)?:\/\//.test(text)) throw new Error('must start with postgres://');
  // By the URL standard a socket, `user:password@/database`, is not a valid URL.
  if (!URL.canParse(text.replace('@/', '@socket/')))
    throw new Error(
      'must be a URL such as postgres://user:password@host:5432/name, with what is no letter or digit in the password percent-encoded',
    );
  return text;
}
