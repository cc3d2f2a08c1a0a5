import { parseMoney, typedAmount } from '../ui/format.ts';
import type { Tier } from './fee-tiers.tsx';

/** A tier as it is typed. An empty minimum or maximum is none. */
export type TypedTier = {
  /** Keeps a row's fields while others are removed. */
  readonly key: number;
  readonly from: string;
  readonly points: number | string;
  readonly fixed: string;
  readonly minimum: string;
  readonly maximum: string;
};

let made = 0;
export const newTier = (currency: string): TypedTier => ({
  ...{ key: ++made, from: '', points: 0, fixed: typedAmount(0n, currency), minimum: '', maximum: '' },
});

/** The tiers in force, to begin with. */
export function typedTiers(tiers: readonly Tier[] | undefined, currency: string): TypedTier[] {
  if (!tiers || tiers.length === 0) return [{ ...newTier(currency), from: typedAmount(1n, currency) }];
  const typed = (amount: bigint | number | null | undefined) =>
    amount === null || amount === undefined ? '' : typedAmount(BigInt(amount), currency);
  return tiers.map(({ from, basis_points, fixed, minimum, maximum }) => ({
    ...{ key: ++made, from: typed(from), points: basis_points, fixed: typed(fixed) },
    ...{ minimum: typed(minimum), maximum: typed(maximum) },
  }));
}

/** The fields of the request, or null if an amount cannot be read. One rate without bounds is sent as such. */
export function toRequest(tiers: readonly TypedTier[], currency: string) {
  const read = tiers.map((tier, i) => readTier(tier, i === 0, currency));
  const all = read.filter((tier) => tier !== null);
  const [first] = all;
  if (all.length < tiers.length || !first) return null;
  const { basis_points, fixed, minimum, maximum } = first;
  const isFlat = all.length === 1 && minimum === undefined && maximum === undefined;
  return isFlat ? { basis_points, fixed } : { tiers: all };
}

function readTier({ from, points, fixed, minimum, maximum }: TypedTier, isFirst: boolean, currency: string) {
  const amounts = [isFirst ? 1n : parseMoney(from, currency), parseMoney(fixed, currency)] as const;
  const bounds = [minimum, maximum].map((text) => (text.trim() === '' ? undefined : parseMoney(text, currency)));
  if ([...amounts, ...bounds].includes(null)) return null;
  const [least, most] = bounds;
  return {
    from: Number(amounts[0]),
    basis_points: Number(points),
    fixed: Number(amounts[1]),
    ...(least === undefined ? {} : { minimum: Number(least) }),
    ...(most === undefined ? {} : { maximum: Number(most) }),
  };
}
