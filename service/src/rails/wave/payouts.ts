import { randomUUID } from 'node:crypto';
import type { RailResponse } from '../http.ts';
import type { Disbursement, PayOutAnswer } from '../rail.ts';
import { refusedKey, type WaveCall } from './call.ts';
import { payoutVerdict, readWaveError, waveFailure } from './codes.ts';
import { wavePaceMs } from './pace.ts';
import {
  choosePayout,
  emptyFloat,
  failedByFloat,
  notPayable,
  payoutAnswer,
  payoutBody,
  readWavePayout,
  readWavePayouts,
  type WavePayout,
  type WavePayoutOptions,
} from './payout.ts';
import { batchHandle, fencedHandle, keyHandle, readWaveHandle, type WaveHandle } from './payout-handle.ts';

const PAYOUT = '/v1/payout';
const BATCH = '/v1/payout-batch';
/** docs.wave.com, Payout: repeat with the same key, some seconds apart. */
const REPEAT_MS = 5_000;
/** The pace for a batch (docs.wave.com, Payout). */
const BATCH_ASK_MS = 2_000;
/** No webhook is known for payouts, so one in processing is asked for until its end. */
const PACE = { least: BATCH_ASK_MS, most: 300_000 };
/** Wave lists a payout that it has taken by then. */
export const LISTED_MS = 60_000;
/** A payout that failed because the float was empty is an earlier one if it was requested so long before the mark. */
const EARLIER_MS = 60_000;
/** Items of a refused batch that are sent at the same time. */
const AT_ONCE = 10;
/** No further request begins later, so that the last of 15 s ends before the call counts as unknown at 20 s. */
const BEGIN_WITHIN_MS = 4_000;

export type WavePayouts = {
  payOut(item: Disbursement): Promise<PayOutAnswer>;
  payOutMany(items: readonly Disbursement[]): Promise<readonly PayOutAnswer[]>;
  checkPayOut(item: Disbursement): Promise<PayOutAnswer>;
};

/**
 * Payouts, one by one with our id as the key, or in a batch with a key of its own. Wave answers a repeated key with the
 * first answer, so a payout without an answer is repeated with the same key; another key would pay a second time.
 */
export function wavePayouts(call: WaveCall, options: WavePayoutOptions, now: () => number): WavePayouts {
  const readBatch = shareReads(async (id): Promise<BatchRead> => {
    const response = await call('GET', `${BATCH}/${encodeURIComponent(id)}`);
    return { response, payouts: isOk(response) ? (readWavePayouts(response.json) ?? []) : [] };
  });
  const context: Context = { call, options, now, readBatch };
  return {
    payOut: (item) => sendOne(context, item),
    payOutMany: (items) => sendMany(context, items),
    checkPayOut: async (item) => {
      const answer = await check(context, item);
      if (answer.state !== 'pending') return answer;
      const pace = wavePaceMs(item.sentAt, now(), PACE);
      return { ...answer, askAgainInMs: Math.max(answer.askAgainInMs ?? 0, pace) };
    },
  };
}

type Context = {
  readonly call: WaveCall;
  readonly options: WavePayoutOptions;
  readonly now: () => number;
  readBatch(id: string): Promise<BatchRead>;
};

/** A batch has up to 100 items, so its payouts are read once for all. */
type BatchRead = { readonly response: RailResponse; readonly payouts: readonly WavePayout[] };

async function sendOne(context: Context, item: Disbursement): Promise<PayOutAnswer> {
  const { call, options } = context;
  const body = payoutBody(item, options);
  if (body === null) return notPayable;
  const began = performance.now();
  let key = item.id;
  while (true) {
    const response = await call('POST', PAYOUT, { body, key });
    const payout = isOk(response) ? readWavePayout(response.json) : null;
    if (!payout) return withoutPayout(context, response, item.id, item);
    const isOver = performance.now() - began > BEGIN_WITHIN_MS;
    if (isOver || !failedByFloat(payout) || !isEarlier(payout, item))
      return payoutAnswer(payout, item, options.exponent);
    // That payout certainly failed, and its key repeats its answer for ever. The next key names it, so that a repeat
    // takes the same way.
    key = `${item.id}-${payout.id}`;
  }
}

