import type { HoldStatus } from '../../../contract/src/hold-fields.ts';
import type { Decider } from '../core/escrow.ts';
import type { Statement } from '../db/database.ts';
import { findEach } from '../db/find.ts';
import { type LockedRows, lockEach, lockRows, type RecordKey } from '../db/lock-each.ts';
import {
  arraysOf,
  assigned,
  bool,
  insertMany,
  int4,
  int8,
  joined,
  jsonb,
  key,
  later,
  listOf,
  nullable,
  pick,
  type RowOf,
  text,
  textOf,
  timestamptz,
} from '../db/table.ts';
import type { Tx } from '../db/transaction.ts';
import type { StoredRequest } from '../events/emit.ts';

/** JSON holds numbers, which are exact because no amount exceeds 2^53. */
export type StoredCapture = {
  readonly to: string;
  readonly amount: number;
  readonly at: string;
  /** The part of the payment's fee; missing in a hold that is no payment's. */
  readonly fee?: number;
  /** The part of the tax on it, above zero. */
  readonly tax?: number;
};

/** The columns of a hold's record. In this file, a new column is added only here. */
const holdTable = {
  world: int4,
  livemode: joined(bool, 'w'),
  id: text,
  status: textOf<HoldStatus>(),
  wallet_id: text,
  to_wallet: nullable(text),
  amount: int8,
  captured: later(int8),
  released: later(int8),
  currency: text,
  captures: later(jsonb<readonly StoredCapture[]>()),
  reference: nullable(text),
  description: nullable(text),
  metadata: jsonb<Record<string, string>>(),
  /** The request that created it, for later events. */
  request: jsonb<StoredRequest>(),
  expires_at: timestamptz,
  warned: later(bool),
  /** When its warning or its end is due; null when it has ended or is disputed. */
  due_at: nullable(timestamptz),
  ended_at: later(nullable(timestamptz)),
  /** The two who end it; null: its holder does. */
  escrow: nullable(jsonb<readonly Decider[]>()),
  /** Their decisions differ, so it is not due. */
  disputed: later(bool),
  created_at: timestamptz,
  updated_at: timestamptz,
  version: later(int4),
};
export type HoldRow = RowOf<typeof holdTable>;

export const holdColumns = listOf(holdTable, 'h');

export const findHold = findEach(
  'wallet_holds_find',
  `
    SELECT ${holdColumns} FROM wallet_holds h JOIN worlds w ON w.id = h.world
    WHERE h.world = n.world AND h.id BETWEEN n.id AND n.id ORDER BY h.id`,
);

const holdsLock = lockEach('wallet_holds_lock', holdColumns, 'wallet_holds', 'h');

/** Locks holds in the order of their ids, before any wallet. */
export function lockHolds(tx: Tx, holds: readonly RecordKey[]): Promise<LockedRows<HoldRow>> {
  return lockRows(tx, holdsLock, holds);
}

const insert = insertMany('wallet_holds_insert', 'wallet_holds', holdTable);
export function insertHolds(tx: Tx, rows: readonly HoldRow[]): void {
  if (rows.length > 0) tx.query(insert.statement, insert.values(rows));
}

const changing = pick(
  holdTable,
  'status',
  'captured',
  'released',
  'captures',
  'warned',
  'due_at',
  'ended_at',
  'escrow',
  'disputed',
  'updated_at',
  'version',
);
const changed = arraysOf({ ...key, ...changing });
const updateStatement: Statement = {
  name: 'wallet_holds_update',
  text: `
    UPDATE wallet_holds h SET ${assigned(changing)}
    FROM (SELECT ${changed.unnest}) AS n
    WHERE h.world = n.world AND h.id = n.id`,
};

/** Writes locked holds, each once. */
export function updateHolds(tx: Tx, rows: readonly HoldRow[]): void {
  if (rows.length > 0) tx.query(updateStatement, changed.of(rows));
}

/** A hold whose warning or end is due, by the clock of the database. */
export type DueHold = RecordKey & { readonly due_at: Date; readonly over: boolean };

export const selectDueHolds: Statement = {
  name: 'wallet_holds_select_due',
  text: `
    SELECT world, id, due_at, expires_at <= now() AS over
    FROM wallet_holds WHERE due_at <= now() ORDER BY due_at LIMIT $1::int`,
};
export const nextDueHold: Statement = {
  name: 'wallet_holds_next_due',
  text: `
    SELECT CASE WHEN min(due_at) IS NOT NULL
                THEN greatest(extract(epoch FROM min(due_at) - now()) * 1000, 0) END::float8 AS ms
    FROM wallet_holds WHERE due_at IS NOT NULL`,
};
/** A hold whose step failed unexpectedly. Others go on meanwhile. */
export const putOffHold: Statement = {
  name: 'wallet_holds_put_off',
  text: `
    UPDATE wallet_holds SET due_at = now() + interval '5 min'
    WHERE world = $1 AND id = $2 AND due_at IS NOT NULL`,
};
