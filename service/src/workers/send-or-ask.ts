import type { NotTaken } from '../core/payment.ts';
import { paceOf } from '../core/poll.ts';
import { meaningOf, type SendRules, type Sends } from '../core/sending.ts';
import type { MoneyOutAnswer, Rail, Rails } from '../rails/rail.ts';

/** A record that a worker has claimed. */
export type SentJob = Sends & {
  readonly rail: string;
  /** It was certainly not sent before, so this claim sends it. Otherwise its rail is only asked for its state. */
  readonly sending?: boolean;
};

/** The two calls of one kind of record. A rail that does not support the kind has neither. */
export type RailCalls<Answer> = {
  readonly send: (() => Promise<Answer>) | undefined;
  readonly check: (() => Promise<Answer>) | undefined;
  readonly rules: SendRules | null | undefined;
};

/**
 * Sends a record that certainly was not sent, while the rail takes new requests. It asks for the state of every other
 * record.
 * @param unknown the answer that says nothing, with the pace that the rail asked for, if it did
 */
export async function sendOrAsk<Answer extends { readonly state: string }>(
  rails: Rails,
  job: SentJob,
  callsOf: (rail: Rail) => RailCalls<Answer>,
  unknown: (askAgainInMs: number | undefined) => Answer,
): Promise<Answer | NotTaken> {
  const rail = rails.get(job.rail);
  const { send, check, rules } = rail ? callsOf(rail) : {};
  if (job.sending) {
    const held = rails.heldBack(job.rail);
    if (held) return held;
    return send ? send() : { state: 'not_taken', why: 'no such rail' };
  }
  if (!check) return unknown(undefined);
  const answer = await check();
  switch (meaningOf(answer, job, rules, new Date())) {
    case 'never arrived':
      return { state: 'not_taken', why: 'the provider never got it' };
    case 'nothing':
      return unknown(paceOf(answer));
    default:
      return answer;
  }
}

/** Money sent out whose outcome nobody said. */
export const stillPending = (askAgainInMs: number | undefined): MoneyOutAnswer => ({
  state: 'pending',
  ...(askAgainInMs ? { askAgainInMs } : {}),
});
