import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, it } from 'node:test';
import pg from 'pg';
import { routes } from '../../../contract/src/routes.ts';
import { type CounterpartProcess, startCounterpartProcess } from '../../../counterparts/test/start-process.ts';
import { callbackUrl } from '../../src/rails/callback-address.ts';
import { startTestService, type TestMerchant, type TestService, testSecrets, until } from '../support/harness.ts';
import { makeOperator } from '../support/operators.ts';
import type { TestPerson } from '../support/person.ts';
import {
  dumpOf,
  findSecrets,
  type Listener,
  openEcho,
  openEntrance,
  replaceSecrets,
  secretsOf,
  watchRequests,
} from './rail-secrets.ts';

const played = [
  { provider: 'mtn-momo', country: 'UG', currency: 'UGX', phone: '+25677' },
  { provider: 'daraja', country: 'KE', currency: 'KES', phone: '+25471' },
  { provider: 'wave', country: 'SN', currency: 'XOF', phone: '+22177' },
  { provider: 'pawapay', country: 'ZM', currency: 'ZMW', phone: '+26097' },
] as const;
type Played = (typeof played)[number];

const logged: string[] = [];
const answered: string[] = [];
const secrets = new Map<string, string>();
const counterparts = new Map<string, CounterpartProcess>();
const realFetch = globalThis.fetch;
let service: TestService;
let shop: TestMerchant;
let admin: TestPerson;
let entrance: Listener;
let echo: Listener;
let watch: ReturnType<typeof watchRequests>;

before(async () => {
  [entrance, echo] = await Promise.all([openEntrance(() => service.base), openEcho()]);
  const logs = { write: (line: string) => void logged.push(line) };
  const env = { CURRENCIES: 'UGX,KES,XOF,ZMW', CALLBACK_URL: entrance.url, LOG_LEVEL: 'trace' };
  const start = async ({ provider }: Played) => counterparts.set(provider, await startCounterpartProcess(provider));
  [service] = await Promise.all([startTestService(env, undefined, logs), ...played.map(start)]);
  const origins = new Set([echo.url, ...[...counterparts.values()].map(({ url }) => new URL(url).origin)]);
  watch = watchRequests((origin) => origins.has(origin));
  globalThis.fetch = async (...asked: Parameters<typeof fetch>) => {
    const response = await realFetch(...asked);
    const url = String(asked[0]);
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if ((url.startsWith(service.base) || url.startsWith(entrance.url)) && !isStream)
      answered.push(JSON.stringify([...response.headers]) + (await response.clone().text()));
    return response;
  };
  shop = await service.merchant();
  admin = await makeOperator(service, 'admin');
});
after(async () => {
  globalThis.fetch = realFetch;
  watch.stop();
  await service.stop();
  await Promise.all([...counterparts.values()].map((one) => one.stop()));
  entrance.close();
  echo.close();
});

const canary = () => `canary-${randomBytes(12).toString('hex')}`;
const keep = (credentials: unknown, place: string) => {
  for (const [name, secret] of secretsOf(credentials, place)) secrets.set(secret, name);
};
const path = '/operator/rail_settings';
const bounded = { timeout: 90_000 };
const read = async (at: string) => (await shop.call('GET', at)).body;

async function add({ provider, country, currency }: Played, slug: string, baseUrl: string, credentials: object) {
  keep(credentials, slug);
  const connection = { provider, country, currency, livemode: false, base_url: baseUrl, credentials };
  const added = await admin.call('POST', path, { slug, ...connection, reason: 'a test' });
  assert.equal(added.status, 201, added.text);
  await until(async () => (await shop.call('GET', '/rails')).text.includes(slug));
  return added.body.id as string;
}

const openPayment = ({ currency, phone }: Played, rail: string, end: string) =>
  shop.call('POST', '/payments', { amount: 20_000, currency, customer: `${phone}123${end}`, rail });

/** Refused credentials, and a provider that quotes what it was sent. */
async function fail(one: Played): Promise<void> {
  const { provider } = one;
  const { url, credentials } = counterparts.get(provider)!;
  for (const [slug, at] of [
    [`${provider}-wrong`, url],
    [`${provider}-echo`, echo.url],
  ] as const) {
    await add(one, slug, at, replaceSecrets(credentials, '', canary));
    assert.equal((await admin.call('POST', `${path}/${slug}/test`)).status, 200);
    for (const end of ['5001', '5002', '5003']) await openPayment(one, slug, end);
  }
}

