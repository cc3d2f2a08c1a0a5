import type { Tx } from '../db/transaction.ts';
import { type LimitSetting, limitSettings, upsertLimits } from './store.ts';

/**
 * Sets all limits of these tiers, one setting a tier. They hold for every movement from now on; what was spent and what is
 * held already stays, also where it is over them.
 */
export async function setLimits(tx: Tx, limits: readonly LimitSetting[]): Promise<void> {
  await tx.query(upsertLimits, limitSettings.of(limits));
}
