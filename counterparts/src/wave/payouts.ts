import { createHash } from 'node:crypto';
import type { Answer, Call, Route } from '../kit/server.ts';
import { type Fields, readFields, withKey } from './admit.ts';
import { headerOf, textOf } from './checkout.ts';
import { type Detail, invalid, refuse, unavailable } from './errors.ts';
import { checkFields } from './fields.ts';
import { covers, execute, fail, type Payout, payoutFrom, reverse, viewPayout, walletError } from './payout.ts';
import type { Wallet } from './wallet.ts';

/** docs.wave.com, Payout: a payout can be reversed within three days of its request. */
const REVERSIBLE_MS = 3 * 24 * 3_600_000;
const MAX_KEY = 255;
/** A phone that ends in 0006 meets the maintenance on its first calls, then the payout is taken. */
const UNAVAILABLE_CALLS = 2;

type Batch = { readonly id: string; readonly payouts: readonly Payout[]; status: 'processing' | 'complete' };
type Kept = { readonly digest: string; readonly answer: Answer };

export type Payouts = { readonly routes: readonly Route[]; findByReference(reference: string): Payout | null };

type State = {
  readonly payouts: Map<string, Payout>;
  readonly byReference: Map<string, Payout[]>;
  readonly batches: Map<string, Batch>;
  /** Answers by key: the same key and body get the same answer, also after the payout has changed. */
  readonly keys: Map<string, Kept>;
  readonly unavailable: Map<string, number>;
};

/** POST and GET /v1/payout, its search, reversal and batch. */
export function openPayouts(wallet: Wallet): Payouts {
  const state: State = {
    payouts: new Map(),
    byReference: new Map(),
    batches: new Map(),
    keys: new Map(),
    unavailable: new Map(),
  };
  answerPayouts(wallet, state);
  return {
    findByReference: (reference) => state.byReference.get(reference)?.at(-1) ?? null,
    routes: [...singleRoutes(wallet, state), ...batchRoutes(wallet, state)],
  };
}

function singleRoutes(wallet: Wallet, state: State): Route[] {
  const find = (call: Call) => state.payouts.get(call.params.id!);
  const referenceOf = (call: Call) => find(call)?.reference ?? null;
  const missing = () => refuse(404, 'not-found', 'The payout was not found.');
  return [
    {
      method: 'POST',
      path: '/v1/payout',
      operation: 'payout',
      referenceOf: (call) => textOf(call.json(), 'client_reference'),
      handle: withKey(wallet, (call) => once(state, call, (fields) => createPayout(wallet, state, call, fields))),
    },
    {
      method: 'GET',
      path: '/v1/payout/{id}',
      operation: 'ask',
      referenceOf,
      handle: withKey(wallet, (call) => {
        const payout = find(call);
        return payout ? { status: 200, body: viewPayout(wallet, payout) } : missing();
      }),
    },
    {
      method: 'GET',
      path: '/v1/payouts/search',
      operation: 'ask',
      referenceOf: (call) => call.query.get('client_reference'),
      handle: withKey(wallet, (call) => {
        const all = state.byReference.get(call.query.get('client_reference') ?? '') ?? [];
        const found = all.filter(({ requestedAt }) => wallet.isListed(requestedAt));
        return { status: 200, body: { result: found.map((payout) => viewPayout(wallet, payout)) } };
      }),
    },
    {
      method: 'POST',
      path: '/v1/payout/{id}/reverse',
      operation: 'other',
      referenceOf,
      handle: withKey(wallet, (call) => {
        const payout = find(call);
        return payout ? reversePayout(wallet, payout) : missing();
      }),
    },
  ];
}

function batchRoutes(wallet: Wallet, state: State): Route[] {
  return [
    {
      method: 'POST',
      path: '/v1/payout-batch',
      operation: 'payout',
      referenceOf: (call) => textOf(firstOf(call.json()), 'client_reference'),
      handle: withKey(wallet, (call) => once(state, call, (fields) => createBatch(wallet, state, fields))),
    },
    {
      method: 'GET',
      path: '/v1/payout-batch/{id}',
      operation: 'ask',
      handle: withKey(wallet, (call) => {
        const batch = state.batches.get(call.params.id!);
        if (!batch) return refuse(404, 'not-found', 'The payout batch was not found.');
        const payouts = batch.payouts.map((payout) => viewPayout(wallet, payout));
        return { status: 200, body: { id: batch.id, status: batch.status, payouts } };
      }),
    },
  ];
}

const firstOf = (body: unknown): unknown => (body as { payouts?: unknown[] } | null)?.payouts?.[0];

/**
 * Idempotency: the same key and body get the same answer, and the same key with another body is refused. Only an answer
 * that made something is kept, so a refused request can be repeated after a top-up.
 */
