import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Type, { type Static } from 'typebox';
import type { NotTaken, RailAnswer } from '../../src/core/payment.ts';
import type { Provider } from '../../src/rails/provider.ts';
import type { Capabilities, PayOutAnswer, Rail } from '../../src/rails/rail.ts';
import { cacheToken, readLifeMs, type Token } from '../../src/rails/tokens.ts';

const Credentials = Type.Object(
  { api_user: Type.String({ minLength: 1 }), api_key: Type.String({ minLength: 8 }) },
  { additionalProperties: false },
);

export type TestProvider = {
  readonly url: string;
  readonly provider: Provider;
  /** The key that it accepts. */
  apiKey: string;
  /** The answer to every request but those for tokens; null: the usual one. */
  trouble: { status: number; body?: unknown; headers?: Record<string, string> } | null;
  /** Milliseconds before each answer. */
  delayMs: number;
  /** `METHOD path`, in order. */
  readonly requests: string[];
  /** The trace of each of these requests. */
  readonly traceparents: (string | undefined)[];
  /** The most requests that were unanswered at once. */
  mostAtOnce: number;
  readonly paidOut: { id: string; amount: string }[];
  close(): Promise<void>;
};

const capabilities: Capabilities = {
  decimals: 2,
  collect: {
    ...{ flow: 'prompt', minimum: 1n, maximum: null, approvalMs: 300_000, needsCode: false, settlesLate: true },
    ...{ deduplicates: true, arrivalMs: 1_000 },
  },
  refund: null,
  payout: { minimum: 1n, maximum: null, batchMost: null, deduplicates: true, arrivalMs: 1_000 },
};

/** A provider on loopback with a connector of its own. Its refusals quote the credentials, as careless providers do. */
export async function startTestProvider(apiKey: string): Promise<TestProvider> {
  let unanswered = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    state.requests.push(`${request.method} ${request.url}`);
    state.traceparents.push(request.headers.traceparent as string | undefined);
    state.mostAtOnce = Math.max(state.mostAtOnce, ++unanswered);
    const { status, body, headers } = answerOf(state, request.url!, text, request.headers.authorization);
    await new Promise((resolve) => setTimeout(resolve, state.delayMs));
    unanswered--;
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body ?? {}));
  });
  server.unref().on('connection', (socket) => socket.unref());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const state: TestProvider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    provider: testProvider,
    apiKey,
    trouble: null,
    delayMs: 0,
    requests: [],
    traceparents: [],
    mostAtOnce: 0,
    paidOut: [],
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return state;
}

function answerOf(state: TestProvider, path: string, text: string, authorization = '') {
  const refused = { status: 401, body: { message: `unknown key in ${authorization}${text}` }, headers: {} };
  if (path === '/token') {
    if (JSON.parse(text).api_key !== state.apiKey) return refused;
    return { status: 200, body: { access_token: `token of ${state.apiKey}`, expires_in: '3600' }, headers: {} };
  }
  if (state.trouble) return { headers: {}, ...state.trouble };
  if (authorization !== `Bearer token of ${state.apiKey}`) return refused;
  if (path === '/payouts') state.paidOut.push(JSON.parse(text));
  const body = path === '/balance' ? { available: '1234' } : { status: 'done' };
  return { status: 200, body, headers: {} };
}

const testProvider: Provider = {
  name: 'test-provider',
  title: 'Test provider',
  credentials: Credentials,
  hosts: { test: null, live: 'https://live.test-provider.example' },
  countries: { GH: ['GHS'], SN: ['XOF'] },
  connect: ({ name, currency, credentials }, { http }): Rail => {
    const keys = credentials as Static<typeof Credentials>;
    const tokens = cacheToken<NotTaken>(async (): Promise<Token | NotTaken> => {
      const answer = await http({ method: 'POST', path: '/token', body: JSON.stringify(keys) });
      if (answer.kind === 'not_taken') return { state: 'not_taken', why: answer.why };
      if (answer.kind === 'unknown') return { state: 'not_taken', why: answer.why };
      if (answer.status !== 200) return { state: 'not_taken', fault: 'credentials', why: JSON.stringify(answer.json) };
      const { access_token: value, expires_in: life } = answer.json as { access_token: string; expires_in: string };
      return { value, lifeMs: readLifeMs(life) };
    }, 60_000);
    const send = async (path: string, body?: unknown): Promise<NotTaken | { state: 'unknown' } | { json: any }> => {
      const token = await tokens.get();
      if (typeof token !== 'string') return token;
      const headers = { authorization: `Bearer ${token}` };
      const method = body === undefined ? 'GET' : 'POST';
      const answer = await http({
        method,
        path,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (answer.kind === 'unknown') return { state: 'unknown' };
      if (answer.kind === 'not_taken')
        return {
          state: 'not_taken',
          why: answer.why,
          ...(answer.retryAfterMs ? { retryAfterMs: answer.retryAfterMs } : {}),
        };
      if (answer.status === 401) tokens.discard(token);
      if (answer.status === 401) return { state: 'not_taken', fault: 'credentials', why: JSON.stringify(answer.json) };
      if (answer.status === 503)
        return { state: 'not_taken', fault: 'closed', why: 'maintenance', retryAfterMs: 1_500 };
      if (answer.status === 402) return { state: 'not_taken', fault: 'float', why: 'the float is empty' };
      return { json: answer.json };
    };
    const done = { state: 'succeeded', railReference: 'R1' } as const;
    return {
      name,
      capabilities: () => capabilities,
      collect: async ({ id, amount }): Promise<RailAnswer> => {
        const answer = await send('/collections', { id, amount: String(amount) });
        return 'json' in answer ? done : answer;
      },
      check: async (): Promise<RailAnswer> => {
        const answer = await send('/collections/state');
        return 'json' in answer ? done : answer;
      },
      payOut: async ({ id, amount }): Promise<PayOutAnswer> => {
        const answer = await send('/payouts', { id, amount: String(amount) });
        return 'json' in answer ? done : answer.state === 'unknown' ? { state: 'pending' } : answer;
      },
      lookUp: async () => {
        const answer = await send('/accounts');
        if (!('json' in answer)) throw new Error('why' in answer ? answer.why : 'no answer');
        return { exists: true, canReceive: true, name: null, nameMatch: 'unknown' };
      },
      balance: async () => {
        const answer = await send('/balance');
        if (!('json' in answer)) throw new Error('why' in answer ? answer.why : 'no answer');
        return [{ currency, available: BigInt(answer.json.available) }];
      },
    };
  },
};
