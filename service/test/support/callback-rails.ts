import Fastify, { type FastifyInstance } from 'fastify';
import pino from 'pino';
import { Registry } from 'prom-client';
import { openCallbacks } from '../../src/callbacks/open.ts';
import type { RailAnswer } from '../../src/core/payment.ts';
import type { Database } from '../../src/db/database.ts';
import { dataKeyOf } from '../../src/kernel/data-key.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { callbackUrl } from '../../src/rails/callback-address.ts';
import type {
  CallbackRequest,
  Capabilities,
  Collection,
  MoneyOutAnswer,
  Rail,
  Rails,
  ReadCallback,
} from '../../src/rails/rail.ts';
import type { RailRow } from '../../src/rails/rail-row.ts';

/** The form of the callbacks of these rails. */
export type TestCallback = {
  about?: string;
  handle?: string;
  result?: unknown;
  incoming?: { receipt: string; amount: number }[];
  /** `forged`: the rail refuses the signature. `broken`: the rail cannot read it. */
  signature?: 'forged' | 'broken';
};

/** A rail in memory, whose provider says what the test tells it. */
export type TestRail = {
  readonly row: RailRow;
  readonly rail: Rail;
  /** The provider's answers by our id; otherwise a payment waits for its payer. */
  readonly answers: Map<string, RailAnswer & MoneyOutAnswer>;
  /** The collections that were asked, in order. */
  readonly asked: Collection[];
};

const capabilities: Capabilities = {
  decimals: 0,
  collect: {
    ...{ deduplicates: true, arrivalMs: 0, flow: 'prompt', minimum: null, maximum: null },
    ...{ approvalMs: 300_000, needsCode: false, settlesLate: false },
  },
  refund: { deduplicates: true, arrivalMs: 0, parts: 'part', days: null },
  payout: { deduplicates: true, arrivalMs: 0, minimum: null, maximum: null, batchMost: null },
};

export function testRail(slug: string, more: Partial<RailRow> = {}): TestRail {
  const answers: TestRail['answers'] = new Map();
  const asked: Collection[] = [];
  const row: RailRow = {
    ...{ id: newId('rail'), slug, provider: 'memory', country: 'SN', currency: 'XOF', livemode: false, merchant: null },
    ...{ baseUrl: 'https://provider.example', prefixes: [], minimum: null, maximum: null, priority: 0 },
    ...{
      callsPerSecond: null,
      concurrency: null,
      payoutDayMaximum: null,
      floatMinimum: null,
      scheme: null,
      status: 'enabled',
    },
    ...{ statusReason: null, statusUntil: null, callbackSources: [], version: 1 },
    ...more,
  };
  // A long pace: nothing but a callback asks before the approval expires.
  const waits: RailAnswer = { state: 'processing', askAgainInMs: 3_600_000 };
  const ask = async (collection: Collection): Promise<RailAnswer> => {
    asked.push(collection);
    return answers.get(collection.id) ?? waits;
  };
  const out = async ({ id }: { id: string }): Promise<MoneyOutAnswer> =>
    answers.get(id) ?? { state: 'pending', askAgainInMs: 3_600_000 };
  const rail: Rail = {
    name: slug,
    capabilities: () => capabilities,
    ...{ collect: ask, check: ask, refund: out, checkRefund: out, payOut: out, checkPayOut: out },
    receive: async (request) => readTestCallback(request, row.currency),
  };
  return { row, rail, answers, asked };
}

function readTestCallback({ body, about }: CallbackRequest, currency: string): ReadCallback {
  const said = JSON.parse(body.toString()) as TestCallback;
  if (said.signature === 'forged') return { refused: 'signature' };
  if (said.signature === 'broken') throw new Error('not in the form of the provider');
  const incoming = said.incoming?.map(({ receipt, amount }) => ({
    ...{ receipt, currency, amount: BigInt(amount), at: new Date(), payer: '22177***4567', accountText: 'ORDER 7' },
  }));
  return {
    answer: { status: 200, contentType: 'application/json', body: '{"ResultCode":0}' },
    about: about ?? said.about ?? null,
    handle: said.handle ?? null,
    ...(said.result === undefined ? {} : { result: said.result }),
    ...(incoming ? { incoming } : {}),
  };
}

export function memoryRails(...all: readonly TestRail[]): Rails {
  const of = (name: string) => all.find(({ row }) => row.slug === name);
  return {
    get: (name) => of(name)?.rail,
    row: (name) => of(name)?.row,
    names: () => all.map(({ row }) => row.slug),
    heldBack: () => null,
    room: () => Number.POSITIVE_INFINITY,
  };
}

export const callbackKey = dataKeyOf(Buffer.alloc(32, 7));

export type CallbackNode = {
  readonly app: FastifyInstance;
  readonly contextOf: ReturnType<typeof openCallbacks>['contextOf'];
  readonly registry: Registry;
  /** The address of this rail, or of a record at it. */
  urlOf(rail: TestRail, record?: string | null): string;
  /** Sends a callback. @returns its status and body */
  send(
    url: string,
    callback: TestCallback,
    options?: { method?: string; from?: string },
  ): Promise<{ status: number; text: string }>;
  stop(): Promise<void>;
};

/** A node that receives callbacks for these rails. The sender's address comes from `X-Forwarded-For`. */
export async function startCallbackNode(
  db: Database,
  rails: Rails,
  dataDir: string,
  base = 'https://callbacks.example',
): Promise<CallbackNode> {
  const app = Fastify({ trustProxy: true });
  const registry = new Registry();
  const log = pino({ level: 'silent' });
  const callbacks = openCallbacks({ db, rails, key: callbackKey, base, docBase: base, dataDir, registry, log });
  callbacks.register(app);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    app,
    registry,
    contextOf: callbacks.contextOf,
    urlOf: ({ row }, record = null) => callbackUrl(address, callbackKey, row.id, record),
    send: async (url, callback, { method = 'POST', from = '192.0.2.1' } = {}) => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': from };
      const answer = await fetch(url, { method, headers, body: JSON.stringify(callback) });
      return { status: answer.status, text: await answer.text() };
    },
    stop: async () => {
      await app.close();
      await callbacks.stop();
    },
  };
}
