import assert from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import type { LookedUp } from '../../src/rails/rail.ts';
import { phone } from '../support/flows.ts';
import { type Reply, until } from '../support/harness.ts';
import { setByTwo } from '../support/operators.ts';
import { type Caller, code, found, startRouting } from '../support/routing.ts';

const routing = await startRouting([
  'narrow-ug',
  'airtel-ug',
  'bounded-ke',
  'mtn-test',
  'mtn-ug',
  'none-test',
  'otp-ug',
  'own-ug',
  'wave-ug',
  'whole-test',
]);
const { rails, service, shop, till, liveTill, newPhone, create, succeeded } = routing;
/** Set before any round of the worker: a round keeps the limits of its beginning. */
rails.limit('narrow-ug', 2);
after(() => routing.stop());

beforeEach(() => {
  rails.clear();
  rails.add('mtn-ug');
});

describe('a live payment', () => {
  it('goes to the rail of its network, with the texts and the time of that rail', async () => {
    const fields = { success_url: 'https://shop.example/paid', reference: 'r-1', description: 'Rice' };
    const { status, body } = await create(fields);
    assert.deepEqual([status, body.rail, body.success_url, body.cancel_url], [201, 'mtn-ug', fields.success_url, null]);
    assert.equal(Date.parse(body.expires_at) - Date.parse(body.created_at), 120_000);
    await succeeded(body.id);
    const sent = rails.collections.find(({ id }) => id === body.id)!;
    assert.deepEqual(
      [sent.reference, sent.description, sent.successUrl, sent.cancelUrl],
      [fields.reference, 'Rice', fields.success_url, fields.success_url],
    );
  });

  it('returns its payer to the page of this service if the merchant names none', async () => {
    const { body } = await create();
    await succeeded(body.id);
    const sent = rails.collections.find(({ id }) => id === body.id)!;
    assert.deepEqual(
      [sent.successUrl, sent.cancelUrl],
      ['https://pay.example/returned', 'https://pay.example/returned'],
    );
  });

  it('is refused before any call if no rail can take it', async () => {
    rails.add('bounded-ke', {
      row: { country: 'KE', currency: 'KES', provider: 'daraja', minimum: 1_000n, maximum: 15_000_000n },
    });
    const before = rails.collections.length;
    assert.deepEqual(code(await create({ currency: 'KES' })), [422, 'currency_mismatch', 'currency']);
    assert.deepEqual(code(await create({ customer: '+221771234567', currency: 'XOF' })), [
      400,
      'validation_failed',
      'customer',
    ]);
    const kenya = { customer: '+254722000001', currency: 'KES' };
    assert.deepEqual(code(await create({ ...kenya, amount: 900 })), [400, 'amount_out_of_bounds', 'amount']);
    assert.deepEqual(code(await create({ ...kenya, amount: 1_050 })), [400, 'validation_failed', 'amount']);
    assert.deepEqual(code(await create({ rail: 'mtn-gh' })), [400, 'validation_failed', 'rail']);
    assert.deepEqual(code(await create({ rail: 'bounded-ke', currency: 'KES' })), [
      400,
      'validation_failed',
      'customer',
    ]);
    assert.deepEqual(code(await create({ rail: 'sandbox' })), [400, 'validation_failed', 'rail']);
    assert.deepEqual(code(await create({ success_url: 'http://shop.example' })), [
      400,
      'validation_failed',
      'success_url',
    ]);
    assert.equal(rails.collections.length, before);
  });

  it('is refused at once while its rail is closed, and the same key works afterwards', async () => {
    rails.hold('mtn-ug', 90_500);
    const key = { 'idempotency-key': 'closed-1' };
    const fields = { customer: newPhone() };
    const refused = await create(fields, key);
    assert.deepEqual([...code(refused), refused.headers.get('retry-after')], [503, 'rail_unavailable', '91']);
    rails.hold('mtn-ug');
    assert.equal((await create(fields, key)).headers.get('retry-after'), '60');
    rails.release('mtn-ug');
    const taken = await create(fields, key);
    assert.deepEqual([taken.status, taken.headers.get('idempotent-replayed')], [201, null]);
    const again = await create(fields, key);
    assert.deepEqual(
      [again.status, again.body.id, again.headers.get('idempotent-replayed')],
      [201, taken.body.id, 'true'],
    );
  });

  it('never exceeds the concurrency of its rail, and none waits for a lease', async () => {
    let open = 0;
    let most = 0;
    const answer = async ({ id }: { id: string }) => {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setTimeout(resolve, 20));
      open--;
      return { state: 'succeeded', railReference: id } as const;
    };
    rails.add('narrow-ug', { answer, row: { provider: 'wave' } });
    const opened = await Promise.all(Array.from({ length: 20 }, () => create({ rail: 'narrow-ug' })));
    // A lease would last as long as this waits.
    await Promise.all(opened.map(({ body }) => succeeded(body.id)));
    assert.equal(most, 2);
    const sent = rails.collections.filter(({ rail }) => rail === 'narrow-ug');
    assert.equal(sent.length, 20);
  });

  it('sends the one-time code once and keeps it sealed', async () => {
    let answers = 0;
    const answer = () =>
      ++answers === 1 ? ({ state: 'not_taken', retryAfterMs: 1 } as const) : ({ state: 'processing' } as const);
    rails.add('otp-ug', { collect: { needsCode: true }, answer, row: { provider: 'orange' } });
    assert.deepEqual(code(await create({ rail: 'otp-ug' })), [400, 'validation_failed', 'otp']);
    const { body } = await create({ rail: 'otp-ug', otp: '734512' });
    const stored = async () => {
      const { rows } = await service.db.pool.query('SELECT * FROM payments WHERE id = $1', [body.id]);
      return rows[0];
    };
    await until(async () => (await stored()).status === 'processing');
    const sent = rails.collections.filter(({ id }) => id === body.id);
    assert.deepEqual(
      sent.map((one) => one.code),
      ['734512', '734512'],
    );
    const row = await stored();
    assert.equal(row.sealed_code, null);
    const { rows } = await service.db.pool.query(`SELECT count(*)::int FROM payments p WHERE p::text LIKE '%734512%'`);
    assert.equal(rows[0].count, 0);
    assert.equal(JSON.stringify((await till.call('GET', `/payments/${body.id}`)).body).includes('734512'), false);
  });

  it('prefers the rail that worked for the phone, and asks no provider then', async () => {
    rails.add('wave-ug', { row: { provider: 'wave' }, lookUp: async () => found(null) });
    const customer = newPhone();
    const first = await succeeded((await create({ customer })).body.id);
    assert.equal(first.rail, 'mtn-ug');
    await succeeded((await create({ customer, rail: 'wave-ug' })).body.id);
    const before = rails.lookUps.length;
    assert.equal((await create({ customer })).body.rail, 'wave-ug');
    assert.equal(rails.lookUps.length, before);
    // Another direction and another phone know nothing of it.
    assert.equal((await create()).body.rail, 'mtn-ug');
  });

  it('follows a lookup when a number was ported, and does not wait for a silent provider', async () => {
    const says = (exists: boolean | null) => async () => found(exists);
    rails.add('mtn-ug', { lookUp: says(false) });
    rails.add('airtel-ug', { row: { provider: 'airtel', prefixes: ['25670'] }, lookUp: says(true) });
    const customer = newPhone();
    assert.equal((await create({ customer })).body.rail, 'airtel-ug');
    const asked = rails.lookUps.filter((one) => one.phone === customer);
    assert.deepEqual(asked.map(({ rail, name }) => [rail, name]).toSorted(), [
      ['airtel-ug', null],
      ['mtn-ug', null],
    ]);
    const silence = Promise.withResolvers<LookedUp>();
    // The answers are kept for a while.
    await create({ customer });
    assert.equal(rails.lookUps.filter((one) => one.phone === customer).length, 2);
    rails.add('airtel-ug', {
      row: { provider: 'airtel', prefixes: ['25670'] },
      lookUp: () => silence.promise,
    });
    rails.add('mtn-ug');
    assert.equal((await create()).body.rail, 'mtn-ug');
    silence.resolve(found(null));
  });
});

