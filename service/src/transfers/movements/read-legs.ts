import type { Static } from 'typebox';
import { type createMovement, MOST_LEGS } from '../../../../contract/src/movements.ts';
import { toMinor } from '../../core/money.ts';
import type { CreditLeg, DebitLeg } from '../../core/movement.ts';
import { invalidField, type Refusal } from '../../kernel/refusal.ts';

export type MovementInput = Static<(typeof createMovement)['body']>;
export type AskedLegs = { readonly debits: readonly DebitLeg[]; readonly credits: readonly CreditLeg[] };

/** The legs of a request, or what is wrong with them whatever the wallets hold. */
export function readLegs(input: MovementInput): AskedLegs | Refusal {
  const found = input.debits.length + input.credits.length;
  if (found > MOST_LEGS) return invalidField('credits', 'too_many_legs', { maximum: MOST_LEGS, found });
  const fault = findBadLeg(input) ?? findSameWallet(input);
  if (fault) return fault;
  const debits = input.debits.map(
    ({ wallet, currency, amount, sweep }): DebitLeg =>
      amount === undefined
        ? { wallet, currency, amount: null, sweep: toMinor(sweep!.max) }
        : { wallet, currency, amount: toMinor(amount), sweep: null },
  );
  const credits = input.credits.map(
    ({ wallet, currency, amount }): CreditLeg => ({
      ...{ wallet, currency, amount: amount === undefined ? null : toMinor(amount) },
    }),
  );
  return findImbalance({ debits, credits }) ?? { debits, credits };
}

function findBadLeg({ debits, credits }: MovementInput): Refusal | null {
  const bad = debits.findIndex(({ amount, sweep }) => (amount === undefined) === (sweep === undefined));
  if (bad >= 0) return invalidField(`debits[${bad}]`, 'leg_needs_amount', { other: 'sweep' });
  const wrong = credits.findIndex(({ amount, remainder }) => (amount === undefined) === (remainder === undefined));
  return wrong < 0 ? null : invalidField(`credits[${wrong}]`, 'leg_needs_amount', { other: 'remainder' });
}

function findSameWallet({ debits, credits }: MovementInput): Refusal | null {
  const seen = new Set<string>();
  for (const [side, legs] of Object.entries({ debits, credits })) {
    for (const [i, { wallet }] of legs.entries()) {
      if (seen.has(wallet)) return invalidField(`${side}[${i}].wallet`, 'given_twice');
      seen.add(wallet);
    }
  }
  return null;
}

/** A sweep needs a remainder. Without a sweep the sums are known, and a remainder is above zero. */
function findImbalance({ debits, credits }: AskedLegs): Refusal | null {
  for (const currency of new Set([...debits, ...credits].map((leg) => leg.currency))) {
    const out = debits.filter((leg) => leg.currency === currency);
    const into = credits.filter((leg) => leg.currency === currency);
    const remainders = into.filter(({ amount }) => amount === null);
    if (remainders.length > 1) {
      return invalidField(`credits[${credits.indexOf(remainders[1]!)}]`, 'one_remainder', { currency });
    }
    const isSwept = out.some(({ sweep }) => sweep !== null);
    if (isSwept && remainders.length === 0) return invalidField('credits', 'needs_remainder', { currency });
    const sums = { debits: sumOf(out), credits: sumOf(into) };
    const isBalanced = remainders.length > 0 ? sums.debits > sums.credits : sums.debits === sums.credits;
    if (!isSwept && !isBalanced) return invalidField('credits', 'not_balanced', { currency, ...sums });
  }
  return null;
}

const sumOf = (legs: readonly { readonly amount: bigint | null }[]) =>
  legs.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n);