/** A payout of an earlier mark, after which the float was topped up. */
const isEarlier = ({ requestedAt }: WavePayout, { sentAt }: Disbursement) =>
  sentAt.getTime() - requestedAt > EARLIER_MS;

/** An answer to `POST` that shows no payout. Unless it is certain, the item is looked for under this key. */
function withoutPayout({ now }: Context, response: RailResponse, key: string, item: Disbursement): PayOutAnswer {
  const pending: PayOutAnswer = { state: 'pending', handle: keyHandle(key, item), askAgainInMs: REPEAT_MS };
  if (response.kind === 'not_taken' && response.status === null) return { state: 'not_taken', why: response.why };
  // docs.wave.com, Payout: after 429 the payout may exist.
  if (response.kind === 'not_taken') return { ...pending, askAgainInMs: response.retryAfterMs ?? REPEAT_MS };
  if (response.kind === 'unknown') return pending;
  const { status, json } = response;
  const error = status < 400 ? null : readWaveError(json);
  const verdict = payoutVerdict(error);
  if (verdict.kind === 'float') return emptyFloat(error!.code);
  if (verdict.kind === 'mismatch') return { ...pending, handle: fencedHandle(key, now(), item) };
  const refused = refusedKey(response);
  if (refused) return refused;
  return verdict.kind === 'refused' ? { state: 'failed', failure: verdict.failure } : pending;
}

/** One call for all. A refused batch moved nothing, so each of its items is then sent by itself. */
async function sendMany(context: Context, items: readonly Disbursement[]): Promise<readonly PayOutAnswer[]> {
  const bodies = items.map((item) => payoutBody(item, context.options));
  const payouts = bodies.filter((body) => body !== null);
  if (payouts.length < 2) return Promise.all(items.map((item) => sendOne(context, item)));
  const key = randomUUID();
  const response = await context.call('POST', BATCH, { body: { payouts }, key });
  const { id } = (isOk(response) ? (response.json ?? {}) : {}) as { id?: unknown };
  const answer = (item: Disbursement): PayOutAnswer =>
    typeof id === 'string'
      ? { state: 'pending', handle: batchHandle(id, item), askAgainInMs: BATCH_ASK_MS }
      : withoutPayout(context, response, key, item);
  const answers = items.map((item, i) => (bodies[i] === null ? notPayable : answer(item)));
  return answers.every(({ state }) => state === 'failed') ? sendEach(context, items) : answers;
}

async function sendEach(context: Context, items: readonly Disbursement[]): Promise<PayOutAnswer[]> {
  const began = performance.now();
  const answers: PayOutAnswer[] = [];
  for (let i = 0; i < items.length; i += AT_ONCE) {
    const isOver = performance.now() - began > BEGIN_WITHIN_MS;
    const some = items.slice(i, i + AT_ONCE);
    answers.push(...(isOver ? some.map(() => later) : await Promise.all(some.map((item) => sendOne(context, item)))));
  }
  return answers;
}

const later: PayOutAnswer = { state: 'not_taken', why: 'its batch was refused, and its turn has not come' };

async function check(context: Context, item: Disbursement): Promise<PayOutAnswer> {
  const { call, options, readBatch } = context;
  const handle = readWaveHandle(item.handle);
  if (handle?.kind === 'payout') {
    const response = await call('GET', `${PAYOUT}/${encodeURIComponent(handle.id)}`);
    const payout = isOk(response) ? readWavePayout(response.json) : null;
    return payout ? payoutAnswer(payout, item, options.exponent) : (refusedKey(response) ?? { state: 'pending' });
  }
  if (handle?.kind === 'batch') {
    const { response, payouts } = await readBatch(handle.id);
    if (!isOk(response)) return refusedKey(response) ?? { state: 'pending', askAgainInMs: REPEAT_MS };
    const payout = payouts.find(({ reference }) => reference === item.id);
    const isComplete = (response.json as { status?: unknown }).status === 'complete';
    // A batch may be complete with an item in processing, which is then asked for by its own id.
    if (!isComplete && payout?.status !== 'succeeded' && payout?.status !== 'failed')
      return { state: 'pending', askAgainInMs: BATCH_ASK_MS };
    if (payout) return payoutAnswer(payout, item, options.exponent);
  }
  return lookFor(context, item, handle);
}

