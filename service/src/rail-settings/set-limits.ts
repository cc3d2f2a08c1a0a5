import { type Doer, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../kernel/refusal.ts';
import { checkLimits, type RailLimits } from './check-draft.ts';
import { findRailForChange } from './find.ts';
import { limitsOf, limitValues } from './limit-values.ts';
import { type RailRecord, updateLimits } from './store.ts';
import { renderRail } from './view.ts';

/** Changes the limits that are given, and keeps the others. */
export async function setRailLimits(
  tx: Tx,
  slug: string,
  given: Partial<RailLimits>,
  by: Doer,
): Promise<RailRecord | Refusal> {
  const before = await findRailForChange(tx, slug);
  if (before instanceof Refusal) return before;
  const limits = { ...limitsOf(before), ...given };
  const fault = checkLimits(limits);
  if (fault) return fault;
  const [after] = await tx.query<RailRecord>(updateLimits, [slug, ...limitValues(limits)]);
  const [was, is] = [JSON.parse(renderRail(before)), JSON.parse(renderRail(after!))];
  const fields = Object.keys(is).filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]));
  const changes = fields.filter((name) => name !== 'updated_at' && name !== 'version');
  const pick = (rail: Record<string, unknown>) => Object.fromEntries(changes.map((name) => [name, rail[name]]));
  await recordActs(tx, [{ ...by, action: 'rail.changed', target: slug, before: pick(was), after: pick(is) }]);
  return after!;
}
