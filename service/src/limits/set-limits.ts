import type { Tx } from '../db/transaction.ts';
import { type LimitSetting, limitSettings, upsertLimits } from './store.ts';

/**
 * Sets all limits of these tiers, one setting per tier. They apply to every movement from now on. Past spending and
 * present balances stay, even above the new limits.
 */
export async function setLimits(tx: Tx, limits: readonly LimitSetting[]): Promise<void> {
  await tx.query(upsertLimits, limitSettings.of(limits));
}
