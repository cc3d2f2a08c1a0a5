import type { NotTaken, RailAnswer } from '../../core/payment.ts';
import type { RailResponse } from '../http.ts';
import type { Collection } from '../rail.ts';
import { refusedKey, type WaveCall } from './call.ts';
import { checkoutVerdict, readWaveError, waveFailure } from './codes.ts';
import { wavePaceMs } from './pace.ts';
import {
  chooseSession,
  readSession,
  readSessions,
  type SessionOptions,
  sessionAnswer,
  sessionBody,
  type WaveSession,
} from './session.ts';

const SESSIONS = '/v1/checkout/sessions';
/** Wave's webhook wakes the check when the customer has paid: this pace is the backstop, about 40 questions in all. */
const PACE = { least: 5_000, most: 60_000 };
/** Four times as long as our longest request: a session that was taken is listed by then. */
export const SESSION_ARRIVAL_MS = 60_000;
const sessionPath = (id: string, act = '') => `${SESSIONS}/${encodeURIComponent(id)}${act}`;

/** A session, `unknown` if Wave does not answer, the fault if it refuses our key, or null if there is none. */
type Found = WaveSession | NotTaken | 'unknown' | null;

export const isSession = (found: Found): found is WaveSession =>
  typeof found === 'object' && found !== null && 'id' in found;

export type WaveCheckout = {
  collect(collection: Collection): Promise<RailAnswer>;
  check(collection: Collection): Promise<RailAnswer>;
  withdraw(collection: Collection): Promise<boolean>;
  /** The session of a payment, by our id. */
  search(payment: string): Promise<Found>;
};

/** Payments through a checkout session. A session has no key of ours, so it is never made twice. */
export function waveCheckout(call: WaveCall, options: SessionOptions, now: () => number): WaveCheckout {
  const answerOf = (session: WaveSession, collection: Collection) => {
    const answer = sessionAnswer(session, collection, options.exponent);
    const isOpen = answer.state === 'requires_action' || answer.state === 'processing';
    return isOpen ? { ...answer, askAgainInMs: wavePaceMs(collection.sentAt, now(), PACE) } : answer;
  };
  const load = async (id: string): Promise<Exclude<Found, null>> => {
    const response = await call('GET', sessionPath(id));
    return (isOk(response) && readSession(response.json)) || refusedKey(response) || 'unknown';
  };
  const search: WaveCheckout['search'] = async (payment) => {
    const response = await call('GET', `${SESSIONS}/search?client_reference=${encodeURIComponent(payment)}`);
    const sessions = isOk(response) ? readSessions(response.json) : null;
    return sessions === null ? (refusedKey(response) ?? 'unknown') : (chooseSession(sessions) ?? null);
  };
  const sessionOf = ({ id, handle }: Collection) => (handle === null ? search(id) : load(handle));
  const expire = async (id: string): Promise<Found> => {
    // An empty 200 may come from a proxy, and 409 has two meanings: the session itself tells whether it has ended.
    await call('POST', sessionPath(id, '/expire'));
    return load(id);
  };

  return {
    search,
    collect: async (collection) => {
      const body = sessionBody(collection, options);
      if (body === null) return { state: 'not_taken', fault: 'setup', why: 'no address to return the payer to' };
      return readCreated(await call('POST', SESSIONS, { body, key: collection.id }), (session) =>
        answerOf(session, collection),
      );
    },
    check: async (collection) => {
      const isOver = now() >= collection.expiresAt.getTime();
      const session = await sessionOf(collection);
      const unknown: RailAnswer = { state: 'unknown', askAgainInMs: wavePaceMs(collection.sentAt, now(), PACE) };
      if (session === 'unknown') return unknown;
      // The session is never made again, so it is looked for until the payment's end, at a pace of ours.
      if (session === null)
        return isOver && now() - collection.sentAt.getTime() >= SESSION_ARRIVAL_MS ? neverMade : unknown;
      if (!isSession(session)) return session;
      const answer = answerOf(session, collection);
      if (!isOver || answer.state !== 'requires_action') return answer;
      // Wave's session may live longer than the payment, for example 24 hours.
      const ended = await expire(session.id);
      return isSession(ended) ? answerOf(ended, collection) : { state: 'unknown', handle: session.id };
    },
    withdraw: async (collection) => {
      const session = await sessionOf(collection);
      if (!isSession(session)) return false;
      const ended = session.checkout === 'open' ? await expire(session.id) : session;
      return isSession(ended) && ended.checkout === 'expired' && ended.payment !== 'succeeded';
    },
  };
}

const isOk = (response: RailResponse): response is RailResponse & { kind: 'answered' } =>
  response.kind === 'answered' && response.status === 200;

/** Nobody has the link of a session that Wave does not list when its time is over, so nobody can pay it. */
const neverMade: RailAnswer = {
  state: 'failed',
  failure: {
    ...waveFailure('rail_unavailable', null),
    message: 'The provider could not be reached in time. The customer was not asked to pay.',
  },
};

/** The answer to a new session. Everything that is not certain is looked for by search. */
function readCreated(response: RailResponse, answerOf: (session: WaveSession) => RailAnswer): RailAnswer {
  if (response.kind === 'not_taken') {
    const { why, retryAfterMs } = response;
    return { state: 'not_taken', why, ...(retryAfterMs === null ? {} : { retryAfterMs }) };
  }
  if (response.kind === 'unknown') return { state: 'unknown' };
  const session = response.status === 200 ? readSession(response.json) : null;
  if (session) return answerOf(session);
  const refused = refusedKey(response);
  if (refused) return refused;
  const verdict = checkoutVerdict(response.status < 400 ? null : readWaveError(response.json));
  return verdict.kind === 'refused' ? { state: 'failed', failure: verdict.failure } : { state: 'unknown' };
}
