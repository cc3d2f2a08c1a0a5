import { afterRelease, heldOf } from '../../core/hold.ts';
import { type Book, release } from '../../core/ledger.ts';
import type { Tx } from '../../db/transaction.ts';
import { type EventDraft, requestOf } from '../../events/emit.ts';
import { changedHold } from '../../holds/check-open.ts';
import type { Command } from '../../kernel/command.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { paidCharge, renderPayment } from '../view.ts';
import { endEvents, paymentAfter } from './after.ts';
import { notCapturable } from './capture.ts';
import { type Held, lockHeld } from './lock.ts';

/**
 * Gives held money of payments back to their customers. This works on a frozen wallet too: the money does not leave it.
 * @returns for each the serialised Payment, or the refusal
 */
export async function releaseHeldPayments(
  tx: Tx,
  commands: Command<{ readonly id: string }>[],
): Promise<(string | Refusal)[]> {
  const held = await lockHeld(
    tx,
    commands.map(({ caller, input }) => ({ world: caller.world, id: input.id })),
  );
  const now = new Date();
  const drafts: EventDraft[] = [];
  const results = commands.map((command): string | Refusal => {
    const payment = held.payments.rowOf(command.caller.world, command.input.id);
    if (!payment) return new Refusal('not_found');
    const hold = held.holdOf(payment);
    // Another request released it first. It is the same release.
    if (hold?.status === 'released') return renderPayment(payment);
    if (payment.status !== 'requires_capture' || !hold) return notCapturable(payment);
    const next = giveHeldBack(held.book, { payment, hold }, 'released', now);
    held.replace(next);
    drafts.push(...endEvents(next.payment, payment, requestOf(command)));
    return renderPayment(next.payment);
  });
  held.events.emit([...drafts, ...held.write()]);
  return results;
}

/** Frees all that is still held. The payment ends with what was captured. */
export function giveHeldBack(book: Book, { payment, hold }: Held, how: 'released' | 'expired', now: Date): Held {
  const at = BigInt(now.getTime()) * 1000n;
  release(book, { wallet: hold.wallet_id, source: hold.id, amount: heldOf(hold), at });
  const next = changedHold(afterRelease(hold, how), now);
  return { hold: next, payment: paymentAfter(payment, next, paidCharge(payment), now) };
}
