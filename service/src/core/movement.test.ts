import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { available, type LockedWallet, openBook } from './ledger.ts';
import { MAX_BALANCE } from './money.ts';
import { type CreditLeg, type DebitLeg, moveLegs, pairLegs } from './movement.ts';

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const runs = { seed, numRuns: 2_000 };

const wallet = (id: string, currency: string, more: Partial<LockedWallet> = {}): LockedWallet => ({
  ...{ wallet: id, ownerType: 'merchant', ownerId: 'owner', currency, livemode: false, frozen: false, closed: false },
  ...{ overdraft: false, posted: 0n, held: 0n, position: 0n, tier: null, limits: null },
  ...{ spentOn: null, spentDay: null, spentMonth: null, ...more },
});
const WALLETS = ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((id) => [
  [`${id}-xof`, 'XOF'] as const,
  [`${id}-usd`, 'USD'] as const,
]);
const snapshot = (accounts: Iterable<LockedWallet>) => structuredClone([...accounts]);

const amount = fc.bigInt(1n, 60n);
const leg = { place: fc.nat(1_000), amount };
/** Wallets in a random order, the first of which are debited. Credits are random parts of the debits. */
const scene = fc.record({
  funds: fc.array(fc.record({ posted: fc.bigInt(0n, 120n), held: fc.bigInt(0n, 30n) }), {
    minLength: WALLETS.length,
    maxLength: WALLETS.length,
  }),
  frozen: fc.option(fc.nat(WALLETS.length - 1), { freq: 6 }),
  order: fc.shuffledSubarray(WALLETS, { minLength: 2 }),
  debits: fc.array(fc.record({ ...leg, isSweep: fc.boolean() }), { minLength: 1, maxLength: 4 }),
  credits: fc.array(fc.record(leg), { minLength: 1, maxLength: 6 }),
  isExact: fc.boolean(),
});
type Scene = typeof scene extends fc.Arbitrary<infer One> ? One : never;

/** Legs that the service would let through: balanced, or with one remainder in each currency. */
function legsOf({ order, debits, credits, isExact }: Scene): { debits: DebitLeg[]; credits: CreditLeg[] } | null {
  const out = debits.slice(0, order.length - 1).map(({ amount, isSweep }, i): DebitLeg => {
    const [id, currency] = order[i]!;
    const sweeps = isSweep && !isExact;
    return sweeps
      ? { wallet: id, currency, amount: null, sweep: amount }
      : { wallet: id, currency, amount, sweep: null };
  });
  const rest = order.slice(out.length);
  const into: CreditLeg[] = [];
  for (const currency of new Set(out.map((one) => one.currency))) {
    const places = rest.filter(([, of]) => of === currency).slice(0, credits.length);
    if (places.length === 0) return null;
    let left = out.reduce((sum, one) => sum + (one.currency === currency ? (one.amount ?? 0n) : 0n), 0n);
    for (const [i, [id]] of places.entries()) {
      const isLast = i === places.length - 1;
      const part = isExact && credits[i]!.amount >= left ? left - 1n : credits[i]!.amount;
      if (!isLast && part <= 0n) continue;
      into.push({ wallet: id, currency, amount: isLast ? (isExact ? left : null) : part });
      left -= part;
    }
  }
  return { debits: out, credits: into };
}

describe(`linked movements (SEED=${seed})`, () => {
  it('move all legs and conserve each currency, or leave the book as it was', () => {
    let moved = 0;
    fc.assert(
      fc.property(scene, fc.bigInt(0n, 50n), (scene, at) => {
        const legs = legsOf(scene);
        if (!legs) return;
        const accounts = WALLETS.map(([id, currency], i) => {
          const { posted, held } = scene.funds[i]!;
          return wallet(id, currency, { posted: posted + held, held, frozen: scene.frozen === i, position: BigInt(i) });
        });
        const before = snapshot(accounts);
        const book = openBook(accounts);
        const result = moveLegs(book, { source: 'mov', ...legs, at });
        if ('code' in result) {
          assert.deepEqual(snapshot(accounts), before);
          assert.deepEqual([book.changed.size, book.postings.length], [0, 0]);
          return;
        }
        moved += 1;
        const change = new Map<string, bigint>();
        for (const { wallet, amount } of result.debits) change.set(wallet, -amount);
        for (const { wallet, amount } of result.credits) change.set(wallet, amount);
        for (const [i, account] of accounts.entries()) {
          assert.equal(account.posted, before[i]!.posted + (change.get(account.wallet) ?? 0n));
          assert.ok(available(account) >= 0n);
        }
        for (const currency of ['XOF', 'USD']) {
          const sum = (those: readonly LockedWallet[]) =>
            those.reduce((all, one) => all + (one.currency === currency ? one.posted : 0n), 0n);
          assert.equal(sum(accounts), sum(before));
        }
        const positions = book.postings.map(({ position }) => position);
        assert.ok(positions.every((position, i) => i === 0 || position > positions[i - 1]!));
        assert.ok(book.postings.length < legs.debits.length + legs.credits.length);
        assert.deepEqual(
          book.postings.map(({ debit, credit, amount, debit: { currency } }) => ({
            ...{ from: debit.wallet, to: credit.wallet, amount, currency },
          })),
          pairLegs(result),
        );
      }),
      runs,
    );
    assert.ok(moved > runs.numRuns / 10, `${moved} moved`);
  });

  it('undo postings that were made before a later one is refused', () => {
    const spent = { tier: 0, spentOn: 0, spentDay: 0n, spentMonth: MAX_BALANCE - 70n };
    const accounts = [wallet('a', 'XOF', { ...spent, ownerType: 'customer', posted: 100n }), wallet('b', 'XOF')];
    accounts.push(wallet('c', 'XOF'));
    const book = openBook(accounts);
    const before = snapshot(accounts);
    const legs = {
      debits: [{ wallet: 'a', currency: 'XOF', amount: 100n, sweep: null }],
      credits: ['b', 'c'].map((id) => ({ wallet: id, currency: 'XOF', amount: 50n })),
    };
    const refused = moveLegs(book, { source: 'mov', ...legs, at: 5n });
    assert.deepEqual(refused, { code: 'limit_exceeded', side: 'debits', index: 0, breach: null });
    assert.deepEqual([snapshot(accounts), book.changed.size, book.postings], [before, 0, []]);
  });

  it('pair legs in their order', () => {
    const leg = (id: string, amount: bigint, currency = 'XOF') => ({ wallet: id, amount, currency });
    const pairs = pairLegs({
      debits: [leg('a', 700n), leg('u', 5n, 'USD'), leg('z', 0n), leg('b', 300n)],
      credits: [leg('v', 5n, 'USD'), leg('n', 0n), leg('c', 800n), leg('d', 200n)],
    });
    assert.deepEqual(
      pairs.map(({ from, to, amount }) => [from, to, amount]),
      [
        ['a', 'c', 700n],
        ['b', 'c', 100n],
        ['b', 'd', 200n],
        ['u', 'v', 5n],
      ],
    );
  });
});
