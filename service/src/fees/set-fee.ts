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
 * replaced. Payments and payouts under way keep their fee. Without tiers, the rail's own fee ends.
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
  if (tiers === null && before === null) return new Refusal('not_found', `The rail ${rail} has no fee of its own`);
  const startsAt = new Date(at.getTime() + quoteSeconds * 1000 + MARGIN_MS);
  const current = schedules.get(name)?.current ?? null;
  // The end of a fee that has not begun changes nothing that a quote has said.
  const isAtOnce = quoteSeconds === 0 || (tiers === null && current === null);
  const after: RailSchedule = isAtOnce ? { current: tiers, next: null } : { current, next: { tiers, startsAt } };
  if (after.current || after.next) schedules.set(name, after);
  else schedules.delete(name);
  const [written] = await write(tx, which, schedules);
  return { before, after, row: written! };
}

function write(tx: Tx, which: readonly unknown[], schedules: Schedules): Promise<FeeRow[]> {
  const { basis_points, fixed, schedules: stored } = storeSchedules(schedules);
  return tx.query<FeeRow>(upsertFee, [...which, basis_points, fixed, stored && JSON.stringify(stored)]);
}
