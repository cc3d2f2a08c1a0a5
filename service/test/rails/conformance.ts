import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CounterpartProcess, startCounterpartProcess } from '../../../counterparts/test/start-process.ts';
import { afterAnswer, meaningOf, type SendRules, type Sends } from '../../src/core/sending.ts';
import type { Database } from '../../src/db/database.ts';
import { openRailHttp } from '../../src/rails/http.ts';
import { providers } from '../../src/rails/providers.ts';
import type { Capabilities, Collection, Disbursement, Rail, Repayment } from '../../src/rails/rail.ts';
import { sandboxRail } from '../../src/rails/sandbox.ts';

/** A provider as the suite plays it. */
export type Cast = {
  readonly provider: string;
  readonly country: string;
  readonly currency: string;
  readonly exponent: number;
  /** A phone that ends with these four digits. */
  phone(lastFour: string): string;
  /** Tells the counterpart the address for callbacks, where the provider has one for the account. */
  announce?(url: string): readonly [path: string, body: object];
  /** The outcomes of payments that the provider cannot have, and why. */
  readonly lacks?: Readonly<Record<string, string>>;
};

export type Stage = {
  readonly cast: Cast;
  readonly rail: Rail;
  readonly capabilities: Capabilities;
  control(method: string, path: string, body?: object): Promise<any>;
  now(): number;
  /** Advances the provider's clock and the service's. */
  advance(ms: number): Promise<void>;
  /** Callbacks about a record, as the provider sent them. */
  callbacks(id: string): number;
  receivedOf(id: string): readonly unknown[];
  callbackUrl(id: string): string;
  stop(): Promise<void>;
};

const WHOLE_MS = 1_000;

