import { Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { chanceOf } from './chance.ts';
import type { Clock } from './clock.ts';
import { createRing } from './ring.ts';

export const callbackModes = [
  'once',
  'never',
  /** Before the answer of the request that it is about. */
  'early',
  /** Two at the same time. */
  'twice',
  /** After `after_ms` of the control clock. */
  'late',
  /** Instead of the true one: another amount, the opposite verdict, a payment that does not exist. */
  'other_amount',
  'opposite',
  'forged',
  /** The signature of another body. A provider that does not sign sends the true callback. */
  'wrong_signature',
  /** To a port without a listener. The provider's repeats go to the right one. */
  'closed',
] as const;

export type CallbackMode = (typeof callbackModes)[number];

export type CallbackRule = {
  readonly mode: CallbackMode;
  /** For `late`. Default: 60 000. */
  readonly after_ms?: number;
  /** One of our ids. Default: all. */
  readonly reference?: string;
  /** The share of the references that it affects, from 0 to 1. A reference keeps its lot for a seed. */
  readonly share?: number;
  readonly seed?: number;
};

export type Message = {
  /** Our id. */
  readonly reference: string;
  readonly method: 'POST' | 'PUT' | 'GET';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Bodies for the modes other_amount, opposite and forged. Without one, the true body is sent. */
  readonly variants?: { otherAmount?(): string; opposite?(): string; unknown?(): string };
  /** @returns further headers */
  sign?(body: string): Record<string, string>;
  /** The provider's waits between its attempts, in milliseconds. Default: it never repeats. */
  readonly repeats?: readonly number[];
};

export type Sent = {
  readonly reference: string;
  readonly method: string;
  readonly mode: CallbackMode;
  /** The answer's status; null: no answer. */
  readonly status: number | null;
  readonly at: string;
};

export type Callbacks = {
  /** Sends a callback as the control says. Resolves when the first attempt has its answer. */
  send(message: Message): Promise<void>;
  /** True: the callback about this reference must arrive before the answer of its request (see `later` in kit.ts). */
  isEarly(reference: string): boolean;
  /** Resolves when the callbacks about this reference that are under way have their answers. */
  settled(reference: string): Promise<void>;
  /** The latest rule that fits a reference counts; without one the mode is `once`. */
  addRule(rule: CallbackRule): void;
  clearRules(): void;
  rules(): readonly CallbackRule[];
  /** Sends the last callback about a reference again, whatever the rules. False: there was none. */
  replay(reference: string): boolean;
  /** The last 1 000 attempts. Their URLs are secret. */
  list(): Sent[];
};

const LATE_MS = 60_000;
const PATIENCE_MS = 10_000;
const KEPT = 1_000;
/** The discard port: nothing listens on it. */
const CLOSED_PORT = '9';

/** Enough for thousands of callbacks a second, as a provider sends them, without a connection for each. */
const options = { keepAlive: true, maxSockets: 256 };
const plainAgent = new PlainAgent(options);
const tlsAgent = new TlsAgent(options);

export function openCallbacks(clock: Clock): Callbacks {
  let rules: CallbackRule[] = [];
  const sent = createRing<Sent>(KEPT);
  const underWay = new Map<string, Set<Promise<unknown>>>();
  const last = new Map<string, Message>();

  const ruleOf = (reference: string): CallbackRule =>
    rules.find((rule) => appliesTo(rule, reference)) ?? { mode: 'once' };

  const attempt = async (message: Message, mode: CallbackMode, repeats: readonly number[]): Promise<void> => {
    const status = await deliver(message, mode).catch((error) => {
      console.error(error);
      return null;
    });
    const { reference, method } = message;
    sent.add({ reference, method, mode, status, at: new Date(clock.now()).toISOString() });
    const [wait, ...rest] = repeats;
    const isTaken = status !== null && status >= 200 && status < 300;
    if (!isTaken && wait !== undefined) clock.at(clock.now() + wait, () => attempt(message, 'once', rest));
  };
  const track = (reference: string, attempts: Promise<unknown>) => {
    const open = underWay.get(reference) ?? new Set();
    underWay.set(reference, open.add(attempts));
    attempts.finally(() => {
      open.delete(attempts);
      if (open.size === 0) underWay.delete(reference);
    });
  };

  return {
    send: async (message) => {
      const { mode, after_ms: afterMs = LATE_MS } = ruleOf(message.reference);
      const repeats = message.repeats ?? [];
      last.set(message.reference, message);
      if (mode === 'never') return;
      if (mode === 'late') return clock.at(clock.now() + afterMs, () => attempt(message, mode, repeats));
      const attempts = Promise.all(
        Array.from({ length: mode === 'twice' ? 2 : 1 }, () => attempt(message, mode, repeats)),
      );
      track(message.reference, attempts);
      await attempts;
    },
    isEarly: (reference) => rules.length > 0 && ruleOf(reference).mode === 'early',
    settled: async (reference) => void (await Promise.all(underWay.get(reference) ?? [])),
    addRule: (rule) => {
      rules = [rule, ...rules];
    },
    clearRules: () => {
      rules = [];
    },
    rules: () => rules,
    replay: (reference) => {
      const message = last.get(reference);
      if (message) void attempt(message, 'once', []);
      return message !== undefined;
    },
    list: sent.list,
  };
}

function appliesTo({ mode, reference: only, share, seed = 1 }: CallbackRule, reference: string): boolean {
  if (only !== undefined) return only === reference;
  // The mode is part of the lot: two rules with the same seed affect different references.
  return share === undefined || chanceOf(seed, `${mode} ${reference}`) < share;
}

function bodyOf({ body, variants }: Message, mode: CallbackMode): string {
  if (mode === 'other_amount') return variants?.otherAmount?.() ?? body;
  if (mode === 'opposite') return variants?.opposite?.() ?? body;
  if (mode === 'forged') return variants?.unknown?.() ?? body;
  return body;
}

/** @returns the answer's status; null if there is none */
async function deliver(message: Message, mode: CallbackMode): Promise<number | null> {
  const { promise, resolve } = Promise.withResolvers<number | null>();
  const body = bodyOf(message, mode);
  const signed = message.sign?.(mode === 'wrong_signature' ? `${body} ` : body);
  const url = new URL(message.url);
  if (mode === 'closed') url.port = CLOSED_PORT;
  const isTls = url.protocol === 'https:';
  const request = (isTls ? tlsRequest : plainRequest)(
    url,
    {
      method: message.method,
      agent: isTls ? tlsAgent : plainAgent,
      timeout: PATIENCE_MS,
      headers: { ...message.headers, ...signed, 'content-length': Buffer.byteLength(body) },
    },
    (response) => {
      response.resume();
      response.on('close', () => resolve(response.statusCode!));
    },
  );
  request.on('timeout', () => request.destroy(new Error('no answer')));
  request.on('error', () => resolve(null));
  request.end(body);
  return promise;
}