describe('a payment whose number was ported', () => {
  const unknown = { code: 'customer_not_found', message: 'No account.', rail_code: 'PAYER_NOT_FOUND' } as const;
  const tried = (id: string) => rails.collections.filter((one) => one.id === id).map(({ rail }) => rail);

  it('continues with the next rail after a certain customer_not_found, and ends with the last', async () => {
    rails.add('mtn-ug', { answer: () => ({ state: 'failed', failure: unknown }) });
    rails.add('airtel-ug', { row: { provider: 'airtel', prefixes: ['25670'] } });
    const fee = { merchant: shop.merchantId, livemode: true, currency: 'UGX', fixed: 0 };
    await setByTwo(service, 'fees', { ...fee, rail: 'mtn-ug', basis_points: 200 });
    await setByTwo(service, 'fees', { ...fee, rail: 'airtel-ug', basis_points: 700 });
    const first = await create();
    const paid = await succeeded(first.body.id);
    assert.deepEqual(tried(paid.id), ['mtn-ug', 'airtel-ug']);
    // The fee is that of the rail that the payment began on.
    assert.deepEqual([first.body.fee, paid.rail, paid.fee], [20, 'airtel-ug', 20]);
    rails.add('airtel-ug', {
      row: { provider: 'airtel', prefixes: ['25670'] },
      answer: () => ({ state: 'failed', failure: unknown }),
    });
    const second = await create();
    const lost = await until(async () => {
      const { body } = await till.call('GET', `/payments/${second.body.id}`);
      return body.status === 'failed' && body;
    });
    assert.deepEqual([lost.failure.code, tried(lost.id)], ['customer_not_found', ['mtn-ug', 'airtel-ug']]);
  });

  it('never continues after another failure or an unknown outcome', async () => {
    rails.add('airtel-ug', { row: { provider: 'airtel', prefixes: ['25670'] } });
    rails.add('mtn-ug', { answer: () => ({ state: 'failed', failure: { ...unknown, code: 'customer_declined' } }) });
    const statusOf = async ({ body: { id } }: Reply) => (await till.call('GET', `/payments/${id}`)).body.status;
    const declined = await create();
    await until(async () => (await statusOf(declined)) === 'failed');
    rails.add('mtn-ug', { answer: () => ({ state: 'unknown' }) });
    const silent = await create();
    await until(async () => (await statusOf(silent)) === 'processing');
    assert.deepEqual([...tried(declined.body.id), ...tried(silent.body.id)], ['mtn-ug', 'mtn-ug']);
  });
});

