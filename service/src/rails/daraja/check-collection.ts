import { accountCodeOf } from '../../core/account-code.ts';
import type { RailAnswer } from '../../core/payment.ts';
import type { Collection } from '../rail.ts';
import { isNotTaken } from './api.ts';
import { darajaFailure, stkVerdict } from './codes.ts';
import { type CollectionHandle, promptOf, type StkTools, stkIdentity, writeHandle } from './collect.ts';
import type { C2bPayment } from './messages.ts';
import type { DarajaPull } from './pull.ts';
import { stkReceived } from './received.ts';

/** Longer than the life of a prompt, 1 to 2 minutes. */
const PROMPT_MS = 3 * 60_000;
const ASK_MS = 10_000;
/** A lost answer is looked for from this time after the prompt. */
const FIRST_PULL_MS = 60_000;
/** A complete list without the payment, this long after the prompt, means that the customer did not pay. */
const ABSENT_MS = 15 * 60_000;
/**
 * The callback with the receipt usually arrives with the result. The list may lag behind: a payment without its receipt
 * could be taken for unasked money when the list shows it.
 */
const RECEIPT_MS = 60_000;
const LISTED_RECEIPT_MS = 15 * 60_000;
const RECEIPT_ASK_MS = 2_000;

/** The meaning of one query. `no_answer`: the provider does not say, or does not know the prompt. */
type Queried =
  | { readonly is: 'paid' }
  | { readonly is: 'open' }
  | { readonly is: 'no_answer' }
  | { readonly is: 'code'; readonly answer: RailAnswer };

/**
 * Asks for the state of a prompt. A callback is only a hint: it names the prompt if the answer of the request was lost,
 * and carries the receipt. Without either, the pull list decides.
 */
export async function checkPrompt(
  tools: StkTools,
  pull: DarajaPull | null,
  collection: Collection,
): Promise<RailAnswer> {
  const handle = handleOf(collection);
  if (!handle) return lookForPayment(tools, pull, collection);
  const queried = await query(tools, handle);
  if (queried.is === 'code') return queried.answer;
  if (queried.is === 'paid') return findReceipt(tools, pull, collection, handle);
  const age = tools.now() - collection.sentAt.getTime();
  const pace = age < PROMPT_MS ? { askAgainInMs: ASK_MS } : {};
  if (queried.is === 'open') {
    const kept = { ...pace, handle: writeHandle(handle) };
    if (age >= PROMPT_MS) return { state: 'processing', ...kept };
    return { state: 'requires_action', nextAction: promptOf(collection), ...kept };
  }
  // The query says nothing, perhaps because the callback that named the prompt was forged.
  return collection.handle === null ? lookForPayment(tools, pull, collection) : { state: 'unknown', ...pace };
}

function handleOf({ handle, received }: Collection): CollectionHandle | null {
  if (handle !== null) return JSON.parse(handle) as CollectionHandle;
  const callback = stkReceived(received).at(-1);
  return callback ? { c: callback.checkout } : null;
}

async function query(tools: StkTools, handle: CollectionHandle): Promise<Queried> {
  const body = { ...stkIdentity(tools), CheckoutRequestID: handle.c };
  const reply = await tools.call('/mpesa/stkpushquery/v1/query', body);
  if (isNotTaken(reply)) return { is: 'no_answer' };
  if (reply.is === 'error' && reply.verdict === 'waiting') return { is: 'open' };
  if (reply.is !== 'ok') return { is: 'no_answer' };
  const { ResultCode: code, CheckoutRequestID: about } = reply.body;
  if (about !== handle.c || (typeof code !== 'string' && typeof code !== 'number')) return { is: 'no_answer' };
  const verdict = stkVerdict(String(code));
  switch (verdict.is) {
    case 'paid':
      return { is: 'paid' };
    case 'failed':
      return { is: 'code', answer: { state: 'failed', failure: verdict.failure, handle: writeHandle(handle) } };
    case 'unknown':
      return { is: 'code', answer: afterUnknown(handle, verdict.railCode) };
    default:
      return { is: 'open' };
  }
}

/** A code without a known meaning counts as a failure when a second query repeats it. */
function afterUnknown(handle: CollectionHandle, railCode: string): RailAnswer {
  if (handle.u === railCode) return { state: 'failed', failure: darajaFailure('rail_error', railCode) };
  return { state: 'processing', handle: writeHandle({ ...handle, u: railCode }), askAgainInMs: ASK_MS };
}

/** The query has no receipt, which a refund needs. The callback has it, if prompt and amount are ours; or the list. */
async function findReceipt(
  tools: StkTools,
  pull: DarajaPull | null,
  collection: Collection,
  handle: CollectionHandle,
): Promise<RailAnswer> {
  const { amount, currency, received, sentAt, id } = collection;
  const callback = stkReceived(received).find(
    (one) => one.checkout === handle.c && one.code === '0' && one.receipt !== null && one.amount === amount.toString(),
  );
  const kept = writeHandle(handle);
  if (callback) return { state: 'succeeded', railReference: callback.receipt, handle: kept };
  const listed = await pull?.find(accountCodeOf(id), sentAt);
  if (listed?.payment) return { ...paidAs(listed.payment, currency), handle: kept };
  const since = handle.p ?? tools.now();
  const waited = tools.now() - since;
  if (waited >= (pull ? LISTED_RECEIPT_MS : RECEIPT_MS))
    return { state: 'succeeded', railReference: null, handle: kept };
  const askAgainInMs = Math.max(RECEIPT_ASK_MS, waited / 4);
  return { state: 'processing', handle: writeHandle({ ...handle, p: since }), askAgainInMs };
}

/** The answer of the request was lost, and no callback came: the list shows the payment by its account reference. */
async function lookForPayment(
  { now }: StkTools,
  pull: DarajaPull | null,
  { id, currency, sentAt }: Collection,
): Promise<RailAnswer> {
  const age = now() - sentAt.getTime();
  if (age < FIRST_PULL_MS) return { state: 'processing', askAgainInMs: FIRST_PULL_MS - age };
  const listed = await pull?.find(accountCodeOf(id), sentAt);
  if (listed?.payment) return paidAs(listed.payment, currency);
  // The list says how it was when its pull began.
  if (listed && listed.at - sentAt.getTime() >= ABSENT_MS)
    return { state: 'failed', failure: darajaFailure('approval_expired', null) };
  const state = listed ? 'processing' : 'unknown';
  if (age >= ABSENT_MS) return { state };
  return { state, askAgainInMs: Math.max(ASK_MS, Math.min(FIRST_PULL_MS, ABSENT_MS - age)) };
}

const paidAs = ({ amount, receipt }: C2bPayment, currency: string) =>
  ({ state: 'succeeded', railReference: receipt, received: { amount, currency, payer: null } }) as const;
