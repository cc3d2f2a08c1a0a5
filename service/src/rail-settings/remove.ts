import { type Doer, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../kernel/refusal.ts';
import { findRailForChange } from './find.ts';
import { type RailRecord, removeStatement, selectOpenRecord } from './store.ts';

/** Removes a paused rail without open records, and erases its credentials. Its slug is never used again. */
export async function removeRail(tx: Tx, slug: string, by: Doer, reason: string): Promise<RailRecord | Refusal> {
  const before = await findRailForChange(tx, slug);
  if (before instanceof Refusal) return before;
  if (before.status !== 'paused')
    return new Refusal('rail_in_use', `Pause the rail ${slug} first, so that no node sends to it.`);
  const [open] = await tx.query<{ id: string }>(selectOpenRecord, [slug]);
  if (open)
    return new Refusal('rail_in_use', `${open.id} still waits for the rail ${slug}. Try again when it is final.`);
  const [after] = await tx.query<RailRecord>(removeStatement, [slug]);
  await recordActs(tx, [{ ...by, action: 'rail.removed', target: slug, reason }]);
  return after!;
}
