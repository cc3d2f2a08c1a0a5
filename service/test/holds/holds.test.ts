import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { MOST_CAPTURES } from '../../../contract/src/holds.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { balance, phone, refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(async () => {
  assert.deepEqual(await checkLedger(service.db), []);
  await service.stop();
});

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString();

/** A merchant with 1000 on a wallet, and a second, empty wallet. */
async function shopWith() {
  const shop = await service.merchant();
  const wallet = await shop.wallet('XOF', 1_000n);
  const to = (await shop.call('POST', '/wallets', { currency: 'XOF' })).body.id;
  return { shop, wallet, to };
}
const hold = (shop: TestMerchant, fields: object) =>
  shop.call('POST', '/holds', { amount: 600, currency: 'XOF', expires_at: inDays(7), ...fields });
const capture = (shop: TestMerchant, id: string, fields: object = {}) =>
  shop.call('POST', `/holds/${id}/capture`, fields);
const release = (shop: TestMerchant, id: string) => shop.call('POST', `/holds/${id}/release`);

/** [status, captured, released, remaining] */
const state = ({ body }: { body: any }) => [
  body.status,
  body.amount_captured,
  body.amount_released,
  body.amount_remaining,
];
async function eventsOf(shop: TestMerchant, id: string): Promise<string[]> {
  const { data } = (await shop.call('GET', '/events?limit=100&order=asc')).body;
  return data.filter((event: any) => event.data.object.id === id).map((event: any) => event.type);
}
/** Moves the deadlines of a hold, as if time had passed. */
const pass = (id: string, seconds: number) =>
  service.db.pool.query(
    `UPDATE wallet_holds SET due_at = due_at - make_interval(secs => $2),
                             expires_at = expires_at - make_interval(secs => $2)
     WHERE id = $1`,
    [id, seconds],
  );
const wake = () => service.db.node.wake('holds');

test('a hold keeps money aside, and captures pay it in parts', async () => {
  const { shop, wallet, to } = await shopWith();
  const made = await hold(shop, { wallet, to, reference: 'order-1', description: 'rent', metadata: { a: 'b' } });
  assert.equal(made.status, 201, made.text);
  assert.deepEqual(state(made), ['open', 0, 0, 600]);
  assert.deepEqual(await balance(shop, wallet), [400, 600]);
  assert.equal((await shop.call('GET', `/holds/${made.body.id}`)).text, made.text);

  const { id } = made.body;
  assert.deepEqual(state(await capture(shop, id, { amount: 100 })), ['open', 100, 0, 500]);
  const second = await capture(shop, id, { amount: 200 });
  assert.deepEqual(
    second.body.captures.map((part: any) => [part.to, part.amount]),
    [
      [to, 100],
      [to, 200],
    ],
  );
  assert.deepEqual(
    [await balance(shop, wallet), await balance(shop, to)],
    [
      [400, 300],
      [300, 0],
    ],
  );
  assert.deepEqual(state(await capture(shop, id)), ['captured', 600, 0, 0]);
  assert.deepEqual(await balance(shop, wallet), [400, 0]);
  const { data: events } = (await shop.call('GET', '/events?order=asc')).body;
  assert.deepEqual(
    events.map((event: any) => [event.type, event.data.previous_attributes]),
    [
      ['hold.created', undefined],
      ['hold.captured', { amount_captured: 0, amount_remaining: 600 }],
      ['hold.captured', { amount_captured: 100, amount_remaining: 500 }],
      ['hold.captured', { status: 'open', amount_captured: 300, amount_remaining: 300 }],
    ],
  );
  const entries = (await shop.call('GET', `/wallets/${to}/entries`)).body.data;
  assert.deepEqual(
    entries.map((entry: any) => [entry.kind, entry.source, entry.amount, entry.about?.reference]),
    [300, 200, 100].map((amount) => ['capture', id, amount, 'order-1']),
  );
  assert.deepEqual(refusal(await capture(shop, id)), [409, 'hold_is_over']);
  assert.deepEqual(refusal(await release(shop, id)), [409, 'hold_is_over']);
});

