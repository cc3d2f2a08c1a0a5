import type { PaymentBearer } from '../../../contract/src/fee-bearer.ts';
import type { FeeSchedule } from '../core/fee.ts';
import type { Statement } from '../db/database.ts';
import { arraysFrom, bool, from, text } from '../db/table.ts';
import type { Tx } from '../db/transaction.ts';
import type { StoredSchedules } from './stored-schedules.ts';

export type FeeSetting = {
  readonly merchant: string;
  readonly livemode: boolean;
  readonly currency: string;
  readonly chargedOn: 'payment' | 'payout';
  /** Null: all rails without a fee of their own. */
  readonly rail: string | null;
  /** Null: the rail has no fee of its own any more. */
  readonly tiers: FeeSchedule | null;
};

export type FeeRow = {
  merchant_id: string;
  livemode: boolean;
  currency: string;
  basis_points: number;
  fixed: bigint;
  charged_on: 'payment' | 'payout';
  schedules: StoredSchedules | null;
  /** The time of the read, by the database's clock. */
  at: Date;
};

const columns = 'merchant_id, livemode, currency, charged_on, basis_points, fixed, schedules';
const read = `${columns}, clock_timestamp() AS at`;

export const selectFees: Statement = {
  name: 'fees_select',
  text: `
    SELECT ${read} FROM fees WHERE $1::text IS NULL OR merchant_id = $1
    ORDER BY merchant_id, livemode, currency, charged_on LIMIT $2`,
};

export const selectFeesOfWorld: Statement = {
  name: 'fees_select_of_world',
  text: `
    SELECT f.merchant_id, f.livemode, f.currency, f.charged_on, f.basis_points, f.fixed, f.schedules, now() AS at
    FROM worlds w JOIN integrations i ON i.id = w.integration_id
      JOIN fees f ON f.merchant_id = i.merchant_id AND f.livemode = w.livemode
    WHERE w.id = $1 ORDER BY f.currency, f.charged_on`,
};

export type QuotedRow = Omit<FeeRow, 'merchant_id' | 'livemode' | 'currency' | 'charged_on'> & {
  /** The merchant's setting for payments. */
  fee_bearer: PaymentBearer;
};

/** One row, also where no fee is set. */
export const selectFeeToQuote: Statement = {
  name: 'fees_select_to_quote',
  text: `
    SELECT coalesce(f.basis_points, 0) AS basis_points, coalesce(f.fixed, 0) AS fixed, f.schedules, m.fee_bearer,
      now() AS at
    FROM worlds w JOIN integrations i ON i.id = w.integration_id JOIN merchants m ON m.id = i.merchant_id
      LEFT JOIN fees f ON f.merchant_id = i.merchant_id AND f.livemode = w.livemode AND f.currency = $2
        AND f.charged_on = $3
    WHERE w.id = $1`,
};

/** The merchants whose payers bear the fees of payments that name nobody. */
export const selectPayerBearers: Statement = {
  name: 'fees_select_payer_bearers',
  text: `SELECT id FROM merchants WHERE id = ANY ($1::text[]) AND fee_bearer = 'payer'`,
};

/** The merchant's lock orders two settings, even if there is no fee yet. */
export const lockMerchantForFees: Statement = {
  name: 'fees_lock_merchant',
  text: `SELECT id FROM merchants WHERE id = $1 FOR NO KEY UPDATE`,
};
export const selectTime: Statement = { name: 'fees_select_time', text: `SELECT clock_timestamp() AS at` };
export const selectFee: Statement = {
  name: 'fees_select_one',
  text: `SELECT ${read} FROM fees WHERE merchant_id = $1 AND livemode = $2 AND currency = $3 AND charged_on = $4`,
};
export const upsertFee: Statement = {
  name: 'fees_set',
  text: `
    INSERT INTO fees (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (merchant_id, livemode, currency, charged_on)
      DO UPDATE SET basis_points = excluded.basis_points, fixed = excluded.fixed, schedules = excluded.schedules
    RETURNING ${read}`,
};

type Charged = { readonly merchantId: string; readonly livemode: boolean; readonly currency: string };
const charged = arraysFrom<Charged>({
  merchant_id: from(text, ({ merchantId }) => merchantId),
  livemode: from(bool, ({ livemode }) => livemode),
  currency: from(text, ({ currency }) => currency),
});

const selectRatesStatement: Statement = {
  name: 'payments_select_fees',
  text: `
    SELECT f.merchant_id, f.livemode, f.currency, f.basis_points, f.fixed, f.schedules, now() AS at
    FROM fees f JOIN (SELECT ${charged.unnest}) AS n
      ON f.merchant_id = n.merchant_id AND f.livemode = n.livemode AND f.currency = n.currency
    WHERE f.charged_on = $4`,
};

export function selectRates(
  tx: Tx,
  wanted: readonly Charged[],
  chargedOn: 'payment' | 'payout',
): Promise<Omit<FeeRow, 'charged_on'>[]> {
  return tx.query(selectRatesStatement, [...charged.of(wanted), chargedOn]);
}
