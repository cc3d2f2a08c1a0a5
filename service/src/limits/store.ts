import type { Limits } from '../core/limits.ts';
import type { Statement } from '../db/database.ts';

export type LimitSetting = Limits & { readonly livemode: boolean; readonly currency: string };

export const upsertLimits: Statement = {
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

/** As the command line prints them. */
export const selectLimits: Statement = {
  name: 'accounts_select_limits',
  text: `
    SELECT CASE WHEN livemode THEN 'live' ELSE 'test' END AS mode, currency, tier, single, day, month, balance
    FROM limits ORDER BY limits.livemode, currency, tier`,
};
