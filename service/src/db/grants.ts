import type pg from 'pg';
import { StartupError } from '../config/startup-error.ts';
import { isStatementError } from './failure.ts';
import { SERVICE_ROLE } from './service-role.ts';

const EVERYTHING = ['DELETE', 'INSERT', 'SELECT', 'UPDATE'];

type Grant = { readonly table: readonly string[]; readonly columns?: readonly string[] };

/**
 * The service's rights on tables, where they are less than everything. Tables of the past can only grow.
 * Migrations grant the same to their own tables; `grants.test.ts` checks that the two agree.
 */
const less: Readonly<Record<string, Grant>> = {
  migrations: { table: ['SELECT'] },
  postings: { table: ['INSERT', 'SELECT'] },
  audit_log: { table: ['INSERT', 'SELECT'] },
  seals: { table: ['INSERT', 'SELECT'] },
  split_entries: { table: ['INSERT', 'SELECT'] },
  seal_tombstones: { table: ['SELECT'] },
  seal_witness: { table: ['SELECT', 'UPDATE'] },
  old_spellings: { table: ['SELECT'] },
  test_deletions: { table: ['SELECT'] },
  request_log: { table: ['INSERT', 'SELECT'] },
  audit_walk: { table: ['SELECT', 'UPDATE'] },
  audit_erasures: { table: ['SELECT'] },
  person_erasures: { table: ['INSERT', 'SELECT', 'UPDATE'] },
  rails: { table: ['INSERT', 'SELECT', 'UPDATE'] },
  closes: { table: ['INSERT', 'SELECT'], columns: ['reviewed_at', 'reviewed_by', 'status'] },
  close_items: { table: ['INSERT', 'SELECT'] },
  database_losses: { table: ['INSERT', 'SELECT'] },
  data_keys: { table: ['INSERT', 'SELECT'] },
  data_key_seals: { table: ['INSERT', 'SELECT'] },
  document_reseals: { table: ['SELECT'] },
  world_writes: { table: ['DELETE', 'INSERT', 'SELECT'] },
  payers: { table: ['DELETE', 'INSERT', 'SELECT'] },
  ledger_checks: { table: ['SELECT'] },
  document_keys: { table: ['INSERT', 'SELECT'] },
  hold_deciders: { table: ['INSERT', 'SELECT'] },
  safeguarding_days: { table: ['INSERT', 'SELECT'] },
  safeguarding_seals: { table: ['INSERT', 'SELECT'] },
  signed_documents: { table: ['INSERT', 'SELECT'] },
  kyc_submissions: { table: ['INSERT', 'SELECT', 'UPDATE'] },
  approvals: {
    table: ['INSERT', 'SELECT'],
    columns: ['decided_at', 'decided_by', 'rejection_reason', 'requested_by', 'status', 'updated_at', 'version'],
  },
};

/** Partitions are accessed through their table; this one also by its own name. */
const PARTITIONS = ['deliveries_open'];

const selectTables = `
  SELECT c.relname AS name,
         ARRAY(SELECT privilege_type::text FROM aclexplode(c.relacl) WHERE grantee = r.oid ORDER BY 1) AS table,
         ARRAY(SELECT attname::text FROM pg_attribute a CROSS JOIN aclexplode(a.attacl) g
               WHERE attrelid = c.oid AND g.grantee = r.oid AND g.privilege_type = 'UPDATE' ORDER BY 1) AS columns
  FROM pg_class c JOIN pg_class m ON m.relnamespace = c.relnamespace AND m.relname = 'migrations' AND m.relowner = c.relowner
  JOIN pg_roles r ON r.rolname = $1
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND (NOT c.relispartition OR c.relname = ANY($2))
  ORDER BY 1`;

/**
 * One statement for each right, other than those on tables, that the role lacks or that PUBLIC should not have.
 * Functions that run as their owner are for the service. Others are open to PUBLIC, unless a migration reserved them
 * for the owner.
 */
const selectOthers = `
  WITH ours AS (SELECT relowner FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname = 'migrations')
  SELECT format('GRANT USAGE ON SCHEMA public TO %I', r.rolname) AS sql FROM pg_roles r
  WHERE rolname = $1 AND NOT has_schema_privilege(r.oid, 'public', 'USAGE')
  UNION ALL
  SELECT format('GRANT USAGE ON SEQUENCE %s TO %I', c.oid::regclass, r.rolname) FROM pg_class c, ours, pg_roles r
  WHERE rolname = $1 AND relnamespace = 'public'::regnamespace AND relkind = 'S' AND c.relowner = ours.relowner
    AND NOT has_sequence_privilege(r.oid, c.oid, 'USAGE')
  UNION ALL
  SELECT format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', p.oid::regprocedure) FROM pg_proc p, ours
  WHERE pronamespace = 'public'::regnamespace AND prosecdef AND proowner = ours.relowner
    AND (proacl IS NULL OR EXISTS (SELECT FROM aclexplode(proacl) WHERE grantee = 0))
  UNION ALL
  SELECT format('GRANT EXECUTE ON FUNCTION %s TO %I', p.oid::regprocedure, r.rolname) FROM pg_proc p, ours, pg_roles r
  WHERE rolname = $1 AND pronamespace = 'public'::regnamespace AND proowner = ours.relowner AND prosecdef
    AND NOT EXISTS (SELECT FROM aclexplode(proacl) WHERE grantee = r.oid)`;

/**
 * Migration 0005 created the role where it could. A dump that is restored in another cluster has no role, and a plain
 * owner may not create one.
 */
const makeRole = `
  DO $$
  BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${SERVICE_ROLE}')
       AND (SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user) THEN
      CREATE ROLE ${SERVICE_ROLE} NOLOGIN;
      EXECUTE format('GRANT ${SERVICE_ROLE} TO %I', current_user);
    END IF;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
  END $$`;

/**
 * Gives the service's role exactly its rights on every current table, no matter which user created the role. Rights
 * that are correct stay untouched, because a GRANT makes every node plan its statements again.
 * @returns whether the role exists
 * @throws StartupError if the user may not grant the rights
 */
export async function assertGrants(client: pg.Client): Promise<boolean> {
  await client.query(makeRole);
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [SERVICE_ROLE]);
  if (rowCount === 0) return false;
  const { rows: tables } = await client.query<{ name: string } & Required<Grant>>(selectTables, [
    SERVICE_ROLE,
    PARTITIONS,
  ]);
  const { rows: others } = await client.query<{ sql: string }>(selectOthers, [SERVICE_ROLE]);
  const statements = [...tables.flatMap(({ name, ...held }) => grantsOf(name, held)), ...others.map(({ sql }) => sql)];
  if (statements.length === 0) return true;
  try {
    // A simple query is one transaction, so no node sees a table between REVOKE and GRANT.
    await client.query(statements.join('; '));
  } catch (error) {
    if (!isStatementError(error)) throw error;
    throw new StartupError(`could not grant the rights of the role ${SERVICE_ROLE}: ${error.message}`, {
      cause: error,
    });
  }
  return true;
}

function grantsOf(name: string, held: Required<Grant>): string[] {
  const { table, columns = [] } = less[name] ?? { table: EVERYTHING };
  if (String(held.table) === String(table) && String(held.columns) === String(columns)) return [];
  const update = columns.length > 0 ? [`UPDATE (${columns.join(', ')})`] : [];
  return [
    `REVOKE ALL ON ${name} FROM ${SERVICE_ROLE}`,
    `GRANT ${[...table, ...update].join(', ')} ON ${name} TO ${SERVICE_ROLE}`,
  ];
}
