import { UnexpectedPayment } from '../../../contract/src/checkout.ts';
import { bool, insertMany, int4, int8, joined, listOf, type RowOf, text, textOf, timestamptz } from '../db/table.ts';
import type { Tx } from '../db/transaction.ts';
import type { EventDraft } from '../events/emit.ts';
import { serialiser } from '../http/serialise.ts';
import { newId } from '../kernel/new-id.ts';
import type { CheckoutRow } from './store.ts';

const unexpectedTable = {
  world: int4,
  livemode: joined(bool, 'w'),
  id: text,
  session_id: text,
  payment_id: text,
  reason: textOf<UnexpectedPayment['reason']>(),
  /** The money that arrived, and the session's. */
  amount: int8,
  expected_amount: int8,
  currency: text,
  /** The session's status when the money arrived, which stays. */
  session_status: textOf<UnexpectedPayment['session_status']>(),
  created_at: timestamptz,
};
export type UnexpectedRow = RowOf<typeof unexpectedTable>;

export const unexpectedColumns = listOf(unexpectedTable, 'u');
const insert = insertMany('checkout_unexpected_insert', 'checkout_unexpected', unexpectedTable);

const serialise = serialiser<UnexpectedPayment>(UnexpectedPayment);

export const renderUnexpected = (row: UnexpectedRow): string =>
  serialise({
    id: row.id,
    object: 'unexpected_payment',
    livemode: row.livemode,
    created_at: row.created_at.toISOString(),
    metadata: {},
    checkout_session: row.session_id,
    payment: row.payment_id,
    reason: row.reason,
    amount: row.amount,
    expected_amount: row.expected_amount,
    currency: row.currency,
    session_status: row.session_status,
  });

type Arrived = { readonly id: string; readonly amount: bigint };

/** Records money that does not pay its locked session, which stays as it is. @returns the event */
export function recordUnexpected(
  tx: Tx,
  session: CheckoutRow,
  { id: payment_id, amount }: Arrived,
  reason: UnexpectedRow['reason'],
): EventDraft {
  const { world, livemode, currency } = session;
  const row: UnexpectedRow = {
    ...{ world, livemode, id: newId('ump'), session_id: session.id, payment_id, reason, amount, currency },
    ...{ expected_amount: session.amount, session_status: session.status, created_at: new Date() },
  };
  tx.query(insert.statement, insert.values([row]));
  return { world, livemode, type: 'checkout.unexpected_payment', at: row.created_at, object: renderUnexpected(row) };
}
