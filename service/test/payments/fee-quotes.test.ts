import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { checkLedger } from '../../src/ledger/check.ts';
import { balance, eventsOf, paidPayment, payment, refundWith, refusal, waitingPayment } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { makeOperator } from '../support/operators.ts';
import { itemsOf, newWallet, openPayout, paidOut, pay } from '../support/payout-flows.ts';
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

/** 2.5 % and 18 % of the fee, on payments and payouts. */
async function taxedShop(fields: object = { basis_points: 250, fixed: 0, tax_basis_points: 1_800 }) {
  const shop = await service.merchant();
  for (const charged_on of ['payment', 'payout']) await setFee(shop, { ...fields, charged_on });
  await start(shop);
  return shop;
}
const kindsOf = async (shop: TestMerchant, wallet: string, source: string) =>
  (await shop.call('GET', `/wallets/${wallet}/entries?limit=100`)).body.data
    .filter((entry: any) => entry.source === source)
    .map(({ kind, amount }: any) => [kind, amount])
    .reverse();

describe('the tax on a fee', () => {
  it('is quoted, posted on its own beside the fee, and part of no refund', async () => {
    const shop = await taxedShop();
    const quoted = await quote(shop, 1_020);
    assert.deepEqual(
      [quoted.fee, quoted.tax, quoted.net, quoted.total, quoted.tax_basis_points],
      [26, 5, 989, 1_020, 1_800],
    );
    const paid = await paidPayment(shop, { amount: 1_020 });
    assert.deepEqual([paid.fee, paid.tax, paid.net], [26, 5, 989]);
    assert.deepEqual(await balance(shop, paid.wallet), [989, 0]);
    const postings = [
      ['payment', 1_020],
      ['fee', 26],
      ['tax', 5],
    ];
    assert.deepEqual(await kindsOf(shop, paid.wallet, paid.id), postings);
    await paidPayment(shop, { amount: 1_000 });
    const refund = await shop.call('POST', '/refunds', { payment: paid.id });
    assert.equal(refund.status, 201, refund.text);
    await refundWith(shop, refund.body.id, 'succeeded');
    const after = (await shop.call('GET', `/payments/${paid.id}`)).body;
    assert.deepEqual([after.fee, after.tax, after.net, after.amount_refunded], [26, 5, 989, 1_020]);
    // 1 000 less 25 and 5, and the fee and tax of the refunded payment.
    assert.deepEqual(await balance(shop, paid.wallet), [970 - 31, 0]);
    const day = new Date().toISOString().slice(0, 10);
    const report = await shop.call('GET', `/reports/settlement?from=${day}&to=${day}`);
    assert.deepEqual([report.body.totals[0].fees, report.body.totals[0].taxes], [51, 10]);
  });

  it('of payout items is reserved with them, paid with them, and returned with a failed one', async () => {
    const shop = await taxedShop();
    const wallet = await shop.wallet('XOF', 10_000n);
    const [held] = await balance(shop, wallet);
    const recipient = await newWallet(shop);
    const items = [
      { recipient, amount: 1_020 },
      { recipient: 'wal_00000000000000000000000000', amount: 1_000 },
    ];
    const dry = await shop.call('POST', '/payouts', { currency: 'XOF', items, wallet, dry_run: true });
    assert.deepEqual([dry.body.totals.fee, dry.body.totals.tax], [51, 10], dry.text);
    const short = { wallet: await newWallet(shop) };
    assert.match((await pay(shop, items, short)).body.error.message, /total 2081/);
    const payout = await paidOut(shop, items, { wallet });
    assert.deepEqual([payout.totals.fee, payout.totals.tax], [26, 5]);
    const shown = await itemsOf(shop, payout.id);
    assert.deepEqual(
      shown.map(({ fee, tax, status }) => [fee, tax, status]),
      [
        [26, 5, 'succeeded'],
        [25, 5, 'failed'],
      ],
    );
    assert.deepEqual(await balance(shop, wallet), [held - 1_020 - 31, 0]);
    assert.deepEqual(await kindsOf(shop, wallet, shown[0].id), [
      ['payout', 1_020],
      ['fee', 26],
      ['tax', 5],
    ]);
  });

  it('that receivers bear leaves them the rest, and a retry asks for the same amount', async () => {
    const shop = await taxedShop();
    const wallet = await shop.wallet('XOF', 10_000n);
    const [held] = await balance(shop, wallet);
    const quoted = await quote(shop, 1_020, '&bearer=receiver', 'payout');
    assert.deepEqual([quoted.fee, quoted.tax, quoted.total, quoted.net], [26, 5, 1_020, 989]);
    const recipient = await newWallet(shop);
    const items = [
      { recipient, amount: 1_020 },
      { recipient: 'wal_00000000000000000000000000', amount: 1_000 },
    ];
    const payout = await paidOut(shop, items, { wallet, fee_bearer: 'receiver' });
    const shown = async (id: string) =>
      (await itemsOf(shop, id)).map(({ amount, fee, tax, sent_amount }) => [amount, fee, tax, sent_amount]);
    const second = [1_000, 25, 5, 970];
    assert.deepEqual(await shown(payout.id), [[1_020, 26, 5, 989], second]);
    const { text } = await shop.call('GET', `/payouts/${payout.id}/items`, undefined, { accept: 'text/csv' });
    const [head, ...lines] = text.split('\r\n', 3).map((line) => line.split(','));
    const columns = ['amount', 'fee', 'tax', 'sent_amount'].map((name) => head!.indexOf(name));
    assert.deepEqual(
      lines.map((line) => columns.map((at) => Number(line[at]))),
      [[1_020, 26, 5, 989], second],
      'the result file has what was sent: the amount less its fee and tax',
    );
    assert.deepEqual(
      [await balance(shop, wallet), await balance(shop, recipient)],
      [
        [held - 1_020, 0],
        [989, 0],
      ],
    );
    const again = await shop.call('POST', `/payouts/${payout.id}/retry`);
    assert.equal(again.status, 202, again.text);
    assert.deepEqual(await shown(again.body.id), [second]);
  });

  it('of captures adds up to the tax on the sum of their fees, at the rate of the creation', async () => {
    const shop = await taxedShop();
    const asked = await waitingPayment(shop, { amount: 5_000, capture: 'manual' });
    assert.deepEqual([asked.fee, asked.tax, asked.net], [125, 23, 4_852]);
    await shop.call('POST', `/test/payments/${asked.id}/approve`);
    const held = await payment(shop, asked.id, 'requires_capture');
    assert.deepEqual([held.fee, held.tax, held.net], [0, 0, 0]);
    await setFee(shop, { basis_points: 9_000, fixed: 0, tax_basis_points: 10_000 });
    await start(shop);
    const parts: any[] = [];
    for (const [amount, final] of [
      [102, false],
      [102, false],
      [816, true],
    ] as const)
      parts.push((await shop.call('POST', `/payments/${asked.id}/capture`, { amount, final })).body);
    assert.deepEqual(
      parts.map(({ fee, tax, net, status }) => [fee, tax, net, status]),
      [
        [3, 1, 98, 'requires_capture'],
        [5, 1, 198, 'requires_capture'],
        [26, 5, 989, 'succeeded'],
      ],
    );
    assert.deepEqual(await balance(shop, asked.wallet), [989, 0]);
    const [, last] = (await eventsOf(shop, asked.id)).filter(({ type }) => type === 'payment.captured');
    assert.deepEqual(last.data.previous_attributes ?? last.data.previous, { amount_captured: 102, fee: 3, net: 98 });
  });

  it('is capped with the fee at the amount, and refused in tiers that could exceed it', async () => {
    const shop = await taxedShop({ basis_points: 8_000, fixed: 10, tax_basis_points: 5_000 });
    const paid = await paidPayment(shop, { amount: 100 });
    assert.deepEqual([paid.fee, paid.tax, paid.net], [90, 10, 0]);
    const steep = { tiers: [tiers[0], { from: 100, basis_points: 0, fixed: 86 }], tax_basis_points: 1_800 };
    const { status, body } = await request(shop, steep);
    assert.deepEqual([status, body.error.param, body.error.details[0].reason], [400, 'tiers[1]', 'tier_exceeds_taxed']);
    assert.match(body.error.message, /tier 2, whose fee and tax on 100 could be 101/);
    const { status: taxless } = await request(shop, { ...steep, tax_basis_points: 0 });
    assert.equal(taxless, 202);
  });
});

