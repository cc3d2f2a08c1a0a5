import { type Doer, recordActs } from '../audit/record.ts';
import type { RailSchedule } from '../core/fee-schedules.ts';
import type { Database } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import { renderList } from '../http/list.ts';
import { Refusal } from '../kernel/refusal.ts';
import { renderFees } from './read-own.ts';
import { type FeeWritten, setFee as write } from './set-fee.ts';
import { type FeeRow, type FeeSetting, selectFees } from './store.ts';
import { isFlat, onRefundOf, taxOf, writeTiers } from './stored-schedules.ts';

const LISTED = 100;

export async function listFees(db: Database, { merchant }: { merchant?: string }, url: string): Promise<string> {
  const rows = await db.query<FeeRow>(selectFees, [merchant ?? null, LISTED + 1]);
  return renderList(url, rows.slice(0, LISTED).flatMap(renderFees), rows.length > LISTED);
}

/**
 * Sets a fee by hand. The change goes to the audit log, with `more` as details.
 * @returns the fee, or not_found for an unknown merchant, or for the end of a fee that a rail does not have
 */
export async function setFeeByHand(
  tx: Tx,
  fee: FeeSetting,
  by: Doer,
  quoteSeconds: number,
  more: object = {},
): Promise<FeeWritten | Refusal> {
  const changed = await write(tx, fee, quoteSeconds);
  if (changed instanceof Refusal) return changed;
  const { livemode, currency, chargedOn, rail } = fee;
  const where = { livemode, currency, charged_on: chargedOn, ...(rail === null ? {} : { rail }) };
  await recordActs(tx, [
    {
      ...by,
      action: 'fee.set',
      target: fee.merchant,
      ...(changed.before ? { before: { ...where, ...inForce(changed.before) } } : {}),
      after: { ...where, ...inWords(changed.after), ...more },
    },
  ]);
  return changed;
}

/** The tiers of a change, and when it starts. */
const inWords = ({ current, next }: RailSchedule): object =>
  next ? { ...ratesOf(next.tiers), starts_at: next.startsAt.toISOString() } : ratesOf(current);

const inForce = ({ current }: RailSchedule): object => (current ? ratesOf(current) : {});

function ratesOf(tiers: RailSchedule['current']): object {
  if (tiers === null) return { remove: true };
  const [{ basisPoints, fixed }] = tiers as [(typeof tiers)[number]];
  const tax = taxOf(tiers);
  const onRefund = onRefundOf(tiers);
  const first = {
    ...{ basis_points: basisPoints, fixed: Number(fixed) },
    ...(tax === 0 ? {} : { tax_basis_points: tax }),
    ...(onRefund === 'kept' ? {} : { fee_on_refund: onRefund }),
  };
  return isFlat(tiers) ? first : { ...first, tiers: writeTiers(tiers) };
}
