import type { Statement } from '../db/database.ts';
import { arraysOf, bool, int2, int8, nullable, type RowOf, text } from '../db/table.ts';

const setting = {
  livemode: bool,
  currency: text,
  tier: int2,
  single: nullable(int8),
  day: nullable(int8),
  month: nullable(int8),
  balance: nullable(int8),
};
export type LimitSetting = Readonly<RowOf<typeof setting>>;
export const limitSettings = arraysOf(setting);
const { names: columns } = limitSettings;

export const upsertLimits: Statement = {
  name: 'limits_set',
  text: `
    INSERT INTO limits (${columns})
    SELECT ${limitSettings.unnamed}
    ON CONFLICT (livemode, currency, tier)
    DO UPDATE SET single = excluded.single, day = excluded.day, month = excluded.month, balance = excluded.balance`,
};

/** One setting at a time, so that each reads the value that it changes. */
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
