import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { transaction } from '../../src/db/transaction.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { balance, phone, refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

/** A merchant with money and a second, empty wallet. */
async function shopWith(amount: bigint): Promise<{ shop: TestMerchant; from: string; to: string }> {
  const shop = await service.merchant();
  const from = await shop.wallet('XOF', amount);
  return { shop, from, to: (await shop.call('POST', '/wallets', { currency: 'XOF' })).body.id };
}
const bulk = (shop: TestMerchant, body: object, key?: string) =>
  shop.call('POST', '/transfers/bulk', body, key ? { 'Idempotency-Key': key } : {});
const item = (to: string, amount: number, more: object = {}) => ({ to, amount, currency: 'XOF', ...more });
const eventsOf = async (shop: TestMerchant, type: string) =>
  (await shop.call('GET', `/events?limit=100&type=${type}`)).body.data;

test('each item has its own result, in the order of the items, and the record shows them again', async () => {
  const { shop, from, to } = await shopWith(1_000n);
  await service.customer(phone('2222'), ['XOF']);
  const single = await shop.call('POST', '/wallets/transfer', item(to, 1, { reference: 'used' }));
  const answer = await bulk(shop, {
    mode: 'each',
    metadata: { run: '7' },
    items: [
      item(to, 100, { reference: 'a', description: 'rent', metadata: { month: 'May' } }),
      item(to, 5_000),
      item(to, 10, { reference: 'used' }),
      item(phone('2222'), 200, { from }),
      item(phone('9999'), 10),
      item(from, 10),
    ],
  });
  assert.equal(answer.status, 201, answer.text);
  const { results, totals, status, id } = answer.body;
  assert.deepEqual(
    results.map((one: any) => [one.status, one.error?.code ?? null]),
    [
      ['succeeded', null],
      ['failed', 'insufficient_funds'],
      ['failed', 'reference_already_used'],
      ['succeeded', null],
      ['failed', 'recipient_not_found'],
      ['failed', 'same_wallet'],
    ],
  );
  assert.equal(results[2].error.record, single.body.id);
  assert.deepEqual(totals, {
    count: 6,
    succeeded_count: 2,
    failed_count: 4,
    amounts: [{ currency: 'XOF', succeeded_amount: 300 }],
  });
  assert.equal(status, 'completed');
  assert.equal((await shop.call('GET', `/transfers/bulk/${id}`)).text, answer.text);
  const first = (await shop.call('GET', `/transfers/${results[0].id}`)).body;
  assert.deepEqual(
    [first.to, first.amount, first.reference, first.description, first.metadata],
    [to, 100, 'a', 'rent', { month: 'May' }],
  );
  assert.deepEqual(await balance(shop, from), [699, 0]);
  const succeeded = (await eventsOf(shop, 'transfer.succeeded')).map((event: any) => event.data.object.id);
  assert.deepEqual(new Set(succeeded), new Set([single.body.id, results[0].id, results[3].id]));
  const [completed, ...others] = await eventsOf(shop, 'bulk.completed');
  assert.deepEqual([others.length, completed.data.object.id, completed.data.object.results], [0, id, undefined]);
  const stranger = await service.merchant();
  assert.equal((await stranger.call('GET', `/transfers/bulk/${id}`)).status, 404);
});

test('all or nothing: one item that is not possible leaves everything as it was', async () => {
  const { shop, from, to } = await shopWith(1_000n);
  const key = randomUUID();
  const body = { mode: 'all_or_nothing', items: [item(to, 600), item(to, 600), item(phone('9999'), 1)] };
  const refused = await bulk(shop, body, key);
  assert.deepEqual(refusal(refused), [422, 'bulk_item_failed']);
  assert.deepEqual(
    refused.body.error.details.map((one: any) => [one.param, one.code]),
    [
      ['items[1]', 'insufficient_funds'],
      ['items[2].to', 'recipient_not_found'],
    ],
  );
  assert.deepEqual(await balance(shop, from), [1_000, 0]);
  assert.deepEqual(await eventsOf(shop, 'transfer.succeeded'), []);
  const again = await bulk(shop, body, key);
  assert.deepEqual([again.headers.get('idempotent-replayed'), again.text], ['true', refused.text]);
  const done = await bulk(shop, { mode: 'all_or_nothing', items: [item(to, 600), item(to, 400)] }, randomUUID());
  assert.deepEqual([done.status, done.body.totals.succeeded_count], [201, 2]);
  assert.deepEqual(await balance(shop, from), [0, 0]);
});

