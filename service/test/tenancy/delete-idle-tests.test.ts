import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import pino from 'pino';
import { checkLedger } from '../../src/ledger/check.ts';
import { createDeletion } from '../../src/retention/delete-idle-tests.ts';
import { createEventDeletion } from '../../src/retention/delete-old-test-events.ts';
import { closeBatch } from '../../src/seal/close-batch.ts';
import { verifySeals } from '../../src/seal/verify.ts';
import { bothWorlds, payment, phone, tomorrow, waitingPayment } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { ageMerchant } from '../support/idle-merchants.ts';
import { openPayout, payoutWith } from '../support/payout-flows.ts';
import { sealAll } from '../support/sealed-ledger.ts';

let service: TestService;
let owner: pg.Pool;
before(async () => {
  service = await startTestService({ ...bothWorlds, REQUEST_LOG: 'off', PAYOUT_PENDING_SECONDS: '0' });
  owner = new pg.Pool({ connectionString: service.url });
});
after(async () => {
  await owner.end();
  await service.stop();
});

const rows = async (text: string, ...values: unknown[]) => (await owner.query(text, values)).rows;
const count = async (table: string, condition: string, ...values: unknown[]) =>
  (await rows(`SELECT count(*)::int AS n FROM ${table} WHERE ${condition}`, ...values))[0].n as number;
let people = 0;
const nextPhone = () => `+2217715${String(++people).padStart(5, '0')}`;

/** Refunds return this fee of payments, and the tax on it. */
const returned = { from: 1, basis_points: 100, fixed: 5, tax_basis_points: 2_000, on_refund: 'returned' };

/** All kinds of records of one merchant, among those of others. */
async function makeHistory(shop: TestMerchant, customer: { id: string; phone: string }): Promise<void> {
  await rows(
    `INSERT INTO fees (merchant_id, livemode, currency, charged_on, basis_points, fixed, schedules)
     VALUES ($1, false, 'XOF', 'payment', 100, 5, $2), ($1, false, 'XOF', 'payout', 0, 3, NULL)`,
    ...[shop.merchantId, JSON.stringify({ '': { tiers: [returned], next: null } })],
  );
  const wallet = await shop.wallet('XOF', 1_000_000n);
  await shop.call('POST', '/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'] });
  const made = [];
  for (let i = 0; i < 6; i++) {
    const payment = { amount: 1_000 + i, currency: 'XOF', customer: phone(i % 3 === 2 ? '0002' : '1234') };
    made.push((await shop.call('POST', '/payments', payment)).body);
  }
  const ended = await Promise.all(
    made.map(({ id }) =>
      until(async () => {
        const { body } = await shop.call('GET', `/payments/${id}`);
        return ['succeeded', 'failed'].includes(body.status) && body;
      }),
    ),
  );
  const paid = ended.filter(({ status }) => status === 'succeeded');
  for (const { id } of paid.slice(0, 2)) {
    const refund = await shop.call('POST', '/refunds', { payment: id, amount: 400 });
    assert.equal(refund.status, 201, refund.text);
  }
  await until(async () => (await count('refunds', `status = 'pending'`)) === 0);
  await shop.call('POST', '/payments', { amount: 900, currency: 'XOF', customer: phone('0008') });
  for (let i = 0; i < 4; i++) await shop.call('POST', '/checkout/sessions', { amount: 900, currency: 'XOF' });
  const to = await shop.call('POST', '/wallets/transfer', { to: customer.phone, amount: 700, currency: 'XOF' });
  assert.equal(to.status, 201, to.text);
  const items = [
    { recipient: customer.phone, amount: 300 },
    { recipient: phone('1234'), amount: 50 },
    { recipient: phone('1235'), amount: 60 },
  ];
  await payoutWith(shop, (await openPayout(shop, items)).id, 'completed');
  const open = await openPayout(shop, [{ recipient: phone('0008'), amount: 20 }, items[1]!]);
  await until(async () => (await count('payout_items', `payout_id = $1 AND status = 'succeeded'`, open.id)) === 1);
  await makeHolds(shop, customer.phone);
  await capturePayments(shop);
  const plan = {
    name: 'Salaries',
    currency: 'XOF',
    interval: 'monthly',
    first_date: '2036-01-31',
    time: '09:00',
    items,
  };
  assert.equal((await shop.call('POST', '/schedules', plan)).status, 201);
  const kept = await shop.call('POST', '/beneficiaries', { items: [{ recipient: customer.phone, name: 'Awa' }] });
  assert.equal(kept.status, 200, kept.text);
  const [payer] = (await shop.call('GET', '/customers')).body.data;
  assert.equal((await shop.call('POST', `/customers/${payer.id}/notes`, { text: 'Pays late.' })).status, 201);
  assert.ok((await count('payers', 'world = $1', shop.world)) > 0);
  await moveBetweenSeveral(shop, wallet, customer);
  await divide(shop, customer);
}

