import type { Tx } from '../../db/transaction.ts';
import type { EventDraft } from '../../events/emit.ts';
import { changedHold } from '../../holds/check-open.ts';
import type { DueHold } from '../../holds/store.ts';
import type { PaymentRow } from '../store.ts';
import { captureEvent, endEvents } from './after.ts';
import { lockHeld } from './lock.ts';
import { giveHeldBack } from './release.ts';

/**
 * Ends payments whose time to capture is over, or warns of it. The clock of the database says which are due. A hold
 * that changed since the look is left out.
 * @returns the payments that changed or were warned of
 */
export async function endHeldPayments(tx: Tx, due: readonly DueHold[]): Promise<PaymentRow[]> {
  const held = await lockHeld(tx, due);
  const now = new Date();
  const drafts: EventDraft[] = [];
  const changed: PaymentRow[] = [];
  for (const { world, id, due_at, over } of due) {
    const payment = held.payments.rowOf(world, id);
    const hold = payment && held.holdOf(payment);
    if (payment?.status !== 'requires_capture' || hold?.due_at?.getTime() !== due_at.getTime()) continue;
    if (over) {
      const next = giveHeldBack(held.book, { payment, hold }, 'expired', now);
      held.replace(next);
      drafts.push(...endEvents(next.payment, payment));
      changed.push(next.payment);
    } else {
      const warned = changedHold({ ...hold, warned: true, due_at: hold.expires_at }, now);
      held.replace({ payment, hold: warned });
      drafts.push({ ...captureEvent('payment.capture_expiring', payment), at: now });
      changed.push(payment);
    }
  }
  held.events.emit([...drafts, ...held.write()]);
  return changed;
}
