import type pg from 'pg';
import { listMigrations, type MigrationFile, migrations, readMigration } from '../db/migration-file.ts';
import { readObjects } from './read-database.ts';

/** The effect of one migration on a table that was there before it. */
export type Effect = {
  readonly table: string;
  /** Without the locks of plain reads. */
  readonly locks: readonly string[];
  readonly reads: boolean;
  /** It may change, delete or add rows. */
  readonly writes: boolean;
  readonly rewrites: boolean;
  /** The indexes that it builds, other than those of a rewrite. */
  readonly indexes: readonly string[];
};

export type Rehearsed = {
  readonly name: string;
  readonly file: MigrationFile;
  readonly effects: readonly Effect[];
  /** It fills tables that it creates. */
  readonly fills: boolean;
};

export type Rehearsal = {
  /** Tables, views and indexes before the pending migrations. */
  readonly objects: readonly string[];
  readonly steps: readonly Rehearsed[];
};

type Relation = {
  readonly oid: number;
  readonly name: string;
  readonly isTable: boolean;
  /** Of a partition's index, which belongs to an index of the whole table. */
  readonly isPart: boolean;
  readonly file: number;
  readonly table: string;
  /** The oid of an index's own table. */
  readonly of: number | null;
};

type Relations = ReadonlyMap<number, Relation>;

/** Partitions, and their indexes, count for their table. */
const selectRelations = `
  SELECT c.oid::int8::float8 AS oid, relname AS name, relkind IN ('r', 'p') AS "isTable", relispartition AS "isPart",
         relfilenode::int8::float8 AS file, indrelid::int8::float8 AS of,
         (SELECT relname FROM pg_class t WHERE t.oid = coalesce(pg_partition_root(coalesce(indrelid, c.oid)), indrelid, c.oid))
           AS table
  FROM pg_class c LEFT JOIN pg_index ON indexrelid = c.oid
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'i', 'I')`;

const selectLocks = `
  SELECT relation::int8::float8 AS oid, mode FROM pg_locks
  WHERE pid = pg_backend_pid() AND locktype = 'relation' AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/**
 * The view pg_stat_xact_user_tables leaves out tables that the transaction dropped. The counts may include those of
 * transactions shortly before.
 */
const selectScans = `
  SELECT oid::int8::float8 AS oid, pg_stat_get_xact_numscans(oid)::int AS scans FROM unnest($1::oid[]) oid`;

/**
 * Runs the pending migrations in an empty database that has the schema and no rows, and reads what each one does from
 * PostgreSQL itself: locks, scans, new files of tables and indexes.
 */
export async function rehearse(
  client: pg.Client,
  applied: readonly string[],
  folder: URL = migrations,
): Promise<Rehearsal> {
  await client.query('CREATE TABLE migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())');
  // The body of a function would lock the tables that it names for reading, although nothing reads them.
  await client.query('SET check_function_bodies = off');
  const names = await listMigrations(folder);
  for (const name of names.filter((one) => applied.includes(one))) {
    await run(client, await readMigration(folder, name), name);
  }
  const objects = await readObjects(client);
  const steps: Rehearsed[] = [];
  let before = await readRelations(client);
  for (const name of names.filter((one) => !applied.includes(one))) {
    const { step, after } = await rehearseOne(client, name, await readMigration(folder, name), before);
    steps.push(step);
    before = after;
  }
  return { objects, steps };
}

async function run(client: pg.Client, { sql }: MigrationFile, name: string): Promise<void> {
  await client.query(sql);
  await client.query('INSERT INTO migrations (name) VALUES ($1)', [name]);
}

async function rehearseOne(client: pg.Client, name: string, file: MigrationFile, before: Relations) {
  if (file.index) {
    await run(client, file, name);
    const after = await readRelations(client);
    return { step: { name, file, effects: concurrentEffects(after, file.index), fills: false }, after };
  }
  await client.query('BEGIN');
  const earlier = await readScans(client, [...before.keys()]);
  await run(client, file, name);
  const locks = (await client.query<{ oid: number; mode: string }>(selectLocks)).rows;
  const scans = await readScans(client, [...before.keys()]);
  const scanned = new Set([...before.keys()].filter((oid) => scans.get(oid) !== earlier.get(oid)));
  const after = await readRelations(client);
  await client.query('COMMIT');
  const fills = locks.some(({ oid, mode }) => mode === 'RowExclusiveLock' && !before.has(oid) && after.has(oid));
  return { step: { name, file, fills, effects: effectsOf(before, after, locks, scanned) }, after };
}

async function readRelations(client: pg.Client): Promise<Relations> {
  const { rows } = await client.query<Relation>(selectRelations);
  return new Map(rows.map((row) => [row.oid, row]));
}

async function readScans(client: pg.Client, oids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await client.query<{ oid: number; scans: number }>(selectScans, [oids]);
  return new Map(rows.map(({ oid, scans }) => [oid, scans]));
}

/** PostgreSQL locks the table with this lock while it builds. It scans the table twice. */
function concurrentEffects(after: Relations, index: string): Effect[] {
  const made = [...after.values()].find(({ name }) => name === index);
  if (!made) return [];
  const locks = ['ShareUpdateExclusiveLock'];
  return [{ table: made.table, locks, reads: true, writes: false, rewrites: false, indexes: [index] }];
}

function effectsOf(
  before: Relations,
  after: Relations,
  locks: readonly { oid: number; mode: string }[],
  scanned: ReadonlySet<number>,
): Effect[] {
  // Every migration records its name.
  const tables = new Set([...before.values()].map(({ table }) => table).filter((table) => table !== 'migrations'));
  const oidsOf = new Map([...tables].map((table) => [table, new Set<number>()]));
  for (const { oid, table } of before.values()) oidsOf.get(table)?.add(oid);
  return [...tables].sort().flatMap((table) => {
    const oids = oidsOf.get(table)!;
    const ofTable = (oid: number) => before.get(oid)!.isTable;
    const held = locks.filter(({ oid }) => oids.has(oid));
    const modes = new Set(held.map(({ mode }) => mode).filter((mode) => mode !== 'AccessShareLock'));
    const has = (mode: string) => held.some((lock) => ofTable(lock.oid) && lock.mode === mode);
    const renewed = (oid: number) => after.has(oid) && after.get(oid)!.file !== before.get(oid)!.file;
    const rewrites = [...oids].some((oid) => ofTable(oid) && renewed(oid));
    const indexes = [...after.values()].filter(
      ({ oid, of, isPart }) => of && oids.has(of) && !isPart && (!before.has(oid) || (!rewrites && renewed(oid))),
    );
    const effect: Effect = {
      table,
      locks: [...modes].sort(byStrength),
      reads: rewrites || has('AccessShareLock') || [...oids].some((oid) => scanned.has(oid)),
      writes: has('RowExclusiveLock'),
      rewrites,
      indexes: indexes.map(({ name }) => name).sort(),
    };
    return effect.locks.length > 0 || effect.reads ? [effect] : [];
  });
}

/** The weakest first. */
export const MODES = [
  'AccessShareLock',
  'RowShareLock',
  'RowExclusiveLock',
  'ShareUpdateExclusiveLock',
  'ShareLock',
  'ShareRowExclusiveLock',
  'ExclusiveLock',
  'AccessExclusiveLock',
];

const byStrength = (a: string, b: string): number => MODES.indexOf(b) - MODES.indexOf(a);