/** Movements with more postings than one, to its own wallets and a customer's, and a reversal. */
async function moveBetweenSeveral(shop: TestMerchant, wallet: string, customer: { phone: string }): Promise<void> {
  const own: string[] = [];
  for (let i = 0; i < 3; i++) own.push((await shop.call('POST', '/wallets', { currency: 'XOF' })).body.id);
  const leg = (wallet: string, amount: number) => ({ wallet, amount, currency: 'XOF' });
  const { to } = (await shop.call('POST', '/wallets/transfer', { to: customer.phone, amount: 1, currency: 'XOF' }))
    .body;
  for (let i = 0; i < 3; i++) {
    const credits = [leg(to, 30), leg(own[1]!, 40), leg(own[2]!, 50)];
    const sweep = { wallet: own[0]!, sweep: { max: 5 }, currency: 'XOF' };
    const debits = [leg(wallet, 125)];
    const rest = { wallet: own[0]!, remainder: true, currency: 'XOF' };
    const first = await shop.call('POST', '/movements', { debits, credits: [...credits, rest] });
    assert.equal(first.status, 201, first.text);
    const back = { wallet, remainder: true, currency: 'XOF' };
    const second = await shop.call('POST', '/movements', { debits: [sweep, leg(own[1]!, 10)], credits: [back] });
    assert.equal(second.status, 201, second.text);
  }
  const given = { from: wallet, to: own[1]!, amount: 60, currency: 'XOF' };
  const { id } = (await shop.call('POST', '/wallets/transfer', given)).body;
  for (const amount of [20, 15]) {
    assert.equal((await shop.call('POST', `/transfers/${id}/reverse`, { amount })).status, 201);
  }
}

/** Payments with shares for another of its wallets and for a customer, and a refund that takes parts of them back. */
async function divide(shop: TestMerchant, customer: { phone: string }): Promise<void> {
  const { id: own } = (await shop.call('POST', '/wallets', { currency: 'XOF' })).body;
  const { to: theirs } = (
    await shop.call('POST', '/wallets/transfer', { to: customer.phone, amount: 1, currency: 'XOF' })
  ).body;
  assert.equal((await shop.call('POST', '/split_partners', { wallet: theirs })).status, 201);
  const reserve = `'{"basis_points": 5000, "days": 30}'`;
  await rows(`UPDATE split_partners SET status = 'accepted', reserve = ${reserve} WHERE wallet_id = $1`, theirs);
  const split = [
    { wallet: own, basis_points: 2_500 },
    { wallet: theirs, amount: 100 },
  ];
  for (let i = 0; i < 3; i++) {
    const payment = { amount: 1_000 + i, currency: 'XOF', customer: phone('1234'), split };
    const { id } = (await shop.call('POST', '/payments', payment)).body;
    await until(async () => (await shop.call('GET', `/payments/${id}`)).body.status === 'succeeded');
    const refund = await shop.call('POST', '/refunds', { payment: id, amount: 300 });
    assert.equal(refund.status, 201, refund.text);
    await until(async () => (await shop.call('GET', `/refunds/${refund.body.id}`)).body.status === 'succeeded');
  }
}

/** A hold that is open after two captures, one captured to the end, and one released. */
async function makeHolds(shop: TestMerchant, to: string): Promise<void> {
  const hold = async () => {
    const held = { to, amount: 50, currency: 'XOF', expires_at: tomorrow() };
    const made = await shop.call('POST', '/holds', held);
    assert.equal(made.status, 201, made.text);
    return `/holds/${made.body.id}`;
  };
  const [open, final, whole, released] = [await hold(), await hold(), await hold(), await hold()];
  for (const [path, body] of [
    [`${open}/capture`, { amount: 10 }],
    [`${open}/capture`, { amount: 15 }],
    [`${final}/capture`, { amount: 10 }],
    [`${final}/capture`, { amount: 10, final: true }],
    [`${whole}/capture`, {}],
    [`${released}/release`, {}],
  ] as const)
    assert.equal((await shop.call('POST', path, body)).status, 200);
}

