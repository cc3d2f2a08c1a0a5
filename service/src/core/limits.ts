import { MAX_BALANCE } from './money.ts';

/** The limits of a tier in one currency and mode, in minor units. null means no limit, 0 means nothing at all. */
export type Limits = {
  readonly tier: number;
  /** The most that a customer sends in one movement, a day and a calendar month (UTC). */
  readonly single: bigint | null;
  readonly day: bigint | null;
  readonly month: bigint | null;
  /** The most that a wallet holds. */
  readonly balance: bigint | null;
};

export type LimitName = 'single' | 'day' | 'month' | 'balance';

/** The fields of a wallet that limits depend on. */
export type Limited = {
  /** The owner's tier; null without limits: merchants and the system. */
  readonly tier: number | null;
  /** The limits in its currency and mode, for each tier that has any. */
  readonly limits: readonly Limits[] | null;
  /**
   * The day (UTC) of the last spending, counted from 1970-01-01, and the sums of that day and its month; null before.
   */
  spentOn: number | null;
  spentDay: bigint | null;
  spentMonth: bigint | null;
};

export type Breach = {
  /** `kyc_required`: this tier may send or hold nothing, and a higher one may. */
  readonly code: 'limit_exceeded' | 'kyc_required';
  readonly limit: LimitName;
  readonly maximum: bigint;
  readonly remaining: bigint;
};

const HIGHEST_TIER = 2;
const MICROSECONDS_A_DAY = 86_400_000_000n;

/** The UTC day of a position in a statement, counted from 1970-01-01. */
export function dayOf(position: bigint): number {
  return Number(position / MICROSECONDS_A_DAY);
}

/** The sums spent on that day and in its month. Positions only grow, so the day is never before `spentOn`. */
function spentBy(day: number, { spentOn, spentDay, spentMonth }: Limited): { day: bigint; month: bigint } {
  if (spentOn === null) return { day: 0n, month: 0n };
  return {
    day: (spentOn === day && spentDay) || 0n,
    month: (monthOf(spentOn) === monthOf(day) && spentMonth) || 0n,
  };
}

function monthOf(day: number): number {
  const date = new Date(day * 86_400_000);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** The limit that this amount would exceed on that day, or null. */
export function spendingBreach(wallet: Limited, amount: bigint, day: number): Breach | null {
  if (wallet.tier === null || wallet.limits === null) return null;
  const spent = spentBy(day, wallet);
  return breach(wallet.tier, wallet.limits, amount, [
    ['single', 0n],
    ['day', spent.day],
    ['month', spent.month],
  ]);
}

/** The balance limit that receiving this amount would exceed, or null. */
export function balanceBreach(wallet: Limited & { readonly posted: bigint }, amount: bigint): Breach | null {
  if (wallet.tier === null || wallet.limits === null) return null;
  return breach(wallet.tier, wallet.limits, amount, [['balance', wallet.posted]]);
}

/** Counts spending. @returns false, and counts nothing, if the month's sum would exceed the database's range */
export function spend(wallet: Limited, amount: bigint, day: number): boolean {
  const spent = spentBy(day, wallet);
  if (spent.month + amount > MAX_BALANCE) return false;
  wallet.spentOn = day;
  wallet.spentDay = spent.day + amount;
  wallet.spentMonth = spent.month + amount;
  return true;
}

type Use = readonly (readonly [limit: LimitName, used: bigint])[];

function breach(tier: number, limits: readonly Limits[], amount: bigint, use: Use): Breach | null {
  const over = firstOver(tier, limits, amount, use);
  if (over === null) return null;
  let higher = tier + 1;
  while (higher <= HIGHEST_TIER && firstOver(higher, limits, amount, use) !== null) higher += 1;
  const verifying = over.maximum === 0n && higher <= HIGHEST_TIER;
  return { code: verifying ? 'kyc_required' : 'limit_exceeded', ...over };
}

function firstOver(tier: number, limits: readonly Limits[], amount: bigint, use: Use) {
  const own = limits.find((one) => one.tier === tier);
  for (const [limit, used] of use) {
    const maximum = own?.[limit] ?? null;
    // After a limit was lowered, earlier use may already exceed it.
    if (maximum !== null && used + amount > maximum) {
      return { limit, maximum, remaining: used < maximum ? maximum - used : 0n };
    }
  }
  return null;
}
