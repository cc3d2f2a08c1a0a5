import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type FeeRow, type FeeSetting, lockMerchantForFees, selectFee, upsertFee } from './store.ts';

/** Applies to payments or payouts from now on. Those under way keep their fee. */
export async function setFee(tx: Tx, fee: FeeSetting): Promise<{ before: FeeRow | null; after: FeeRow } | Refusal> {
  const { merchant, livemode, currency, chargedOn, basisPoints, fixed } = fee;
  const [known] = await tx.query(lockMerchantForFees, [merchant]);
  if (!known) return new Refusal('not_found', `Merchant ${merchant} does not exist`);
  const [before] = await tx.query<FeeRow>(selectFee, [merchant, livemode, currency, chargedOn]);
  const [after] = await tx.query<FeeRow>(upsertFee, [merchant, livemode, currency, chargedOn, basisPoints, fixed]);
  return { before: before ?? null, after: after! };
}
