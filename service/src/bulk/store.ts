import type { BulkKind, BulkMode } from '../../../contract/src/bulk.ts';
import type { Queries, Statement } from '../db/database.ts';
import {
  bool,
  insertMany,
  int4,
  joined,
  jsonb,
  listOf,
  nullable,
  type RowOf,
  text,
  textOf,
  timestamptz,
} from '../db/table.ts';
import type { Tx } from '../db/transaction.ts';
import type { StoredRequest } from '../events/emit.ts';

/** The columns of a bulk request. In this file, a new column is added only here. */
const bulkTable = {
  world: int4,
  livemode: joined(bool, 'w'),
  id: text,
  kind: textOf<BulkKind>(),
  mode: textOf<BulkMode>(),
  count: int4,
  done: int4,
  succeeded: int4,
  /** By currency: amounts in decimal digits. */
  amounts: jsonb<Record<string, string>>(),
  metadata: jsonb<Record<string, string>>(),
  request: jsonb<StoredRequest>(),
  created_at: timestamptz,
  completed_at: nullable(timestamptz),
};

export type BulkRow = RowOf<typeof bulkTable>;

const select: Statement = {
  name: 'bulk_select',
  text: `
    SELECT ${listOf(bulkTable, 'b')} FROM bulks b JOIN worlds w ON w.id = b.world
    WHERE b.world = $1 AND b.id = $2 AND b.kind = $3`,
};

/** A bulk request of this world and kind. */
export async function selectBulk(db: Queries, world: number, id: string, kind: BulkKind): Promise<BulkRow | undefined> {
  return (await db.query<BulkRow>(select, [world, id, kind]))[0];
}

/** Joined to the first `done` items: a portion that is committed after the request was read is not shown. */
const selectResultsStatement: Statement = {
  name: 'bulk_select_results',
  text: `
    SELECT results FROM bulk_results WHERE world = $1 AND bulk_id = $2 AND first < $3 ORDER BY world, bulk_id, first`,
};

/** The results of the items that are done, in order, as parts of a JSON array. */
export async function selectResults(db: Queries, { world, id, done }: BulkRow): Promise<string[]> {
  return (await db.query<{ results: string }>(selectResultsStatement, [world, id, done])).map(({ results }) => results);
}

const insert = insertMany('bulk_insert', 'bulks', bulkTable);

export function insertBulk(tx: Tx, row: BulkRow): void {
  tx.query(insert.statement, insert.values([row]));
}

const update: Statement = {
  name: 'bulk_continue',
  text: `
    UPDATE bulks SET done = $3, succeeded = $4, amounts = $5::text::jsonb, completed_at = $6
    WHERE world = $1 AND id = $2`,
};

export function updateBulk(tx: Tx, { world, id, done, succeeded, amounts, completed_at }: BulkRow): void {
  tx.query(update, [world, id, done, succeeded, JSON.stringify(amounts), completed_at]);
}

const insertResultsStatement: Statement = {
  name: 'bulk_insert_results',
  text: 'INSERT INTO bulk_results (world, bulk_id, first, count, results) VALUES ($1, $2, $3, $4, $5)',
};

/** Fails if another transaction carried out the items from `first`. */
export function insertResults(tx: Tx, { world, id }: BulkRow, first: number, results: readonly string[]): void {
  tx.query(insertResultsStatement, [world, id, first, results.length, results.join()]);
}
