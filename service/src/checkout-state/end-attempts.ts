import type { PaymentStatus } from '../../../contract/src/payments.ts';
import { openCases } from '../cases/open-cases.ts';
import { priceOf } from '../core/fee-bearer.ts';
import type { Tx } from '../db/transaction.ts';
import type { EventDraft } from '../events/emit.ts';
import { type LinkRow, lockLinks, updateLinks } from './link-store.ts';
import { type CheckoutRow, lockSessions, updateSessions } from './store.ts';
import { expectedOf, recordUnexpected } from './unexpected.ts';
import { sessionEvent } from './view.ts';

/** A payment, as far as its session depends on it. */
export type SessionAttempt = {
  readonly world: number;
  readonly id: string;
  readonly status: PaymentStatus;
  readonly rail: string;
  /** The amount that its customer approved, for the session. */
  readonly amount: bigint;
  /** That amount without fee and tax, if the payer bears them. */
  readonly price: bigint | null;
  readonly checkout_session: string | null;
};

export type LockedSessions = {
  /** Writes what the final payments make of their sessions. @returns the events of sessions that ended */
  end(payments: readonly SessionAttempt[]): EventDraft[];
};

const nothing: LockedSessions = { end: () => [] };

/**
 * Locks the sessions of payments that may become final in this transaction, and then their links. The caller has locked
 * the payments, and locks wallets afterwards. Without it a session could learn of an outcome that is not committed.
 */
export async function lockSessionsOf(tx: Tx, payments: readonly SessionAttempt[]): Promise<LockedSessions> {
  const keys = payments.flatMap(({ world, checkout_session: id }) => (id === null ? [] : [{ world, id }]));
  if (keys.length === 0) return nothing;
  const sessions = await lockSessions(tx, keys);
  const ofLinks = sessions.rows.flatMap(({ world, link_id: id }) => (id === null ? [] : [{ world, id }]));
  const links = ofLinks.length > 0 ? await lockLinks(tx, ofLinks) : null;
  return {
    end(ended) {
      const now = new Date();
      const written: CheckoutRow[] = [];
      const touched = new Map<string, LinkRow>();
      const unexpected: EventDraft[] = [];
      for (const payment of ended) {
        const before = sessions.rowOf(payment.world, payment.checkout_session ?? '');
        const row = before && endAttempt(before, payment, now);
        if (!row) continue;
        sessions.replace(row);
        written.push(row);
        if (payment.status === 'succeeded' && row.status !== 'completed') {
          unexpected.push(recordUnexpected(tx, before, payment, 'other_amount'));
          proposeRefund(tx, before, payment);
        }
        const link = row.link_id === null ? undefined : links?.rowOf(row.world, row.link_id);
        if (!link) continue;
        const next = returnUnits(link, row, now);
        links!.replace(next);
        touched.set(`${next.world} ${next.id}`, next);
      }
      updateSessions(tx, written);
      updateLinks(tx, [...touched.values()]);
      return [...unexpected, ...written.filter(({ status }) => status !== 'open').map(sessionEvent)];
    },
  };
}

/** @returns null if the payment is not the session's unfinished one, or is not final */
function endAttempt(session: CheckoutRow, payment: SessionAttempt, now: Date): CheckoutRow | null {
  const { id, status } = payment;
  if (!session.paying || session.payment_id !== id || (status !== 'succeeded' && status !== 'failed')) return null;
  const row = { ...session, paying: false, updated_at: now, version: session.version + 1 };
  // Another amount than the session's does not pay it.
  if (status === 'succeeded' && priceOf(payment) === session.amount)
    return { ...row, status: 'completed', completed_at: now };
  return leaveUnpaid(row, now);
}

/** The money is in the merchant's wallet, because its provider has it. An operator asks the merchant to refund it. */
function proposeRefund(tx: Tx, session: CheckoutRow, payment: SessionAttempt): void {
  const { world, livemode, currency } = session;
  const { id, rail, amount } = payment;
  const facts = {
    ...{
      checkout_session: session.id,
      expected_amount: expectedOf(session, payment).toString(),
      received_amount: amount.toString(),
    },
    proposal: 'refund the payment: it does not pay its checkout session',
  };
  // COMMIT reports the error of a statement that nobody awaits.
  openCases(tx, [{ kind: 'contradiction', rail, record: id, world, livemode, amount, currency, facts }]).catch(
    () => {},
  );
}

/** A session without an unfinished payment expires at its time, which may have passed. */
export function leaveUnpaid(row: CheckoutRow, now: Date): CheckoutRow {
  if (row.expires_at > now) return { ...row, due_at: row.expires_at };
  return { ...row, status: 'expired', expired_at: now, due_at: null };
}

/** The units are sold if the session is completed; otherwise the next payer may have them. */
function returnUnits(link: LinkRow, { status, quantity }: CheckoutRow, now: Date): LinkRow {
  const sold = status === 'completed' ? quantity : 0;
  const next = { ...link, reserved: link.reserved - quantity, sold: link.sold + sold };
  return { ...next, updated_at: now, version: link.version + 1 };
}
