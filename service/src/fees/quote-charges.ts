import type { PaymentBearer } from '../../../contract/src/fee-bearer.ts';
import { type FeeTier, tierOf } from '../core/fee.ts';
import { type FoundSchedule, scheduleFor } from '../core/fee-schedules.ts';
import { type Charge, chargeOn } from '../core/fee-tax.ts';
import type { Database } from '../db/database.ts';
import { type QuotedRow, selectFeeToQuote } from './store.ts';
import { schedulesOf } from './stored-schedules.ts';

export type QuotedCharge = Charge & {
  /** The amount with the fee and the tax: the money of a payer who bears them. */
  readonly total: bigint;
  readonly tier: FeeTier;
  readonly schedule: FoundSchedule;
};

export type Quoted = {
  readonly world: number;
  readonly currency: string;
  readonly kind: 'payment' | 'payout';
  readonly amount: bigint;
};

/**
 * The charges on an amount now, by the rail. Quotes, the search for a rail and the payer's page all use it.
 * @returns `at`: the time of the read; `bearer`: the merchant's setting for payments
 */
export async function quoteCharges(
  db: Database,
  { world, currency, kind, amount }: Quoted,
): Promise<{
  readonly at: Date;
  readonly bearer: PaymentBearer;
  readonly chargeOf: (rail: string | null) => QuotedCharge;
}> {
  const [row] = await db.query<QuotedRow>(selectFeeToQuote, [world, currency, kind]);
  const schedules = schedulesOf(row!);
  const chargeOf = (rail: string | null) => {
    const schedule = scheduleFor(schedules, rail);
    const tier = tierOf(amount, schedule.tiers);
    const { fee, tax } = chargeOn(amount, tier);
    return { fee, tax, total: amount + fee + tax, tier, schedule };
  };
  return { at: row!.at, bearer: row!.fee_bearer, chargeOf };
}