describe('a payment whose payer bears the fee', () => {
  const byPayer = { fee_bearer: 'payer' };
  const setFee = (shopId: string, rail: string, basis_points: number) =>
    setByTwo(service, 'fees', { merchant: shopId, livemode: true, currency: 'UGX', fixed: 0, rail, basis_points });

  it('asks the rail for the charged amount, whose bounds and reports it follows', async () => {
    const merchant = await service.merchant();
    const own = await liveTill(merchant);
    await setFee(merchant.merchantId, 'mtn-ug', 200);
    rails.add('mtn-ug', { row: { minimum: 1_005n, maximum: 2_000n } });
    const ask = (fields: object = {}) => create({ ...byPayer, ...fields }, undefined, own);
    const { body } = await ask();
    const paid = await succeeded(body.id, own);
    assert.deepEqual([paid.amount, paid.charged_amount, paid.fee, paid.net], [1_000, 1_020, 20, 1_000]);
    assert.deepEqual(
      rails.collections.filter(({ id }) => id === body.id).map(({ amount }) => amount),
      [1_020n],
    );
    assert.deepEqual(code(await create({}, undefined, own)), [400, 'amount_out_of_bounds', 'amount']);
    assert.equal((await ask({ amount: 1_960 })).status, 201);
    assert.deepEqual(code(await ask({ amount: 1_970 })), [400, 'amount_out_of_bounds', 'amount']);
    const received = { amount: 1_000n, currency: 'UGX', payer: null };
    rails.add('mtn-ug', { answer: () => ({ state: 'succeeded', railReference: 'less', received }) });
    const less = await ask();
    const cases = { name: 'test_less', text: `SELECT facts ->> 'wanted' AS wanted FROM cases WHERE record = $1` };
    const [found] = await until(async () => {
      const rows = await service.db.query<{ wanted: string }>(cases, [less.body.id]);
      return rows.length > 0 && rows;
    });
    assert.equal(found!.wanted, '1020');
    assert.equal((await own.call('GET', `/payments/${less.body.id}`)).body.status, 'processing');
  });

  it('continues only with a rail of the same fee, so the charged amount stays as shown', async () => {
    const merchant = await service.merchant();
    const own = await liveTill(merchant);
    const unknown = { code: 'customer_not_found', message: 'No account.', rail_code: null } as const;
    const airtel = { row: { provider: 'airtel', prefixes: ['25670'] } } as const;
    rails.add('mtn-ug', { answer: () => ({ state: 'failed', failure: unknown }) });
    rails.add('airtel-ug', airtel);
    await setFee(merchant.merchantId, 'mtn-ug', 200);
    await setFee(merchant.merchantId, 'airtel-ug', 700);
    const tried = (id: string) => rails.collections.filter((one) => one.id === id);
    const first = await create(byPayer, undefined, own);
    const lost = await until(async () => {
      const { body } = await own.call('GET', `/payments/${first.body.id}`);
      return body.status === 'failed' && body;
    });
    assert.deepEqual([lost.failure.code, tried(lost.id).map(({ rail }) => rail)], ['customer_not_found', ['mtn-ug']]);
    await setFee(merchant.merchantId, 'airtel-ug', 200);
    const paid = await succeeded((await create(byPayer, undefined, own)).body.id, own);
    assert.deepEqual([paid.charged_amount, paid.rail], [1_020, 'airtel-ug']);
    assert.deepEqual(
      tried(paid.id).map(({ rail, amount }) => [rail, amount]),
      [
        ['mtn-ug', 1_020n],
        ['airtel-ug', 1_020n],
      ],
    );
  });

  it('takes the bearer of the settings before the search for a rail', async () => {
    const merchant = await service.merchant();
    const own = await liveTill(merchant);
    await setFee(merchant.merchantId, 'mtn-ug', 200);
    const boss = await service.person('merchant', { merchantId: merchant.merchantId });
    assert.equal((await boss.call('PATCH', '/merchants/me', { fee_bearer: 'payer' })).status, 200);
    rails.add('mtn-ug', { row: { minimum: 1_005n, maximum: 2_000n } });
    const paid = await succeeded((await create({}, undefined, own)).body.id, own);
    assert.deepEqual([paid.fee_bearer, paid.amount, paid.charged_amount], ['payer', 1_000, 1_020]);
    assert.deepEqual(code(await create({ amount: 1_970 }, undefined, own)), [400, 'amount_out_of_bounds', 'amount']);
    const named = await create({ amount: 1_970, fee_bearer: 'merchant' }, undefined, own);
    assert.deepEqual([named.status, named.body.charged_amount], [201, 1_970]);
  });

  it('is refunded with its fee by a rail that refunds only whole payments', async () => {
    const merchant = await service.merchant();
    const own = await liveTill(merchant);
    await setFee(merchant.merchantId, 'mtn-ug', 200);
    rails.add('mtn-ug', { refundParts: 'whole' });
    const refund = async (amount: number) => {
      const { id } = await succeeded((await create({ amount, ...byPayer }, undefined, own)).body.id, own);
      return own.call('POST', '/refunds', { payment: id });
    };
    assert.deepEqual(code(await refund(1_000)), [402, 'insufficient_funds'], 'the merchant has the amount only');
    assert.equal((await refund(24)).status, 201, 'without a fee the amount is the whole');
  });
});

