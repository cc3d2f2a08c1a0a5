import { newId } from '../../src/kernel/new-id.ts';
import type { TestMerchant, TestService } from '../support/harness.ts';

/** Marks a session as paid, as its settlement does. */
export async function completeSession({ db }: TestService, session: string): Promise<void> {
  await db.pool.query(
    `UPDATE checkout_sessions SET status = 'completed', completed_at = now(), due_at = NULL, payment_id = $2
     WHERE id = $1`,
    [session, newId('pay')],
  );
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
