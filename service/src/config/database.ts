import { urlsOf } from './database-hosts.ts';
import { integer, onOff, secretSetting, setting } from './setting.ts';

/** The settings of an external database. */
export const databaseSettings = {
  DATABASE_URL: secretSetting(
    '',
    "The URL of a UTF-8 database on PostgreSQL ≥ 15, with the service's own role ([least privileges](docs/postgresql-least-privileges.md)). Connect directly, not through a pooler such as PgBouncer. Several hosts, as in `postgres://user:password@db1:5432,db2:5432/name`, are tried in turn, and only the primary is used ([high availability](docs/high-availability.md)). Default: the embedded PostgreSQL 18 in `DATA_DIR`.",
    readPrimaryUrl,
  ),
  DATABASE_OWNER_URL: secretSetting(
    '',
    'The URL of the same database with the role that owns the tables, for migrations and `npm run admin`. The service closes this connection before it listens. Without it, run `npm run admin -- migrate` before you start a new version.',
    readPrimaryUrl,
  ),
  DATABASE_REPLICA_URL: secretSetting(
    '',
    'The URL of hot standbys for lists, exports and reports: [how](docs/high-availability.md#read-from-a-standby).',
    (text) => readDatabaseUrl(text, STANDBY, 'this URL is for standbys'),
  ),
  DATABASE_REPLICA_MAX_LAG: setting(
    '10',
    'The most seconds that an answer of a standby may be behind. A standby that is later is not used.',
    integer(1, 300),
  ),
  MIGRATE: setting(
    'on',
    '`off`: nodes and admin commands refuse an older schema; only `npm run admin -- migrate` migrates.',
    onOff,
  ),
} as const;

/** The values of libpq's parameter that allow the primary. A standby is never used, whatever the URL says. */
const PRIMARY = ['any', 'primary', 'read-write'];
/** Those that allow a standby. */
const STANDBY = ['any', 'standby', 'prefer-standby', 'read-only'];

function readPrimaryUrl(text: string): string {
  return readDatabaseUrl(text, PRIMARY, 'the service always uses the primary');
}

function readDatabaseUrl(text: string, attributes: readonly string[], reason: string): string {
  if (text === '') return '';
  if (!/^postgres(ql)?:\/\//.test(text)) throw new Error('must start with postgres://');
  // By the URL standard a socket, `user:password@/database`, is not a valid URL.
  if (!urlsOf(text.replace('@/', '@socket/')).every((url) => URL.canParse(url)))
    throw new Error(
      'must be a URL such as postgres://user:password@host:5432/name, with every character of the password that is not a letter or digit percent-encoded',
    );
  const query = new URLSearchParams(text.split('?')[1]);
  if (query.get('host')?.includes(','))
    throw new Error('must name several hosts as postgres://user:password@host1:5432,host2:5432/name');
  if (!attributes.includes(query.get('target_session_attrs') ?? 'any'))
    throw new Error(`takes only ${attributes.join(', ')} as target_session_attrs: ${reason}`);
  return text;
}