describe('a test payment', () => {
  it('goes to the sandbox unless it names a rail', async () => {
    rails.add('mtn-test', { row: { livemode: false } });
    const sandboxed = await create({ customer: phone('1234'), currency: 'XOF' }, undefined, shop);
    assert.deepEqual([sandboxed.status, sandboxed.body.rail], [201, 'sandbox']);
    const named = await create({ rail: 'mtn-test' }, undefined, shop);
    assert.deepEqual([named.status, named.body.rail], [201, 'mtn-test']);
    assert.equal((await succeeded(named.body.id, shop)).rail_reference, `mtn-test-${named.body.id}`);
    // A rail of the other mode does not exist.
    assert.deepEqual(code(await create({ rail: 'mtn-ug' }, undefined, shop)), [400, 'validation_failed', 'rail']);
    assert.deepEqual(code(await create({ rail: 'mtn-test' })), [400, 'validation_failed', 'rail']);
    const local = { rail: 'mtn-test', success_url: 'http://localhost:3000/paid' };
    assert.equal((await create(local, undefined, shop)).status, 201);
  });

  it('is refunded only whole where the rail cannot return a part', async () => {
    rails.add('whole-test', { row: { livemode: false }, refundParts: 'whole' });
    rails.add('none-test', { row: { livemode: false }, refundParts: null });
    const refund = (payment: string, amount?: number) =>
      shop.call('POST', '/refunds', { payment, ...(amount === undefined ? {} : { amount }) });
    const { id } = await succeeded((await create({ rail: 'whole-test' }, undefined, shop)).body.id, shop);
    assert.deepEqual(code(await refund(id, 400)), [422, 'refund_must_be_whole', 'amount']);
    assert.equal((await refund(id, 1_000)).status, 201);
    const other = await succeeded((await create({ rail: 'none-test' }, undefined, shop)).body.id, shop);
    assert.deepEqual(code(await refund(other.id)), [409, 'payment_not_refundable']);
  });
});

