import type { Statement } from './statement.ts';
import { keys } from './table.ts';
import type { Tx } from './transaction.ts';

/**
 * Locks records of a table with the alias `alias`, in the order of their keys. Its parameters are those of `keys`. A record
 * that is named twice is returned once: a worker may hold it locally and claim it too, and it would be settled twice.
 * Each record is one probe of the primary key. With a join, a plan made while the table was small scanned the whole
 * table for each record, until autovacuum ran again.
 * @param columns of the record, and of its world `w`
 */
export function lockEach(name: string, columns: string, table: string, alias: string): Statement {
  return {
    name,
    text: `
      SELECT ${columns}
      FROM (SELECT DISTINCT world, id FROM (SELECT ${keys.unnest}) AS n ORDER BY world, id) n
      CROSS JOIN LATERAL (SELECT * FROM ${table} WHERE world = n.world AND id = n.id LIMIT 1 FOR UPDATE) ${alias}
      JOIN worlds w ON w.id = ${alias}.world`,
  };
}

export type RecordKey = { readonly world: number; readonly id: string };

/** Records that a batch has locked, of all the worlds in it. */
export type LockedRows<Row> = {
  readonly rows: readonly Row[];
  /** Finds a record in this world only: a command never reaches another tenant's record that the batch locked too. */
  rowOf(world: number, id: string): Row | undefined;
  /** Later commands of the batch find this row. */
  replace(row: Row): void;
};

/** @param lock made by `lockEach` */
export async function lockRows<Row extends RecordKey>(
  tx: Tx,
  lock: Statement,
  records: readonly RecordKey[],
): Promise<LockedRows<Row>> {
  const rows = await tx.query<Row>(lock, keys.of(records));
  const keyOf = ({ world, id }: RecordKey) => `${world} ${id}`;
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return {
    rows,
    rowOf: (world, id) => byKey.get(keyOf({ world, id })),
    replace: (row) => void byKey.set(keyOf(row), row),
  };
}
