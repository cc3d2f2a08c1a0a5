import { paceOf, pollDelayMs } from '../core/poll.ts';
import { providerFeeOf } from '../core/provider-fee.ts';
import { afterAnswer, withPresentAnswers } from '../core/sending.ts';
import type { Database } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import type { PayOutAnswer } from '../rails/rail.ts';
import { walletsOf } from '../wallets/charge-wallets.ts';
import { systemWallets } from '../wallets/system.ts';
import type { AnsweredJob } from '../workers/rail-worker.ts';
import { type LockedPortion, settle } from '../workers/settle.ts';
import { type ClaimedItem, type Postponed, postponeItems, selectAsked, selectStates } from './item-store.ts';
import { type ItemDecision, nothingSettled, postDecisions, type Settled } from './post-decisions.ts';
import { lockPayouts } from './store.ts';

export type AskedItem = AnsweredJob<ClaimedItem, PayOutAnswer>;

/**
 * Settles the rails' answers for many items of any payouts in one transaction. A final item is left alone, so a
 * repeated answer settles once. An item with an unknown outcome is asked for again.
 * @param db a transaction: it settles in this one
 * @param onError receives answers that contradict a final state
 */
export async function settleAnswers(
  db: Database | Tx,
  asked: readonly AskedItem[],
  onError: (error: unknown) => void,
): Promise<Settled> {
  const waiting = asked.filter(({ answer }) => !isFinal(answer)).map(postpone);
  if (waiting.length > 0) await postponeItems(db, waiting);
  const answered = asked.filter(({ answer }) => isFinal(answer));
  if (answered.length === 0) return nothingSettled;
  const find = await systemWallets(
    db,
    answered.flatMap(({ job: { rail, currency, livemode, tax }, answer }) => [
      { role: `clearing:${rail}` as const, currency, livemode },
      { role: 'fees' as const, currency, livemode },
      ...(tax > 0n ? [{ role: 'tax' as const, currency, livemode }] : []),
      ...(providerFeeOf(answer) > 0n ? [{ role: `provider_fees:${rail}` as const, currency, livemode }] : []),
    ]),
  );
  return settle(db, answered, (tx, items, answers) => lock(tx, items, answers, find), onError);
}

const isFinal = ({ state }: PayOutAnswer) => state === 'succeeded' || state === 'failed';

const postpone = ({ job, answer }: AskedItem): Postponed => ({
  item: job,
  sends: afterAnswer(job, answer),
  ms: paceOf(answer) ?? pollDelayMs(job.asked),
});

async function lock(
  tx: Tx,
  asked: readonly ClaimedItem[],
  answers: ReadonlyMap<string, PayOutAnswer>,
  find: Awaited<ReturnType<typeof systemWallets>>,
): Promise<LockedPortion<Settled>> {
  const wanted = [...new Map(asked.map(({ world, payout_id: id }) => [`${world} ${id}`, { world, id }])).values()];
  const [payouts, open] = await Promise.all([lockPayouts(tx, wanted), selectAsked(tx, asked)]);
  const items = withPresentAnswers(open, asked, answers);
  const states = open.length < asked.length ? await selectStates(tx, asked) : [];
  const decided = payouts.rows.flatMap((payout) => {
    const { currency, livemode } = payout;
    const own = items.filter((item) => item.world === payout.world && item.payout_id === payout.id);
    // Another node had the answers first. It may have completed the payout and emitted its event.
    if (own.length === 0) return [];
    const decisions = own.map((item): ItemDecision => {
      const answer = answers.get(item.id)!;
      if (answer.state === 'failed') return { item, to: null, failure: answer.failure, railReference: null };
      const railReference = answer.state === 'succeeded' ? answer.railReference : null;
      const fee = providerFeeOf(answer);
      const charge = fee > 0n && { wallet: find(`provider_fees:${item.rail}`, currency, livemode), amount: fee };
      const to = find(`clearing:${item.rail}`, currency, livemode);
      return { item, to, railReference, ...(charge ? { charge } : {}) };
    });
    const taxes = own.some(({ tax }) => tax > 0n) ? find('tax', currency, livemode) : null;
    return [{ payout, decisions, ends: { fees: find('fees', currency, livemode), taxes } }];
  });
  const wallets = decided.flatMap(({ payout, decisions, ends }) => [
    payout.wallet_id,
    ...walletsOf(ends),
    ...decisions.flatMap(({ to, charge }) => [...(to === null ? [] : [to]), ...(charge ? [charge.wallet] : [])]),
  ]);
  return { states, wallets, post: (book) => postDecisions(tx, book, decided, 'left') };
}