describe('the list of rails', () => {
  const list = async (query: string, from: Caller = till) =>
    (await from.call('GET', `/rails${query}`)).body.data.map(({ slug }: { slug: string }) => slug);

  it('shows what a merchant can use now, the best first', async () => {
    const other = await liveTill(await service.merchant());
    rails.add('mtn-ug', { row: { priority: 5, minimum: 500n } });
    rails.add('own-ug', { row: { merchant: shop.merchantId, priority: 200 } });
    const query = `?phone=${encodeURIComponent(newPhone())}&currency=UGX&amount=1000`;
    assert.deepEqual((await list(query)).slice(0, 2), ['own-ug', 'mtn-ug']);
    assert.equal((await list('', other)).includes('own-ug'), false);
    assert.equal((await list('?currency=KES')).includes('mtn-ug'), false);
    rails.hold('mtn-ug', 60_000);
    const { body } = await till.call('GET', '/rails');
    const shown = body.data.find(({ slug }: { slug: string }) => slug === 'mtn-ug');
    assert.deepEqual(
      [
        shown.min_amount,
        shown.max_amount,
        shown.status,
        shown.flow,
        shown.decimals,
        shown.refunds,
        shown.approval_seconds,
        shown.provider,
      ],
      [500, null, 'closed', 'prompt', 0, 'part', 120, 'mtn-momo'],
    );
    assert.ok(Date.parse(shown.until) > Date.now());
    assert.deepEqual(code(await till.call('GET', '/rails?phone=123')), [400, 'validation_failed', 'phone']);
    assert.deepEqual((await list('', shop)).slice(0, 2), ['sandbox', 'wallet']);
    const { key } = await shop.newKey({ scopes: ['payments:read'] });
    const poor = await service.request('GET', '/api/v1/rails', { key });
    assert.deepEqual(code(poor), [403, 'insufficient_scope']);
  });
});