async function lookFor(context: Context, item: Disbursement, handle: WaveHandle | null): Promise<PayOutAnswer> {
  const { call, options } = context;
  const response = await call('GET', `/v1/payouts/search?client_reference=${encodeURIComponent(item.id)}`);
  const listed = isOk(response) ? readWavePayouts(response.json) : null;
  if (!listed) return refusedKey(response) ?? { state: 'pending', askAgainInMs: REPEAT_MS };
  const found = choosePayout(listed.filter((payout) => !failedByFloat(payout) || !isEarlier(payout, item)));
  if (found) return payoutAnswer(found, item, options.exponent);
  return handle ? notListed(context, item, handle) : { state: 'not_found' };
}

/** Wave lists no payout of an item that was sent and has no answer. */
async function notListed(context: Context, item: Disbursement, handle: WaveHandle): Promise<PayOutAnswer> {
  const now = context.now();
  const pending: PayOutAnswer = { state: 'pending', askAgainInMs: REPEAT_MS };
  if (handle.kind === 'key' && now - item.sentAt.getTime() >= REPEAT_MS)
    return handle.key === item.id ? repeat(await sendOne(context, item)) : fence(context, item, handle.key);
  if (handle.kind !== 'fenced' || now - handle.at < LISTED_MS) return pending;
  // Our own id was used with another body, which is a fault of ours. A batch's key may be replaced.
  return handle.key === item.id ? keyMisused : { state: 'not_found' };
}

const keyMisused: PayOutAnswer = { state: 'failed', failure: waveFailure('rail_error', 'idempotency-mismatch') };

/** The first send may have been taken although the repeat was not. A fault of ours is reported, and decides nothing. */
function repeat(answer: PayOutAnswer): PayOutAnswer {
  const isReported = answer.state !== 'not_taken' || answer.fault !== undefined;
  return isReported ? answer : { state: 'pending', askAgainInMs: REPEAT_MS };
}

/**
 * Makes sure that a batch without an answer cannot arrive any more, by using its key up. The item alone goes out under
 * the same key: either it is paid now, or Wave refuses it because the key was used. Then a search that still finds
 * nothing is proof.
 */
async function fence({ call, options, now }: Context, item: Disbursement, key: string): Promise<PayOutAnswer> {
  const response = await call('POST', BATCH, { body: { payouts: [payoutBody(item, options)] }, key });
  const { id } = (isOk(response) ? (response.json ?? {}) : {}) as { id?: unknown };
  if (typeof id === 'string') return { state: 'pending', handle: batchHandle(id, item), askAgainInMs: BATCH_ASK_MS };
  const error = response.kind === 'answered' && response.status >= 400 ? readWaveError(response.json) : null;
  const isUsed = payoutVerdict(error).kind === 'mismatch';
  return { state: 'pending', askAgainInMs: REPEAT_MS, ...(isUsed ? { handle: fencedHandle(key, now(), item) } : {}) };
}

const isOk = (response: RailResponse): response is RailResponse & { kind: 'answered' } =>
  response.kind === 'answered' && response.status === 200;

/** All items of a batch are asked for at the same time: they share one request. */
function shareReads(read: (id: string) => Promise<BatchRead>): (id: string) => Promise<BatchRead> {
  const underWay = new Map<string, Promise<BatchRead>>();
  return (id) => {
    const reading = underWay.get(id) ?? read(id).finally(() => underWay.delete(id));
    underWay.set(id, reading);
    return reading;
  };
}
