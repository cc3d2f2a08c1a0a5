import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, it } from 'node:test';
import { pino } from 'pino';
import { type CounterpartProcess, startCounterpartProcess } from '../../../counterparts/test/start-process.ts';
import { transaction } from '../../src/db/transaction.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { createPaymentsWorker } from '../../src/payments/worker.ts';
import { addRail } from '../../src/rail-settings/add.ts';
import { defaultLimits } from '../../src/rail-settings/check-draft.ts';
import { openRails } from '../../src/rail-settings/open-rails.ts';
import { callbackUrl } from '../../src/rails/callback-address.ts';
import { pawapay } from '../../src/rails/pawapay/provider.ts';
import type { Registry } from '../../src/rails/registry.ts';
import { openPayment } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, testSecrets, until } from '../support/harness.ts';

const { railKey: key, callbackKey } = testSecrets;
const providers = { pawapay };
let service: TestService;
let shop: TestMerchant;
/** The counterpart's clock, which this test moves, reaches a payment's success after it. */
const SUCCESS_MS = 60_000;
let counterpart: CounterpartProcess;
let registry: Registry;
let rail: { id: string; slug: string };
/** The public host. It passes requests on to the service, which sees another Host. */
let proxy: Server;
let publicUrl: string;

before(async () => {
  proxy = createServer((request, response) => {
    const { method, headers, url } = request;
    const passed = send(service.base + url, { method, headers: { ...headers, host: 'inner:1' } }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    request.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  publicUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const env = { ROLE: 'api', CURRENCIES: 'ZMW', CALLBACK_URL: publicUrl };
  [service, counterpart] = await Promise.all([startTestService(env), startCounterpartProcess('pawapay')]);
  shop = await service.merchant();
  const { db } = service;
  const connection = { provider: 'pawapay', slug: 'pawapay-zm', country: 'ZM', currency: 'ZMW', livemode: false };
  const draft = {
    ...{ ...defaultLimits, ...connection, merchant: null },
    baseUrl: counterpart.url,
    credentials: counterpart.credentials,
  };
  const deployment = { providers, railKey: key, live: false, currencies: new Map([['ZMW', { exponent: 2 }]]) };
  const added = await transaction(db, (tx) => addRail(tx, draft, { actor: { type: 'admin', id: 'test' } }, deployment));
  if (added instanceof Refusal) throw added;
  rail = added;
  const build = { db, key, providers, live: false, exponentOf: () => 2, callbackUrlOf: () => null };
  registry = openRails({ ...build, builtIn: {}, log: pino({ level: 'silent' }) });
  await until(async () => registry.get(rail.slug));
  const url = callbackUrl(publicUrl, callbackKey, rail.id, null);
  await counterpart.ask('POST', '/settings', { callback_url: url, success_after_ms: SUCCESS_MS });
});
after(async () => {
  await registry.stop();
  await service.stop();
  await counterpart.stop();
  proxy.close();
  proxy.closeAllConnections();
});

const run = async <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
  (await service.db.pool.query(text, values)).rows;
const callbacksAbout = (id: string) =>
  run<{ outcome: string }>('SELECT outcome FROM rail_callbacks WHERE record = $1 ORDER BY id', id);

it('a signed callback through a proxy wakes its payment, which the state query settles', async () => {
  const onError = assert.ifError;
  const { id } = await openPayment(shop, { amount: 1500, currency: 'ZMW', customer: '+260971000000' });
  await run('UPDATE payments SET rail = $2, due_at = now() WHERE id = $1', id, rail.slug);
  const worker = createPaymentsWorker({ db: service.db, rails: registry, onError, onFinal: () => {} });
  const read = async () => (await shop.call('GET', `/payments/${id}`)).body;
  await until(async () => {
    await worker.round();
    return (await read()).status !== 'pending';
  });
  // Only now: a callback that arrives within the worker's round finds the payment locked.
  await counterpart.ask('POST', '/clock', { advance_ms: SUCCESS_MS });
  await until(async () => (await callbacksAbout(id)).length > 0);
  await until(async () => {
    await worker.round();
    return (await read()).status === 'succeeded';
  });
  await worker.releaseClaims();
  const { rail_reference: reference, rail: slug } = await read();
  assert.ok(reference);
  assert.equal(slug, rail.slug);
  assert.match((await callbacksAbout(id))[0]!.outcome, /asked|confirmed/);
  assert.deepEqual(await checkLedger(service.db), []);
  assert.deepEqual(await run('SELECT kind FROM cases'), []);
});

it('a callback that is not signed by pawaPay is refused and not kept', async () => {
  const url = callbackUrl(publicUrl, callbackKey, rail.id, null);
  const body = JSON.stringify({ depositId: 'f4401bd2-1568-4140-bf2d-eb77d2b2b639', status: 'COMPLETED' });
  const count = async () => (await run<{ n: number }>('SELECT count(*)::int AS n FROM rail_callbacks'))[0]!.n;
  const before = await count();
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  assert.equal(answer.status, 401);
  assert.equal(await count(), before);
});
