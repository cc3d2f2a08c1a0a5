import type { FeeOnRefund } from '../../../contract/src/fee-on-refund.ts';
import type { FeeSchedule, FeeTier } from '../core/fee.ts';
import { flatSchedule } from '../core/fee.ts';
import { ALL_RAILS, asOf, type RailSchedule, type Schedules } from '../core/fee-schedules.ts';

/** Amounts have at most 12 digits, so numbers are exact. */
export type StoredTier = {
  readonly from: number;
  readonly basis_points: number;
  readonly fixed: number;
  readonly minimum?: number | null;
  readonly maximum?: number | null;
  /** The tax on the fee; missing where there is none. All tiers of a schedule have the same. */
  readonly tax_basis_points?: number;
  /** Missing where fees are kept. All tiers of a schedule have the same. */
  readonly on_refund?: 'returned';
};

type StoredSchedule = {
  readonly tiers: readonly StoredTier[] | null;
  readonly next: { readonly tiers: readonly StoredTier[] | null; readonly starts_at: string } | null;
};
export type StoredSchedules = Readonly<Record<string, StoredSchedule>>;

type Row = {
  readonly basis_points: number;
  readonly fixed: bigint;
  readonly schedules: StoredSchedules | null;
  readonly at: Date;
};

/** All schedules of a row, as of its read. */
export function schedulesOf({ basis_points: basisPoints, fixed, schedules, at }: Row): Schedules {
  const all: RailSchedule = { current: flatSchedule({ basisPoints, fixed }), next: null };
  const found = new Map<string, RailSchedule>([[ALL_RAILS, all]]);
  for (const [rail, { tiers, next }] of Object.entries(schedules ?? {})) {
    const current = tiers ? readTiers(tiers) : (found.get(rail)?.current ?? null);
    const change = next && { tiers: next.tiers && readTiers(next.tiers), startsAt: new Date(next.starts_at) };
    const now = asOf({ current, next: change }, at);
    // The own schedule of a rail may have ended.
    if (now.current || now.next) found.set(rail, now);
    else found.delete(rail);
  }
  return found;
}

/** The columns of a row that has these schedules. */
export function storeSchedules(schedules: Schedules): Pick<Row, 'basis_points' | 'fixed' | 'schedules'> {
  const [first] = schedules.get(ALL_RAILS)!.current!;
  const stored = [...schedules].flatMap(([rail, { current, next }]): [string, StoredSchedule][] => {
    const tiers = current && !(rail === ALL_RAILS && isFlat(current)) ? writeTiers(current) : null;
    const change = next && { tiers: next.tiers && writeTiers(next.tiers), starts_at: next.startsAt.toISOString() };
    return tiers || change ? [[rail, { tiers, next: change }]] : [];
  });
  const { basisPoints: basis_points, fixed } = first!;
  return { basis_points, fixed, schedules: stored.length > 0 ? Object.fromEntries(stored) : null };
}

export function readTier(stored: StoredTier): FeeTier {
  const { from, basis_points, fixed, minimum = null, maximum = null, tax_basis_points = 0, on_refund } = stored;
  return {
    ...{ from: BigInt(from), basisPoints: basis_points, fixed: BigInt(fixed) },
    minimum: minimum === null ? null : BigInt(minimum),
    maximum: maximum === null ? null : BigInt(maximum),
    taxBasisPoints: tax_basis_points,
    returned: on_refund === 'returned',
  };
}

export function writeTier(tier: FeeTier): StoredTier {
  const { from, basisPoints, fixed, minimum, maximum, taxBasisPoints = 0, returned = false } = tier;
  return {
    ...{ from: Number(from), basis_points: basisPoints, fixed: Number(fixed) },
    minimum: minimum === null ? null : Number(minimum),
    maximum: maximum === null ? null : Number(maximum),
    ...(taxBasisPoints === 0 ? {} : { tax_basis_points: taxBasisPoints }),
    ...(returned ? { on_refund: 'returned' as const } : {}),
  };
}

export const readTiers = (tiers: readonly StoredTier[]): FeeSchedule => tiers.map(readTier);
/** Tiers of a request, with one tax and one rule of refunds for all. */
export const taxedTiers = (
  tiers: readonly StoredTier[],
  taxBasisPoints = 0,
  onRefund: FeeOnRefund = 'kept',
): FeeSchedule => readTiers(tiers).map((tier) => ({ ...tier, taxBasisPoints, returned: onRefund === 'returned' }));

export const writeTiers = (tiers: FeeSchedule): StoredTier[] => tiers.map(writeTier);

export const renderTier = ({ from, basisPoints, fixed, minimum, maximum }: FeeTier) => ({
  ...{ from, basis_points: basisPoints, fixed, minimum, maximum },
});

/** The tax of a schedule, in basis points of the fee. */
export const taxOf = (tiers: FeeSchedule | null): number => tiers?.[0]?.taxBasisPoints ?? 0;

/** Whether refunds return the fee of a schedule. */
export const onRefundOf = (tiers: FeeSchedule | null): FeeOnRefund => (tiers?.[0]?.returned ? 'returned' : 'kept');

/** Whether basis points and a fixed part are all that it has. */
export const isFlat = (tiers: FeeSchedule): boolean => {
  const [{ minimum, maximum, returned }, ...more] = tiers as [FeeTier, ...FeeTier[]];
  return more.length === 0 && minimum === null && maximum === null && taxOf(tiers) === 0 && !returned;
};