describe("the end of a rail's own fee", () => {
  it('waits like any change, and then the fee of all rails applies', async () => {
    const shop = await service.merchant();
    await setFee(shop, { basis_points: 100, fixed: 0 });
    await setFee(shop, { basis_points: 300, fixed: 0, rail: 'sandbox', tax_basis_points: 1_800 });
    await start(shop);
    const own = await quote(shop, 1_000, '&rail=sandbox');
    assert.deepEqual([own.fee, own.tax], [30, 5]);
    await setFee(shop, { rail: 'sandbox', remove: true });
    const [, waiting] = await fees(shop);
    assert.deepEqual([waiting.rail, waiting.tax_basis_points, waiting.next.tiers], ['sandbox', 1_800, []]);
    assert.ok(waiting.next.starts_at > own.valid_until);
    const meanwhile = await quote(shop, 1_000, '&rail=sandbox');
    assert.deepEqual([meanwhile.fee, meanwhile.tax], [30, 5]);
    assert.ok(Date.parse(waiting.next.starts_at) - Date.parse(meanwhile.valid_until) >= 60_000);
    await start(shop);
    const then = await quote(shop, 1_000, '&rail=sandbox');
    assert.deepEqual([then.fee, then.tax, then.tier_rail], [10, 0, null]);
    assert.deepEqual(
      (await fees(shop)).map(({ rail }) => rail),
      [null],
    );
    assert.equal((await paidPayment(shop, { amount: 1_000 })).fee, 10);
  });

  it('of a fee that has not begun is at once, and needs a rail with a fee, alone', async () => {
    const shop = await service.merchant();
    await setFee(shop, { basis_points: 300, fixed: 0, rail: 'sandbox' });
    await setFee(shop, { rail: 'sandbox', remove: true });
    assert.deepEqual(
      (await fees(shop)).map(({ rail }) => rail),
      [null],
    );
    const asked = await request(shop, { rail: 'sandbox', remove: true });
    const gone = await checker.call('POST', `/operator/approvals/${asked.body.id}/approve`);
    assert.deepEqual(refusal(gone), [404, 'not_found'], gone.text);
    for (const [fields, param, reason] of [
      [{ remove: true }, 'rail', 'ends_on_rail'],
      [{ rail: 'sandbox', remove: true, fixed: 1 }, 'fixed', 'ends_alone'],
      [{ rail: 'sandbox', remove: true, tax_basis_points: 1 }, 'tax_basis_points', 'ends_alone'],
    ] as const) {
      const { status, body } = await request(shop, fields);
      assert.deepEqual([status, body.error?.param, body.error?.details?.[0]?.reason], [400, param, reason]);
    }
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
