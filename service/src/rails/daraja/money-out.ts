import type { MoneyOutAnswer } from '../rail.ts';
import { type DarajaVerdict, darajaFailure, statusVerdict, transactionState } from './codes.ts';
import { readCharges } from './messages.ts';
import type { ResultReceived } from './received.ts';

/** The state of money that leaves, kept as JSON with its record: a B2C payment or a reversal. */
export type MoneyOutHandle = {
  /** OriginatorConversationID and ConversationID of the request; null if its answer was lost. */
  readonly o: string | null;
  readonly c: string | null;
  /** The ConversationID of the open question about it; null once its answer was read. */
  readonly q: string | null;
  /** When the last question was asked, in milliseconds, and how many there were. */
  readonly t: number;
  readonly n: number;
  /** The last question was asked after the result had arrived. */
  readonly r: boolean;
  /** How many questions, asked late enough, found nothing. */
  readonly f: number;
};

export const noHandle: MoneyOutHandle = { o: null, c: null, q: null, t: 0, n: 0, r: false, f: 0 };

export type Outgoing = {
  readonly amount: bigint;
  readonly sentAt: Date;
  readonly handle: MoneyOutHandle;
  /** The result of the request, if it arrived. */
  readonly result: ResultReceived | null;
  /** The answer to the open question, if it arrived. */
  readonly answer: ResultReceived | null;
  /** A question that finds nothing is evidence if it was asked this long after sending. */
  readonly arrivalMs: number;
  /** True: a repeated request has no second effect, so repeating it is a way to ask for the reason of a refusal. */
  readonly mayRepeat: boolean;
  verdictOf(code: string, text: string): DarajaVerdict;
};

/** The next step: an answer for the record, or a question to the provider. */
export type MoneyOutStep =
  | { readonly do: 'answer'; readonly answer: MoneyOutAnswer }
  | { readonly do: 'ask'; readonly handle: MoneyOutHandle }
  | { readonly do: 'repeat'; readonly handle: MoneyOutHandle }
  | { readonly do: 'wait'; readonly handle: MoneyOutHandle; readonly ms: number };

/** The result usually arrives within seconds, and tells more than an answer does. */
export const FIRST_ASK_MS = 20_000;
/** The longest time between two questions: while the request is young, and later. */
const LONGEST_YOUNG_MS = 60_000;
const LONGEST_MS = 10 * 60_000;
const YOUNG_MS = 30 * 60_000;
/** After so many questions without an answer, the result alone counts. */
const PATIENT_ASKS = 10;
/** How long a refusal without its reason waits for the result. */
const REASON_MS = 2 * 60_000;

const answerWith = (answer: MoneyOutAnswer): MoneyOutStep => ({ do: 'answer', answer });

/** How long to wait for the answer to the last question before the next: 15 s, doubled with each one. */
function leftMs({ handle, sentAt }: Outgoing, now: number): number {
  const longest = now - sentAt.getTime() < YOUNG_MS ? LONGEST_YOUNG_MS : LONGEST_MS;
  return handle.t + Math.min(15_000 * 2 ** Math.max(handle.n - 1, 0), longest) - now;
}

/**
 * Decides about money that leaves. Results and answers are callbacks, which may be lost, late or forged. So each result
 * is confirmed by a status question, and the status, which also has the charges, wins over the result.
 */
export function nextStep(outgoing: Outgoing, now: number): MoneyOutStep {
  const { answer, handle, result, sentAt } = outgoing;
  if (answer) return readAnswer(outgoing, answer, now);
  if (handle.n === 0 && !result) {
    const left = sentAt.getTime() + FIRST_ASK_MS - now;
    return left > 0 ? { do: 'wait', handle, ms: left } : { do: 'ask', handle };
  }
  const isTired = result !== null && handle.r && handle.n >= PATIENT_ASKS && leftMs(outgoing, now) <= 0;
  // A fault of our account leads to a new request, so it needs the provider's word that no money moved.
  const isHeld = isTired && outgoing.verdictOf(result.code, result.text).is === 'set_up';
  return isTired && !isHeld ? trust(outgoing, result) : askLater(outgoing, handle, now);
}

