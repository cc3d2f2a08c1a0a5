import type { MoneyOutAnswer } from '../rail.ts';
import { isNotTaken } from './api.ts';
import { resultUrls } from './callback-url.ts';
import { writeHandle } from './collect.ts';
import type { DarajaInitiator } from './initiator.ts';
import { type MoneyOutHandle, nextStep, noHandle, type Outgoing } from './money-out.ts';
import { resultsReceived } from './received.ts';

export const readMoneyOutHandle = (handle: string | null): MoneyOutHandle =>
  handle === null ? noHandle : { ...noHandle, ...(JSON.parse(handle) as Partial<MoneyOutHandle>) };

/** Results of the request itself, and the answer to the open question. Other answers, with a status, are too old. */
export function sortReceived(received: readonly unknown[], handle: MoneyOutHandle) {
  const results = resultsReceived(received);
  const answer = results.find(({ conversation }) => handle.q !== null && conversation === handle.q) ?? null;
  return { results: results.filter((one) => one !== answer && one.status === null), answer };
}

/** The transaction that a question is about: its receipt if known, else the OriginatorConversationID of its request. */
export type Subject = { readonly receipt: string | null; readonly originator: string | null };

/** Does the next step for money that leaves: answers, waits, or asks the provider, whose answer comes by callback. */
export async function takeStep(
  initiator: DarajaInitiator,
  outgoing: Outgoing,
  subject: Subject,
  callbackUrl: string | null,
  repeat?: (handle: MoneyOutHandle) => Promise<MoneyOutAnswer>,
): Promise<MoneyOutAnswer> {
  const now = initiator.now();
  const step = nextStep(outgoing, now);
  if (step.do === 'answer') return step.answer;
  if (step.do === 'wait') return pending(step.handle, step.ms);
  if (step.do === 'repeat') return repeat ? repeat(step.handle) : pending(step.handle, null);
  if (callbackUrl === null) return pending(step.handle, null);
  const reply = await initiator.call('/mpesa/transactionstatus/v1/query', {
    ...initiator.identity('Initiator'),
    CommandID: 'TransactionStatusQuery',
    ...(subject.receipt ? { TransactionID: subject.receipt } : { OriginalConversationID: subject.originator }),
    PartyA: initiator.payoutShortCode,
    IdentifierType: '4',
    ...resultUrls(callbackUrl),
    Remarks: 'Status',
    Occasion: 'Status',
  });
  const asked = { ...step.handle, t: now, n: step.handle.n + 1, r: outgoing.result !== null };
  if (isNotTaken(reply)) return pending({ ...asked, q: null }, reply.retryAfterMs ?? null);
  const conversation = reply.is === 'ok' ? reply.body.ConversationID : null;
  return pending({ ...asked, q: typeof conversation === 'string' ? conversation : null }, null);
}

/** Callbacks wake the check; the time is for lost ones. */
const pending = (handle: MoneyOutHandle, ms: number | null): MoneyOutAnswer => ({
  state: 'pending',
  handle: writeHandle(handle),
  askAgainInMs: ms ?? 15_000,
});
