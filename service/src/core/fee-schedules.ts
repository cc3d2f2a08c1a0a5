import { type FeeSchedule, flatSchedule } from './fee.ts';

/** The schedule of one rail, or of all rails without one of their own. */
export type RailSchedule = {
  /** Null: it has none yet, and that of all rails applies. */
  readonly current: FeeSchedule | null;
  /** An approved change that has not started. Without tiers, the rail's own schedule ends then. */
  readonly next: { readonly tiers: FeeSchedule | null; readonly startsAt: Date } | null;
};

/** The schedules of a merchant for one currency, mode and purpose, by the rail. */
export type Schedules = ReadonlyMap<string, RailSchedule>;

/** The key of the schedule of all rails. */
export const ALL_RAILS = '';

/** The schedule at a time: a change applies from its start. */
export function asOf({ current, next }: RailSchedule, now: Date): RailSchedule {
  return next && next.startsAt <= now ? { current: next.tiers, next: null } : { current, next };
}

export type FoundSchedule = {
  /** Null: it is the schedule of all rails. */
  readonly rail: string | null;
  readonly tiers: FeeSchedule;
  /** The earliest start of a change that may concern it. */
  readonly changesAt: Date | null;
};

const free = flatSchedule({ basisPoints: 0, fixed: 0n });

/**
 * The schedule of a payment or a payout on this rail, from schedules as of now. Without a rail it may be on any, so a
 * change for any rail may concern it.
 */
export function scheduleFor(schedules: Schedules, rail: string | null): FoundSchedule {
  const own = rail === null ? undefined : schedules.get(rail);
  const all = schedules.get(ALL_RAILS);
  if (own?.current) return { rail, tiers: own.current, changesAt: own.next?.startsAt ?? null };
  const changes = rail === null ? [...schedules.values()] : [own, all];
  return { rail: null, tiers: all?.current ?? free, changesAt: earliest(changes) };
}

function earliest(changes: readonly (RailSchedule | undefined)[]): Date | null {
  const starts = changes.flatMap((one) => one?.next?.startsAt ?? []);
  return starts.reduce<Date | null>((first, one) => (first === null || one < first ? one : first), null);
}