function readAnswer(outgoing: Outgoing, answer: ResultReceived, now: number): MoneyOutStep {
  const { amount, handle, result, sentAt } = outgoing;
  const verdict = statusVerdict(answer.code, answer.text);
  if (verdict.is === 'not_found') return afterNothing(outgoing, now);
  // The API user may not ask. The same fault usually refused the request itself.
  if (verdict.is === 'set_up' && result) return trust(outgoing, result);
  const state = verdict.is === 'paid' ? transactionState(answer.status ?? '') : 'open';
  const isOurs = answer.amount === null || answer.amount === amount.toString();
  if (state === 'open' || !isOurs) return askLater(outgoing, handle, now);
  if (state === 'completed') {
    const fee = readCharges(answer.charges);
    const railReference = answer.receipt ?? result?.receipt ?? null;
    return answerWith({ state: 'succeeded', railReference, ...(fee ? { fee } : {}) });
  }
  if (result) return answerWith(refusalOf(outgoing, result, answer));
  if (now - sentAt.getTime() < REASON_MS) return askLater(outgoing, handle, now);
  // A second reversal is declined because the first one, whose answers were lost, has succeeded.
  if (outgoing.mayRepeat) return { do: 'repeat', handle: { ...handle, q: null, t: now, n: handle.n + 1 } };
  return answerWith({ state: 'failed', failure: darajaFailure('rail_error', answer.status) });
}

/** The provider says that no money moved; the result says why. */
function refusalOf(outgoing: Outgoing, result: ResultReceived, answer: ResultReceived): MoneyOutAnswer {
  const verdict = outgoing.verdictOf(result.code, result.text);
  switch (verdict.is) {
    case 'failed':
      return { state: 'failed', failure: verdict.failure };
    case 'set_up':
      return heldBack(verdict);
    case 'busy':
      return { state: 'failed', failure: darajaFailure('rail_unavailable', result.code) };
    case 'paid':
      return { state: 'failed', failure: darajaFailure('rail_error', answer.status) };
    default:
      return { state: 'failed', failure: darajaFailure('rail_error', result.code) };
  }
}

/** Our account or set-up is at fault: the record waits, and the rail raises an alarm. */
const heldBack = ({ reason, railCode, text }: Extract<DarajaVerdict, { is: 'set_up' }>): MoneyOutAnswer => ({
  state: 'not_taken',
  fault: reason === 'configuration' ? 'setup' : reason,
  refused: true,
  why: `${railCode}: ${text}`,
});

/** Two late questions that find nothing, and no result: the request never arrived. */
function afterNothing(outgoing: Outgoing, now: number): MoneyOutStep {
  const { arrivalMs, handle, result, sentAt } = outgoing;
  if (result) {
    const verdict = outgoing.verdictOf(result.code, result.text);
    return verdict.is === 'failed' || verdict.is === 'set_up'
      ? trust(outgoing, result)
      : askLater(outgoing, handle, now);
  }
  const isLate = handle.t >= sentAt.getTime() + arrivalMs;
  if (!isLate) return askLater(outgoing, handle, now);
  if (handle.f >= 1) return answerWith({ state: 'not_found' });
  return askLater(outgoing, { ...handle, f: handle.f + 1 }, now);
}

/** Asks again at once after a result, otherwise when the last question is old enough. */
function askLater(outgoing: Outgoing, handle: MoneyOutHandle, now: number): MoneyOutStep {
  const isRead = outgoing.answer !== null;
  const kept = isRead ? { ...handle, q: null } : handle;
  const left = leftMs(outgoing, now);
  const isNews = outgoing.result !== null && !handle.r;
  return left <= 0 || isNews ? { do: 'ask', handle: kept } : { do: 'wait', handle: kept, ms: left };
}

/** The result without confirmation, as the provider's documentation means it: it must be about our amount. */
function trust(outgoing: Outgoing, result: ResultReceived): MoneyOutStep {
  const verdict = outgoing.verdictOf(result.code, result.text);
  const isOurs = result.amount === outgoing.amount.toString();
  if (verdict.is === 'paid' && isOurs) return answerWith({ state: 'succeeded', railReference: result.receipt });
  if (verdict.is === 'failed') return answerWith({ state: 'failed', failure: verdict.failure });
  if (verdict.is === 'set_up') return answerWith(heldBack(verdict));
  return { do: 'ask', handle: outgoing.handle };
}
