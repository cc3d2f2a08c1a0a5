import type { Answer, Call, Route } from '../kit/server.ts';
import { type Fields, readFields, withKey } from './admit.ts';
import { invalid, refuse, unavailable } from './errors.ts';
import { type Check, checkFields } from './fields.ts';
import { attempt, expire, giveBack, pay, refreshed, type Session, viewSession } from './session.ts';
import type { Wallet } from './wallet.ts';

const SESSIONS = '/v1/checkout/sessions';

export type Checkout = {
  readonly routes: readonly Route[];
  find(id: string): Session | null;
  search(reference: string): readonly Session[];
};

type Sessions = {
  readonly wallet: Wallet;
  find(id: string): Session | null;
  findPaid(transaction: string): Session | null;
  search(reference: string): readonly Session[];
  keep(session: Session): void;
};

/** POST and GET /v1/checkout/sessions, search, expire and refund. */
export function openCheckout(wallet: Wallet): Checkout {
  const byId = new Map<string, Session>();
  const byReference = new Map<string, Session[]>();
  const sessions: Sessions = {
    wallet,
    find: (id) => {
      const session = byId.get(id);
      return session ? refreshed(wallet, session) : null;
    },
    findPaid: (wanted) => [...byId.values()].find(({ transaction }) => transaction === wanted) ?? null,
    search: (reference) => (byReference.get(reference) ?? []).map((session) => refreshed(wallet, session)),
    keep: (session) => {
      byId.set(session.id, session);
      const { reference } = session;
      if (reference !== null) byReference.set(reference, [...(byReference.get(reference) ?? []), session]);
    },
  };
  answerSessions(sessions);
  const { find, search } = sessions;
  return { find, search, routes: [...findRoutes(sessions), ...changeRoutes(sessions)] };
}

const notFound = () => refuse(404, 'checkout-session-not-found', 'The checkout session was not found.');

const show = (wallet: Wallet, session: Session | null): Answer =>
  session ? { status: 200, body: viewSession(wallet, session) } : notFound();

const aboutOf =
  ({ find }: Sessions) =>
  (call: Call) =>
    find(call.params.id!)?.reference ?? null;

function findRoutes(sessions: Sessions): Route[] {
  const { wallet } = sessions;
  return [
    {
      method: 'GET',
      path: `${SESSIONS}/search`,
      operation: 'ask',
      referenceOf: (call) => call.query.get('client_reference'),
      handle: withKey(wallet, (call) => {
        const all = sessions.search(call.query.get('client_reference') ?? '');
        const found = all.filter(({ createdAt }) => wallet.isListed(createdAt));
        return { status: 200, body: { result: found.map((session) => viewSession(wallet, session)) } };
      }),
    },
    {
      method: 'GET',
      path: SESSIONS,
      operation: 'ask',
      handle: withKey(wallet, (call) => {
        const wanted = call.query.get('transaction_id');
        if (wanted === null) return invalid([{ loc: ['transaction_id'], msg: 'field required' }]);
        return show(wallet, sessions.findPaid(wanted));
      }),
    },
    {
      method: 'GET',
      path: `${SESSIONS}/{id}`,
      operation: 'ask',
      referenceOf: aboutOf(sessions),
      handle: withKey(wallet, (call) => show(wallet, sessions.find(call.params.id!))),
    },
  ];
}

function changeRoutes(sessions: Sessions): Route[] {
  const { wallet } = sessions;
  const change = (act: (session: Session, call: Call) => Answer) =>
    withKey(wallet, (call) => {
      const session = sessions.find(call.params.id!);
      return session ? act(session, call) : notFound();
    });
  return [
    {
      method: 'POST',
      path: SESSIONS,
      operation: 'collect',
      referenceOf: (call) => textOf(call.json(), 'client_reference'),
      handle: withKey(wallet, (call) => createSession(wallet, call, sessions.keep)),
    },
    {
      method: 'POST',
      path: `${SESSIONS}/{id}/expire`,
      operation: 'other',
      referenceOf: aboutOf(sessions),
      handle: change((session) => {
        if (session.checkout !== 'open')
          return refuse(409, 'checkout-session-not-open', `The checkout session is ${session.checkout}.`);
        expire(session);
        return { status: 200 };
      }),
    },
    {
      method: 'POST',
      path: `${SESSIONS}/{id}/refund`,
      operation: 'refund',
      referenceOf: (call) => headerOf(call, 'idempotency-key') ?? aboutOf(sessions)(call),
      handle: change((session, call) => refund(wallet, session, call)),
    },
  ];
}