test('a final capture gives the rest back at once, and a release gives back everything', async () => {
  const { shop, wallet, to } = await shopWith();
  const first = (await hold(shop, { wallet })).body.id;
  assert.deepEqual(state(await capture(shop, first, { to, amount: 250, final: true })), ['captured', 250, 350, 0]);
  assert.deepEqual(await balance(shop, wallet), [750, 0]);

  const second = (await hold(shop, { wallet, to })).body.id;
  await capture(shop, second, { amount: 50 });
  const released = await release(shop, second);
  assert.deepEqual(state(released), ['released', 50, 550, 0]);
  assert.notEqual(released.body.ended_at, null);
  assert.equal((await release(shop, second)).text, released.text, 'the same release');
  assert.deepEqual(await balance(shop, wallet), [700, 0]);
  assert.deepEqual(await eventsOf(shop, second), ['hold.created', 'hold.captured', 'hold.released']);
  const { data: last } = (await shop.call('GET', '/events?type=hold.released')).body;
  assert.deepEqual(
    last.map((event: any) => event.data.previous_attributes),
    [{ status: 'open', amount_released: 0, amount_remaining: 550 }],
  );
});

test('captures never exceed what is held, and other payments never use it', async () => {
  const { shop, wallet, to } = await shopWith();
  const { id } = (await hold(shop, { wallet, to })).body;
  await capture(shop, id, { amount: 500 });
  const excess = await capture(shop, id, { amount: 101 });
  assert.deepEqual(refusal(excess), [422, 'capture_exceeds_remaining']);
  assert.equal(excess.body.error.remaining, 100);
  const transfer = { from: wallet, to, amount: 401, currency: 'XOF' };
  assert.deepEqual(refusal(await shop.call('POST', '/wallets/transfer', transfer)), [402, 'insufficient_funds']);
  assert.deepEqual(refusal(await hold(shop, { wallet, amount: 401 })), [402, 'insufficient_funds']);
  assert.deepEqual(await balance(shop, wallet), [400, 100]);
});

test('the receiver is named by the hold or by each capture, by id or by phone', async () => {
  const { shop, wallet, to } = await shopWith();
  await service.customer(phone('7001'), ['XOF']);
  const byPhone = await hold(shop, { wallet, to: phone('7001'), amount: 10 });
  assert.match(byPhone.body.to, /^wal_/);
  assert.equal((await capture(shop, byPhone.body.id)).body.captures[0].to, byPhone.body.to);

  const open = (await hold(shop, { wallet, amount: 30 })).body.id;
  const faults = [
    [byPhone.body.id, { to }, 'fixed_by_hold'],
    [open, {}, 'required'],
    [open, { to: 'somebody' }, 'not_recipient'],
  ] as const;
  for (const [id, fields, reason] of faults) {
    const { status, body } = await capture(shop, id, fields);
    assert.deepEqual([status, body.error.param, body.error.details[0].reason], [400, 'to', reason]);
  }
  const dollars = await shop.wallet('USD');
  for (const [other, code] of [
    [wallet, 'same_wallet'],
    [dollars, 'currency_mismatch'],
    [phone('7999'), 'recipient_not_found'],
    [`wal_${'0'.repeat(26)}`, 'recipient_not_found'],
  ] as const) {
    assert.deepEqual(refusal(await capture(shop, open, { to: other })), [422, code]);
    assert.deepEqual(refusal(await hold(shop, { wallet, to: other })), [422, code]);
  }
  assert.equal((await capture(shop, open, { to: phone('7001'), amount: 10 })).body.captures[0].to, byPhone.body.to);
  const others = await service.merchant();
  const theirs = await others.wallet('XOF');
  await capture(shop, open, { to: theirs });
  assert.deepEqual(await balance(others, theirs), [20, 0]);
});

