import { referenceAgain } from '../../../contract/src/reference-again.ts';
import { nextReference } from '../core/item-reference.ts';
import type { Database, Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { answerEach, Refusal } from '../kernel/refusal.ts';
import { createPayouts, type PayoutOptions } from './create.ts';
import { findPayout, lockPayouts, type PayoutRow } from './store.ts';
import type { PlannedItem } from './validate.ts';

type FailedItem = PlannedItem & { readonly provider_reference: string | null };

type Retry = Command<{ readonly id: string; readonly count: number }>;

const selectFailed: Statement = {
  name: 'payout_items_select_failed',
  text: `
    SELECT recipient, amount + CASE WHEN $3 THEN fee + tax ELSE 0 END AS amount, reference, description, name,
           provider_reference
    FROM payout_items i
    WHERE world = $1 AND payout_id = $2 AND status = 'failed'
      AND NOT EXISTS (SELECT FROM cases c WHERE c.record = i.id AND c.kind = 'contradiction') ORDER BY id`,
};

/** An item that failed here and that its provider reports as paid. */
const selectContradicted: Statement = {
  name: 'payout_items_select_contradicted',
  text: `
    SELECT i.id FROM payout_items i JOIN cases c ON c.record = i.id
    WHERE i.world = $1 AND i.payout_id = $2 AND i.status = 'failed' AND c.kind = 'contradiction' AND c.status = 'open'
    LIMIT 1`,
};

/** The items that a retry will open, for the quotas. The retry itself counts again, under the lock. */
export async function countFailed(db: Database, { caller, input }: Command<{ readonly id: string }>): Promise<number> {
  const row = await db.find<PayoutRow>(findPayout, { world: caller.world, id: input.id });
  return row?.failed_count ?? 0;
}

/**
 * Pays the failed items of completed payouts again. The reference of the new payout is that of the first one with an
 * ending, so it is made once. An item whose failure its provider contradicts may have been paid: while its case is open
 * there is no retry, and later the item is left out. A contradiction is recorded under the same lock of the payout.
 *
 * The provider keeps what it knows of a failed item, so a reference that is not the item's id is replaced by its next.
 */
export function retryPayouts(tx: Tx, commands: Retry[], options: PayoutOptions) {
  return answerEach(commands, async (command) => {
    const { caller, input } = command;
    const key = { world: caller.world, id: input.id };
    const row = (await lockPayouts(tx, [key])).rowOf(key.world, key.id);
    if (!row) throw new Refusal('not_found');
    if (row.status !== 'completed') throw new Refusal('payout_not_retryable', `The payout is ${row.status}.`);
    const [contradicted] = await tx.query<{ id: string }>(selectContradicted, [key.world, key.id]);
    if (contradicted) {
      const why = `The provider reports ${contradicted.id} as paid. Try again once its case is closed.`;
      throw new Refusal('payout_not_retryable', why);
    }
    const failed = await tx.query<FailedItem>(selectFailed, [key.world, key.id, row.asked !== null]);
    const items = failed.map(atNextAttempt);
    if (items.length === 0) throw new Refusal('payout_not_retryable', 'No item of this payout failed.');
    const again = {
      ...{ currency: row.currency, wallet: row.wallet_id, items, reference: referenceAgain(row) },
      ...(row.rail === null ? {} : { rail: row.rail }),
      ...(row.asked === null ? {} : { fee_bearer: 'receiver' as const }),
      metadata: { retry_of: row.id },
    };
    const [made] = await createPayouts(tx, [{ ...command, input: again }], options);
    if (made instanceof Refusal) throw made;
    return made!;
  });
}

const atNextAttempt = ({ provider_reference: last, ...item }: FailedItem): PlannedItem => ({
  ...item,
  provider_reference: last === null ? null : nextReference(last),
});
