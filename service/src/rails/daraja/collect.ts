import { accountCodeOf } from '../../core/account-code.ts';
import type { NextAction, RailAnswer } from '../../core/payment.ts';
import { plainText } from '../plain-text.ts';
import type { Collection } from '../rail.ts';
import { type DarajaCall, isNotTaken } from './api.ts';
import { callbackFault } from './callback-url.ts';
import { darajaFailure } from './codes.ts';
import { type DarajaCredentials, stkPassword } from './credentials.ts';
import { nairobiStamp } from './nairobi-time.ts';
import { toDarajaPhone } from './phone.ts';
import { toShillings } from './shillings.ts';

/** The documentation allows 13 characters. */
const MOST_DESCRIPTION = 13;
/** A query earlier only says that the prompt is open. */
const FIRST_QUERY_MS = 20_000;

/** The state of a collection at the provider, kept as JSON. */
export type CollectionHandle = {
  /** CheckoutRequestID. */
  readonly c: string;
  /** A result code without a known meaning, from the last query. */
  readonly u?: string;
  /** When a query first said paid, in milliseconds, while the receipt is looked for. */
  readonly p?: number;
};

export const writeHandle = (handle: object): string => JSON.stringify(handle);

export type StkTools = {
  readonly call: DarajaCall;
  readonly credentials: DarajaCredentials;
  now(): number;
};

/** The fields that identify the short code in an STK push and its query. */
export function stkIdentity({ credentials, now }: StkTools) {
  const { short_code: shortCode, passkey } = credentials;
  const stamp = nairobiStamp(new Date(now()));
  return { BusinessShortCode: shortCode, Password: stkPassword(shortCode, passkey, stamp), Timestamp: stamp };
}

/**
 * Sends the prompt. The provider has no key of ours, so this is never repeated after an unknown outcome: the callback
 * or the pull list tells.
 */
export async function pushPrompt(tools: StkTools, collection: Collection): Promise<RailAnswer> {
  const body = pushBody(tools, collection);
  if ('state' in body) return body;
  const reply = await tools.call('/mpesa/stkpush/v1/processrequest', body);
  if (isNotTaken(reply)) return reply;
  if (reply.is === 'unknown') return { state: 'unknown', askAgainInMs: FIRST_QUERY_MS };
  if (reply.is === 'error') return { state: 'failed', failure: pushFailure(reply.verdict, reply.error.errorCode) };
  const { ResponseCode: code, CheckoutRequestID: checkout } = reply.body;
  if (typeof checkout !== 'string' || checkout === '')
    return code === undefined || String(code) === '0'
      ? { state: 'unknown', askAgainInMs: FIRST_QUERY_MS }
      : { state: 'failed', failure: darajaFailure('rail_error', String(code)) };
  return {
    state: 'requires_action',
    handle: writeHandle({ c: checkout } satisfies CollectionHandle),
    askAgainInMs: FIRST_QUERY_MS,
    nextAction: promptOf(collection),
  };
}

export const promptOf = ({ expiresAt }: Collection): NextAction => ({
  type: 'prompt',
  expires_at: expiresAt.toISOString(),
  instructions: 'Enter your M-Pesa PIN on your phone to approve the payment.',
  redirect_url: null,
});

function pushFailure(verdict: string, errorCode: string) {
  // Nothing was sent to the phone: another session of the same subscriber is open.
  if (verdict === 'locked') return darajaFailure('rail_unavailable', errorCode);
  return darajaFailure(verdict === 'bad_phone' ? 'customer_not_found' : 'rail_error', errorCode);
}

function pushBody(
  tools: StkTools,
  collection: Collection,
): object | Extract<RailAnswer, { state: 'failed' | 'not_taken' }> {
  const { credentials } = tools;
  const amount = toShillings(collection.amount);
  const phone = toDarajaPhone(collection.customer);
  const fault = callbackFault(collection.callbackUrl);
  if (fault) return fault;
  if (phone === null) return { state: 'failed', failure: darajaFailure('customer_not_found', null) };
  if (amount === null) return { state: 'failed', failure: darajaFailure('rail_error', null) };
  const description = plainText(collection.description ?? collection.merchant, MOST_DESCRIPTION);
  return {
    ...stkIdentity(tools),
    TransactionType: credentials.till ? 'CustomerBuyGoodsOnline' : 'CustomerPayBillOnline',
    Amount: amount,
    PartyA: phone,
    PartyB: credentials.till ?? credentials.short_code,
    PhoneNumber: phone,
    CallBackURL: collection.callbackUrl,
    AccountReference: accountCodeOf(collection.id),
    TransactionDesc: description || 'Payment',
  };
}