/** No key makes this idempotent: each call makes a session, and a customer could pay each. */
async function createSession(wallet: Wallet, call: Call, keep: (session: Session) => void): Promise<Answer> {
  const read = readFields(call);
  if ('refusal' in read) return read.refusal;
  const check = checkFields(read.fields);
  const session = sessionFrom(wallet, read.fields, check);
  if (check.details.length > 0 || !session) return invalid(check.details);
  const outcome = session.restrictedTo === null ? null : wallet.kit.outcomeOf(session.restrictedTo);
  if (outcome === 'unavailable') return unavailable();
  if (outcome === 'not_found')
    return invalid([{ loc: ['restrict_payer_mobile'], msg: 'value is not a valid mobile number' }]);
  keep(session);
  if (outcome === 'hangs') {
    // The customer has paid, and the payment never leaves the state `processing`.
    session.checkout = 'complete';
  } else if (outcome !== null && outcome !== 'waits' && outcome !== 'expires' && followsLink(wallet)) {
    const { kit } = wallet;
    await kit.later(session.reference ?? '', kit.settings.successAfterMs, async () => {
      await attempt(wallet, session, session.restrictedTo, outcome);
    });
  }
  return { status: 200, body: viewSession(wallet, session) };
}

/** Control can leave the customer to a browser: `{"payer_follows_link": false}`. */
const followsLink = (wallet: Wallet) => wallet.kit.settings.payerFollowsLink === true;

/** @returns null if a field is bad; the check names it */
function sessionFrom(wallet: Wallet, fields: Fields, check: Check): Session | null {
  const { kit, exponent } = wallet;
  const amount = check.amount('amount', exponent, false);
  const currency = check.text('currency', { required: true, pattern: /^[A-Z]{3}$/ });
  const successUrl = check.address('success_url');
  const errorUrl = check.address('error_url');
  const reference = check.text('client_reference');
  const restrictedTo = check.phone('restrict_payer_mobile', false);
  const merchant = check.text('aggregated_merchant_id');
  check.nothingElse();
  if (currency !== null && currency !== wallet.currency)
    check.details.push({ loc: ['currency'], msg: "value is not the wallet's currency" });
  if (amount === null || successUrl === null || errorUrl === null || fields.client_reference === '') return null;
  const now = kit.now();
  return {
    id: wallet.newId('cos'),
    amount,
    reference,
    restrictedTo,
    merchant,
    successUrl,
    errorUrl,
    createdAt: now,
    expiresAt: now + Number(kit.settings.sessionLifeMs),
    checkout: 'open',
    payment: 'processing',
    transaction: null,
    error: null,
    completedAt: null,
    payer: null,
    isRefunded: false,
  };
}

/** Always the whole amount, once. The answer has no body. */
function refund(wallet: Wallet, session: Session, call: Call): Answer {
  if (session.isRefunded) return { status: 200 };
  const fails = (message: string) => refuse(400, 'checkout-refund-failed', message);
  if (session.payment !== 'succeeded') return fails('The checkout session was not paid.');
  if (session.payer !== null && wallet.kit.outcomeOf(session.payer) === 'refund_fails')
    return fails('The customer cannot be refunded.');
  if (wallet.kit.books.balance(wallet.currency) < session.amount) return fails('The balance is too low.');
  giveBack(wallet, session, headerOf(call, 'idempotency-key') ?? session.reference ?? '', 'refund');
  return { status: 200 };
}

/** POST /_control/answer: the customer of a session that waits, hangs or has ended decides. */
function answerSessions({ wallet, search }: Sessions): void {
  wallet.kit.onAnswer((reference, outcome) => {
    const session = search(reference).find(({ payment }) => payment !== 'succeeded');
    if (!session) return false;
    if (outcome === 'succeeds') void pay(wallet, session, null);
    else if (outcome === 'expires') expire(session);
    else {
      session.checkout = 'open';
      void attempt(wallet, session, null, outcome);
    }
    return true;
  });
}

export function headerOf(call: Call, name: string): string | null {
  const value = call.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** @returns a field of a JSON object that is a text, or null */
export function textOf(body: unknown, name: string): string | null {
  const value = typeof body === 'object' && body !== null ? (body as Fields)[name] : null;
  return typeof value === 'string' ? value : null;
}
