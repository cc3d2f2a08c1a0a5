import type { Limits } from '../core/limits.ts';
import type { Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';

export type LimitSetting = Limits & { readonly livemode: boolean; readonly currency: string };

const statement: Statement = {
  name: 'limits_set',
  text: `
    INSERT INTO limits (livemode, currency, tier, single, day, month, balance)
    SELECT unnest($1::boolean[]), unnest($2::text[]), unnest($3::smallint[]), unnest($4::bigint[]), unnest($5::bigint[]),
           unnest($6::bigint[]), unnest($7::bigint[])
    ON CONFLICT (livemode, currency, tier)
    DO UPDATE SET single = excluded.single, day = excluded.day, month = excluded.month, balance = excluded.balance`,
};

const columns = 'livemode, currency, tier, single, day, month, balance';

/** One setting at a time, so that each sees what it changes. */
export const lockLimits: Statement = { name: 'limits_lock', text: `LOCK TABLE limits IN SHARE ROW EXCLUSIVE MODE` };
export const selectLimit: Statement = {
  name: 'limits_select_one',
  text: `SELECT ${columns} FROM limits WHERE livemode = $1 AND currency = $2 AND tier = $3`,
};
export const selectAllLimits: Statement = {
  name: 'limits_select_all',
  text: `SELECT ${columns} FROM limits ORDER BY livemode, currency, tier`,
};

/**
 * Sets all limits of these tiers, one setting a tier. They hold for every movement from now on; what was spent and what is
 * held already stays, also where it is over them.
 */
export async function setLimits(tx: Tx, limits: readonly LimitSetting[]): Promise<void> {
  await tx.query(statement, [
    limits.map((one) => one.livemode),
    limits.map((one) => one.currency),
    limits.map((one) => one.tier),
    limits.map((one) => one.single),
    limits.map((one) => one.day),
    limits.map((one) => one.month),
    limits.map((one) => one.balance),
  ]);
}