function once(state: State, call: Call, make: (fields: Fields) => Answer): Answer {
  const read = readFields(call);
  if ('refusal' in read) return read.refusal;
  const key = headerOf(call, 'idempotency-key');
  if (key === null || key.length > MAX_KEY) return invalid([{ loc: ['Idempotency-Key'], msg: 'header required' }]);
  const digest = createHash('sha256').update(call.path).update(call.body).digest('base64');
  const kept = state.keys.get(key);
  if (kept && kept.digest !== digest)
    return refuse(409, 'idempotency-mismatch', 'The key was used with a different request body.');
  if (kept) return kept.answer;
  const answer = make(read.fields);
  if (answer.status === 200) state.keys.set(key, { digest, answer });
  return answer;
}

function keep(state: State, payout: Payout): void {
  state.payouts.set(payout.id, payout);
  const { reference } = payout;
  if (reference !== null) state.byReference.set(reference, [...(state.byReference.get(reference) ?? []), payout]);
}

/** Executed at once. The errors come in both places: as a status of HTTP, and inside a payout that failed. */
function createPayout(wallet: Wallet, state: State, call: Call, fields: Fields): Answer {
  const check = checkFields(fields);
  const payout = payoutFrom(wallet, check, null);
  if (!payout) return invalid(check.details);
  const refused = walletError(wallet, fields, payout.mobile);
  if (refused !== null) return refuse(400, refused, 'The payout does not fit the wallet.');
  const outcome = wallet.kit.outcomeOf(payout.mobile);
  if (outcome === 'unavailable' && isUnavailable(state, headerOf(call, 'idempotency-key')!)) return unavailable();
  if (outcome === 'recipient_not_found')
    return invalid([{ loc: ['mobile'], msg: 'value is not a valid mobile number' }]);
  if (outcome === 'limit') return refuse(422, 'recipient-limit-exceeded', 'The recipient has reached a monthly limit.');
  if (outcome !== 'cannot_receive' && !covers(wallet, payout))
    return refuse(422, 'insufficient-funds', 'The balance is too low for the amount and the fee.');
  keep(state, payout);
  execute(wallet, payout, outcome);
  return { status: 200, body: viewPayout(wallet, payout) };
}

function isUnavailable(state: State, key: string): boolean {
  const calls = (state.unavailable.get(key) ?? 0) + 1;
  state.unavailable.set(key, calls);
  return calls <= UNAVAILABLE_CALLS;
}

/** One bad field refuses the whole batch. It is carried out later, and may be complete with an item in processing. */
function createBatch(wallet: Wallet, state: State, fields: Fields): Answer {
  const { payouts: items } = fields;
  if (!Array.isArray(items) || items.length === 0)
    return invalid([{ loc: ['payouts'], msg: 'list of payouts required' }]);
  const id = wallet.newId('pb');
  const details: Detail[] = [];
  const payouts: Payout[] = [];
  const refused: (string | null)[] = [];
  for (const [i, item] of items.entries()) {
    const check = checkFields(typeof item === 'object' && item !== null ? (item as Fields) : {}, ['payouts', i]);
    const payout = payoutFrom(wallet, check, id);
    details.push(...check.details);
    if (!payout) continue;
    payouts.push(payout);
    refused.push(walletError(wallet, item as Fields, payout.mobile));
  }
  if (details.length > 0) return invalid(details);
  const batch: Batch = { id, payouts, status: 'processing' };
  state.batches.set(id, batch);
  for (const payout of payouts) keep(state, payout);
  const { kit } = wallet;
  kit.at(kit.now() + kit.settings.successAfterMs, () => {
    for (const [i, payout] of payouts.entries()) {
      if (refused[i] != null) fail(payout, refused[i], 'The payout does not fit the wallet.');
      else execute(wallet, payout, kit.outcomeOf(payout.mobile));
    }
    batch.status = 'complete';
  });
  return { status: 200, body: { id } };
}

function reversePayout(wallet: Wallet, payout: Payout): Answer {
  if (payout.status === 'reversed') return { status: 200 };
  if (payout.status !== 'succeeded') return refuse(404, 'not-found', 'No such payout has succeeded.');
  if (wallet.kit.now() > payout.requestedAt + REVERSIBLE_MS)
    return refuse(400, 'payout-reversal-time-limit-exceeded', 'The payout is older than three days.');
  if (wallet.kit.outcomeOf(payout.mobile) === 'refund_fails')
    return refuse(422, 'insufficient-funds', 'The recipient has spent the money.');
  reverse(wallet, payout);
  return { status: 200 };
}

/** POST /_control/answer: a payout that waits or hangs ends. */
function answerPayouts(wallet: Wallet, state: State): void {
  wallet.kit.onAnswer((reference, outcome) => {
    const payout = state.byReference.get(reference)?.find(({ status }) => status === 'processing');
    if (!payout) return false;
    execute(wallet, payout, outcome);
    return true;
  });
}
