import { ALL_RAILS, type RailSchedule, type Schedules } from '../core/fee-schedules.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type FeeRow, type FeeSetting, lockMerchantForFees, selectFee, selectTime, upsertFee } from './store.ts';
import { schedulesOf, storeSchedules } from './stored-schedules.ts';

/** Longer than a transaction takes, so that no quote read before its commit binds beyond the start of a change. */
export const MARGIN_MS = 60_000;

const noSchedules = { basis_points: 0, fixed: 0n, schedules: null } as const;

export type FeeWritten = {
  readonly before: RailSchedule | null;
  readonly after: RailSchedule;
  readonly row: FeeRow;
};

/**
 * Applies to payments or payouts from the time when no earlier quote binds any more. A change that has not started is
 * replaced. Payments and payouts under way keep their fee.
 * @param quoteSeconds the longest time that a quote binds; 0: quotes do not bind, and the change applies at once
 */
export async function setFee(tx: Tx, fee: FeeSetting, quoteSeconds: number): Promise<FeeWritten | Refusal> {
  const { merchant, livemode, currency, chargedOn, rail, tiers } = fee;
  const [known] = await tx.query(lockMerchantForFees, [merchant]);
  if (!known) return new Refusal('not_found', `Merchant ${merchant} does not exist`);
  const which = [merchant, livemode, currency, chargedOn];
  const [[row], [clock]] = await Promise.all([
    tx.query<FeeRow>(selectFee, which),
    tx.query<{ at: Date }>(selectTime, []),
  ]);
  const { at } = clock!;
  const schedules = new Map<string, RailSchedule>(schedulesOf({ ...(row ?? noSchedules), at }));
  const name = rail ?? ALL_RAILS;
  const before = row || rail !== null ? (schedules.get(name) ?? null) : null;
  const startsAt = new Date(at.getTime() + quoteSeconds * 1000 + MARGIN_MS);
  const after: RailSchedule =
    quoteSeconds === 0
      ? { current: tiers, next: null }
      : { current: schedules.get(name)?.current ?? null, next: { tiers, startsAt } };
  schedules.set(name, after);
  const [written] = await write(tx, which, schedules);
  return { before, after, row: written! };
}

function write(tx: Tx, which: readonly unknown[], schedules: Schedules): Promise<FeeRow[]> {
  const { basis_points, fixed, schedules: stored } = storeSchedules(schedules);
  return tx.query<FeeRow>(upsertFee, [...which, basis_points, fixed, stored && JSON.stringify(stored)]);
}
