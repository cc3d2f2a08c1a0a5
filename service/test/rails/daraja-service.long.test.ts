import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, it } from 'node:test';
import { type CounterpartProcess, startCounterpartProcess } from '../../../counterparts/test/start-process.ts';
import { transaction } from '../../src/db/transaction.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { addRail } from '../../src/rail-settings/add.ts';
import { defaultLimits } from '../../src/rail-settings/check-draft.ts';
import type { RailRecord } from '../../src/rail-settings/store.ts';
import { testConnection } from '../../src/rail-settings/test-connection.ts';
import { providers } from '../../src/rails/providers.ts';
import { openPayment, refundWith } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, testSecrets, until } from '../support/harness.ts';
import { itemsOf, openPayout, payoutWith } from '../support/payout-flows.ts';

/** A whole service with its workers, and Daraja's counterpart, which calls it back. */
let service: TestService;
let daraja: CounterpartProcess;
let shop: TestMerchant;
let entrance: ReturnType<typeof createServer>;
let record: RailRecord;

before(async () => {
  let target = '';
  // The service needs its callback address before its port is known.
  entrance = createServer((incoming, answer) => {
    const { method, headers, url } = incoming;
    const forwarded = request(target + url, { method: method!, headers }, (reply) => {
      answer.writeHead(reply.statusCode!, reply.headers);
      reply.pipe(answer);
    });
    forwarded.on('error', () => answer.destroy());
    incoming.pipe(forwarded);
  }).listen(0, '127.0.0.1');
  await once(entrance, 'listening');
  const CALLBACK_URL = `http://127.0.0.1:${(entrance.address() as AddressInfo).port}`;
  [service, daraja] = await Promise.all([
    startTestService({ CURRENCIES: 'KES', CALLBACK_URL }),
    startCounterpartProcess('daraja'),
  ]);
  target = service.base;
  await daraja.ask('POST', '/settings', { success_after_ms: 200 });
  const rail = {
    ...defaultLimits,
    ...{ provider: 'daraja', slug: 'mpesa', country: 'KE', currency: 'KES', livemode: false, merchant: null },
    baseUrl: daraja.url,
    credentials: daraja.credentials,
  };
  const deployment = {
    ...{ providers, railKey: testSecrets.railKey, live: false },
    currencies: new Map([['KES', { exponent: 2 }]]),
  };
  const by = { actor: { type: 'admin', id: 'test' } } as const;
  const row = await transaction(service.db, (tx) => addRail(tx, rail, by, deployment));
  if (row instanceof Refusal) throw row;
  record = row;
  shop = await service.merchant();
  // The rail is known, and has registered its addresses, when the provider has got them.
  await until(async () => {
    const { requests } = await daraja.ask('GET', '/requests');
    return requests.some(({ path }: { path: string }) => path === '/mpesa/c2b/v2/registerurl');
  });
});
after(async () => {
  await service.stop();
  await daraja.stop();
  entrance.closeAllConnections();
  entrance.close();
});

const read = async (path: string) => (await shop.call('GET', path)).body;
let phones = 0;
const phone = (lastFour = '5555') => `+2547${String(10_000 + phones++).slice(-4)}${lastFour}`;
const pay = (fields: object = {}) =>
  openPayment(shop, { amount: 15_000, currency: 'KES', customer: phone(), rail: 'mpesa', ...fields });
const final = (id: string) =>
  until(async () => {
    const payment = await read(`/payments/${id}`);
    return ['succeeded', 'failed'].includes(payment.status) && payment;
  }, 30);

/** The clearing wallet shows the money at the provider with the opposite sign, without its first balance. */
async function assertBooksAgree(): Promise<void> {
  const text = `
    SELECT coalesce(sum(b.posted), 0)::text AS sum FROM wallets w JOIN balances b ON b.wallet_id = w.id
    WHERE w.owner_type = 'system' AND w.owner_id = 'clearing:mpesa' AND w.currency = 'KES'`;
  const { entries } = await daraja.ask('GET', '/ledger');
  const moved = entries
    .filter(({ kind }: { kind: string }) => kind !== 'topup')
    .reduce((sum: bigint, { amount }: { amount: string }) => sum + BigInt(amount), 0n);
  await until(async () => {
    const [row] = (await service.db.pool.query(text)).rows;
    return -BigInt(row.sum) === moved;
  });
  assert.deepEqual(await checkLedger(service.db), []);
}

const bounded = { timeout: 90_000 };
/** A record is asked for, or sent, at once. */
const hurry = async (table: 'payments' | 'payout_items') => {
  await service.db.pool.query(`UPDATE ${table} SET due_at = now() WHERE due_at IS NOT NULL`);
  service.db.node.wake(table === 'payments' ? 'payments' : 'payout_items');
};

