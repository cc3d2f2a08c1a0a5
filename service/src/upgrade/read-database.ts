import type pg from 'pg';
import { readServerVersion } from '../db/migrate.ts';

export type TableSize = {
  /** The planner's estimate. */
  readonly rows: number;
  /** Of the rows, with what is stored out of line. */
  readonly bytes: number;
  readonly indexBytes: number;
  readonly largestIndex: number;
};

export type Current = {
  readonly server: string;
  readonly applied: readonly string[];
  /** By table; a partition counts for its table. */
  readonly sizes: ReadonlyMap<string, TableSize>;
  /** Tables, views and indexes of the schema. Partitions and their indexes are left out. */
  readonly objects: readonly string[];
};

/** Partitioned tables have no storage: their partitions are summed. It needs no right on the tables. */
const selectSizes = `
  SELECT coalesce(pg_partition_root(c.oid), c.oid)::regclass::text AS name,
         sum(CASE WHEN relkind = 'p' THEN 0 WHEN reltuples >= 0 THEN reltuples
                  ELSE coalesce(pg_stat_get_live_tuples(c.oid), 0) END)::float8 AS rows,
         sum(pg_table_size(c.oid))::float8 AS bytes, sum(pg_indexes_size(c.oid))::float8 AS "indexBytes",
         coalesce(sum((SELECT max(pg_relation_size(indexrelid)) FROM pg_index WHERE indrelid = c.oid)), 0)::float8
           AS "largestIndex"
  FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') GROUP BY 1`;

const selectObjects = `
  SELECT relname AS name FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'i', 'I', 'v', 'm') AND NOT relispartition
  ORDER BY 1`;

export async function readDatabase(client: pg.Client): Promise<Current> {
  const made = await client.query(`SELECT to_regclass('migrations') IS NOT NULL AS made`);
  const names = made.rows[0].made ? (await client.query('SELECT name FROM migrations ORDER BY name')).rows : [];
  const { rows } = await client.query<TableSize & { name: string }>(selectSizes);
  return {
    server: await readServerVersion(client),
    applied: names.map(({ name }) => name),
    sizes: new Map(rows.map(({ name, ...size }) => [name, size])),
    objects: await readObjects(client),
  };
}

export async function readObjects(client: pg.Client): Promise<string[]> {
  return (await client.query(selectObjects)).rows.map(({ name }) => name);
}
