import { type Doer, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../kernel/refusal.ts';
import { findRailForChange } from './find.ts';
import { closeCase, pauseStatement, type RailRecord, resumeStatement } from './store.ts';

/** Stops new sends. Questions about what was sent, and callbacks, continue. */
export async function pauseRail(tx: Tx, slug: string, reason: string, by: Doer): Promise<RailRecord | Refusal> {
  const before = await findRailForChange(tx, slug);
  if (before instanceof Refusal) return before;
  const [after] = await tx.query<RailRecord>(pauseStatement, [slug, reason]);
  await recordActs(tx, [{ ...by, action: 'rail.paused', target: slug, before: { status: before.status }, reason }]);
  return after!;
}

/** Enables a paused or closed rail. A live rail needs the approval of two operators before. */
export async function resumeRail(tx: Tx, slug: string, by: Doer, reason?: string): Promise<RailRecord | Refusal> {
  const before = await findRailForChange(tx, slug);
  if (before instanceof Refusal) return before;
  if (before.livemode && before.approved_by === null)
    return new Refusal(
      'rail_not_approved',
      `The rail ${slug} moves live money, so two operators must approve it first.`,
    );
  const [after] = await tx.query<RailRecord>(resumeStatement, [slug]);
  await tx.query(closeCase, [slug, reason ?? 'An operator resumed the rail.']);
  const why = reason === undefined ? {} : { reason };
  await recordActs(tx, [{ ...by, action: 'rail.resumed', target: slug, before: { status: before.status }, ...why }]);
  return after!;
}