test('a refused hold holds nothing', async () => {
  const { shop, wallet } = await shopWith();
  const other = await (await service.merchant()).wallet('XOF');
  await hold(shop, { wallet, amount: 1, reference: 'once' });
  for (const [fields, expected] of [
    [{ wallet: other }, [404, 'not_found']],
    [{ wallet, currency: 'USD' }, [422, 'currency_mismatch']],
    [{ wallet, expires_at: inDays(-1) }, [400, 'validation_failed']],
    [{ wallet, expires_at: inDays(367) }, [400, 'validation_failed']],
    [{ wallet, reference: 'once' }, [409, 'reference_already_used']],
    // A late retry.
    [{ wallet, reference: 'once', expires_at: inDays(-1) }, [409, 'reference_already_used']],
    [{ wallet, amount: 1_000 }, [402, 'insufficient_funds']],
  ] as const)
    assert.deepEqual(refusal(await hold(shop, fields)), expected, JSON.stringify(fields));
  assert.deepEqual(await balance(shop, wallet), [999, 1]);
});

test('a freeze of either wallet refuses a capture, and never a release', async () => {
  const { shop, wallet, to } = await shopWith();
  const { id } = (await hold(shop, { wallet, to })).body;
  for (const [frozen, param] of [
    [to, 'to'],
    [wallet, undefined],
  ] as const) {
    await shop.call('POST', `/test/wallets/${frozen}/freeze`, { reason: 'fraud' });
    const refused = await capture(shop, id);
    assert.deepEqual([...refusal(refused), refused.body.error.param], [409, 'wallet_frozen', param]);
    if (frozen === to) await shop.call('POST', `/test/wallets/${frozen}/unfreeze`);
  }
  assert.deepEqual(state(await shop.call('GET', `/holds/${id}`)), ['open', 0, 0, 600]);
  assert.deepEqual(refusal(await hold(shop, { wallet, amount: 1 })), [409, 'wallet_frozen']);
  assert.deepEqual(state(await release(shop, id)), ['released', 0, 600, 0]);
});

test("a customer's balance limit refuses a capture, and the money stays held", async () => {
  const shop = await service.merchant();
  const wallet = await shop.wallet('XOF', 500_000n);
  await service.customer(phone('7002'), ['XOF']);
  const limit = `INSERT INTO limits (tier, currency, livemode, balance) VALUES (0, 'XOF', false, 100)
    ON CONFLICT (tier, currency, livemode) DO UPDATE SET balance = 100 RETURNING 1`;
  const before = (await service.db.pool.query(`SELECT * FROM limits WHERE tier = 0 AND currency = 'XOF'`)).rows;
  await service.db.pool.query(limit);
  try {
    const { id } = (await hold(shop, { wallet, to: phone('7002'), amount: 200 })).body;
    const refused = await capture(shop, id);
    assert.ok(['limit_exceeded', 'kyc_required'].includes(refused.body.error.code), refused.text);
    assert.deepEqual(await balance(shop, wallet), [499_800, 200]);
    assert.deepEqual(state(await capture(shop, id, { amount: 100 })), ['open', 100, 0, 100]);
    assert.deepEqual(state(await release(shop, id)), ['released', 100, 100, 0]);
  } finally {
    await service.db.pool.query(`UPDATE limits SET balance = $1 WHERE tier = 0 AND currency = 'XOF' AND NOT livemode`, [
      before.find((row) => !row.livemode)?.balance ?? null,
    ]);
  }
});

test('a hold warns before its end, and then gives back what is left', async () => {
  const { shop, wallet, to } = await shopWith();
  const { id } = (await hold(shop, { wallet, to })).body;
  await capture(shop, id, { amount: 100 });
  await pass(id, 6 * 24 * 3_600 + 60);
  wake();
  await until(async () => (await eventsOf(shop, id)).includes('hold.expiring'));
  assert.deepEqual(state(await shop.call('GET', `/holds/${id}`)), ['open', 100, 0, 500]);
  await pass(id, 24 * 3_600);
  // Its time is over, whether or not a worker has come.
  assert.deepEqual(refusal(await capture(shop, id, { amount: 1 })), [409, 'hold_is_over']);
  wake();
  const expired = await until(async () => {
    const read = await shop.call('GET', `/holds/${id}`);
    return read.body.status === 'expired' && read;
  });
  assert.deepEqual(state(expired), ['expired', 100, 500, 0]);
  assert.deepEqual(await balance(shop, wallet), [900, 0]);
  assert.deepEqual(await eventsOf(shop, id), ['hold.created', 'hold.captured', 'hold.expiring', 'hold.expired']);
});

