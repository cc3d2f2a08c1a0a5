import { onOff, secretSetting, setting } from './setting.ts';

/** The settings of an external database. */
export const databaseSettings = {
  DATABASE_URL: secretSetting(
    '',
    "The URL of a UTF-8 database on PostgreSQL ≥ 15, with the service's own role ([least privileges](docs/postgresql-least-privileges.md)). Connect directly, not through a pooler such as PgBouncer. Default: the embedded PostgreSQL 18 in `DATA_DIR`.",
    readDatabaseUrl,
  ),
  DATABASE_OWNER_URL: secretSetting(
    '',
    'The URL of the same database with the role that owns the tables, for migrations and `npm run admin`. The service closes this connection before it listens. Without it, run `npm run admin -- migrate` before you start a new version.',
    readDatabaseUrl,
  ),
  MIGRATE: setting(
    'on',
    '`off`: nodes and admin commands refuse an older schema; only `npm run admin -- migrate` migrates.',
    onOff,
  ),
} as const;

function readDatabaseUrl(text: string): string {
  if (text === '') return '';
  if (!/^postgres(ql)?:\/\//.test(text)) throw new Error('must start with postgres://');
  // By the URL standard a socket, `user:password@/database`, is not a valid URL.
  if (!URL.canParse(text.replace('@/', '@socket/')))
    throw new Error(
      'must be a URL such as postgres://user:password@host:5432/name, with every character of the password that is not a letter or digit percent-encoded',
    );
  return text;
}
