import { type Doer, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../kernel/refusal.ts';
import { findRailForChange } from './find.ts';
import { unapproved } from './set-connection.ts';
import { approveConnection, type RailRecord } from './store.ts';

export type ConnectionApproval = {
  readonly slug: string;
  /** The connection that both operators mean. */
  readonly fingerprint: string;
  readonly operators: readonly [string, string];
};

/** Puts a connection into effect that two operators approved. A new rail is enabled by it. */
export async function approveRail(
  tx: Tx,
  { slug, fingerprint, operators }: ConnectionApproval,
  by: Doer,
  more: object,
): Promise<RailRecord | Refusal> {
  const before = await findRailForChange(tx, slug);
  if (before instanceof Refusal) return before;
  if (unapproved(before)?.fingerprint !== fingerprint)
    return new Refusal('rail_changed', `The connection of ${slug} changed after this was requested. Reject it.`);
  const [after] = await tx.query<RailRecord>(approveConnection, [slug, operators]);
  const { base_url, scheme } = after!;
  const connection = { base_url, fingerprint, ...(scheme && { scheme }), ...more };
  await recordActs(tx, [{ ...by, action: 'rail.approved', target: slug, after: connection }]);
  return after!;
}
