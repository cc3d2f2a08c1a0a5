import type { Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';

/**
 * Adds a payout to its person's day, if the day has room for it. The row's lock orders concurrent payouts on all nodes
 * and is held until commit, so the second sees the first's count. $4 is never above $5.
 */
export const countDay: Statement = {
  name: 'payouts_count_day',
  text: `
    INSERT INTO payout_days AS d (account_id, livemode, currency, day, amount)
    VALUES ($1, $2, $3, (now() AT TIME ZONE 'UTC')::date, $4)
    ON CONFLICT (account_id, livemode, currency, day) DO UPDATE SET amount = d.amount + excluded.amount
    WHERE d.amount + excluded.amount <= $5
    RETURNING amount`,
};

/** A week, so that a clock that is set back by a day opens no second day. */
export const deleteOldDays: Statement = {
  name: 'retention_payout_days',
  text: `DELETE FROM payout_days WHERE day < (now() AT TIME ZONE 'UTC')::date - 7`,
};

export type PersonsPayout = {
  readonly person: string;
  readonly livemode: boolean;
  readonly currency: string;
  readonly amount: bigint;
};

/** Whether this payout needs no second person, because the person's day stays within `most`. If so, it is counted. */
export async function fitsDay(tx: Tx, payout: PersonsPayout, most: bigint): Promise<boolean> {
  const { person, livemode, currency, amount } = payout;
  if (amount > most) return false;
  return (await tx.query(countDay, [person, livemode, currency, amount, most])).length > 0;
}