/** Rotated credentials, calls and callbacks in trouble, and a payment, a refund and a payout that succeed. */
async function work(one: Played): Promise<void> {
  const { provider, currency, phone } = one;
  const at = counterparts.get(provider)!;
  const slug = `${provider}-right`;
  const id = await add(one, slug, at.url, replaceSecrets(at.credentials, '', canary));
  keep(at.credentials, slug);
  const rotated = await admin.call('POST', `${path}/${slug}/rotate`, { credentials: at.credentials, reason: 'a test' });
  assert.equal(rotated.status, 200, rotated.text);
  const url = callbackUrl(entrance.url, testSecrets.callbackKey, id, null);
  secrets.set(url.split('/').at(-1)!, `the callback address of ${slug}`);
  await at.ask('POST', '/settings', {
    success_after_ms: 100,
    ...(provider === 'pawapay' ? { callback_url: url } : {}),
  });
  if (provider === 'wave') await at.ask('POST', '/webhooks', { url });
  await until(async () => (await admin.call('POST', `${path}/${slug}/test`)).body.succeeded);
  for (const kind of ['firewall', 'cut_json', 'taken_then_cut'])
    await at.ask('POST', '/trouble', { kind, operation: 'collect', next: 1 });
  for (const end of ['6001', '6002', '6003', '0001', '0002']) await openPayment(one, slug, end);
  await until(async () => (await at.ask('GET', '/trouble')).troubles.length === 0);
  const { body: payment } = await openPayment(one, slug, '6004');
  await until(async () => (await read(`/payments/${payment.id}`)).status === 'succeeded');
  await shop.call('POST', '/refunds', { payment: payment.id });
  await shop.wallet(currency, 100_000n);
  const items = ['7001', '0011', '0012'].map((end) => ({ recipient: `${phone}456${end}`, amount: 5_000 }));
  const { body: payout } = await shop.call('POST', '/payouts', { currency, rail: slug, items });
  assert.ok(payout.id, JSON.stringify(payout));
  await until(async () => (await at.ask('GET', '/ledger')).entries.some(({ kind }: any) => kind === 'payout'));
  await call(url);
}

/** Callbacks that nobody made, in several forms, at a right address and at a wrong one. */
async function call(url: string): Promise<void> {
  const secret = canary();
  secrets.set(secret, 'a secret in a callback');
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}`, 'wave-signature': secret };
  for (const to of [url, url.replace(/.{3}$/, 'abc'), `${url}/70617900`, `${url}?token=${secret}`])
    for (const body of [
      '{}',
      'no JSON',
      JSON.stringify({ externalId: 'pay_unknown', depositId: 'x', password: secret }),
    ])
      await fetch(to, { method: 'POST', headers, body });
}

/** Every list that the shop and an administrator can read. */
async function readEverything(): Promise<void> {
  for (const { method, path: at, auth } of Object.values(routes)) {
    const caller = String(auth).includes('operator') ? admin : shop;
    if (method === 'GET' && !at.includes('{')) await caller.call('GET', at).catch(() => {});
  }
  for (const { id } of (await read('/payments?limit=100')).data) await read(`/payments/${id}`);
  const { data: rails } = (await admin.call('GET', path)).body;
  assert.equal(rails.length, 12);
  await realFetch(`${service.base}/metrics`).then(async (reply) => answered.push(await reply.text()));
}

async function places(): Promise<Map<string, string>> {
  return new Map([['the log', logged.join('\n')], ['an answer', answered.join('\n')], ...(await dumpOf(service.url))]);
}

it('no secret of a rail is in a log, an answer or a table', bounded, async () => {
  await Promise.all(played.map(fail));
  await Promise.all(played.map(work));
  // Pauses, alarms and callbacks are written a little later.
  const text = `SELECT 1 FROM rail_callbacks HAVING count(DISTINCT rail) = 4`;
  await until(async () => (await service.db.pool.query(text)).rows.length === 1);
  await readEverything();
  for (const [secret, name] of watch.secrets) secrets.set(secret, name);
  const kinds = new Set(watch.secrets.values());
  const expected = ['Password', 'SecurityCredential', 'an authorization', 'the secret of a callback address'];
  assert.deepEqual([...kinds].sort(), expected, 'the control: the requests to the providers are seen');
  const log = logged.join();
  assert.ok(log.includes('[hidden]'), 'the control: the log has quoted requests');
  assert.deepEqual(findSecrets(secrets, await places()), []);
});

it('a secret that is written without a seal is found, as text and as bytes', bounded, async () => {
  const unsealed = canary();
  const search = async () => findSecrets(new Map([[unsealed, 'it']]), await places());
  const client = new pg.Client({ connectionString: service.url });
  await client.connect();
  try {
    await client.query('CREATE TABLE unsealed (as_text text, as_bytes bytea)');
    assert.deepEqual(await search(), []);
    await client.query('INSERT INTO unsealed (as_text) VALUES ($1)', [`{"key":"${unsealed}"}`]);
    assert.deepEqual(await search(), ['it is in table public.unsealed']);
    await client.query('UPDATE unsealed SET as_text = NULL, as_bytes = $1', [Buffer.from(unsealed)]);
    assert.deepEqual(await search(), ['it is in table public.unsealed']);
  } finally {
    await client.end();
  }
});
