import type { FailureCode } from '../../../contract/src/payments.ts';
import { lockSessionsOf } from '../checkout-state/end-attempts.ts';
import { failed, isDecided } from '../core/payment.ts';
import type { Database } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import { openEvents } from '../events/emit.ts';
import { advanceRow, paymentEvents } from '../payments/settle.ts';
import { endPayments, lockPayments } from '../payments/store.ts';
import { isPassing } from './is-passing.ts';
import type { EndInput } from './page.ts';
import { findSessionByToken, type OwnedSession } from './store.ts';

const messages: Readonly<Partial<Record<FailureCode, string>>> = {
  insufficient_funds: "The customer's wallet has too little money.",
  customer_limit_reached: "The payment would exceed a limit of the customer's wallet.",
  customer_not_found: 'No customer with this phone has a wallet here in this currency.',
};

/**
 * Fails an attempt that the payer's own wallet refused, so that the payer need not wait for its expiry before another
 * one. The payment's lock decides between this, an approval and the expiry.
 */
export async function endAttempt({ db }: { readonly db: Database }, input: EndInput): Promise<void> {
  const { token, payment: id, failure } = input;
  const [session] = await db.query<OwnedSession>(findSessionByToken, [token]);
  if (session?.payment_id !== id) return;
  const { world, livemode } = session;
  try {
    await transaction(
      db,
      async (tx) => {
        const [payments, events] = await Promise.all([lockPayments(tx, [{ world, id }]), openEvents(tx, [{ world }])]);
        const sessions = await lockSessionsOf(tx, payments.rows);
        const now = new Date();
        const row = payments.rowOf(world, id);
        if (row?.rail !== 'wallet' || isDecided(row.status) || row.expires_at <= now) return;
        const next = advanceRow(row, failed(failure, messages[failure] ?? 'The wallet refused the payment.'), now)!;
        endPayments(tx, [next]);
        events.emit([...paymentEvents([row], [next]), ...sessions.end([next])]);
      },
      { claim: { by: 'world', world, livemode } },
    );
  } catch (error) {
    // The attempt then ends at its expiry.
    if (!isPassing(error)) throw error;
  }
}
