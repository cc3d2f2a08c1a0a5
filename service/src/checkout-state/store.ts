import type { CaptureMode } from '../../../contract/src/capture-fields.ts';
import type { CheckoutStatus, PageLanguage, PayerFields } from '../../../contract/src/checkout.ts';
import type { PaymentBearer } from '../../../contract/src/fee-bearer.ts';
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
  jsonbAsText,
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

const sessionTable = {
  world: int4,
  livemode: joined(bool, 'w'),
  id: text,
  /** The secret part of the page's address. */
  token: text,
  url: text,
  status: later(textOf<CheckoutStatus>()),
  amount: int8,
  currency: text,
  reference: nullable(text),
  description: nullable(text),
  /** E.164, if the merchant gave it. */
  customer: nullable(text),
  success_url: nullable(text),
  cancel_url: nullable(text),
  capture: textOf<CaptureMode>(),
  fee_bearer: textOf<PaymentBearer>(),
  rails: jsonbAsText<readonly string[] | null>(),
  locale: nullable(textOf<PageLanguage>()),
  metadata: jsonbAsText<Record<string, string>>(),
  link_id: nullable(text),
  branch_id: nullable(text),
  /** The heading that the link had. */
  title: nullable(text),
  quantity: int4,
  fields: jsonbAsText<PayerFields>(),
  /** The latest attempt, and whether it is unfinished. */
  payment_id: later(nullable(text)),
  paying: later(bool),
  attempts: later(int4),
  /** The request that created it, for its events. */
  request: jsonbAsText<StoredRequest>(),
  created_at: timestamptz,
  updated_at: timestamptz,
  expires_at: timestamptz,
  /** When it expires; null while a payment is unfinished, and at the end. */
  due_at: nullable(timestamptz),
  completed_at: later(nullable(timestamptz)),
  expired_at: later(nullable(timestamptz)),
  version: later(int4),
};
export type CheckoutRow = RowOf<typeof sessionTable>;

export const sessionColumns = listOf(sessionTable, 's');

const insert = insertMany('checkout_sessions_insert', 'checkout_sessions', sessionTable);
export function insertSessions(tx: Tx, rows: readonly CheckoutRow[]): void {
  if (rows.length > 0) tx.query(insert.statement, insert.values(rows));
}

export const findSession = findEach(
  'checkout_sessions_find',
  `
    SELECT ${sessionColumns} FROM checkout_sessions s JOIN worlds w ON w.id = s.world
    WHERE s.world = n.world AND s.id BETWEEN n.id AND n.id ORDER BY s.id`,
);

const sessionsLock = lockEach('checkout_sessions_lock', sessionColumns, 'checkout_sessions', 's');

/** Locks sessions in the order of their ids: after their payments, and before links and wallets. */
export function lockSessions(tx: Tx, sessions: readonly RecordKey[]): Promise<LockedRows<CheckoutRow>> {
  return lockRows(tx, sessionsLock, sessions);
}

const changing = pick(
  sessionTable,
  'status',
  'payment_id',
  'paying',
  'attempts',
  'updated_at',
  'expires_at',
  'due_at',
  'completed_at',
  'expired_at',
  'version',
);
const changed = arraysOf({ ...key, ...changing });
const updateStatement: Statement = {
  name: 'checkout_sessions_update',
  text: `
    UPDATE checkout_sessions s SET ${assigned(changing)}
    FROM (SELECT ${changed.unnest}) AS n
    WHERE s.world = n.world AND s.id = n.id`,
};

/** Writes locked sessions. */
export function updateSessions(tx: Tx, rows: readonly CheckoutRow[]): void {
  if (rows.length > 0) tx.query(updateStatement, changed.of(rows));
}
