import type { Fee } from '../../../contract/src/fees.ts';
import { ALL_RAILS } from '../core/fee-schedules.ts';
import type { Database } from '../db/database.ts';
import { renderList } from '../http/list.ts';
import { toJson } from '../http/serialise.ts';
import type { Caller } from '../kernel/command.ts';
import { type FeeRow, selectFeesOfWorld } from './store.ts';
import { onRefundOf, renderTier, schedulesOf, taxOf } from './stored-schedules.ts';

/** The fee of all rails, and then that of each rail with one of its own. */
export function renderFees(row: FeeRow): string[] {
  const { merchant_id: merchant, livemode, currency, charged_on } = row;
  const schedules = [...schedulesOf(row)].sort(([a], [b]) => (a < b ? -1 : 1));
  return schedules.map(([rail, { current, next }]) => {
    const fee: Fee = {
      ...{ object: 'fee' as const, merchant, livemode, currency, charged_on },
      rail: rail === ALL_RAILS ? null : rail,
      basis_points: current?.[0]?.basisPoints ?? 0,
      fixed: current?.[0]?.fixed ?? 0n,
      tiers: (current ?? []).map(renderTier),
      tax_basis_points: taxOf(current),
      fee_on_refund: onRefundOf(current),
      next: next && {
        starts_at: next.startsAt.toISOString(),
        tiers: (next.tiers ?? []).map(renderTier),
        tax_basis_points: taxOf(next.tiers),
        fee_on_refund: onRefundOf(next.tiers),
      },
    };
    return toJson(fee);
  });
}

/** The fees of the caller's merchant in the caller's mode, all on one page. */
export async function listOwnFees(db: Database, { world }: Caller, url: string): Promise<string> {
  const rows = await db.query<FeeRow>(selectFeesOfWorld, [world]);
  return renderList(url, rows.flatMap(renderFees), false);
}
