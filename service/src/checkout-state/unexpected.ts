import { UnexpectedPayment } from '../../../contract/src/checkout.ts';
import { priceOf } from '../core/fee-bearer.ts';
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

type Attempt = { readonly amount: bigint; readonly price: bigint | null };
type Arrived = Attempt & {
  readonly id: string;
  /** The money that arrived, if it is not the amount of the payment. */
  readonly received?: bigint;
};

/** The money that pays the session: its amount, with the fee and the tax if the payer of the attempt bears them. */
export const expectedOf = (session: CheckoutRow, attempt: Attempt): bigint =>
  session.amount + attempt.amount - priceOf(attempt);

/** Records money that does not pay its locked session, which stays as it is. @returns the event */
export function recordUnexpected(
  tx: Tx,
  session: CheckoutRow,
  arrived: Arrived,
  reason: UnexpectedRow['reason'],
): EventDraft {
  const { world, livemode, currency } = session;
  const { id: payment_id, received: amount = arrived.amount } = arrived;
  const row: UnexpectedRow = {
    ...{ world, livemode, id: newId('ump'), session_id: session.id, payment_id, reason, amount, currency },
    ...{ expected_amount: expectedOf(session, arrived), session_status: session.status, created_at: new Date() },
  };
  tx.query(insert.statement, insert.values([row]));
  return { world, livemode, type: 'checkout.unexpected_payment', at: row.created_at, object: renderUnexpected(row) };
}
