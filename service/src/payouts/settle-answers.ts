import { openBook } from '../core/ledger.ts';
import { pollDelayMs } from '../core/poll.ts';
import type { Database } from '../db/database.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { subscribersOf } from '../events/emit.ts';
import { lockWallets } from '../ledger/store.ts';
import { contradictions } from '../rails/contradiction.ts';
import type { PayOutAnswer } from '../rails/rail.ts';
import { systemWallets } from '../wallets/system.ts';
import { type ClaimedItem, postponeItems, selectAsked, selectStates } from './item-store.ts';
import { lockPayouts } from './store.ts';
import { type ItemDecision, nothingSettled, type Settled, writeDecisions } from './write-decisions.ts';

export type AskedItem = { readonly item: ClaimedItem; readonly answer: PayOutAnswer };

/**
 * Settles the rails' answers for many items of any payouts in one transaction. A final item is left alone, so a
 * repeated answer settles once. An item with an unknown outcome is asked for again.
 * @param onError receives answers that contradict a final state
 */
export async function settleAnswers(
  db: Database,
  asked: readonly AskedItem[],
  onError: (error: unknown) => void,
): Promise<Settled> {
  const waiting = asked.filter(({ answer }) => answer.state === 'pending').map(({ item }) => item);
  if (waiting.length > 0) await postponeItems(db, waiting, pollDelayMs);
  const answered = asked.filter(({ answer }) => answer.state !== 'pending');
  if (answered.length === 0) return nothingSettled;
  const find = await systemWallets(
    db,
    answered.flatMap(({ item: { rail, currency, livemode } }) => [
      { role: `clearing:${rail}` as const, currency, livemode },
      { role: 'fees' as const, currency, livemode },
    ]),
  );
  return transaction(db, (tx) => settleAsked(tx, answered, find, onError));
}

async function settleAsked(
  tx: Tx,
  asked: readonly AskedItem[],
  find: Awaited<ReturnType<typeof systemWallets>>,
  onError: (error: unknown) => void,
): Promise<Settled> {
  // Each item once: an item that was claimed again before its rail answered would be paid twice.
  const claimed = [...new Map(asked.map(({ item }) => [item.id, item])).values()];
  const answers = new Map(asked.map(({ item, answer }) => [item.id, answer]));
  const wanted = [...new Map(claimed.map(({ world, payout_id: id }) => [`${world} ${id}`, { world, id }])).values()];
  const [payouts, items, subscribers] = await Promise.all([
    lockPayouts(tx, wanted),
    selectAsked(tx, claimed),
    subscribersOf(tx, wanted),
  ]);
  if (items.length < claimed.length) {
    const states = await selectStates(tx, claimed);
    tx.afterCommit(() => contradictions(states, answers).forEach(onError));
  }
  if (items.length === 0) return nothingSettled;
  const decided = payouts.flatMap((payout) => {
    const { currency, livemode } = payout;
    const own = items.filter((item) => item.world === payout.world && item.payout_id === payout.id);
    // Another node had the answers first. It may have completed the payout and emitted its event.
    if (own.length === 0) return [];
    const decisions = own.map((item): ItemDecision => {
      const answer = answers.get(item.id)!;
      if (answer.state === 'failed') return { item, to: null, failure: answer.failure, railReference: null };
      const railReference = answer.state === 'succeeded' ? answer.railReference : null;
      return { item, to: find(`clearing:${item.rail}`, currency, livemode), railReference };
    });
    return [{ payout, decisions, fees: find('fees', currency, livemode) }];
  });
  const wallets = decided.flatMap(({ payout, decisions, fees }) => [
    payout.wallet_id,
    fees,
    ...decisions.flatMap(({ to }) => (to === null ? [] : [to])),
  ]);
  const book = openBook(await lockWallets(tx, wallets));
  return writeDecisions(tx, book, subscribers, decided, 'left');
}
