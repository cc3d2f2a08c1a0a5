import type { Statement } from '../../db/database.ts';
import { findEach } from '../../db/find.ts';
import {
  bool,
  insertMany,
  int4,
  joined,
  jsonbAsText,
  listOf,
  nullable,
  type RowOf,
  text,
  timestamptz,
} from '../../db/table.ts';
import type { Tx } from '../../db/transaction.ts';
import { transferColumns } from '../store.ts';

/** A leg as stored. Amounts in JSON are numbers, which are exact because a movement is below 2^53. */
type StoredLeg = {
  readonly side: 'debit' | 'credit';
  readonly wallet: string;
  readonly currency: string;
  readonly amount: number;
  /** The maximum of a sweep. */
  readonly sweep?: number;
  readonly remainder?: true;
};
export type StoredLegs = readonly StoredLeg[];

/** The columns of a movement. In this file, a new column is added only here. */
const movementTable = {
  world: int4,
  livemode: joined(bool, 'w'),
  id: text,
  owner_id: text,
  legs: jsonbAsText<StoredLegs>(),
  reverses: nullable(text),
  reverses_world: nullable(int4),
  reference: nullable(text),
  description: nullable(text),
  metadata: jsonbAsText<Record<string, string>>(),
  created_at: timestamptz,
};
export type MovementRow = RowOf<typeof movementTable>;

export const movementColumns = listOf(movementTable, 'm');

export const findMovement = findEach(
  'movements_find',
  `
    SELECT ${movementColumns} FROM movements m JOIN worlds w ON w.id = m.world
    WHERE m.world = n.world AND m.id BETWEEN n.id AND n.id ORDER BY m.id`,
);

const insert = insertMany('movements_insert', 'movements', movementTable);

export function insertMovements(tx: Tx, rows: readonly MovementRow[]): void {
  if (rows.length > 0) tx.query(insert.statement, insert.values(rows));
}

/** Locks a transfer: two reversals of it are decided one after the other. */
export const lockTransfer: Statement = {
  name: 'movements_lock_transfer',
  text: `
    SELECT ${transferColumns} FROM transfers t JOIN worlds w ON w.id = t.world
    WHERE t.world = $1 AND t.id = $2 FOR UPDATE OF t`,
};

export const raiseReversed: Statement = {
  name: 'movements_raise_reversed',
  text: 'UPDATE transfers SET reversed_amount = reversed_amount + $3 WHERE world = $1 AND id = $2',
};