/** A provider's counterpart, a rail connected to it, and an address for its callbacks. */
export async function openStage(cast: Cast): Promise<Stage> {
  const played: CounterpartProcess = await startCounterpartProcess(cast.provider);
  const results = new Map<string, unknown[]>();
  const arrived = new Map<string, number>();
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const server = createServer(async (request, response) => {
    const about = /^\/rails\/r1\/5ec4e7(?:\/([0-9a-f]+))?/.exec(request.url!)?.[1];
    const read = await rail.receive!(await toCallback(request, about ? Buffer.from(about, 'hex').toString() : null))
      .then((answer) => ({ answer }))
      .catch(() => null);
    if (!read || 'refused' in read.answer) return void response.writeHead(read ? 401 : 400).end();
    const { answer, about: id, result } = read.answer;
    if (id !== null) arrived.set(id, (arrived.get(id) ?? 0) + 1);
    if (id !== null && result !== undefined) results.set(id, [...(results.get(id) ?? []), result]);
    response.writeHead(answer.status, { 'content-type': answer.contentType ?? 'application/json' }).end(answer.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rails/r1/5ec4e7`;
  const { http, close } = openRailHttp({ baseUrl: played.url, wholeMs: WHOLE_MS });
  const { provider, country, currency, exponent } = cast;
  const rail: Rail = providers[provider]!.connect(
    {
      name: 'conform',
      country,
      currency,
      exponent,
      livemode: false,
      baseUrl: played.url,
      credentials: played.credentials,
    },
    { http, now, railCallbackUrl: () => base },
  );
  await rail.refresh?.();
  if (cast.announce) await played.ask('POST', ...cast.announce(base));
  return {
    ...{ cast, rail, now },
    capabilities: rail.capabilities(),
    control: (method, path, body) => played.ask(method, path, body),
    advance: async (ms) => {
      ahead += ms;
      await played.ask('POST', '/clock', { advance_ms: ms });
    },
    callbacks: (id) => arrived.get(id) ?? 0,
    receivedOf: (id) => results.get(id) ?? [],
    callbackUrl: (id) => `${base}/${Buffer.from(id).toString('hex')}`,
    stop: async () => {
      await close();
      await played.stop();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The sandbox, which needs no counterpart and has no callbacks. */
export function standInSandbox(db: Database): Stage {
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const rail = sandboxRail(db, now);
  return {
    cast: { provider: 'sandbox', country: 'HT', currency: 'XOF', exponent: 0, phone: (end) => `+5093700${end}` },
    rail,
    capabilities: rail.capabilities(),
    control: async () => ({}),
    now,
    advance: async (ms) => {
      ahead += ms;
    },
    callbacks: () => 0,
    receivedOf: () => [],
    callbackUrl: () => '',
    stop: async () => {},
  };
}

async function toCallback(request: IncomingMessage, about: string | null) {
  const { pathname, searchParams } = new URL(request.url!, 'http://x');
  return {
    method: request.method!,
    path: pathname,
    query: Object.fromEntries(searchParams),
    headers: request.headers as Record<string, string>,
    body: await buffer(request),
    authority: request.headers.host!,
    about,
  };
}

export type Operation = 'collect' | 'payout' | 'refund';
export type Order = { readonly operation: Operation; readonly record: Collection | Disbursement | Repayment };
export type End = {
  readonly state: string;
  readonly code: string | null;
  /** How often it was sent. */
  readonly sent: number;
  readonly railReference: string | null;
  readonly handle: string | null;
};

/** The waits between two calls: the customer answers at once, and some providers need minutes to be sure. */
const waits = [
  ...Array(6).fill(2_000),
  ...Array(8).fill(30_000),
  ...Array(12).fill(120_000),
  ...Array(12).fill(600_000),
];

/** Works on one record as the service does: it sends once, then asks until the outcome is known. */
export async function drive(stage: Stage, { operation, record }: Order): Promise<End> {
  const { rail, capabilities } = stage;
  const rules = capabilities[operation]!;
  let sends: Sends = { sent_at: null, not_found: 0, rail_handle: null };
  let sent = 0;
  for (const wait of waits) {
    const sending = sends.sent_at === null;
    if (sending) {
      sends = { ...sends, sent_at: new Date(stage.now()) };
      sent++;
    }
    const input = {
      ...record,
      sentAt: sends.sent_at!,
      handle: sends.rail_handle,
      received: stage.receivedOf(record.id),
    };
    const said: any = await callOf(rail, operation, sending)(input as never).catch(() => ({ state: 'unknown' }));
    const answer = sending ? said : understood(said, sends, rules, new Date(stage.now()));
    sends = afterAnswer(sends, answer);
    const expired = 'expiresAt' in record && stage.now() >= record.expiresAt.getTime();
    if (answer.state === 'not_taken' && expired) return endOf({ state: 'failed' }, 'rail_unavailable', sent, sends);
    if (['succeeded', 'failed', 'returned', 'reversed'].includes(answer.state)) return endOf(answer, null, sent, sends);
    await stage.advance(wait);
    // Callbacks are on their way.
    await sleep(20);
  }
  return endOf({ state: 'open' }, null, sent, sends);
}

/** As `payments/ask-rail.ts` and the others understand the answer to a question. */
function understood(said: any, sends: Sends, rules: SendRules, now: Date): any {
  const meaning = meaningOf(said, sends, rules, now);
  if (meaning === 'never arrived') return { state: 'not_taken' };
  return meaning === 'nothing' ? { state: 'unknown' } : said;
}

function endOf(answer: any, code: string | null, sent: number, { rail_handle: handle }: Sends): End {
  const { state, failure, railReference = null } = answer;
  return { state, code: failure?.code ?? code, sent, railReference, handle };
}

type Call = (input: never) => Promise<unknown>;

function callOf(rail: Rail, operation: Operation, sending: boolean): Call {
  const calls = {
    collect: [rail.collect, rail.check],
    payout: [rail.payOut, rail.checkPayOut],
    refund: [rail.refund, rail.checkRefund],
  }[operation];
  return (sending ? calls[0] : calls[1]) as unknown as Call;
}

/** @returns the movements of the provider's own books under this id */
export async function movementsOf(stage: Stage, id: string): Promise<{ kind: string; amount: string }[]> {
  const { entries } = await stage.control('GET', '/ledger');
  return entries.filter(({ reference, kind }: any) => reference === id && kind !== 'fee');
}

let made = 0;
const newId = (prefix: string) => `${prefix}_${String(++made).padStart(26, '0')}`;

export function collectionOf(stage: Stage, lastFour: string): Collection {
  const id = newId('pay');
  const { cast, capabilities } = stage;
  return {
    ...atRail(stage, id, amountOf(cast, 1_500n + BigInt(made))),
    customer: cast.phone(lastFour),
    payerWallet: null,
    createdAt: new Date(stage.now()),
    expiresAt: new Date(stage.now() + (capabilities.collect?.approvalMs ?? 300_000)),
    successUrl: 'http://127.0.0.1/returned',
    cancelUrl: 'http://127.0.0.1/returned',
    code: capabilities.collect?.needsCode ? '123456' : null,
  };
}

export function disbursementOf(stage: Stage, lastFour: string): Disbursement {
  const id = newId('pit');
  return { ...atRail(stage, id, amountOf(stage.cast, 700n)), recipient: stage.cast.phone(lastFour), name: null };
}

export function repaymentOf(stage: Stage, payment: Collection, end: End): Repayment {
  const id = newId('rfd');
  return {
    ...atRail(stage, id, payment.amount),
    customer: payment.customer,
    payment: {
      id: payment.id,
      handle: end.handle,
      railReference: end.railReference,
      amount: payment.amount,
      succeededAt: new Date(stage.now()),
      refunded: 0n,
    },
  };
}

const amountOf = ({ exponent }: Cast, whole: bigint): bigint => whole * 10n ** BigInt(exponent);

function atRail(stage: Stage, id: string, amount: bigint) {
  return {
    ...{ id, amount, currency: stage.cast.currency },
    sentAt: new Date(stage.now()),
    handle: null,
    received: [],
    callbackUrl: stage.callbackUrl(id),
    merchant: 'Conformance Shop',
    reference: 'order-1',
    description: 'Rice',
  };
}