test('a repeat with the same key gets the same answer and moves nothing', async () => {
  const { shop, from, to } = await shopWith(1_000n);
  const key = randomUUID();
  const body = { mode: 'each', metadata: { zebra: '1', b: '2', a: '3' }, items: [item(to, 100), item(to, 200)] };
  const [first, beside] = await Promise.all([bulk(shop, body, key), bulk(shop, body, key)]);
  const later = await bulk(shop, body, key);
  assert.equal(first.status, 201, first.text);
  assert.deepEqual([beside.text, later.text], [first.text, first.text]);
  assert.equal(later.headers.get('idempotent-replayed'), 'true');
  assert.deepEqual(await balance(shop, from), [700, 0]);
  const other = await bulk(shop, { ...body, items: [item(to, 1)] }, key);
  assert.deepEqual(refusal(other), [422, 'idempotency_key_reused']);
  const elsewhere = await shop.call('POST', '/wallets/transfer', item(to, 1), { 'Idempotency-Key': key });
  assert.deepEqual(refusal(elsewhere), [422, 'idempotency_key_reused']);
});

test('an invalid item refuses the request before anything moves', async () => {
  const { shop, from, to } = await shopWith(1_000n);
  const answer = await bulk(shop, {
    mode: 'each',
    items: [
      item(to, 1),
      item('nowhere', 1),
      item(to, 0),
      item(to, 1, { currency: 'EUR' }),
      item(to, 1, { surplus: 1 }),
    ],
  });
  assert.equal(answer.status, 400);
  assert.deepEqual(
    answer.body.error.details.map((one: any) => one.param),
    ['items[1].to', 'items[2].amount', 'items[3].currency', 'items[4].surplus'],
  );
  const twice = await bulk(shop, {
    mode: 'each',
    items: [item(to, 1, { reference: 'x' }), item(to, 1, { reference: 'x' })],
  });
  assert.deepEqual([twice.status, twice.body.error.param], [400, 'items[1].reference']);
  assert.equal((await bulk(shop, { items: [item(to, 1)] })).body.error.param, 'mode');
  assert.deepEqual(await balance(shop, from), [1_000, 0]);
});

test('NDJSON and CSV make the same transfers, and a fault names its line', async () => {
  const { shop, from, to } = await shopWith(1_000n);
  const send = (type: string, body: string, query = '?mode=each') =>
    fetch(`${service.base}/api/v1/transfers/bulk${query}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${shop.key}`, 'Content-Type': type },
      body,
    }).then(async (reply) => ({ status: reply.status, body: (await reply.json()) as any }));
  const lines = await send(
    'application/x-ndjson',
    `${JSON.stringify(item(to, 10, { reference: 'n1' }))}\n\n${JSON.stringify(item(to, 20))}\n`,
  );
  assert.deepEqual([lines.status, lines.body.totals?.succeeded_count], [201, 2], JSON.stringify(lines.body));
  const csv = await send('text/csv', `to,amount,currency,reference\n${to},30,XOF,c1\n${to},40,XOF,\n`);
  assert.deepEqual([csv.status, csv.body.totals?.succeeded_count], [201, 2], JSON.stringify(csv.body));
  assert.deepEqual(await balance(shop, from), [900, 0]);
  const bad = await send('application/x-ndjson', `${JSON.stringify(item(to, 10))}\n${JSON.stringify(item(to, 0))}\n`);
  assert.match(bad.body.error.message, /line 2/);
  const two = await send('application/x-ndjson', `${JSON.stringify(item(to, 1))},${JSON.stringify(item(to, 1))}\n`);
  assert.deepEqual([two.status, two.body.error.code], [400, 'malformed_json']);
  assert.equal((await send('text/csv', `to,amount,currency\n${to},1,XOF\n`, '')).body.error.param, 'mode');
  assert.deepEqual(await balance(shop, from), [900, 0]);
});

