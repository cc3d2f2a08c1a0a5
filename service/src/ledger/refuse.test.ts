import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type LockedWallet, type Movement, move, openBook } from '../core/ledger.ts';
import type { Limits } from '../core/limits.ts';
import { refuseMovement } from './refuse.ts';

const none = { single: null, day: null, month: null, balance: null };
const account = (wallet: string, posted: bigint, limits: Partial<Limits> | null = null): LockedWallet => ({
  wallet,
  ownerType: 'customer',
  ownerId: `usr_${wallet}`,
  currency: 'XOF',
  livemode: true,
  frozen: false,
  closed: false,
  overdraft: false,
  posted,
  held: 0n,
  position: 0n,
  tier: limits ? 0 : null,
  limits: limits ? [{ tier: 0, ...none, ...limits }] : null,
  spentOn: null,
  spentDay: null,
  spentMonth: null,
});
const pay = (amount: bigint): Movement => ({ kind: 'transfer', source: 'trf_1', from: 'a', to: 'b', amount, at: 1n });
/** The refusal that this movement gets. */
const refusalFor = (from: LockedWallet, to: LockedWallet, amount: bigint) => {
  const book = openBook([from, to]);
  const { code, message, param, facts } = refuseMovement(book, pay(amount), move(book, pay(amount))!);
  return { code, message, param, facts };
};

it('a refusal that is not about a limit has only its own message', () => {
  assert.deepEqual(refusalFor(account('a', 10n), account('b', 0n), 11n), {
    code: 'insufficient_funds',
    message: 'The wallet has too little money',
    param: undefined,
    facts: undefined,
  });
  // When the books are full, no customer limit is the reason.
  assert.equal(refusalFor(account('a', 10n), account('b', 2n ** 63n - 1n), 1n).facts, undefined);
});

it('the sender learns their limit and how much of it is left', () => {
  assert.deepEqual(refusalFor(account('a', 1_000n, { single: 300n }), account('b', 0n), 301n), {
    code: 'limit_exceeded',
    message: 'The single limit is 300 XOF; 300 is left',
    param: 'from',
    facts: { limit: 'single', maximum: 300n, remaining: 300n },
  });
  assert.deepEqual(refusalFor(account('a', 1_000n, { single: 0n }), account('b', 0n), 1n), {
    code: 'kyc_required',
    message: 'You must verify your identity first',
    param: 'from',
    facts: { limit: 'single', maximum: 0n, remaining: 0n },
  });
});

it('the sender learns only the name of the recipient’s limit', () => {
  assert.deepEqual(refusalFor(account('a', 1_000n), account('b', 250n, { balance: 300n }), 51n), {
    code: 'limit_exceeded',
    message: 'The amount would exceed the balance limit of this wallet',
    param: 'to',
    facts: { limit: 'balance' },
  });
  assert.deepEqual(refusalFor(account('a', 1_000n), account('b', 0n, { balance: 0n }), 1n), {
    code: 'kyc_required',
    message: 'The owner of this wallet must verify their identity first',
    param: 'to',
    facts: { limit: 'balance' },
  });
});
