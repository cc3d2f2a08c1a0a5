import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { accountCodeOf } from '../../src/core/account-code.ts';
import { collectionOf, kenyan, movementsOf, openDaraja, until } from './open-daraja.ts';

const open = await openDaraja({ success_after_ms: 100 });
const { collect, settled } = open;
const control = open.counterpart.ask;
after(() => open.stop());

describe('a payment', () => {
  test('succeeds with its receipt, and the provider moved money once', async () => {
    const payment = collectionOf(open);
    const asked = await collect(payment);
    assert.equal(asked.state, 'requires_action');
    const paid = await settled(payment);
    assert(paid.state === 'succeeded');
    const [entry, ...others] = await movementsOf(open, payment.id);
    assert.equal(others.length, 0);
    assert.equal(entry?.amount, '15000');
    assert.equal(entry?.operation, paid.railReference);
  });

  const outcomes = {
    '0001': ['insufficient_funds', /^1$/],
    '0002': ['customer_declined', /^1032$/],
    '0003': ['approval_expired', /^(1037|1019)$/],
    '0004': ['customer_not_found', /^400\.002\.02$/],
    '0005': ['customer_limit_reached', /^4$/],
    '0006': ['rail_unavailable', /^26$/],
  } as const;
  for (const [digits, [code, railCode]] of Object.entries(outcomes))
    test(`of a phone that ends with ${digits} fails with ${code}`, async () => {
      const payment = collectionOf(open, { customer: kenyan(digits) });
      const answer = await collect(payment);
      const end = answer.state === 'failed' ? answer : await settled(payment);
      assert(end.state === 'failed', end.state);
      assert.equal(end.failure.code, code);
      assert.match(end.failure.rail_code!, railCode);
      assert.deepEqual(await movementsOf(open, payment.id), []);
    });

  test('waits for the customer, and stays open while the provider says nothing', async () => {
    const waits = collectionOf(open, { customer: kenyan('0007') });
    const hangs = collectionOf(open, { customer: kenyan('0008') });
    for (const payment of [waits, hangs]) {
      await collect(payment);
      assert.equal((await open.rail.check!(payment)).state, 'requires_action');
    }
    await control('POST', '/answer', { reference: waits.id, outcome: 'succeeds' });
    assert.equal((await settled(waits)).state, 'succeeded');
    assert.equal((await open.rail.check!(hangs)).state, 'requires_action');
    await open.advance(3 * 60_000);
    assert.equal((await open.rail.check!(hangs)).state, 'processing');
  });

  test('is settled by the query if every callback is lost; the pull list has its receipt', async () => {
    const payment = collectionOf(open);
    await control('POST', '/callbacks', { mode: 'never', reference: payment.id });
    await collect(payment);
    const paid = await settled(payment);
    assert(paid.state === 'succeeded');
    assert.deepEqual(open.receivedOf(payment.id), []);
    assert.equal((await movementsOf(open, payment.id))[0]?.operation, paid.railReference);
    assert.equal(paid.received?.amount, 15_000n);
  });

  test('whose receipt neither a callback nor the list shows is paid without it, after 15 minutes', async () => {
    const payment = collectionOf(open);
    await control('POST', '/callbacks', { mode: 'never', reference: payment.id });
    await control('POST', '/settings', { pull_missing: payment.id });
    await collect(payment);
    await until(payment, () => open.rail.check!(payment), 'processing');
    await open.advance(14 * 60_000);
    assert.equal((await open.rail.check!(payment)).state, 'processing');
    await open.advance(61_000);
    const paid = await open.rail.check!(payment);
    assert(paid.state === 'succeeded' && paid.railReference === null);
  });

  for (const mode of ['other_amount', 'opposite', 'forged', 'twice', 'early'] as const)
    test(`is not misled by a callback of the kind ${mode}`, async () => {
      const payment = collectionOf(open);
      const refused = collectionOf(open, { customer: kenyan('0002') });
      for (const { id } of [payment, refused]) await control('POST', '/callbacks', { mode, reference: id });
      await Promise.all([collect(payment), collect(refused)]);
      const paid = await settled(payment);
      assert(paid.state === 'succeeded');
      assert.equal((await movementsOf(open, payment.id))[0]?.operation, paid.railReference);
      // A callback with another amount is put aside, and the list says what was received.
      if (mode === 'other_amount') assert.equal(paid.received?.amount, 15_000n);
      assert.equal((await settled(refused)).state, 'failed');
    });

  test('whose answer was lost is found by its callback', async () => {
    const payment = collectionOf(open);
    await control('POST', '/trouble', { kind: 'taken_then_cut', operation: 'collect', reference: payment.id, next: 1 });
    assert.equal((await collect(payment)).state, 'unknown');
    assert.equal((await settled(payment)).state, 'succeeded');
    assert.equal((await movementsOf(open, payment.id)).length, 1);
  });

  test('whose answer and callback were lost is found in the pull list', async () => {
    const payment = collectionOf(open);
    await control('POST', '/callbacks', { mode: 'never', reference: payment.id });
    await control('POST', '/trouble', { kind: 'taken_then_cut', operation: 'collect', reference: payment.id, next: 1 });
    assert.equal((await collect(payment)).state, 'unknown');
    assert.equal((await open.rail.check!(payment)).state, 'processing');
    await open.advance(61_000);
    const paid = await settled(payment);
    assert(paid.state === 'succeeded');
    assert.equal((await movementsOf(open, payment.id))[0]?.operation, paid.railReference);
  });

  test('that a complete pull list lacks after 15 minutes has expired; an incomplete one decides nothing', async () => {
    const payment = collectionOf(open);
    await control('POST', '/trouble', { kind: 'cut', operation: 'collect', reference: payment.id, next: 1 });
    assert.equal((await collect(payment)).state, 'unknown');
    await open.advance(14 * 60_000);
    assert.equal((await open.rail.check!(payment)).state, 'processing');
    await open.advance(60_000);
    await control('POST', '/trouble', { kind: 'status', operation: 'ask', next: 1 });
    assert.equal((await open.rail.check!(payment)).state, 'unknown');
    await open.advance(10_000);
    const end = await open.rail.check!(payment);
    assert(end.state === 'failed');
    assert.equal(end.failure.code, 'approval_expired');
  });

  test('is not taken during a spike arrest, without a public address, or with refused keys', async () => {
    const payment = collectionOf(open);
    await control('POST', '/trouble', { kind: 'too_many', operation: 'collect', reference: payment.id, next: 1 });
    const spike = await open.rail.collect!(payment);
    assert(spike.state === 'not_taken' && spike.fault === undefined && spike.retryAfterMs! > 0);
    await control('POST', '/trouble', { kind: 'empty', operation: 'token', next: 1 });
    const withoutToken = await open.connect().collect!(payment);
    assert(withoutToken.state === 'not_taken' && withoutToken.fault === undefined);
    const alone = await open.rail.collect!(Object.assign(collectionOf(open), { callbackUrl: null }));
    assert(alone.state === 'not_taken' && alone.fault === 'setup');
    const callbackUrl = 'https://pay.mpesa-shop.example/rails/1';
    const refused = await open.rail.collect!(Object.assign(collectionOf(open), { callbackUrl }));
    assert(refused.state === 'not_taken' && refused.fault === 'setup' && refused.why?.includes('mpesa'));
    const wrong = await open.connect({ consumer_secret: 'Canary-secret' }).collect!(payment);
    assert(wrong.state === 'not_taken' && wrong.fault === 'credentials');
    assert.doesNotMatch(wrong.why!, /Canary/);
    const passkey = await open.connect({ passkey: 'Canary-passkey' }).collect!(payment);
    assert(passkey.state === 'not_taken' && passkey.fault === 'credentials');
    for (const setting of ['tokens_refused', 'calls_refused']) {
      await control('POST', '/tokens/expire');
      await control('POST', '/settings', { [setting]: true });
      const answer = await open.connect().collect!(payment);
      assert(answer.state === 'not_taken' && answer.fault === 'credentials', setting);
      await control('POST', '/settings', { [setting]: false });
    }
    assert.deepEqual(await movementsOf(open, payment.id), []);
  });

  test('to a till has the till as its receiver', async () => {
    const till = open.connect({ till: '174380' });
    const payment = collectionOf(open);
    Object.assign(payment, { handle: ((await till.collect!(payment)) as { handle: string }).handle });
    assert.equal((await settled(payment)).state, 'succeeded');
    const wrong = collectionOf(open);
    const other = open.connect({ till: '999999' });
    Object.assign(wrong, { handle: ((await other.collect!(wrong)) as { handle: string }).handle });
    const end = await settled(wrong);
    assert(end.state === 'failed' && end.failure.rail_code === '2028');
  });

  test('is sent with a new token after the provider forgot the old one', async () => {
    await control('POST', '/tokens/expire');
    const payment = collectionOf(open);
    assert.equal((await collect(payment)).state, 'requires_action');
    assert.equal((await settled(payment)).state, 'succeeded');
  });
});

