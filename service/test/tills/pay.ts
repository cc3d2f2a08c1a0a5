import { lockSessions, updateSessions } from '../../src/checkout-state/store.ts';
import { sessionEvent } from '../../src/checkout-state/view.ts';
import { transaction } from '../../src/db/transaction.ts';
import { openEvents } from '../../src/events/emit.ts';
import { newId } from '../../src/kernel/new-id.ts';
import type { TestMerchant, TestService } from '../support/harness.ts';

/** Completes a session and emits its event, as the settlement of its payment does. */
export async function completeSession({ db }: TestService, id: string): Promise<void> {
  const { rows } = await db.pool.query('SELECT world FROM checkout_sessions WHERE id = $1', [id]);
  const { world } = rows[0];
  await transaction(db, async (tx) => {
    const [sessions, events] = await Promise.all([lockSessions(tx, [{ world, id }]), openEvents(tx, [{ world }])]);
    const now = new Date();
    const paid = {
      ...sessions.rowOf(world, id)!,
      ...{ status: 'completed' as const, payment_id: newId('pay'), paying: false, due_at: null },
      ...{ completed_at: now, updated_at: now },
    };
    updateSessions(tx, [paid]);
    events.emit([sessionEvent(paid)]);
  });
}

/** A session that a payer opened at the printed code. */
export async function openAtCounter(
  { db }: TestService,
  shop: TestMerchant,
  link: string,
  amount: number,
): Promise<string> {
  const { id } = (await shop.call('POST', '/checkout/sessions', { amount, currency: 'XOF' })).body;
  await db.pool.query('UPDATE checkout_sessions SET link_id = $2 WHERE id = $1', [id, link]);
  return id;
}
