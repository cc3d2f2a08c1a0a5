import type { Database, Statement } from '../db/database.ts';
import { arraysFrom, from, int4, text } from '../db/table.ts';
import { transaction } from '../db/transaction.ts';
import { selectWalletsById } from '../wallets/store.ts';
import type { ClaimedItem } from './item-store.ts';
import { type ItemRouting, railsAfter } from './route-items.ts';
import type { AskedItem } from './settle-answers.ts';
import { lockPayouts } from './store.ts';

/** More moves than a country has rails: an order that changes meanwhile must not send an item in circles. */
const MOST_VERSION = 6;

const moved = arraysFrom<{ readonly item: ClaimedItem; readonly rail: string }>({
  world: from(int4, ({ item }) => item.world),
  payout_id: from(text, ({ item }) => item.payout_id),
  id: from(text, ({ item }) => item.id),
  version: from(int4, ({ item }) => item.version),
  rail: from(text, ({ rail }) => rail),
});

const moveStatement: Statement = {
  name: 'payout_items_move_to_rail',
  text: `
    UPDATE payout_items i
    SET rail = n.rail, version = i.version + 1, updated_at = now(), due_at = now(), asked = 0,
        reference_asked = NULL, sent_at = NULL, not_found = 0, rail_handle = NULL
    FROM (SELECT ${moved.unnest} ORDER BY world, id) AS n
    WHERE i.world = n.world AND i.payout_id = n.payout_id AND i.id = n.id AND i.version = n.version
      AND i.status = 'processing'`,
};

const isUnknownThere = ({ answer }: AskedItem) =>
  answer.state === 'failed' && answer.failure.code === 'recipient_not_found';

/**
 * Moves items to the next rail of their phones, after a provider's certain `recipient_not_found`: the number may
 * have been ported. No other answer leads to another rail: the recipient may have the money. A payout that names its
 * rail stays there.
 * @returns the answers that are left to settle
 */
export async function continueItems(
  db: Database,
  routing: ItemRouting,
  asked: readonly AskedItem[],
): Promise<readonly AskedItem[]> {
  const unknown = asked.filter((one) => isUnknownThere(one) && one.job.version < MOST_VERSION && one.job.livemode);
  if (unknown.length === 0) return asked;
  const gone = new Set<AskedItem>();
  await transaction(db, async (tx) => {
    const keys = unknown.map(({ job }) => ({ world: job.world, id: job.payout_id }));
    const payouts = await lockPayouts(tx, keys);
    const wallets = await selectWalletsById(
      tx,
      payouts.rows.map((row) => row.wallet_id),
    );
    const ownerOf = new Map(wallets.map((row) => [row.id, row.owner_id]));
    const moves = unknown.flatMap((one) => {
      const { job } = one;
      const payout = payouts.rowOf(job.world, job.payout_id);
      if (!payout || payout.rail !== null) return [];
      const { currency, livemode, rail, wallet_id } = payout;
      const [next] = railsAfter(
        routing,
        { currency, livemode, rail, merchant: ownerOf.get(wallet_id)! },
        job,
        job.rail,
      );
      if (next === undefined) return [];
      gone.add(one);
      return [{ item: job, rail: next }];
    });
    if (moves.length === 0) return;
    tx.query(moveStatement, moved.of(moves));
    tx.afterCommit(() => tx.node.wake('payout_items'));
  });
  return asked.filter((one) => !gone.has(one));
}
