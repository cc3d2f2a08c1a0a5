import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failureCodes } from '../../../contract/src/payments.ts';
import { available, type LockedWallet, openBook, reserve } from './ledger.ts';
import { failures, payItems, readRecipient, resultOf, statusOf, type Totals, tally } from './payout.ts';

const account = (wallet: string, more: Partial<LockedWallet> = {}): LockedWallet => ({
  wallet,
  ownerType: 'merchant',
  ownerId: 'mer',
  currency: 'XOF',
  livemode: false,
  frozen: false,
  closed: false,
  overdraft: false,
  posted: 0n,
  held: 0n,
  position: 0n,
  tier: null,
  limits: null,
  spentOn: null,
  spentDay: null,
  spentMonth: null,
  ...more,
});
const wallets = { payout: 'pout', wallet: 'payer', fees: 'fees', taxes: 'tax' };
const none: Totals = {
  count: 3,
  amount: 60n,
  succeeded_count: 0,
  succeeded_amount: 0n,
  failed_count: 0,
  failed_amount: 0n,
  returned_count: 0,
  returned_amount: 0n,
  fee: 0n,
  tax: 0n,
};

describe('the items of a payout', () => {
  it('that a provider has paid never fail because the books are full: a person must decide', () => {
    for (const full of ['clearing', 'fees']) {
      const book = openBook(
        ['payer', 'clearing', 'fees'].map((wallet) =>
          account(wallet, {
            ownerType: wallet === 'payer' ? 'merchant' : 'system',
            posted: wallet === full ? 2n ** 63n - 1n : 100n,
          }),
        ),
      );
      reserve(book, { wallet: 'payer', source: 'pout', amount: 11n, at: 1n });
      const paid = { item: 'pit', amount: 10n, fee: 1n, tax: 0n, to: 'clearing' };
      assert.throws(() => payItems(book, wallets, [paid], 2n), /settlement of pit refused: limit_exceeded/);
    }
  });

  it('to a wallet here fail if the fee cannot be posted, and nothing moves', () => {
    const book = openBook([
      account('payer', { posted: 100n }),
      account('good'),
      account('fees', { ownerType: 'system', posted: 2n ** 63n - 1n }),
    ]);
    reserve(book, { wallet: 'payer', source: 'pout', amount: 11n, at: 1n });
    const [fault] = payItems(book, wallets, [{ item: 'pit', amount: 10n, fee: 1n, tax: 0n, to: 'good' }], 2n);
    assert.equal(fault?.code, 'customer_limit_reached');
    assert.deepEqual([available(book.accounts.get('payer')!), book.postings.length], [100n, 0]);
  });

  it('are paid from the reserved money, with their fees; the part of a failed item becomes available again', () => {
    const book = openBook([
      account('payer', { posted: 100n }),
      account('fees', { ownerType: 'system' }),
      account('good'),
      account('frozen', { frozen: true }),
      account('closed', { closed: true }),
      account('dollars', { currency: 'USD' }),
      account('live', { livemode: true }),
      account('full', { posted: 2n ** 63n - 1n }),
    ]);
    const recipients = ['good', 'frozen', 'closed', 'dollars', 'live', 'full', 'payer', null, 'good'];
    const payments = recipients.map((to, i) => ({ item: `pit${i}`, amount: 10n, fee: 1n, tax: 0n, to }));
    reserve(book, { wallet: 'payer', source: 'pout', amount: 99n, at: 1n });
    const faults = payItems(book, wallets, payments, 2n);
    assert.deepEqual(
      faults.map((fault) => fault?.code ?? null),
      [
        null,
        ...['recipient_cannot_receive', 'recipient_cannot_receive', 'recipient_cannot_receive', 'recipient_not_found'],
        ...['customer_limit_reached', 'recipient_cannot_receive', 'recipient_not_found'],
        null,
      ],
    );
    const payer = book.accounts.get('payer')!;
    assert.deepEqual([payer.posted, payer.held, available(payer)], [78n, 0n, 78n]);
    assert.deepEqual([book.accounts.get('good')!.posted, book.accounts.get('fees')!.posted], [20n, 2n]);
    assert.deepEqual(
      book.postings.map(({ kind, source }) => [kind, source]),
      [
        ['payout', 'pit0'],
        ['fee', 'pit0'],
        ['payout', 'pit8'],
        ['fee', 'pit8'],
      ],
    );
  });

  it('are paid even if the paying wallet was frozen or closed since', () => {
    const payer = account('payer', { posted: 10n, held: 10n, frozen: true });
    const book = openBook([payer, account('good')]);
    assert.deepEqual(payItems(book, wallets, [{ item: 'pit', amount: 10n, fee: 0n, tax: 0n, to: 'good' }], 1n), [null]);
    assert.equal(payer.posted, 0n);
  });

  it("to a customer fail if the wallet would exceed its tier's limit, and nothing moves", () => {
    const limit = (tier: number, balance: bigint) => ({ tier, single: null, day: null, month: null, balance });
    for (const [own, higher, message] of [
      [15n, 15n, /exceed the balance limit/],
      [0n, 100n, /must verify their identity/],
    ] as const) {
      const limits = [limit(0, own), limit(1, higher)];
      const customer = account('customer', { ownerType: 'customer', tier: 0, limits, posted: 10n });
      const book = openBook([account('payer', { posted: 10n, held: 10n }), customer]);
      const pay = (amount: bigint) =>
        payItems(book, wallets, [{ item: 'pit', amount, fee: 0n, tax: 0n, to: 'customer' }], 1n);
      const [fault] = pay(6n);
      assert.equal(fault?.code, 'customer_limit_reached');
      assert.match(fault!.message, message);
      assert.deepEqual([customer.posted, book.postings.length], [10n, 0]);
      if (own > 0n) assert.deepEqual(pay(4n), [null], 'the control: what still fits');
    }
  });

  it('change nothing if there are none', () => {
    const book = openBook([account('payer', { posted: 10n, held: 10n })]);
    assert.deepEqual(payItems(book, wallets, [], 1n), []);
    assert.deepEqual([book.holds, [...book.changed]], [[], []]);
  });

  it('explain why they were not paid, in a sentence and with a code of the contract', () => {
    for (const [name, { code, message }] of Object.entries(failures)) {
      assert.ok(failureCodes.includes(code), name);
      assert.match(message, /^[A-Z].+\.$/, name);
    }
  });

  it('never take more than the payout has reserved', () => {
    const book = openBook([account('payer', { posted: 100n, held: 9n }), account('good')]);
    assert.throws(
      () => payItems(book, wallets, [{ item: 'pit', amount: 10n, fee: 0n, tax: 0n, to: 'good' }], 1n),
      /more than is held/,
    );
  });
});

