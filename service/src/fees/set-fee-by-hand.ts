import { type Doer, recordActs } from '../audit/record.ts';
import type { Database } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import { renderList } from '../http/list.ts';
import { Refusal } from '../kernel/refusal.ts';
import { renderFee } from './read-own.ts';
import { setFee as write } from './set-fee.ts';
import { type FeeRow, type FeeSetting, selectFees } from './store.ts';

const LISTED = 100;

export async function listFees(db: Database, { merchant }: { merchant?: string }, url: string): Promise<string> {
  const rows = await db.query<FeeRow>(selectFees, [merchant ?? null, LISTED + 1]);
  return renderList(url, rows.slice(0, LISTED).map(renderFee), rows.length > LISTED);
}

/**
 * Sets a fee by hand. The change goes to the audit log, with `more` as details.
 * @returns the fee, or not_found for an unknown merchant
 */
export async function setFeeByHand(tx: Tx, fee: FeeSetting, by: Doer, more: object = {}): Promise<FeeRow | Refusal> {
  const changed = await write(tx, fee);
  if (changed instanceof Refusal) return changed;
  const rateOf = (row: FeeRow) => ({ basis_points: row.basis_points, fixed: Number(row.fixed) });
  const where = { livemode: fee.livemode, currency: fee.currency, charged_on: fee.chargedOn };
  await recordActs(tx, [
    {
      ...by,
      action: 'fee.set',
      target: fee.merchant,
      ...(changed.before ? { before: { ...where, ...rateOf(changed.before) } } : {}),
      after: { ...where, ...rateOf(changed.after), ...more },
    },
  ]);
  return changed.after;
}
