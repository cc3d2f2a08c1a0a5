import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pino from 'pino';
import { type AccountType, type Route, scopes } from '../../../contract/src/route.ts';
import { createDevices } from '../../src/access/tokens/devices.ts';
import type { Handlers } from '../../src/http/handler.ts';
import { createServer } from '../../src/http/server.ts';
import { createSessionCookies } from '../../src/http/session-cookies.ts';
import { dataKeyOf } from '../../src/kernel/data-key.ts';
import { allRoutes, makeRecords, nameOf } from '../support/contract.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { type BadRequest, badRequests } from './bad-requests.ts';
import { faultOf } from './documented.ts';

const CASES = Number(process.env.CASES ?? 1_000);
/** The number of requests that are built at once: some are large. */
const PORTION = 2_000;
const seed = Number(process.env.SEED ?? Math.trunc(Math.random() * 2 ** 31));

let service: TestService;
let shop: TestMerchant;
/** For the routes that only people may call. */
let integration: string;
before(async () => {
  service = await startTestService();
  shop = await service.merchant();
  integration = shop.integrationId;
});
after(() => service.stop());

/** A new person for each route that takes no key, since some of these routes end the session. */
async function makeTokens(): Promise<Map<Route, string>> {
  const tokens = new Map<Route, string>();
  for (const route of allRoutes) {
    if (route.auth === 'none' || route.auth.includes('key')) continue;
    const options = { merchantId: shop.merchantId, role: route.roles?.[0] ?? 'admin' };
    tokens.set(route, (await service.person(route.auth[0] as AccountType, options)).token);
  }
  return tokens;
}

/** A customer's token has its own integration: if they name another, nothing else is checked. */
const named = ({ auth }: Route) => (auth[0] === 'customer' ? {} : { 'service-integration': integration });

async function send(base: string, key: string, { route, path, headers, body }: BadRequest): Promise<Response> {
  return fetch(base + path, {
    method: route.method,
    redirect: 'manual',
    headers: { authorization: `Bearer ${key}`, ...named(route), ...headers },
    ...(body && route.method !== 'GET' ? { body: new Uint8Array(body) } : {}),
  });
}

test(`${CASES} bad requests are answered as documented, none of them with a 5xx (seed ${seed})`, async () => {
  const ids = await makeRecords(service, shop);
  const faults = new Set<string>();
  const statuses = new Map<number, number>();
  for (let done = 0; done < CASES; done += PORTION) {
    const tokens = await makeTokens();
    const requests = badRequests(Math.min(PORTION, CASES - done), seed + done, ids);
    const work = async () => {
      for (let request = requests.pop(); request; request = requests.pop()) {
        const response = await send(service.base, tokens.get(request.route) ?? shop.key, request);
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        const fault = await faultOf(request.route, response, request.status);
        if (fault) faults.add(`${nameOf(request.route)}, ${request.why}: ${fault}`);
      }
    };
    await Promise.all(Array.from({ length: 16 }, work));
  }
  assert.deepEqual([...faults], [], `seed ${seed}`);
  for (const status of [400, 404, 413, 415]) assert.ok(statuses.has(status), `no ${status} among them`);
  assert.equal((await shop.call('GET', '/payments')).status, 200);
});

test('control: the same check catches handlers that throw', async () => {
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
    actOnIntegration: async () => caller,
    cookies: createSessionCookies({
      publicUrl: '',
      headerPrefix: 'Service',
      devices: createDevices(dataKeyOf(Buffer.alloc(32))),
    }),
    live: false,
    crossOrigin: { origins: { has: async () => false }, publicUrl: '', headerPrefix: 'Service' },
    rateLimiter: { take: () => ({}) },
    tenants: { take: () => {}, count: () => {} },
    addressLimiter: { enter: () => () => {} },
    trustedProxies: [],
    currencies: new Map([['XOF', { code: 'XOF', exponent: 0 }]]),
    docBase: 'https://pay.example',
    log: pino({ level: 'silent' }),
    metrics: { onResponse: (_request, _reply, done) => done() },
    requestLog: null,
    failures: { write: () => {}, stop: () => {} },
  });
  try {
    const base = await app.listen({ port: 0 });
    const route = allRoutes.find(({ id }) => id === 'listPayments')!;
    const good = { route, why: '', path: '/api/v1/payments', headers: {}, body: undefined, status: undefined };
    const fault = await faultOf(route, await send(base, 'any', good), undefined);
    assert.match(fault ?? '', /^our fault: 500 .*internal_error/);
    assert.ok(!fault!.includes('a defect'), 'the error does not disclose internal causes');
  } finally {
    await app.close();
  }
});