test('a short hold expires by itself', async () => {
  const { shop, wallet } = await shopWith();
  const made = await hold(shop, { wallet, expires_at: new Date(Date.now() + 1_500).toISOString() });
  await until(async () => (await shop.call('GET', `/holds/${made.body.id}`)).body.status === 'expired');
  assert.deepEqual(await balance(shop, wallet), [1_000, 0]);
});

test('a test clock moves the end of a hold', async () => {
  const { shop, wallet } = await shopWith();
  const { id } = (await hold(shop, { wallet })).body;
  assert.equal((await shop.call('POST', '/test/clock/advance', { seconds: 8 * 24 * 3_600 })).status, 200);
  await until(async () => (await shop.call('GET', `/holds/${id}`)).body.status === 'expired');
  // Its warning would come too late.
  assert.deepEqual(await eventsOf(shop, id), ['hold.created', 'hold.expired']);
});

test('a hold has a bounded number of captures', async () => {
  const { shop, wallet, to } = await shopWith();
  const { id } = (await hold(shop, { wallet, to })).body;
  const parts = await Promise.all(Array.from({ length: MOST_CAPTURES }, () => capture(shop, id, { amount: 1 })));
  assert.deepEqual(new Set(parts.map(({ status }) => status)), new Set([200]));
  assert.deepEqual(refusal(await capture(shop, id, { amount: 1 })), [422, 'too_many_captures']);
  assert.deepEqual(state(await release(shop, id)), ['released', 50, 550, 0]);
});

test('a repeat with the same key captures once', async () => {
  const { shop, wallet, to } = await shopWith();
  const { id } = (await hold(shop, { wallet, to })).body;
  const once = () => shop.call('POST', `/holds/${id}/capture`, { amount: 100 }, { 'idempotency-key': 'part-1' });
  const answers = await Promise.all([once(), once(), once()]);
  const kept = answers.filter(({ status }) => status === 200);
  assert.ok(kept.length > 0);
  assert.equal(new Set(kept.map(({ text }) => text)).size, 1);
  assert.deepEqual(await balance(shop, to), [100, 0]);
});

test('the list finds holds by status, wallet and reference', async () => {
  const { shop, wallet, to } = await shopWith();
  const ids = [];
  for (const reference of ['a', 'b', 'c']) ids.push((await hold(shop, { wallet, amount: 10, reference })).body.id);
  await capture(shop, ids[1], { to });
  const find = async (query: string) =>
    (await shop.call('GET', `/holds?${query}`)).body.data.map((one: any) => one.reference);
  assert.deepEqual(await find('status=open'), ['c', 'a']);
  assert.deepEqual(await find('status=captured'), ['b']);
  assert.deepEqual(await find(`wallet=${wallet}&limit=2`), ['c', 'b']);
  assert.deepEqual(await find(`wallet=${to}`), []);
  assert.deepEqual(await find('reference=a'), ['a']);
});

test('a hold is of one world, and a key needs its scope', async () => {
  const { shop, wallet, to } = await shopWith();
  const { id } = (await hold(shop, { wallet, to })).body;
  const stranger = await service.merchant();
  for (const answer of [
    await stranger.call('GET', `/holds/${id}`),
    await capture(stranger, id, { amount: 1 }),
    await release(stranger, id),
  ])
    assert.deepEqual(refusal(answer), [404, 'not_found']);
  const { key } = await shop.newKey({ scopes: ['holds:read', 'wallets:write'] });
  assert.equal((await service.request('GET', `/api/v1/holds/${id}`, { key })).status, 200);
  const refused = await service.request('POST', `/api/v1/holds/${id}/release`, { key });
  assert.deepEqual(refusal(refused), [403, 'insufficient_scope']);
});
