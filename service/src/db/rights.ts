import type pg from 'pg';
import { StartupError } from '../config/startup-error.ts';
import { SERVICE_ROLE } from './service-role.ts';

/** The rights of a connection's login on the books, and the rights that it lacks. */
export type Rights = {
  /** The role that logged in. */
  readonly login: string;
  /** Rights that would let the service change the past, the most important first. Empty for a separate service role. */
  readonly excess: readonly string[];
  /** Tables that the service needs and cannot read. */
  readonly missing: readonly string[];
  /** Whether it owns the tables, or may create them in an empty database. */
  readonly mayMigrate: boolean;
  /** Whether it may take the service's role. */
  readonly mayTakeRole: boolean;
};

/**
 * Checks every role that the login could become: `SET ROLE NONE` and `SET ROLE <another>` are one statement. A member
 * of a role counts as that role, whatever its membership options. It reads only catalogs, which every role may read.
 * It checks more than the rights on these tables. The owner of a table or its schema can drop it. A role that creates
 * objects in `public` can shadow the owner's functions (CVE-2018-1058), and so can a trigger. The other rights lead to
 * a superuser.
 */
const selectRights = `
  WITH reach AS (
    SELECT oid, rolname, rolsuper, rolcreaterole FROM pg_roles WHERE pg_has_role(session_user, oid, 'MEMBER')
  ), tables AS (
    SELECT c.oid, relname, relowner, relname IN ('postings', 'audit_log', 'seals') AS guarded,
           relowner = (SELECT relowner FROM pg_class WHERE relname = 'migrations' AND relnamespace = n.oid) AS ours
    FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
    WHERE nspname = 'public' AND relkind IN ('r', 'p') AND NOT relispartition
  ), excess (place, line) AS (
    SELECT 1, 'is a superuser or may become one' FROM reach WHERE rolsuper
    UNION SELECT 2, 'owns the table ' || relname FROM reach r JOIN tables ON relowner = r.oid WHERE guarded
    UNION SELECT 3, 'owns the schema public' FROM reach r JOIN pg_namespace ON nspowner = r.oid WHERE nspname = 'public'
    UNION SELECT 4, 'owns the database' FROM reach r JOIN pg_database ON datdba = r.oid WHERE datname = current_database()
    UNION SELECT 5, format('has %s on %s', kind, relname)
      FROM reach r, tables t, unnest('{UPDATE,DELETE,TRUNCATE,TRIGGER}'::text[]) kind
      WHERE guarded AND CASE kind WHEN 'UPDATE' THEN has_any_column_privilege(r.oid, t.oid, kind)
                                  ELSE has_table_privilege(r.oid, t.oid, kind) END
    UNION SELECT 6, 'may create objects in the schema public' FROM reach r, pg_namespace n
      WHERE nspname = 'public' AND has_schema_privilege(r.oid, n.oid, 'CREATE')
    UNION SELECT 7, 'may create roles' FROM reach WHERE rolcreaterole
    UNION SELECT 8, 'is a member of ' || rolname FROM reach
      WHERE rolname IN ('pg_execute_server_program', 'pg_write_server_files')
    UNION SELECT 9, 'may turn triggers off (session_replication_role)' FROM reach r
      WHERE has_parameter_privilege(r.oid, 'session_replication_role', 'SET')
  )
  SELECT session_user::text AS login,
         ARRAY(SELECT line FROM excess ORDER BY place, line) AS excess,
         ARRAY(SELECT 'the schema public' FROM pg_namespace n
               WHERE nspname = 'public' AND NOT has_schema_privilege(n.oid, 'USAGE')
               UNION ALL
               (SELECT 'the table ' || relname FROM tables t WHERE ours AND NOT has_table_privilege(t.oid, 'SELECT')
                ORDER BY relname)) AS missing,
         coalesce((SELECT pg_has_role(session_user, relowner, 'USAGE') FROM tables WHERE relname = 'migrations'),
                  (SELECT has_schema_privilege(session_user, oid, 'CREATE') FROM pg_namespace WHERE nspname = 'public'),
                  false) AS "mayMigrate",
         coalesce((SELECT pg_has_role(session_user, oid, 'MEMBER') FROM pg_roles WHERE rolname = $1), false) AS "mayTakeRole"`;

export async function readRights(client: pg.Client): Promise<Rights> {
  const { rows } = await client.query<Rights>(selectRights, [SERVICE_ROLE]);
  const { excess, ...rights } = rows[0]!;
  // A superuser may do all of it, so the other lines add nothing.
  return { ...rights, excess: excess[0]?.includes('superuser') ? excess.slice(0, 1) : excess };
}

const PAGE = 'docs/postgresql-least-privileges.md';

/**
 * Refuses a login that may change the past in live mode, and warns in test mode.
 * @throws StartupError
 */
export function checkRights({ login, excess, missing }: Rights, live: boolean, warn: (line: string) => void): void {
  if (excess.length > 0) {
    const found = `the role "${login}" of DATABASE_URL ${list(excess)}, so a fault in the service could change the ledger.`;
    const remedy = `Set DATABASE_URL to a separate role for the service, and DATABASE_OWNER_URL to the owner of the tables: ${PAGE}`;
    if (live) throw new StartupError(`${found} The service does not start with this role in LIVE=on. ${remedy}`);
    warn(`${found} The service would not start with this role in LIVE=on. ${remedy}`);
  }
  if (missing.length > 0) {
    throw new StartupError(
      `the role "${login}" of DATABASE_URL may not read ${list(missing)}. Use ${SERVICE_ROLE} or a member of that role, and run \`npm run admin -- migrate\` with DATABASE_OWNER_URL, which grants the rights: ${PAGE}`,
    );
  }
}

/** @throws StartupError */
export function refusePending(pending: readonly string[], rights: Rights): void {
  if (pending.length === 0) return;
  throw new StartupError(
    `the database needs ${needed(pending)}, which the role "${rights.login}" of DATABASE_URL may not run. Run \`npm run admin -- migrate\` with DATABASE_OWNER_URL set to the URL of the tables' owner, then start again: ${PAGE}`,
  );
}

/**
 * With MIGRATE=off.
 * @throws StartupError
 */
export function refuseUnmigrated(pending: readonly string[]): void {
  if (pending.length === 0) return;
  const remedy = 'Run `npm run admin -- migrate` with this version, then start again';
  throw new StartupError(`the database needs ${needed(pending)}, and MIGRATE=off. ${remedy}`);
}

function needed(pending: readonly string[]): string {
  return `the migration ${pending[0]}${pending.length > 1 ? ` and ${pending.length - 1} more` : ''}`;
}

/** Shows only the first few: a role without any grant lacks all forty tables. */
function list(lines: readonly string[]): string {
  const shown = lines.slice(0, 4).join(', ');
  return lines.length > 4 ? `${shown} and ${lines.length - 4} more` : shown;
}