describe('the totals of a payout', () => {
  const won = { status: 'succeeded', amount: 20n, fee: 1n, tax: 0n } as const;
  const lost = { status: 'failed', amount: 20n, fee: 1n, tax: 0n } as const;

  it('count each item once, and fees of successful items only', () => {
    const totals = tally(tally(none, [won]), [lost, won]);
    assert.deepEqual(totals, {
      ...none,
      succeeded_count: 2,
      succeeded_amount: 40n,
      failed_count: 1,
      failed_amount: 20n,
      fee: 2n,
      tax: 0n,
    });
  });

  it('show whether it is completed, and its result', () => {
    assert.equal(statusOf(tally(none, [won, lost])), 'processing');
    for (const [ended, result] of [
      [[won, won, won], 'all_succeeded'],
      [[won, lost, won], 'partial'],
      [[lost, lost, lost], 'all_failed'],
    ] as const) {
      const totals = tally(none, ended);
      assert.deepEqual([statusOf(totals), resultOf(totals)], ['completed', result]);
    }
  });
});

it('a recipient is a wallet or a phone with its country code', () => {
  assert.equal(readRecipient('+509 3700-1234'), '+50937001234');
  assert.equal(readRecipient('wal_01kf0q1xc7fy4th6v9p0rs2d8m'), 'wal_01kf0q1xc7fy4th6v9p0rs2d8m');
  for (const text of ['37001234', 'wal_x', 'pay_01kf0q1xc7fy4th6v9p0rs2d8m', '+1', ''])
    assert.equal(readRecipient(text), null);
});