describe('the short code', () => {
  test('has the balance of the books', async () => {
    const [balance] = await open.rail.balance!();
    assert.equal(balance?.available.toString(), (await control('GET', '/ledger')).balances.KES);
  });

  test('lists payments with their codes, and money that nobody asked for', async () => {
    const { receipt } = await control('POST', '/incoming', { phone: kenyan(), amount: 30_000, account: 'Invoice 7' });
    const payment = collectionOf(open);
    await collect(payment);
    await settled(payment);
    const from = new Date(open.now() - 3_600_000);
    const rows = [];
    let cursor: string | null = null;
    do {
      const page = await open.rail.statement!(from, new Date(open.now() + 60_000), cursor);
      rows.push(...page.rows);
      cursor = page.cursor;
    } while (cursor !== null);
    const unasked = rows.find(({ operation }) => operation === receipt);
    assert.deepEqual([unasked?.kind, unasked?.amount, unasked?.accountText], ['incoming', 30_000n, 'Invoice 7']);
    const asked = rows.find(({ accountText }) => accountText === accountCodeOf(payment.id));
    assert.equal(asked?.kind, 'collection');
    assert.equal(new Set(rows.map(({ operation }) => operation)).size, rows.length);
  });

  test('confirms unasked money once for each receipt, with a masked payer', async () => {
    const { receipt } = await control('POST', '/incoming', { phone: '+254712345678', amount: 10_000, account: 'x1' });
    const [incoming, ...others] = open.incoming.filter((one) => one.receipt === receipt);
    assert.equal(others.length, 0);
    assert.equal(incoming?.amount, 10_000n);
    assert.equal(incoming?.payer, '2547 ***** 678');
    assert.equal(incoming?.accountText, 'x1');
  });
});
