import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Database } from '../../src/db/database.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { settleLate } from '../../src/payments/settle-late.ts';
import { createPaymentsWorker } from '../../src/payments/worker.ts';
import { fixedRails, type Rail } from '../../src/rails/rail.ts';
import { createParking, MOST_FAILURES } from '../../src/workers/parking/park-failing.ts';
import { openPayment, payment, phone, refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { actsOn, makeOperator } from '../support/operators.ts';
import type { TestPerson } from '../support/person.ts';
import { withStatements } from '../support/world.ts';

const FULL = 2n ** 53n - 1n;
let service: TestService;
/** Serves requests and has no workers. */
let api: TestService;
let finance: TestPerson;
before(async () => {
  service = await startTestService();
  api = await startTestService({ ROLE: 'api' });
  finance = await makeOperator(service, 'finance');
});
after(async () => {
  await service.stop();
  await api.stop();
});

const run = <Row>(db: Database, text: string, ...values: unknown[]) => db.query<Row>({ name: text, text }, values);

async function shopWith(at: TestService, balance: bigint, fee = 5): Promise<{ shop: TestMerchant; wallet: string }> {
  const shop = await at.merchant();
  const text = `INSERT INTO fees (merchant_id, livemode, currency, basis_points, fixed) VALUES ($1, false, 'XOF', 0, $2)`;
  await run(at.db, text, shop.merchantId, fee);
  return { shop, wallet: await shop.wallet('XOF', balance) };
}

const total = async (shop: TestMerchant, wallet: string) =>
  BigInt((await shop.call('GET', `/wallets/${wallet}`)).body.balance.total);
const openOf = async (record: string) =>
  (await finance.call('GET', '/operator/parked_settlements?status=open&kind=payment&limit=100')).body.data.find(
    (one: { record: string }) => one.record === record,
  );
const retry = (id: string) =>
  finance.call('POST', `/operator/parked_settlements/${id}/retry`, { reason: 'there is room' });
const suspense = async (at: TestService) =>
  (
    await run<{ posted: bigint }>(
      at.db,
      `SELECT posted FROM balances WHERE wallet_id = (SELECT id FROM wallets WHERE owner_id = 'suspense' AND currency = 'XOF')`,
    )
  )[0]?.posted;

describe('a payment into a wallet that is full', () => {
  it('succeeds once, and its money waits in suspense until an operator tries again', async () => {
    const { shop, wallet } = await shopWith(service, FULL - 500n);
    const { id } = await openPayment(shop, { amount: 1_000, customer: phone('1234') });
    await payment(shop, id, 'succeeded');
    assert.equal(await total(shop, wallet), FULL - 500n);
    const parked = await until(() => openOf(id));
    assert.deepEqual(
      [parked.in_suspense, parked.reason, parked.amount, parked.wallet, parked.merchant],
      [true, 'limit_exceeded', 1_000, wallet, shop.merchantId],
    );
    assert.equal(await suspense(service), 1_000n);
    assert.deepEqual(await checkLedger(service.db), []);
    const events = (await shop.call('GET', '/events?type=payment.succeeded')).body.data;
    assert.equal(events.length, 1);

    assert.deepEqual(refusal(await retry(parked.id)), [409, 'settlement_refused']);
    assert.equal(await suspense(service), 1_000n);

    const other = (await shop.call('POST', '/wallets', { currency: 'XOF' })).body.id;
    await shop.call('POST', '/wallets/transfer', { from: wallet, to: other, amount: 2_000, currency: 'XOF' });
    const answers = await Promise.all([retry(parked.id), retry(parked.id)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
    assert.equal(await total(shop, wallet), FULL - 500n - 2_000n + 1_000n - 5n);
    assert.equal(await suspense(service), 0n);
    assert.deepEqual(await checkLedger(service.db), []);
    assert.deepEqual(refusal(await retry(parked.id)), [409, 'settlement_resolved']);
    const acts = await actsOn(service, parked.id);
    assert.deepEqual([acts.length, acts[0].action, acts[0].reason], [1, 'settlement.retried', 'there is room']);
    assert.equal((await shop.call('GET', '/events?type=payment.succeeded')).body.data.length, 1);
  });

  it('is not refunded while its shares wait, and after a reversal it pays none of them', async () => {
    const { shop } = await shopWith(service, FULL - 500n);
    const share = (await shop.call('POST', '/wallets', { currency: 'XOF' })).body.id;
    const split = [{ wallet: share, amount: 100 }];
    const { id } = await openPayment(shop, { amount: 1_000, customer: phone('1234'), split });
    await payment(shop, id, 'succeeded');
    const parked = await until(() => openOf(id));
    const refund = await shop.call('POST', '/refunds', { payment: id, amount: 1_000 });
    assert.equal(refusal(refund)[1], 'payment_not_refundable');
    const failure = { code: 'rail_error', message: 'taken back', rail_code: null } as const;
    assert.equal(await settleLate(service.db, { world: shop.world, id }, { state: 'reversed', failure }), 'reversed');
    const retried = await retry(parked.id);
    assert.equal(retried.status, 200, retried.text);
    const [kept] = (await payment(shop, id, 'succeeded')).split;
    assert.deepEqual([kept.status, kept.reason, await total(shop, share)], ['kept', 'payment_reversed', 0n]);
    assert.deepEqual(await checkLedger(service.db), []);
  });

  it("takes nothing from the other merchants' payments in the same batch", async () => {
    const { shop } = await shopWith(service, FULL);
    const { shop: neighbour, wallet } = await shopWith(service, 0n);
    const full = openPayment(shop, { amount: 10, customer: phone('1234') });
    const others = await Promise.all(
      Array.from({ length: 5 }, () => openPayment(neighbour, { amount: 10, customer: phone('1234') })),
    );
    for (const { id } of others) await payment(neighbour, id, 'succeeded');
    await payment(shop, (await full).id, 'succeeded');
    assert.equal(await total(neighbour, wallet), 25n);
    assert.deepEqual(await checkLedger(service.db), []);
  });

  it('is counted in /metrics', async () => {
    // Metrics are at most 15 s old.
    await until(async () =>
      /rialto_parked\{what="payment",mode="test"\} [1-9]/.test((await service.request('GET', '/metrics')).text),
    );
  });
});

describe('a payment whose settlement fails each time', () => {
  const paid = { state: 'succeeded', railReference: 'ref' } as const;
  const capabilities = () => ({ collect: null });
  const rail = { name: 'sandbox', capabilities, collect: async () => paid, check: async () => paid } as unknown as Rail;
  const rails = fixedRails({ sandbox: rail });
  /** The settlement works, but its write of the suspense entry fails. */
  const failing = () =>
    withStatements(api.db, (statement) =>
      statement.name === 'parked_insert'
        ? { name: 'fail', text: 'SELECT $1, $2, $3, $4, $5, $6, $7, $8, 1 / 0' }
        : statement,
    );
  const stand = (db: Database) => {
    const errors: unknown[] = [];
    const parked: string[] = [];
    const onError = (error: unknown) => errors.push(error);
    const parking = createParking({
      db: api.db,
      kind: 'payment',
      onError,
      onParked: ({ record }) => parked.push(record),
    });
    const final: string[] = [];
    const worker = createPaymentsWorker({ db, rails, onError, onFinal: ({ id }) => final.push(id), parking });
    return { worker, errors, parked, final };
  };
  const waits = async (id: string) =>
    (
      await run<{ s: number | null }>(
        api.db,
        'SELECT extract(epoch FROM due_at - now())::float8 AS s FROM payments WHERE id = $1',
        id,
      )
    )[0]!.s;
  const hurry = (id: string) =>
    run(api.db, 'UPDATE payments SET due_at = now() WHERE id = $1 AND due_at IS NOT NULL', id);

  it('waits longer after each failure, delays no other payment, and is parked in the end', async () => {
    const { shop } = await shopWith(api, FULL);
    const { shop: neighbour } = await shopWith(api, 0n);
    const { id } = await openPayment(shop, { amount: 10, customer: phone('1234') });
    const { worker, errors, parked, final } = stand(failing());
    const waited: number[] = [];
    for (let i = 1; i < MOST_FAILURES; i++) {
      const other = await openPayment(neighbour, { amount: 10, customer: phone('1234') });
      await hurry(id);
      await worker.round();
      assert.ok(final.includes(other.id));
      waited.push((await waits(id))!);
    }
    for (let i = 1; i < waited.length; i++)
      assert.ok(waited[i]! > waited[i - 1]! * 1.2 || waited[i]! > 1_500, waited.join());
    assert.deepEqual([errors.length, parked], [MOST_FAILURES - 1, []]);
    await hurry(id);
    await worker.round();
    assert.deepEqual([parked, await waits(id)], [[id], null]);
    assert.deepEqual(await checkLedger(api.db), []);
    await worker.round();
    assert.equal(errors.length, MOST_FAILURES);

    // The cause is fixed: an operator lets the worker try again.
    const operator = await makeOperator(api, 'finance');
    const [entry] = (await operator.call('GET', '/operator/parked_settlements?status=open')).body.data;
    assert.deepEqual([entry.record, entry.in_suspense], [id, false]);
    const retried = await operator.call('POST', `/operator/parked_settlements/${entry.id}/retry`, { reason: 'mended' });
    assert.equal(retried.body.status, 'resolved');
    const mended = stand(api.db);
    await mended.worker.round();
    assert.deepEqual(mended.final, [id]);
    assert.deepEqual(await checkLedger(api.db), []);
  });
});
