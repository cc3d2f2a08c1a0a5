import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import pino from 'pino';
import { errorBody } from '../../contract/src/error-body.ts';
import { catalogue, type ErrorCode } from '../../contract/src/errors.ts';
import { errorsOf } from '../../contract/src/openapi.ts';
import { type AccountType, type Route, scopes } from '../../contract/src/route.ts';
import { createServer, type Handlers } from '../src/http/server.ts';
import { createSessionCookies } from '../src/http/session-cookies.ts';
import { type BadRequest, badRequests } from './bad-requests.ts';
import { allRoutes, makeRecords, nameOf } from './contract.ts';
import { startTestService, type TestMerchant, type TestService } from './harness.ts';

const CASES = 2_000;
const seed = Number(process.env.SEED ?? Math.trunc(Math.random() * 2 ** 31));

let service: TestService;
let shop: TestMerchant;
/** For the routes that take people alone. */
let integration: string;
before(async () => {
  service = await startTestService();
  shop = await service.merchant();
  integration = shop.integrationId;
});
after(() => service.stop());

const ajv = new Ajv({ strict: false });
(addFormats as unknown as (ajv: Ajv) => void)(ajv);
const validators = new Map(
  allRoutes.map((route) => [route, ajv.compile({ ...errorBody(errorsOf(route), 'x'), $id: route.id })]),
);

/** Someone of their own for each route that takes no key, since some of them end the session. */
async function makeTokens(): Promise<Map<Route, string>> {
  const tokens = new Map<Route, string>();
  for (const route of allRoutes) {
    if (route.auth === 'none' || route.auth.includes('key')) continue;
    const options = { merchantId: shop.merchantId, role: route.roles?.[0] ?? 'admin' };
    tokens.set(route, (await service.person(route.auth[0] as AccountType, options)).token);
  }
  return tokens;
}

async function send(base: string, key: string, { route, path, headers, body }: BadRequest): Promise<Response> {
  return fetch(base + path, {
    method: route.method,
    redirect: 'manual',
    headers: { authorization: `Bearer ${key}`, 'service-integration': integration, ...headers },
    ...(body && route.method !== 'GET' ? { body: new Uint8Array(body) } : {}),
  });
}

/** What is wrong with an answer, or null: it must be documented for its route and have the catalogue's form. */
async function faultOf(route: Route, response: Response, expected: number | undefined): Promise<string | null> {
  const { status } = response;
  const text = await response.text();
  const told = `${status} ${text.slice(0, 300)}`;
  if (status >= 500) return `our fault: ${told}`;
  if (expected !== undefined && status !== expected) return `not ${expected}: ${told}`;
  if (status === route.ok.status) return null;
  const validate = validators.get(route)!;
  const body = JSON.parse(text);
  if (!validate(body)) return `left the form: ${ajv.errorsText(validate.errors)}: ${told}`;
  const { code, type, request_id, doc_url } = (body as any).error;
  if (catalogue[code as ErrorCode].status !== status) return `${code} is no ${status}: ${told}`;
  if (catalogue[code as ErrorCode].type !== type) return `${code} is no ${type}: ${told}`;
  if (request_id !== response.headers.get('request-id')) return `another request's id: ${told}`;
  if (!doc_url.endsWith(`/docs/errors/${code}`)) return `no page: ${told}`;
  return null;
}

test(`${CASES} bad requests are answered as documented, none of them with a 5xx (seed ${seed})`, async () => {
  const ids = await makeRecords(service, shop);
  const tokens = await makeTokens();
  const requests = badRequests(CASES, seed, ids);
  const faults = new Set<string>();
  const statuses = new Map<number, number>();
  const work = async () => {
    for (let request = requests.pop(); request; request = requests.pop()) {
      const response = await send(service.base, tokens.get(request.route) ?? shop.key, request);
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      const fault = await faultOf(request.route, response, request.status);
      if (fault) faults.add(`${nameOf(request.route)}, ${request.why}: ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
  assert.deepEqual([...faults], [], `seed ${seed}`);
  for (const status of [400, 404, 413, 415]) assert.ok(statuses.has(status), `no ${status} among them`);
  assert.equal((await shop.call('GET', '/payments')).status, 200);
});

test('the control: handlers that throw are caught by the same check', async () => {
  const broken = () => {
    throw new TypeError('a defect');
  };
  const caller = {
    kind: 'key' as const,
    id: 'key',
    world: 1,
    livemode: false,
    owner: { type: 'merchant' as const, id: 'mer' },
    scopes: new Set(scopes),
    person: null,
  };
  const app = createServer({
    handlers: Object.fromEntries(allRoutes.map(({ id }) => [id, broken])) as unknown as Handlers,
    authenticate: async () => caller,
    represent: async () => caller,
    cookies: createSessionCookies({ publicUrl: '', headerPrefix: 'Service' }),
    rateLimiter: { take: () => ({}) },
    addressLimiter: { enter: () => () => {} },
    trustedProxies: [],
    currencies: new Map([['XOF', { code: 'XOF', exponent: 0 }]]),
    docBase: 'https://pay.example',
    log: pino({ level: 'silent' }),
    metrics: { onResponse: (_request, _reply, done) => done() },
    requestLog: null,
  });
  try {
    const base = await app.listen({ port: 0 });
    const route = allRoutes.find(({ id }) => id === 'listPayments')!;
    const good = { route, why: '', path: '/api/v1/payments', headers: {}, body: undefined, status: undefined };
    const fault = await faultOf(route, await send(base, 'any', good), undefined);
    assert.match(fault ?? '', /^our fault: 500 .*internal_error/);
    assert.ok(!fault!.includes('a defect'), 'what went wrong inside is nobody else’s business');
  } finally {
    await app.close();
  }
});
