import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountOf, available, type LockedWallet, openBook } from '../../core/ledger.ts';
import type { PaymentRow } from '../store.ts';
import type { ShareEntry } from './entries.ts';
import { noPartners, type Partners } from './open-partners.ts';
import { decideReturns, releaseShares, reserveRefund, reverseShares } from './return.ts';
import { nothingReturned, type StoredShare } from './stored.ts';

const account = (wallet: string, posted: bigint): LockedWallet => ({
  ...{ wallet, ownerType: 'merchant', ownerId: wallet, currency: 'XOF', livemode: false },
  ...{ frozen: false, closed: false, overdraft: false, posted, held: 0n, position: 0n },
  ...{ tier: null, limits: null, spentOn: null, spentDay: null, spentMonth: null },
});
const share: StoredShare = {
  ...{ wallet: 'seller', fixed: 4_000, basis_points: null, reference: null, status: 'posted', reason: null },
  ...{ amount: 4_000, ...nothingReturned },
};
const made = () =>
  ({
    ...{ world: 1, id: 'pay_1', wallet_id: 'shop', currency: 'XOF', amount: 5_000n, fee: 0n, tax: 0n },
    ...{ amount_refunded: 0n, amount_refunding: 0n, reversed_at: null as Date | null, split: [share] },
  }) as unknown as PaymentRow;

test('a refund that fails after its payment was reversed leaves nothing with the seller', () => {
  const book = openBook([account('shop', 1_000n), account('seller', 4_000n)]);
  const payment = made();
  const refund = { id: 'rfd_1', amount: 5_000n };
  const recorded: ShareEntry[] = [];
  const partners: Partners = { ...noPartners, record: (entry) => void recorded.push(entry) };
  const returns = decideReturns(payment, refund.amount, undefined) as bigint[];
  const split = reserveRefund(book, payment, refund, { returns, partners: noPartners, at: 1n });
  assert.ok(Array.isArray(split) && split[0]!.taken === 4_000);
  payment.split = reverseShares(book, payment, partners, 2n);
  assert.equal(accountOf(book, 'seller').posted, 4_000n, 'the reversal leaves to the refund what it reserved');
  payment.reversed_at = new Date(0);
  releaseShares(book, payment, { ...refund, split }, { partners, at: 3n });
  assert.deepEqual([available(accountOf(book, 'seller')), payment.split![0]!.taken], [0n, 4_000]);
  assert.deepEqual(
    recorded.map(({ wallet_id, taken }) => [wallet_id, taken]),
    [['seller', 4_000n]],
  );
  assert.equal(payment.split![0]!.under_way, 0);
});

test('without a reversal a refund that fails gives the share back', () => {
  const book = openBook([account('shop', 1_000n), account('seller', 4_000n)]);
  const payment = made();
  const refund = { id: 'rfd_1', amount: 5_000n };
  const returns = decideReturns(payment, refund.amount, undefined) as bigint[];
  const split = reserveRefund(book, payment, refund, { returns, partners: noPartners, at: 1n }) as Exclude<
    ReturnType<typeof reserveRefund>,
    string
  >;
  releaseShares(book, payment, { ...refund, split }, { partners: noPartners, at: 3n });
  assert.deepEqual([available(accountOf(book, 'seller')), payment.split![0]!.taken], [4_000n, 0]);
});

test('a share without money needs no wallet', () => {
  const book = openBook([account('shop', 5_000n)]);
  const payment = { ...made(), split: [{ ...share, status: 'kept', reason: 'wallet_frozen' }] } as PaymentRow;
  const returns = decideReturns(payment, 5_000n, undefined) as bigint[];
  assert.deepEqual(
    reserveRefund(book, payment, { id: 'rfd_1', amount: 5_000n }, { returns, partners: noPartners, at: 1n }),
    [],
  );
});