/** Payments that are captured later: open after two captures, captured in parts to the end, and untouched. */
async function capturePayments(shop: TestMerchant): Promise<void> {
  const held = async () => {
    const { id } = await waitingPayment(shop, { amount: 500, capture: 'manual' });
    await shop.call('POST', `/test/payments/${id}/approve`);
    return `/payments/${(await payment(shop, id, 'requires_capture')).id}`;
  };
  const [open, final] = [await held(), await held(), await held()];
  for (const [path, body] of [
    [`${open}/capture`, { amount: 100 }],
    [`${open}/capture`, { amount: 150 }],
    [`${final}/capture`, { amount: 200 }],
    [`${final}/capture`, { amount: 210, final: true }],
  ] as const)
    assert.equal((await shop.call('POST', path, body)).status, 200);
}

/** The tables in which a deleted merchant's world has no row. */
const emptied = [
  ...['payments', 'refunds', 'payouts', 'payout_items', 'transfers', 'movements', 'events', 'idempotency_keys'],
  ...['wallet_holds', 'split_partners', 'payout_schedules', 'payout_beneficiaries', 'payers', 'customer_notes'],
];

const age = (shop: Pick<TestMerchant, 'merchantId' | 'world'>) => ageMerchant(owner, shop);
const sweep = () => createDeletion({ db: service.db, log: pino({ level: 'silent' }) })(() => false);
const isGone = async ({ merchantId }: TestMerchant) => (await count('merchants', 'id = $1', merchantId)) === 0;
const balanceOf = async (person: { call: TestMerchant['call'] }) =>
  (await person.call('GET', '/wallets/me?currency=XOF')).body.balance;

