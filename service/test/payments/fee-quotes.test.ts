import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { checkLedger } from '../../src/ledger/check.ts';
import { balance, paidPayment, refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { makeOperator } from '../support/operators.ts';
import { itemsOf, newWallet, openPayout, paidOut } from '../support/payout-flows.ts';
import type { TestPerson } from '../support/person.ts';

const QUOTE_SECONDS = 900;
let service: TestService;
let maker: TestPerson;
let checker: TestPerson;
before(async () => {
  service = await startTestService({ FEE_QUOTE_SECONDS: String(QUOTE_SECONDS) });
  [maker, checker] = [await makeOperator(service, 'admin'), await makeOperator(service, 'admin')];
});
after(async () => {
  assert.deepEqual(await checkLedger(service.db), []);
  await service.stop();
});

const tiers = [
  { from: 1, basis_points: 0, fixed: 0 },
  { from: 100, basis_points: 250, fixed: 5, minimum: 20 },
  { from: 10_000, basis_points: 100, fixed: 0, maximum: 500 },
];

const request = (shop: TestMerchant, fields: object) =>
  maker.call('POST', '/operator/fees', {
    ...{ merchant: shop.merchantId, livemode: false, currency: 'XOF', reason: 'as agreed', ...fields },
  });
async function setFee(shop: TestMerchant, fields: object): Promise<void> {
  const asked = await request(shop, fields);
  assert.equal(asked.status, 202, asked.text);
  const done = await checker.call('POST', `/operator/approvals/${asked.body.id}/approve`);
  assert.equal(done.status, 200, done.text);
}
/** As if the start of the approved changes were over. The clock of the test does not pass. */
const start = (shop: TestMerchant) =>
  service.db.query(
    {
      name: 'test_start_fees',
      text: `
        UPDATE fees SET schedules = (
          SELECT jsonb_object_agg(rail, CASE WHEN of -> 'next' = 'null' THEN of
            ELSE jsonb_set(of, '{next,starts_at}', to_jsonb(now() - interval '1 second')) END)
          FROM jsonb_each(schedules) AS each (rail, of))
        WHERE merchant_id = $1`,
    },
    [shop.merchantId],
  );
async function quote(shop: TestMerchant, amount: number, query = '', kind = 'payment'): Promise<any> {
  const answer = await shop.call('GET', `/fees/quote?kind=${kind}&amount=${amount}&currency=XOF${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}
const fees = async (shop: TestMerchant): Promise<any[]> => (await shop.call('GET', '/fees')).body.data;

describe('a quote', () => {
  it('binds until a time before which no changed fee starts', async () => {
    const shop = await service.merchant();
    const asked = Date.now();
    const before = await quote(shop, 1_000);
    assert.deepEqual([before.fee, before.net, before.total, before.bearer], [0, 1_000, 1_000, 'merchant']);
    assert.ok(Date.parse(before.valid_until) - asked > (QUOTE_SECONDS - 60) * 1000, before.valid_until);

    await setFee(shop, { tiers });
    const [listed] = await fees(shop);
    assert.deepEqual([listed.basis_points, listed.tiers.length, listed.next.tiers.length], [0, 1, 3]);
    assert.ok(listed.next.starts_at > before.valid_until, `${listed.next.starts_at} after ${before.valid_until}`);
    assert.equal((await paidPayment(shop, { amount: 1_000 })).fee, 0);
    // A quote before the start ends a minute before it, because requests may be under way then.
    const meanwhile = await quote(shop, 1_000);
    assert.equal(meanwhile.fee, 0);
    assert.ok(Date.parse(listed.next.starts_at) - Date.parse(meanwhile.valid_until) >= 60_000);

    await start(shop);
    const then = await quote(shop, 1_000);
    assert.deepEqual([then.fee, then.net, then.tier.from, then.tier.minimum], [30, 970, 100, 20]);
    assert.equal((await paidPayment(shop, { amount: 1_000 })).fee, 30);
    assert.deepEqual([(await fees(shop))[0].next, (await fees(shop))[0].tiers.length], [null, 3]);
  });

  it('is the fee of the payment and of the payout item, at both bounds of each tier', async () => {
    const shop = await service.merchant();
    for (const charged_on of ['payment', 'payout']) await setFee(shop, { tiers, charged_on });
    await start(shop);
    const wallet = await shop.wallet('XOF', 1_000_000n);
    const [held] = await balance(shop, wallet);
    const amounts = [1, 99, 100, 9_999, 10_000, 60_000];
    const expected = [0, 0, 20, 255, 100, 500];
    const paid = await Promise.all(amounts.map((amount) => paidPayment(shop, { amount, wallet })));
    assert.deepEqual(
      paid.map(({ fee }) => fee),
      expected,
    );
    const quotes = await Promise.all(amounts.map((amount) => quote(shop, amount)));
    assert.deepEqual(
      quotes.map(({ fee, net }) => [fee, net]),
      paid.map(({ fee, net }) => [fee, net]),
    );
    const total = amounts.reduce((sum, amount) => sum + amount, 0);
    const charged = expected.reduce((sum, fee) => sum + fee, 0);
    assert.deepEqual(await balance(shop, wallet), [held + total - charged, 0]);

    const recipient = await newWallet(shop);
    const items = amounts.map((amount) => ({ recipient, amount }));
    const payout = await paidOut(shop, items, { wallet });
    assert.deepEqual(
      (await itemsOf(shop, payout.id)).map(({ fee }) => fee),
      expected,
    );
    const out = await Promise.all(amounts.map((amount) => quote(shop, amount, '', 'payout')));
    assert.deepEqual(
      out.map(({ total, net }) => [total - net, net]),
      expected.map((fee, i) => [fee, amounts[i]]),
    );
    assert.deepEqual(await balance(shop, wallet), [held - 2 * charged, 0]);
  });

  it('is that of the rail that it names, like the payout that names it', async () => {
    const shop = await service.merchant();
    await setFee(shop, { basis_points: 100, fixed: 0, charged_on: 'payout' });
    await setFee(shop, { basis_points: 300, fixed: 1, charged_on: 'payout', rail: 'sandbox' });
    await setFee(shop, { basis_points: 200, fixed: 0, rail: 'sandbox' });
    await start(shop);
    const [general, own] = [
      await quote(shop, 1_000, '', 'payout'),
      await quote(shop, 1_000, '&rail=sandbox', 'payout'),
    ];
    assert.deepEqual([general.fee, general.rail, general.tier_rail], [10, null, null]);
    assert.deepEqual([own.fee, own.rail, own.tier_rail], [31, 'sandbox', 'sandbox']);
    await shop.wallet('XOF', 10_000n);
    const items = [{ recipient: '+221770000001', amount: 1_000 }];
    const reserved = async (fields: object) => (await itemsOf(shop, (await openPayout(shop, items, fields)).id))[0].fee;
    assert.deepEqual([await reserved({}), await reserved({ rail: 'sandbox' })], [10, 31]);
    assert.equal((await paidPayment(shop, { amount: 1_000 })).fee, 20);
    assert.deepEqual(
      (await fees(shop)).map(({ charged_on, rail, basis_points }) => [charged_on, rail, basis_points]),
      [
        ['payment', null, 0],
        ['payment', 'sandbox', 200],
        ['payout', null, 100],
        ['payout', 'sandbox', 300],
      ],
    );
  });

  it('is refused for a rail or a currency that cannot be used', async () => {
    const shop = await service.merchant();
    const ask = (query: string) => shop.call('GET', `/fees/quote?kind=payment&amount=100&${query}`);
    const unknown = await ask('currency=XOF&rail=nowhere');
    assert.deepEqual([...refusal(unknown), unknown.body.error.param], [400, 'validation_failed', 'rail']);
    assert.deepEqual(refusal(await ask('currency=JPY')), [400, 'unsupported_currency']);
    assert.deepEqual(refusal(await ask('currency=XOF&amount=2')), [400, 'validation_failed']);
  });
});

describe('a change of fees', () => {
  it('is refused with the tier that is wrong, before a second person sees it', async () => {
    const shop = await service.merchant();
    const faults = [
      [{ tiers: [{ ...tiers[0], from: 2 }] }, 'tiers[0].from', 'first_tier'],
      [{ tiers: [tiers[0], tiers[2], tiers[1]] }, 'tiers[2].from', 'tier_order'],
      [{ tiers: [tiers[0], { ...tiers[1], maximum: 10 }] }, 'tiers[1].maximum', 'tier_maximum'],
      [{ tiers: [tiers[0], { ...tiers[1], fixed: 98 }] }, 'tiers[1]', 'tier_exceeds'],
      [{ tiers, fixed: 1 }, 'fixed', 'fee_in_tiers'],
      [{ tiers, rail: 'nowhere' }, 'rail', 'unusable_rail'],
      [{ basis_points: 1 }, 'fixed', 'required'],
    ] as const;
    for (const [fields, param, reason] of faults) {
      const { status, body } = await request(shop, fields);
      assert.deepEqual([status, body.error?.param, body.error?.details?.[0]?.reason], [400, param, reason]);
    }
    const { body } = await request(shop, faults[3][0]);
    assert.match(body.error.message, /tier 2, whose fee on 100 would be 101/);
  });

  it('that has not started is replaced by a later one, which starts later', async () => {
    const shop = await service.merchant();
    await setFee(shop, { basis_points: 100, fixed: 0 });
    const [first] = await fees(shop);
    const seen = await quote(shop, 1_000);
    await setFee(shop, { basis_points: 300, fixed: 0 });
    const [second] = await fees(shop);
    assert.ok(second.next.starts_at > first.next.starts_at && first.next.starts_at >= seen.valid_until);
    await start(shop);
    assert.equal((await quote(shop, 1_000)).fee, 30);
  });
});
