import { MAX_BALANCE } from './money.ts';

/** What a tier may do in one currency and mode, in minor units. null is no limit, 0 nothing at all. */
export type Limits = {
  readonly tier: number;
  /** The most of one movement, of a day and of a calendar month (UTC) that a customer sends. */
  readonly single: bigint | null;
  readonly day: bigint | null;
  readonly month: bigint | null;
  /** The most that a wallet holds. */
  readonly balance: bigint | null;
};

export type LimitName = 'single' | 'day' | 'month' | 'balance';

/** A wallet as its limits see it. */
export type Limited = {
  /** Its owner's; null where there are no limits: merchants and the system. */
  readonly tier: number | null;
  /** Those of its currency and mode, of each tier that has some. */
  readonly limits: readonly Limits[] | null;
  /** The day (UTC) of the last spending, counted from 1970-01-01, and the sums of that day and its month; null before. */
  spentOn: number | null;
  spentDay: bigint | null;
  spentMonth: bigint | null;
};

export type Breach = {
  /** `kyc_required`: this tier may not at all, and a higher one may. */
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

/** What was spent on that day and in its month before. Positions only grow, so the day is never before `spentOn`. */
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

/** The limit that stands against sending so much on that day, or null. */
export function spendingBreach(wallet: Limited, amount: bigint, day: number): Breach | null {
  if (wallet.tier === null || wallet.limits === null) return null;
  const spent = spentBy(day, wallet);
  return breach(wallet.tier, wallet.limits, amount, [
    ['single', 0n],
    ['day', spent.day],
    ['month', spent.month],
  ]);
}

/** The limit that stands against receiving so much beside what is there, or null. */
export function balanceBreach(wallet: Limited & { readonly posted: bigint }, amount: bigint): Breach | null {
  if (wallet.tier === null || wallet.limits === null) return null;
  return breach(wallet.tier, wallet.limits, amount, [['balance', wallet.posted]]);
}

/** Counts what is sent. @returns false, and counts nothing, where the month's sum would be more than the database can hold */
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
    // What was used before a limit was lowered may be over it already.
    if (maximum !== null && used + amount > maximum) {
      return { limit, maximum, remaining: used < maximum ? maximum - used : 0n };
    }
  }
  return null;
}