describe('a test merchant that was unused for long', () => {
  it('is deleted with all its data, slice by slice, and the ledger is right after each slice', async () => {
    const [gone, stays] = [await service.merchant(), await service.merchant()];
    const payer = await service.person('customer', { identifier: nextPhone() });
    await service.customer(payer.identifier, ['XOF']);
    const customer = { id: payer.id, phone: payer.identifier };
    const boss = await service.person('merchant', { merchantId: gone.merchantId });
    await rows(
      `UPDATE sessions SET created_at = now() - interval '100 days', last_used_at = now() - interval '100 days'
                WHERE account_id = $1`,
      boss.id,
    );
    await Promise.all([makeHistory(gone, customer), makeHistory(stays, customer)]);
    const sent = await payer.call('POST', '/wallets/transfer', { to: phone('9999'), amount: 1, currency: 'XOF' });
    assert.equal(sent.status, 422);
    assert.deepEqual(await checkLedger(service.db), []);
    const before = { stays: await balanceOf(stays), customer: await balanceOf(payer) };
    const [kept] = await rows(`SELECT sum(reserved)::int AS reserve FROM split_partners WHERE world = $1`, gone.world);
    assert.ok(kept.reserve > 0);
    const system = () =>
      rows(`SELECT w.id, b.posted FROM wallets w JOIN balances b ON b.wallet_id = w.id
            WHERE w.owner_type = 'system' AND w.owner_id NOT LIKE 'deleted:%' ORDER BY w.id`);
    const systemBefore = await system();
    await age(gone);
    await sealAll(service.db, 10);

    const [first] = await service.db.query<{ begun: boolean }>(
      { name: 'test_begin', text: 'SELECT begin_test_deletion($1, 90) AS begun' },
      [gone.merchantId],
    );
    assert.equal(first!.begun, true);
    // Its keys end once the node is notified.
    await until(async () => (await gone.call('GET', '/payments')).status === 401);
    for (let slices = 0; ; slices++) {
      const pages = await count('checkout_sessions', 'world = $1', gone.world);
      const [slice] = await service.db.query<{ rows: number; gone: string | null }>({
        name: 'test_slice',
        text: 'SELECT rows, gone FROM delete_test_slice(3)',
      });
      assert.deepEqual(await checkLedger(service.db), [], `slice ${slices}`);
      // Postings of the deletion itself are sealed too, and some of them are deleted by later slices.
      await closeBatch(service.db, 0, 10);
      assert.deepEqual((await verifySeals(service.db)).findings, [], `slice ${slices}`);
      if (slice!.gone === gone.merchantId) {
        assert.equal(pages, 0, 'the sessions of pages were deleted in slices');
        break;
      }
      assert.ok(slice!.rows > 0 && slices < 200);
    }
    for (const table of emptied) assert.equal(await count(table, 'world = $1', gone.world), 0, table);
    assert.equal(await count('wallets', 'owner_id = $1', gone.merchantId), 0);
    assert.equal(await count('accounts', 'id = $1', boss.id), 0);
    assert.ok(await isGone(gone));
    await sealAll(service.db, 10);
    assert.deepEqual((await verifySeals(service.db)).findings, []);
    assert.ok((await count('seal_tombstones', 'true')) > 0);
    // The others keep their balances and records. A few balancing entries remain of the deleted merchant. Its reserve
    // is released.
    const { available, reserved, total } = before.customer;
    const customerAfter = { available: available + kept.reserve, reserved: reserved - kept.reserve, total };
    const after = { stays: await balanceOf(stays), customer: await balanceOf(payer) };
    assert.deepEqual(after, { stays: before.stays, customer: customerAfter });
    assert.deepEqual(await system(), systemBefore);
    const entries = (await payer.call('GET', `/wallets/${await walletOf(payer)}/entries`)).body.data;
    assert.ok(entries.some(({ kind }: any) => kind === 'deletion'));
    assert.equal(await count('payments', 'world = $1', stays.world), 13);
    // The ledger continues to work.
    const more = await stays.call('POST', '/payments', { amount: 10, currency: 'XOF', customer: phone('1234') });
    await payment(stays, more.body.id, 'succeeded');
    assert.deepEqual(await checkLedger(service.db), []);
  });

  it('is found by the sweep of each minute; one that is in use, or has anything live, is not', async () => {
    const [idle, used, live, wallet] = await Promise.all([1, 2, 3, 4].map(() => service.merchant()));
    for (const shop of [idle, used, live, wallet]) await age(shop!);
    await used!.call('GET', '/payments');
    await until(async () => (await count('api_keys', 'world = $1 AND last_used_at IS NOT NULL', used!.world)) === 1);
    await live!.newKey({ livemode: true });
    const { key } = await wallet!.newKey({ livemode: true });
    await service.request('POST', '/api/v1/wallets', { key, body: { currency: 'XOF' } });
    // Only its wallet protects the last one.
    await rows(
      `DELETE FROM api_keys k USING worlds w, integrations i
                WHERE w.id = k.world AND w.livemode AND i.id = w.integration_id AND i.merchant_id = $1`,
      wallet!.merchantId,
    );
    await sweep();
    const after = await Promise.all([idle, used, live, wallet].map((shop) => isGone(shop!)));
    assert.deepEqual(after, [true, false, false, false], 'idle, in use, with a live key, with a live wallet');
    assert.deepEqual(await checkLedger(service.db), []);
  });

  it('stays while an open escrow of another merchant needs its decision or its wallet', async () => {
    const [payer, decider, receiver] = [await service.merchant(), await service.merchant(), await service.merchant()];
    const wallet = await payer.wallet('XOF', 1_000n);
    const deciders = [wallet, await decider.wallet('XOF')];
    const expires_at = new Date(Date.now() + 86_400_000).toISOString();
    const escrow = { wallet, to: await receiver.wallet('XOF'), amount: 10, currency: 'XOF', escrow: { deciders } };
    const { status, text } = await payer.call('POST', '/holds', { ...escrow, expires_at });
    assert.equal(status, 201, text);
    for (const shop of [decider, receiver]) await age(shop);
    await sweep();
    assert.deepEqual([await isGone(decider), await isGone(receiver)], [false, false]);
  });

  it('stays where somebody else paid into its wallet: that is their record', async () => {
    const [paid, payer] = [await service.merchant(), await service.merchant()];
    const to = await paid.wallet('XOF');
    await payer.wallet('XOF', 1_000n);
    const sent = await payer.call('POST', '/wallets/transfer', { to, amount: 10, currency: 'XOF' });
    assert.equal(sent.status, 201, sent.text);
    await age(paid);
    await sweep();
    assert.equal(await isGone(paid), false);
  });
});

const walletOf = async (person: { call: TestMerchant['call'] }) =>
  (await person.call('GET', '/wallets/me?currency=XOF')).body.id;

