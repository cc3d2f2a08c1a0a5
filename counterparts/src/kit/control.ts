import { type CallbackRule, callbackModes } from './callbacks.ts';
import type { Clock } from './clock.ts';
import type { Kit } from './kit.ts';
import { isOutcome } from './outcome.ts';
import type { Ring } from './ring.ts';
import type { Answer, Call, Route } from './server.ts';
import { type Trouble, type Troubles, troubleKinds } from './trouble.ts';

/** The status is null where the connection was cut. */
export type Request = {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly status: number | null;
  readonly why?: string;
};

export const CONTROL = '/_control';

type Fields = Record<string, unknown>;

const ok = (body: unknown = {}): Answer => ({ status: 200, body });

/** Refuses a control request: tests and people should learn of a misspelt field at once. */
class WrongControl extends Error {}

/** The control address, which the provider does not have. Its bodies and answers are JSON. */
export function controlRoutes(kit: Kit, clock: Clock, troubles: Troubles, requests: Ring<Request>): Route[] {
  return [
    read('/ledger', () => ledgerOf(kit)),
    change('POST', '/topup', ({ amount, currency }) => {
      if (typeof currency !== 'string') throw new WrongControl('currency is missing');
      const operation = `topup-${kit.books.entries().length + 1}`;
      kit.books.post({ reference: '', operation, kind: 'topup', amount: minorOf(amount), currency });
      return { balance: kit.books.balance(currency).toString() };
    }),
    change('POST', '/clock', async ({ advance_ms: ms }) => {
      if (typeof ms !== 'number' || !(ms >= 0)) throw new WrongControl('advance_ms is not a number of milliseconds');
      await clock.advance(ms);
      return { now: new Date(clock.now()).toISOString() };
    }),
    read('/settings', () => asSnake(kit.settings)),
    change('POST', '/settings', (fields) => {
      Object.assign(kit.settings, asCamel(fields));
      return asSnake(kit.settings);
    }),
    ...troubleRoutes(troubles),
    ...callbackRoutes(kit),
    change('POST', '/answer', ({ reference, outcome }) => {
      if (!isOutcome(outcome)) throw new WrongControl(`${outcome} is not an outcome`);
      if (!kit.answer(String(reference), outcome)) throw new WrongControl(`${reference} waits for no answer`);
      return {};
    }),
    read('/requests', () => ({ requests: requests.list() })),
  ];
}

function troubleRoutes(troubles: Troubles): Route[] {
  return [
    read('/trouble', () => ({ troubles: troubles.list() })),
    change('POST', '/trouble', (fields) => {
      if (!troubleKinds.some((kind) => kind === fields.kind)) throw new WrongControl(`${fields.kind} is not a trouble`);
      troubles.add(fields as Trouble);
      return { troubles: troubles.list() };
    }),
    change('DELETE', '/trouble', () => {
      troubles.clear();
      return {};
    }),
  ];
}

function callbackRoutes({ callbacks }: Kit): Route[] {
  return [
    read('/callbacks', () => ({ rules: callbacks.rules(), sent: callbacks.list() })),
    change('POST', '/callbacks', (fields) => {
      if (!callbackModes.some((mode) => mode === fields.mode)) throw new WrongControl(`${fields.mode} is not a mode`);
      callbacks.addRule(fields as CallbackRule);
      return { rules: callbacks.rules() };
    }),
    change('DELETE', '/callbacks', () => {
      callbacks.clearRules();
      return {};
    }),
    change('POST', '/callbacks/replay', ({ reference }) => {
      if (!callbacks.replay(String(reference))) throw new WrongControl(`no callback about ${reference} was sent`);
      return {};
    }),
  ];
}

const read = (path: string, answer: () => unknown): Route => ({
  method: 'GET',
  path: CONTROL + path,
  operation: 'other',
  handle: () => ok(answer()),
});

const change = (method: 'POST' | 'DELETE', path: string, act: (fields: Fields) => unknown): Route => ({
  method,
  path: CONTROL + path,
  operation: 'other',
  handle: async (call) => {
    try {
      return ok(await act(fieldsOf(call)));
    } catch (error) {
      if (error instanceof WrongControl) return { status: 400, body: { error: error.message } };
      throw error;
    }
  },
});

function fieldsOf(call: Call): Fields {
  if (call.body.length === 0) return {};
  const body = call.json();
  if (typeof body !== 'object' || body === null) throw new WrongControl('the body is not a JSON object');
  return body as Fields;
}

function minorOf(amount: unknown): bigint {
  if (!/^-?\d{1,18}$/.test(String(amount))) throw new WrongControl('amount is not an integer of minor units');
  return BigInt(String(amount));
}

function ledgerOf({ books }: Kit): unknown {
  return {
    entries: books.entries().map((entry) => ({ ...entry, amount: entry.amount.toString() })),
    balances: Object.fromEntries([...books.balances()].map(([currency, amount]) => [currency, amount.toString()])),
  };
}

/** Settings are read and written in JSON as snake_case. */
const asCamel = (fields: object) =>
  renamed(fields, (name) => name.replace(/_[a-z]/g, (pair) => pair[1]!.toUpperCase()));
const asSnake = (fields: object) => renamed(fields, (name) => name.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`));
const renamed = (fields: object, rename: (name: string) => string) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [rename(name), value]));
