import { coalesce } from '../db/coalesce.ts';
import type { Disbursement, PayOutAnswer, Rail, Rails } from '../rails/rail.ts';
import { sendOrAsk, stillPending } from '../workers/send-or-ask.ts';
import { type ClaimedItem, toDisbursement } from './item-store.ts';

/**
 * Sends items that certainly were not sent, or asks for the state of those that were. Items that are sent at the same
 * time go in one batch call where the rail has one; if such a call has no answer, the outcome of each item is unknown.
 * An item with a reference of its own may have been paid before a restore, so it goes only in a batch in which the
 * provider recognises it.
 */
export function createItemAsker(rails: Rails): (item: ClaimedItem) => Promise<PayOutAnswer> {
  /** A rail whose configuration changes is another object, with batches of its own. */
  const batches = new WeakMap<Rail, (disbursement: Disbursement) => Promise<PayOutAnswer>>();
  const send = (rail: Rail, disbursement: Disbursement, mayBePaid: boolean): Promise<PayOutAnswer> => {
    const { batchMost, batchDeduplicates = false } = rail.capabilities().payout ?? {};
    const most = batchMost ?? 1;
    if (!rail.payOutMany || most < 2 || (mayBePaid && !batchDeduplicates)) return rail.payOut!(disbursement);
    const payOutMany = async (some: Disbursement[]) => [...(await rail.payOutMany!(some))];
    const inBatch = batches.get(rail) ?? coalesce(payOutMany, { maxBatch: most, batches: Number.POSITIVE_INFINITY });
    batches.set(rail, inBatch);
    return inBatch(disbursement);
  };
  return async (item) => {
    const disbursement = toDisbursement(item);
    const answer = await sendOrAsk<PayOutAnswer>(
      rails,
      item,
      (rail) => ({
        send:
          rail.payOut || rail.payOutMany ? () => send(rail, disbursement, item.provider_reference !== null) : undefined,
        check: rail.checkPayOut && (() => rail.checkPayOut!(disbursement)),
        rules: rail.capabilities().payout,
      }),
      stillPending,
    );
    // Taken back before its success was known here: the money never left.
    return answer.state === 'returned' ? { state: 'failed', failure: answer.failure } : answer;
  };
}