test('the guards of single transfers hold for every item, and the books are right', async () => {
  const { shop, from, to } = await shopWith(1_000n);
  await shop.call('POST', `/test/wallets/${to}/freeze`, { reason: 'fraud' });
  const frozen = await bulk(shop, { mode: 'each', items: [item(to, 1)] });
  assert.equal(frozen.body.results[0].error.code, 'wallet_frozen');
  const theirs = await (await service.merchant()).wallet('XOF', 50n);
  const taken = await bulk(shop, { mode: 'each', items: [item(from, 1, { from: theirs }), item(theirs, 1)] });
  assert.deepEqual(
    taken.body.results.map((one: any) => one.error?.code ?? one.status),
    ['not_found', 'succeeded'],
  );
  assert.deepEqual(await checkLedger(service.db), []);
});

test('while others send requests, one portion of an integration is in the database at a time', async () => {
  const { shop, from, to } = await shopWith(1_000n);
  const other = await shopWith(1_000n);
  const single = () => other.shop.call('POST', '/wallets/transfer', item(other.to, 1));
  assert.equal((await single()).status, 201);
  const bulks: ReturnType<typeof bulk>[] = [];
  const counts: number[] = [];
  await transaction(service.db, async (tx) => {
    // The portions cannot end while their wallet is locked here.
    const lock = 'SELECT pg_backend_pid() AS pid FROM balances WHERE wallet_id = $1 FOR UPDATE';
    const [holder] = await tx.query<{ pid: number }>({ name: 'test_lock', text: lock }, [from]);
    const countPortions = async (): Promise<number> => {
      const text = `
        SELECT count(DISTINCT l.pid)::int AS count FROM pg_locks l JOIN pg_database d ON d.oid = l.database
        WHERE d.datname = current_database() AND l.relation IN ('balances'::regclass, 'transfers'::regclass)
              AND l.pid <> $1`;
      return (await service.db.pool.query(text, [holder!.pid])).rows[0].count;
    };
    for (let i = 0; i < 3; i++) bulks.push(bulk(shop, { mode: 'each', items: [item(to, 1)] }));
    await until(async () => (await countPortions()) > 0);
    for (let i = 0; i < 5; i++) {
      assert.equal((await single()).status, 201, 'a single request does not wait for them');
      counts.push(await countPortions());
    }
  });
  assert.ok(Math.max(...counts) <= 1, `${counts}`);
  for (const answer of await Promise.all(bulks)) assert.equal(answer.status, 201, answer.text);
});

/** The rows that the service has written, by the database's own counters. */
async function written(): Promise<unknown> {
  const { pool } = service.db;
  // A connection keeps its counts for up to ten seconds. Each is busy with one of these, and then passes them on.
  const passOn = 'SELECT pg_stat_force_next_flush(), pg_sleep(0.03)';
  await Promise.all(Array.from({ length: pool.options.max }, () => pool.query(passOn)));
  const text = `
    SELECT relname, n_tup_ins::text AS inserted, n_tup_upd::text AS updated, n_tup_del::text AS deleted
    FROM pg_stat_user_tables
    WHERE relname IN ('transfers', 'payments', 'payouts', 'payout_items', 'postings', 'balances', 'wallets', 'events',
                      'deliveries', 'idempotency_keys', 'bulks', 'bulk_results', 'holds', 'audit_log')
    ORDER BY relname`;
  return (await pool.query(text)).rows;
}

