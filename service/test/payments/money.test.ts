import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { transaction } from '../../src/db/transaction.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { fundWallets } from '../../src/wallets/fund.ts';
import { openDefaultWallets } from '../../src/wallets/open-default.ts';
import { balance, openPayment, paidPayment, payment, refundWith, refusal } from '../support/flows.ts';
import { type Reply, startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { itemsOf, newWallet, paidOut } from '../support/payout-flows.ts';
import { askToPay, payerWith } from '../support/wallet-payments.ts';

const MAX = 2n ** 53n - 1n;
/** The limit of the fee and clearing wallets. */
const MOST = 2n ** 63n - 1n;
let service: TestService;
before(async () => {
  // Each test of a full wallet has its own currency: the total of all wallets of a currency is bounded too.
  service = await startTestService({ CURRENCIES: 'XOF,USD,HTG,KES,GHS,NGN,TND,JPY' });
});
after(async () => {
  try {
    const broken = (await checkLedger(service.db)).map(({ invariant }) => invariant);
    // The corrections that `fill` posted have no approval; there is no other finding.
    assert.deepEqual(broken, ['approval_is_posted_once']);
  } finally {
    await service.stop();
  }
});

const together = { concurrency: 4 };

async function setFee(shop: TestMerchant, currency: string, basisPoints: number, fixed: number): Promise<void> {
  const text = `
    INSERT INTO fees (merchant_id, livemode, currency, charged_on, basis_points, fixed)
    SELECT $1, false, $2, charged_on, $3, $4 FROM unnest(ARRAY['payment', 'payout']) AS charged_on`;
  await service.db.query({ name: 'money_fee', text }, [shop.merchantId, currency, basisPoints, fixed]);
}

const feesWallet = (currency: string): Promise<string> =>
  transaction(service.db, async (tx) => {
    const owner = { ownerId: 'fees', livemode: false, currency };
    return (await openDefaultWallets(tx, 'system', [owner]))(owner);
  });

async function held(wallet: string): Promise<bigint> {
  const text = 'SELECT posted FROM balances WHERE wallet_id = $1';
  return (await service.db.query<{ posted: bigint }>({ name: 'money_held', text }, [wallet]))[0]!.posted;
}

/** A manual correction that raises a wallet to the largest balance that it may have. */
async function fill(wallet: string, to: bigint = MAX): Promise<void> {
  const amount = to - (await held(wallet));
  const [done] = await transaction(service.db, (tx) =>
    fundWallets(tx, [{ wallet, amount, source: newId('req'), adjustment: 'credit' }]),
  );
  if (done instanceof Refusal) throw done;
}

const transfer = (shop: TestMerchant, from: string, to: string, amount: number, currency: string) =>
  shop.call('POST', '/wallets/transfer', { from, to, amount, currency });

describe('a wallet that is full, at 2^53 − 1, or a system wallet at 2^63 − 1', together, () => {
  it('takes what fits and not one unit more; every answer has its balance to the last digit', async () => {
    const shop = await service.merchant();
    const [wallet, spare] = [await shop.wallet('KES'), await newWallet(shop, 'KES')];
    await shop.call('POST', `/test/wallets/${spare}/fund`, { amount: 100 });
    await fill(wallet, MAX - 10n);
    assert.deepEqual(refusal(await transfer(shop, spare, wallet, 11, 'KES')), [422, 'limit_exceeded']);
    assert.deepEqual(refusal(await shop.call('POST', `/test/wallets/${wallet}/fund`, { amount: 11 })), [
      422,
      'limit_exceeded',
    ]);
    assert.equal((await transfer(shop, spare, wallet, 10, 'KES')).status, 201);
    assert.deepEqual(refusal(await transfer(shop, spare, wallet, 1, 'KES')), [422, 'limit_exceeded']);
    assert.equal(await held(wallet), MAX);

    const merchant = await service.person('merchant', { merchantId: shop.merchantId });
    const headers = { 'service-integration': shop.integrationId };
    const admin = await service.person('operator');
    const answers = await Promise.all([
      ...['', '/entries', `?at=${new Date(Date.now() + 1_000).toISOString()}`].map((rest) =>
        shop.call('GET', `/wallets/${wallet}${rest}`),
      ),
      shop.call('GET', '/wallets'),
      shop.call('GET', '/wallets/me?currency=KES'),
    ]);
    for (const { status, text } of answers) {
      assert.equal(status, 200, text);
      assert.ok(text.includes(`${MAX}`), text);
    }
    // A sum may be larger than each of its parts.
    const summary = await merchant.call('GET', '/summary?currency=KES', undefined, headers);
    assert.ok(summary.text.includes(`"total":${MAX + 90n}`), summary.text);
    const trial = await admin.call('GET', '/operator/ledger/trial_balance');
    assert.ok(trial.text.includes(`"credits":${MAX + 90n}`), trial.text);
  });

  it('takes no payment that a customer approves: 422, nothing moves, and it can still be paid', async () => {
    const shop = await service.merchant();
    const payer = await payerWith(service, 1_000n, { currencies: ['HTG'] });
    const wallet = await shop.wallet('HTG');
    await fill(wallet);
    const requested = await askToPay(shop, payer, { currency: 'HTG', amount: 400 });
    const approve = () => payer.call('POST', `/payments/${requested.id}/approve`);
    assert.deepEqual(refusal(await approve()), [422, 'limit_exceeded']);
    assert.deepEqual([await held(payer.wallet), await held(wallet)], [1_000n, MAX]);
    const spare = await newWallet(shop, 'HTG');
    assert.equal((await transfer(shop, wallet, spare, 400, 'HTG')).status, 201);
    assert.equal((await approve()).status, 200);
    assert.deepEqual([await held(payer.wallet), await held(wallet)], [600n, MAX]);
  });

  it('of fees refuses a payment whose fee does not fit, before anything moves', async () => {
    const shop = await service.merchant();
    const payer = await payerWith(service, 1_000n, { currencies: ['GHS'] });
    await setFee(shop, 'GHS', 250, 0);
    await fill(await feesWallet('GHS'), MOST);
    const requested = await askToPay(shop, payer, { currency: 'GHS', amount: 400 });
    assert.deepEqual(refusal(await payer.call('POST', `/payments/${requested.id}/approve`)), [422, 'limit_exceeded']);
    assert.deepEqual([await held(payer.wallet), await held(requested.wallet)], [1_000n, 0n]);
  });

  it('makes a refund into it fail, and the money stays where it was', async () => {
    const shop = await service.merchant();
    const payer = await payerWith(service, 1_000n, { currencies: ['NGN'] });
    const requested = await askToPay(shop, payer, { currency: 'NGN', amount: 400 });
    assert.equal((await payer.call('POST', `/payments/${requested.id}/approve`)).status, 200);
    await fill(payer.wallet, MAX - 399n);
    const { id } = (await shop.call('POST', '/refunds', { payment: requested.id })).body;
    assert.equal((await refundWith(shop, id, 'failed')).failure.code, 'recipient_cannot_receive');
    assert.deepEqual(await balance(shop, requested.wallet), [400, 0]);
    const less = (await shop.call('POST', '/refunds', { payment: requested.id, amount: 399 })).body;
    await refundWith(shop, less.id, 'succeeded');
    assert.equal(await held(payer.wallet), MAX);
  });

  it("makes a payout's item to it fail with its fee; the other items are paid", async () => {
    const shop = await service.merchant();
    await setFee(shop, 'JPY', 100, 1);
    const [wallet, full, other] = [
      await shop.wallet('JPY', 1_000n),
      await newWallet(shop, 'JPY'),
      await newWallet(shop, 'JPY'),
    ];
    await fill(full);
    const items = [full, other].map((recipient) => ({ recipient, amount: 100 }));
    const { id, result, totals } = await paidOut(shop, items, { currency: 'JPY' });
    assert.deepEqual([result, totals.succeeded_amount, totals.failed_amount, totals.fee], ['partial', 100, 100, 2]);
    assert.deepEqual(
      (await itemsOf(shop, id)).map(({ failure }) => failure?.code ?? null),
      ['customer_limit_reached', null],
    );
    assert.deepEqual(await balance(shop, wallet), [898, 0]);
  });

  it('does not fail a payment that its rail has taken: it succeeds, and its money is in suspense', async () => {
    const shop = await service.merchant();
    const wallet = await shop.wallet('TND');
    await fill(wallet, MAX - 9n);
    const { id } = await openPayment(shop, { currency: 'TND', amount: 10 });
    await payment(shop, id, 'requires_action');
    await shop.call('POST', `/test/payments/${id}/approve`);
    await payment(shop, id, 'succeeded');
    assert.equal(await held(wallet), MAX - 9n);
    const text = `
      SELECT count(*)::int AS count FROM postings p JOIN wallets w ON w.id = p.credit_wallet
      WHERE p.source = $1 AND w.owner_id = 'suspense' AND p.amount = 10`;
    assert.deepEqual(await service.db.query({ name: 'money_in_suspense', text }, [id]), [{ count: 1 }]);
  });
});

/** Currencies by their decimals: none, two, three. The fee is 2.5 % and one unit; half a unit is rounded up. */
const currencies: [string, number][] = [
  ['XOF', 0],
  ['USD', 2],
  ['TND', 3],
];

describe('every currency is counted in its minor unit', together, () => {
  for (const [currency, exponent] of currencies) {
    it(`${currency}, with ${exponent} decimals, from payment to payout`, async () => {
      const shop = await service.merchant();
      await setFee(shop, currency, 250, 1);
      const known = (await shop.call('GET', '/currencies')).body.data.find(({ code }: any) => code === currency);
      assert.deepEqual([known.exponent, known.min_amount, known.max_amount], [exponent, 1, 999_999_999_999]);

      // 2.5 % of 1020 is 25.5, rounded to 26, and 1.
      const paid = await paidPayment(shop, { currency, amount: 1_020 });
      assert.deepEqual([paid.amount, paid.fee, paid.net], [1_020, 27, 993]);
      // The smallest amount: its fee would be 1.025, and a fee never exceeds the amount.
      const least = await paidPayment(shop, { currency, amount: 1 });
      assert.deepEqual([least.fee, least.net], [1, 0]);
      const most = await paidPayment(shop, { currency, amount: 999_999_999_999 });
      assert.deepEqual([most.fee, most.net], [25_000_000_001, 974_999_999_998]);

      const back = (await shop.call('POST', '/refunds', { payment: paid.id, amount: 333 })).body;
      await refundWith(shop, back.id, 'succeeded');
      const to = await newWallet(shop, currency);
      assert.equal((await transfer(shop, paid.wallet, to, 1, currency)).status, 201);
      // 2.5 % of 20 is 0.5, rounded to 1, and 1. 2.5 % of 19 is 0.475, rounded to 0, and 1.
      const { totals } = await paidOut(
        shop,
        [20, 19].map((amount) => ({ recipient: to, amount })),
        { currency },
      );
      assert.deepEqual([totals.amount, totals.fee], [39, 3]);
      const left = 993 + 0 + 974_999_999_998 - 333 - 1 - 39 - 3;
      assert.deepEqual(await balance(shop, paid.wallet), [left, 0]);

      for (const amount of ['0.5', '10.01', '1e3', '1000000000000', '0']) {
        const body = `{"amount":${amount},"currency":"${currency}","customer":"+50937000007"}`;
        assert.deepEqual(refusal(await shop.call('POST', '/payments', body))[0], 400, amount);
      }
    });
  }
});

describe('a payment with a fee', together, () => {
  it("refunds the customer's whole amount in a thousand parts; the fee is kept, to the unit", async () => {
    const shop = await service.merchant();
    await setFee(shop, 'USD', 290, 30);
    const fees = await feesWallet('USD');
    const paid = await paidPayment(shop, { currency: 'USD', amount: 1_999 });
    // 2.9 % of 1999 is 57.971, rounded to 58, and 30.
    assert.deepEqual([paid.fee, paid.net], [88, 1_911]);
    const feesBefore = await held(fees);
    const refund = (amount: number) => shop.call('POST', '/refunds', { payment: paid.id, amount });
    const parts = [...Array.from({ length: 999 }, () => 2), 1];
    // The merchant must add what the fee took: without it the last parts, 402, are refused.
    const first: Reply[] = [];
    for (let i = 0; i < parts.length; i += 100) first.push(...(await Promise.all(parts.slice(i, i + 100).map(refund))));
    const short = first.filter(({ status }) => status === 402).length;
    assert.equal(first.filter(({ status }) => status === 201).length + short, 1_000);
    assert.ok(short >= 44, `${short}`);
    await shop.call('POST', `/test/wallets/${paid.wallet}/fund`, { amount: 88 });
    const rest = await Promise.all(parts.filter((_, i) => first[i]!.status === 402).map(refund));
    assert.ok(rest.every(({ status }) => status === 201));
    assert.deepEqual(refusal(await refund(1)), [422, 'refund_exceeds_remaining']);
    const done = await until(async () => {
      const { body } = await shop.call('GET', `/payments/${paid.id}`);
      return body.amount_refunded === 1_999 && body;
    });
    assert.deepEqual([done.fee, done.net], [88, 1_911]);
    assert.deepEqual(await balance(shop, paid.wallet), [0, 0]);
    assert.ok((await held(fees)) >= feesBefore, 'a refund returned a fee');
  });
});
