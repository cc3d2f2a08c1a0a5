import type { Queries, Statement } from '../db/database.ts';

export type ReportSeal = { livemode: boolean; number: bigint; hash: Buffer; sealed_at: Date };

/** The end of the day in the last of its time zones. A currency that is compared later may end it later. */
const lastCut = (day: string, livemode: string) =>
  `(SELECT max(cut_at) FROM safeguarding_days WHERE day = ${day} AND livemode = ${livemode})`;

const keepStatement: Statement = {
  name: 'safeguarding_keep_seal',
  text: `
    INSERT INTO safeguarding_seals (livemode, day, number, hash, sealed_at)
    SELECT $1, $2::date, s.number, s.hash, s.sealed_at
    FROM (SELECT number, hash, sealed_at FROM seals ORDER BY number DESC LIMIT 1) s
    WHERE s.sealed_at >= ${lastCut('$2::date', '$1')} AND NOT EXISTS (
      SELECT FROM safeguarding_seals k
      WHERE k.day = $2::date AND k.livemode = $1 AND k.sealed_at >= ${lastCut('$2::date', '$1')})
    ON CONFLICT DO NOTHING`,
};

/**
 * Keeps the head of the seal for the reports of a day, once it is later than the end of the day. Issue it when the day
 * has every currency.
 */
export const keepReportSeal = (db: Queries, livemode: boolean, day: string) => db.query(keepStatement, [livemode, day]);

const selectStatement: Statement = {
  name: 'safeguarding_seals',
  text: `
    SELECT DISTINCT ON (k.livemode) k.livemode, k.number, k.hash, k.sealed_at FROM safeguarding_seals k
    WHERE k.day = $1::date AND k.sealed_at >= ${lastCut('$1::date', 'k.livemode')}
    ORDER BY k.livemode DESC, k.number`,
};
/** The seals that the reports of a day carry. */
export const findReportSeals = (db: Queries, day: string) => db.query<ReportSeal>(selectStatement, [day]);
