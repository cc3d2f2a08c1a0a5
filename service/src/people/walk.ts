import type { Database, Statement } from '../db/database.ts';
import type { TableMap } from './map.ts';

/** Half a megabyte of a table: some milliseconds, so that other work of the process continues in between. */
const BLOCKS = 64;
/** The large texts of these are stored outside their blocks: up to 600 kB for a row of 90 bytes. */
const BLOCKS_OF_WIDE = 1;
const wide: ReadonlySet<string> = new Set(['bulk_results']);

export type WalkedRow = {
  readonly ctid: string;
  /** The partition. */
  readonly part: string;
  /** Changes with each version of the row. */
  readonly version: string;
  readonly row: Record<string, unknown>;
};

/** A plain table has no partition tree. */
const countBlocks = (name: string): Statement => ({
  name: `people_blocks_${name}`,
  text: `
    SELECT max(pg_relation_size(relid)) / current_setting('block_size')::int AS blocks
    FROM (SELECT '${name}'::regclass AS relid UNION SELECT relid FROM pg_partition_tree('${name}'::regclass)) t`,
});

const selectBlocks = (name: string): Statement => ({
  name: `people_walk_${name}`,
  text: `
    SELECT t.ctid::text AS ctid, t.tableoid::text AS part, t.xmin::text AS version, to_jsonb(t) AS row FROM ${name} t
    WHERE t.ctid >= $1::tid AND t.ctid < $2::tid`,
});

/**
 * Reads a whole table, a slice of blocks at a time. A row that is changed meanwhile may move behind the walk, so an
 * erasure walks until a walk finds nothing.
 */
export async function* walkTable(db: Database, name: string): AsyncGenerator<readonly WalkedRow[]> {
  const [size] = await db.query<{ blocks: bigint }>(countBlocks(name));
  const select = selectBlocks(name);
  // One more than there are: rows may be added during the walk.
  const slice = wide.has(name) ? BLOCKS_OF_WIDE : BLOCKS;
  for (let from = 0; from <= Number(size!.blocks); from += slice) {
    const rows = await db.query<WalkedRow>(select, [`(${from},0)`, `(${from + slice},0)`]);
    if (rows.length > 0) yield rows;
  }
}

/** The columns in which a person may appear. */
export const columnsIn = (map: TableMap): readonly string[] => [
  ...map.keep,
  ...map.text,
  ...map.json,
  ...map.erase,
  ...map.blank,
];

/** The text of a column, also of JSON and bytes. */
export function rawText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  return value.startsWith('\\x') ? Buffer.from(value.slice(2), 'hex').toString() : value;
}