it('a test integration in use loses only old events, a live one none, and the ledger is right', async () => {
  const shop = await service.merchant();
  await shop.wallet('XOF', 1_000n);
  const paid = await shop.call('POST', '/payments', { amount: 100, currency: 'XOF', customer: phone('1234') });
  await payment(shop, paid.body.id, 'succeeded');
  const text = 'SELECT w.id FROM worlds w JOIN worlds t USING (integration_id) WHERE t.id = $1 AND w.livemode';
  const [live] = await rows(text, shop.world);
  const all = await count('events', 'world = $1', shop.world);
  await rows(
    `UPDATE events SET id = id_from('evt', now() - interval '100 days') || substr(id, 15) WHERE world = $1`,
    shop.world,
  );
  await rows(`UPDATE payments SET succeeded_at = now() - interval '100 days' WHERE world = $1`, shop.world);
  await rows(
    `INSERT INTO events (world, id, type, payload, created_at)
     SELECT $1, id, type, payload, created_at FROM events WHERE world = $2`,
    live.id,
    shop.world,
  );
  const young = await shop.call('POST', '/payments', { amount: 100, currency: 'XOF', customer: phone('1234') });
  await payment(shop, young.body.id, 'succeeded');
  await createEventDeletion(service.db, 90)(() => false);
  assert.ok((await count('events', `world = $1 AND id >= id_from('evt', now() - interval '1 day')`, shop.world)) > 0);
  assert.equal(await count('events', `world = $1 AND id < id_from('evt', now() - interval '90 days')`, shop.world), 0);
  assert.equal(await count('events', 'world = $1', live.id), all);
  assert.deepEqual(await checkLedger(service.db), []);
  // The controls: the loss of an event that must be kept is found, and no live world may be marked.
  await rows(`DELETE FROM events WHERE world = $1`, shop.world);
  const broken = (await checkLedger(service.db)).map(({ invariant }) => invariant);
  assert.deepEqual(broken, ['payment_has_its_final_event']);
  await assert.rejects(
    rows('UPDATE worlds SET events_from = now() WHERE id = $1', live.id),
    /worlds_live_keeps_events/,
  );
});

describe('live mode', () => {
  const refused = /append-only: DELETE refused/;
  it('loses no posting, nor does test mode beyond an idle merchant, in any role', async () => {
    const shop = await service.merchant();
    await shop.wallet('XOF', 100n);
    const { key } = await shop.newKey({ livemode: true });
    const { body } = await service.request('POST', '/api/v1/wallets', { key, body: { currency: 'XOF' } });
    await rows(`INSERT INTO wallets (id, livemode, owner_type, owner_id, currency, is_default)
                VALUES ('wal_live_funding', true, 'system', 'funding', 'XOF', true) ON CONFLICT DO NOTHING`);
    await rows(
      `INSERT INTO postings (position, debit_wallet, credit_wallet, amount, currency, livemode, debit_balance, credit_balance, kind, source)
       VALUES (1, (SELECT id FROM wallets WHERE owner_id = 'funding' AND livemode AND currency = 'XOF'), $1, 5, 'XOF', true, -5, 5, 'funding', 'req_1')`,
      body.id,
    );
    await assert.rejects(rows('DELETE FROM postings WHERE livemode'), refused);
    await assert.rejects(rows('DELETE FROM postings WHERE NOT livemode'), refused);
    // The trigger is the defence: even a marked merchant loses nothing live.
    const [own] = await rows('SELECT array_agg(id) AS ids FROM wallets WHERE owner_id = $1', shop.merchantId);
    await rows('INSERT INTO test_deletions VALUES ($1, $2, $3)', shop.merchantId, [shop.world], own.ids);
    await assert.rejects(rows('DELETE FROM postings WHERE livemode'), refused);
    // The control: without the trigger they would be deleted.
    const client = await owner.connect();
    await client.query('BEGIN');
    await client.query('ALTER TABLE postings DISABLE TRIGGER postings_stay');
    assert.equal((await client.query('DELETE FROM postings WHERE livemode')).rowCount, 1);
    await client.query('ROLLBACK');
    client.release();
    await rows('DELETE FROM test_deletions');
  });

  it('keeps its merchant, whatever the service asks of the function', async () => {
    const shop = await service.merchant();
    await shop.newKey({ livemode: true });
    await age(shop);
    const begin = { name: 'test_begin', text: 'SELECT begin_test_deletion($1, 90) AS begun' };
    const young = await service.merchant();
    for (const { merchantId } of [shop, young])
      assert.deepEqual(await service.db.query(begin, [merchantId]), [{ begun: false }]);
    const write = { name: 'test_write', text: `INSERT INTO test_deletions VALUES ($1, '{}', '{}')` };
    await assert.rejects(service.db.query(write, [shop.merchantId]), /permission denied/);
    const erase = { name: 'test_erase', text: 'DELETE FROM postings' };
    await assert.rejects(service.db.query(erase), /permission denied/);
  });
});