it('a payment is collected, and refunded as a whole', bounded, async () => {
  const { id } = await pay();
  const paid = await final(id);
  assert.equal(paid.status, 'succeeded', JSON.stringify(paid.failure));
  assert.match(paid.rail_reference, /^[A-Z0-9]{10}$/);
  const part = await shop.call('POST', '/refunds', { payment: id, amount: 100 });
  assert.equal(part.body.error.code, 'refund_must_be_whole');
  const refund = (await shop.call('POST', '/refunds', { payment: id })).body;
  await refundWith(shop, refund.id, 'succeeded');
  await assertBooksAgree();
});

it('a payment fails with the code of the provider', bounded, async () => {
  const { failure } = await final((await pay({ customer: phone('0002') })).id);
  assert.deepEqual([failure.code, failure.rail_code], ['customer_declined', '1032']);
});

it('a payment succeeds although its callback is lost', bounded, async () => {
  const { id } = await pay({ customer: phone('0007') });
  await until(async () => (await read(`/payments/${id}`)).status === 'requires_action');
  await daraja.ask('POST', '/callbacks', { mode: 'never', reference: id });
  await daraja.ask('POST', '/answer', { reference: id, outcome: 'succeeds' });
  // The rail is asked at once instead of 20 s after the prompt.
  await hurry('payments');
  assert.equal((await final(id)).status, 'succeeded');
  await assertBooksAgree();
});

it("payout items are paid, and the provider's charges are posted", bounded, async () => {
  await shop.wallet('KES', 1_000_000n);
  const items = [phone(), phone('0011'), phone()].map((recipient) => ({ recipient, amount: 20_000 }));
  const { id } = await openPayout(shop, items, { currency: 'KES', rail: 'mpesa' });
  await payoutWith(shop, id, 'completed');
  const outcomes = (await itemsOf(shop, id)).map(({ status, failure }) => [status, failure?.rail_code ?? null]);
  assert.deepEqual(outcomes, [
    ['succeeded', null],
    ['failed', '2040'],
    ['succeeded', null],
  ]);
  await assertBooksAgree();
});

it('an item waits while the provider refuses the API user, and is paid afterwards', bounded, async () => {
  await daraja.ask('POST', '/settings', { initiator_refused: true });
  const { id } = await openPayout(shop, [{ recipient: phone(), amount: 20_000 }], { currency: 'KES', rail: 'mpesa' });
  const [{ id: item }] = await until(async () => {
    const items = await itemsOf(shop, id);
    return items.length === 1 && items;
  });
  await until(async () => {
    const [row] = (await service.db.pool.query('SELECT sent_at FROM payout_items WHERE id = $1', [item])).rows;
    const { sent } = await daraja.ask('GET', '/callbacks');
    return row.sent_at === null && sent.some(({ reference }: { reference: string }) => reference === item);
  });
  await daraja.ask('POST', '/settings', { initiator_refused: false });
  await until(async () => {
    await hurry('payout_items');
    return (await read(`/payouts/${id}`)).status === 'completed';
  });
  assert.equal((await itemsOf(shop, id))[0].status, 'succeeded');
  await assertBooksAgree();
});

it('unasked money waits in the suspense wallet, and a payment is not credited twice', bounded, async () => {
  const { receipt } = await daraja.ask('POST', '/incoming', { phone: phone(), amount: 30_000, account: 'who knows' });
  const paid = await final((await pay()).id);
  // The provider confirms each payment to the short code, the asked one too.
  await until(async () => {
    const text = 'SELECT receipt, status FROM rail_incoming WHERE receipt = ANY ($1)';
    const { rows } = await service.db.pool.query(text, [[receipt, paid.rail_reference]]);
    return rows.length === 2 && rows.every(({ status }: { status: string }) => status === 'posted');
  });
  const { rows } = await service.db.pool.query("SELECT record FROM cases WHERE kind = 'unmatched_money'");
  assert.deepEqual(
    rows.map(({ record }) => record),
    [receipt],
  );
  await assertBooksAgree();
});

it('the test of the rail fetches a token, and says in words that the keys are refused', bounded, async () => {
  const build = { key: testSecrets.railKey, providers, live: false, exponentOf: () => 2, callbackUrlOf: () => null };
  const good = await testConnection(record, build);
  assert.ok(good.succeeded, JSON.stringify(good.steps));
  assert.equal(good.steps.find(({ name }) => name === 'token')?.result, 'succeeded');
  await daraja.ask('POST', '/settings', { tokens_refused: true });
  const refused = await testConnection(record, build);
  await daraja.ask('POST', '/settings', { tokens_refused: false });
  assert.equal(refused.succeeded, false);
  const { result, message } = refused.steps.find(({ name }) => name === 'token')!;
  assert.equal(result, 'failed', JSON.stringify(refused.steps));
  assert.match(message, /Invalid Authentication|credentials/);
  assert.ok(!JSON.stringify(refused).includes(daraja.credentials.consumer_secret));
});