test('a dry run reports what would happen, and the database writes nothing', async () => {
  const { shop, from, to } = await shopWith(1_000n);
  const used = await shop.call('POST', '/wallets/transfer', item(to, 1, { reference: 'taken' }));
  const fresh = await service.merchant();
  // Background work of other tests ends first.
  let before = await written();
  await until(async () => {
    const now = await written();
    const isStill = JSON.stringify(now) === JSON.stringify(before);
    before = now;
    return isStill;
  });
  const key = randomUUID();
  const dry = (path: string, body: object, of = shop) =>
    of.call('POST', path, { ...body, dry_run: true }, { 'Idempotency-Key': key });
  const items = [item(to, 600), item(to, 600), item(to, 5, { reference: 'taken' })];

  const each = await dry('/transfers/bulk', { mode: 'each', items });
  assert.equal(each.status, 200, each.text);
  assert.deepEqual(
    each.body.results.map((one: any) => one.error?.code ?? one.status),
    ['succeeded', 'insufficient_funds', 'reference_already_used'],
  );
  assert.equal(each.body.results[2].error.record, used.body.id);
  assert.deepEqual(each.body.totals.amounts, [{ currency: 'XOF', succeeded_amount: 600 }]);
  assert.ok(!/"(id|created_at)"/.test(each.text), 'the report has no id');
  const whole = await dry('/transfers/bulk', { mode: 'all_or_nothing', items });
  assert.deepEqual([whole.body.status, whole.body.error.code], ['failed', 'insufficient_funds']);
  const single = await dry('/wallets/transfer', item(to, 999));
  assert.deepEqual([single.status, single.body.status, single.body.totals.count], [200, 'succeeded', 1]);
  assert.equal((await dry('/wallets/transfer', item(to, 1_000))).body.error.code, 'insufficient_funds');
  assert.equal((await dry('/wallets/transfer', item(to, 1), fresh)).body.error.code, 'insufficient_funds');
  const bill = { customer: phone('0007'), amount: 5, currency: 'XOF' };
  const bills = await dry('/payments/bulk', { mode: 'each', items: [bill, { ...bill, wallet: to }] }, fresh);
  assert.deepEqual(
    bills.body.results.map((one: any) => one.error?.code ?? one.status),
    ['accepted', 'not_found'],
  );
  const payout = (amount: number) => ({ currency: 'XOF', items: [{ recipient: phone('1234'), amount }] });
  const paid = await dry('/payouts', payout(900));
  assert.deepEqual([paid.status, paid.body.status, paid.body.totals.fee], [200, 'accepted', 0]);
  assert.equal((await dry('/payouts', payout(5_000))).body.error.code, 'insufficient_funds');
  assert.equal((await dry('/payouts', payout(5), fresh)).body.error.code, 'insufficient_funds');

  assert.deepEqual(await written(), before);
  assert.deepEqual(await balance(shop, from), [999, 0]);
  // The key is free for the request itself.
  assert.equal((await shop.call('POST', '/wallets/transfer', item(to, 1), { 'Idempotency-Key': key })).status, 201);
  assert.notDeepEqual(await written(), before, 'the counters count');
});

test('a dry run refuses for the same reason as the request itself, also with a used reference', async () => {
  const { shop, to } = await shopWith(1_000n);
  const reference = 'twice';
  await shop.call('POST', '/wallets/transfer', item(to, 1, { reference }));
  const paid = { currency: 'XOF', items: [{ recipient: phone('1234'), amount: 5 }], reference };
  assert.equal((await shop.call('POST', '/payouts', paid)).status, 202);
  const theirs = await (await service.merchant()).wallet('XOF', 50n);
  const transfers = [
    item(to, 1, { reference, from: theirs }),
    item('+1', 1, { reference }),
    item(phone('9999'), 1, { reference }),
    item(to, 5_000, { reference }),
    item(to, 1, { reference: 'new', from: theirs }),
  ];
  const asked: [string, object][] = [
    ...transfers.map((one): [string, object] => ['/wallets/transfer', one]),
    ['/payouts', { ...paid, wallet: theirs }],
    ['/payouts', { ...paid, items: [{ recipient: phone('1234'), amount: 5_000 }] }],
  ];
  for (const [path, body] of asked) {
    const real = await shop.call('POST', path, body);
    const dry = await shop.call('POST', path, { ...body, dry_run: true });
    const foreseen = dry.body.error;
    const { code, param } = real.body.error;
    assert.deepEqual([foreseen?.code, foreseen?.param], [code, param], `${path} ${JSON.stringify(body)} ${dry.text}`);
    assert.equal(foreseen.record !== undefined, code === 'reference_already_used', dry.text);
  }
  const each = { mode: 'each', items: [transfers[0], { ...transfers[3], reference: 'other' }] };
  const codes = ({ results }: any) => results.map((one: any) => one.error?.code);
  const dry = await bulk(shop, { ...each, dry_run: true });
  assert.deepEqual(codes(dry.body), codes((await bulk(shop, each)).body));
  assert.deepEqual(codes(dry.body), ['not_found', 'insufficient_funds']);
});

