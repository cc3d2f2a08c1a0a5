import type { Database } from '../db/database.ts';
import type { Portion } from '../db/portion.ts';
import { addContext, type ContextSource, emptyContext } from '../rails/context.ts';
import type { PayOutAnswer, Rails } from '../rails/rail.ts';
import type { GiveWay } from '../workers/give-way.ts';
import type { Parking } from '../workers/parking/park-failing.ts';
import { createRailWorker, type RailWorker } from '../workers/rail-worker.ts';
import type { Round } from '../workers/worker.ts';
import { createItemAsker } from './ask-rail.ts';
import { type ClaimedItem, claimItems, nextDueItem } from './item-store.ts';
import { continueItems } from './next-candidate.ts';
import type { Settled } from './post-decisions.ts';
import type { ItemRouting } from './route-items.ts';
import { settleAnswers } from './settle-answers.ts';
import { type ClaimedPayout, settlePortion } from './settle-portion.ts';
import { claimPayouts, nextDuePayout } from './store.ts';

/** This many payouts take turns, one portion each, so that a small one does not wait for a large one. */
const AT_ONCE = 4;
/**
 * Up to this many in total: the further ones are from worlds that have none yet. Their portions, one after the other,
 * end well within a lease.
 */
const AT_MOST = 16;

export type PayoutsWorker = {
  readonly db: Database;
  readonly rails: Rails;
  readonly contextOf?: ContextSource;
  /** The decimals of an enabled currency. */
  readonly exponentOf?: (currency: string) => number;
  readonly onError: (error: unknown) => void;
  readonly onSettled: (settled: Settled) => void;
  readonly parking?: Parking;
  readonly giveWay?: GiveWay;
  /** How many items of a payout a transaction settles; by default as many as fit in a slice. */
  readonly portion?: Portion;
};

/**
 * Claims due payouts and settles them portion by portion. A failing payout waits longer each time, and is parked in the
 * end.
 */
export function createPayoutWorker({
  db,
  routing,
  onError,
  onSettled,
  parking,
  portion,
  giveWay,
}: Omit<PayoutsWorker, 'rails'> & { readonly routing?: ItemRouting }): () => Promise<Round> {
  let held: ClaimedPayout[] = [];
  const settle = async (payout: ClaimedPayout): Promise<ClaimedPayout | null> => {
    try {
      const began = performance.now();
      const settled = await settlePortion(db, payout, portion, routing);
      onSettled(settled);
      parking?.settled(payout);
      await giveWay?.(payout.world, performance.now() - began);
      return settled.next;
    } catch (error) {
      if (parking) await parking.failed(payout, error);
      else onError(error);
      return null;
    }
  };
  const claim = async (): Promise<ClaimedPayout[]> => {
    const room = AT_ONCE - held.length;
    const count = room > 0 ? room : AT_MOST - held.length;
    const worlds = held.map(({ world }) => world);
    return count > 0 ? db.query<ClaimedPayout>(claimPayouts, [count, worlds, room > 0]) : [];
  };
  return async () => {
    held.push(...(await claim()));
    if (held.length === 0) {
      const [next] = await db.query<{ ms: number | null }>(nextDuePayout);
      return { done: 0, nextDueMs: next?.ms ?? null };
    }
    const unfinished: ClaimedPayout[] = [];
    for (const payout of held) {
      const next = await settle(payout);
      if (next) unfinished.push(next);
    }
    const done = held.length;
    held = unfinished;
    return { done, nextDueMs: null };
  };
}

/** Works on due items that are at a rail. */
export function createPayoutItemsWorker({
  db,
  rails,
  contextOf = emptyContext,
  exponentOf = () => 0,
  onError,
  onSettled,
  parking,
  giveWay,
}: PayoutsWorker): RailWorker {
  const askRail = createItemAsker(rails);
  return createRailWorker<ClaimedItem, PayOutAnswer, Settled>({
    node: db.node,
    name: 'payout_items',
    rails,
    claim: async (quotas) =>
      addContext(await db.query<ClaimedItem>(claimItems, [quotas.rails, quotas.rooms]), contextOf),
    nextDueMs: async (known) => (await db.query<{ ms: number | null }>(nextDueItem, [known]))[0]?.ms ?? null,
    ask: askRail,
    noAnswer: { state: 'pending' },
    settle: async (portion) => [
      await settleAnswers(db, await continueItems(db, { rails, exponentOf }, portion), onError),
    ],
    onSettled,
    onError,
    ...(parking ? { failures: parking } : {}),
    ...(giveWay ? { giveWay } : {}),
  });
}
