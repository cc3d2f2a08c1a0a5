import type { Database } from '../db/database.ts';
import { isRefusal } from '../db/transaction.ts';
import { StartupError } from '../startup-error.ts';

export type FeeSetting = {
  readonly merchant: string;
  readonly livemode: boolean;
  readonly currency: string;
  readonly chargedOn: 'payment' | 'payout';
  readonly basisPoints: number;
  /** Minor units. */
  readonly fixed: number;
};

/** For payments or payouts from now on: those that are under way keep the fee that they were opened with. */
export async function setFee(db: Database, fee: FeeSetting): Promise<void> {
  const statement = {
    name: 'fees_set',
    text: `
      INSERT INTO fees (merchant_id, livemode, currency, basis_points, fixed, charged_on) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (merchant_id, livemode, currency, charged_on) DO UPDATE SET basis_points = excluded.basis_points, fixed = excluded.fixed`,
  };
  try {
    await db.query(statement, [fee.merchant, fee.livemode, fee.currency, fee.basisPoints, fee.fixed, fee.chargedOn]);
  } catch (error) {
    if (isRefusal(error) && error.code === '23503') throw new StartupError(`there is no merchant ${fee.merchant}`);
    throw error;
  }
}