/** Sends one bulk request to each of these addresses at the same time. */
const sendAtOnce = (bases: readonly string[], key: string, shopKey: string, body: object) =>
  Promise.all(
    bases.map((base) =>
      fetch(`${base}/api/v1/transfers/bulk`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${shopKey}`, 'Content-Type': 'application/json', 'Idempotency-Key': key },
        body: JSON.stringify(body),
      }),
    ),
  );

for (const mode of ['each', 'all_or_nothing'])
  test(`two nodes that get the same request carry out each item once (${mode})`, async () => {
    const { shop, from, to } = await shopWith(2_500n);
    const other = await startTestService({}, { url: service.url });
    try {
      // The wallet has just enough, so a node that decides after the other one would refuse.
      const body = { mode, items: Array.from({ length: 2_500 }, () => item(to, 1)) };
      const key = randomUUID();
      const bases = [service.base, other.base, service.base, other.base];
      const answers = await sendAtOnce(bases, key, shop.key, body);
      const [last] = await sendAtOnce([other.base], key, shop.key, body);
      assert.equal(last!.status, 201);
      const text = await last!.text();
      for (const answer of answers) {
        assert.ok(
          [201, 409].includes(answer.status),
          `${answer.status} ${answer.status > 201 && (await answer.text())}`,
        );
        if (answer.status === 201) assert.equal(await answer.text(), text);
      }
      assert.equal(JSON.parse(text).totals.succeeded_count, 2_500);
      assert.deepEqual(await balance(shop, from), [0, 0]);
      assert.deepEqual(await checkLedger(service.db), []);
    } finally {
      await other.stop();
    }
  });

test('a dry run works where the service marks its history', async () => {
  const node = await startTestService({}, { url: service.url }, undefined, undefined, undefined, { history: true });
  try {
    const { shop, to } = await shopWith(100n);
    const body = JSON.stringify({ ...item(to, 1), dry_run: true });
    for (let i = 0; i < 5; i++) {
      const answer = await fetch(`${node.base}/api/v1/wallets/transfer`, {
        ...{ method: 'POST', body },
        headers: { Authorization: `Bearer ${shop.key}`, 'Content-Type': 'application/json' },
      });
      assert.equal(answer.status, 200, await answer.text());
      await sleep(120);
    }
  } finally {
    await node.stop();
  }
});

// After the dry run: the worker goes on asking about these payments, which counts as writing.
test('payments in bulk are accepted one by one, or all or none', async () => {
  const shop = await service.merchant();
  const bill = (customer: string, more: object = {}) => ({ customer, amount: 500, currency: 'XOF', ...more });
  const send = (body: object, key = randomUUID()) =>
    shop.call('POST', '/payments/bulk', body, { 'Idempotency-Key': key });
  const theirs = await (await service.merchant()).wallet('XOF');
  const answer = await send({
    mode: 'each',
    items: [bill(phone('0008'), { reference: 'b1' }), bill(phone('0008'), { wallet: theirs }), bill(phone('0007'))],
  });
  assert.equal(answer.status, 201, answer.text);
  assert.deepEqual(
    answer.body.results.map((one: any) => one.error?.code ?? one.status),
    ['accepted', 'not_found', 'accepted'],
  );
  assert.equal((await shop.call('GET', `/payments/bulk/${answer.body.id}`)).text, answer.text);
  assert.equal((await shop.call('GET', `/transfers/bulk/${answer.body.id}`)).status, 404);
  const first = await shop.call('GET', `/payments/${answer.body.results[0].id}`);
  assert.deepEqual([first.body.reference, first.body.amount], ['b1', 500]);
  const used = await send({ mode: 'each', items: [bill(phone('0008'), { reference: 'b1' })] });
  const { code, record } = used.body.results[0].error;
  assert.deepEqual([code, record], ['reference_already_used', answer.body.results[0].id]);
  const none = await send({
    mode: 'all_or_nothing',
    items: [bill(phone('0008')), bill(phone('0008'), { wallet: theirs })],
  });
  assert.deepEqual([none.body.error.code, none.body.error.param], ['bulk_item_failed', 'items[1].wallet']);
  assert.equal((await shop.call('GET', '/payments')).body.data.length, 2);
});
