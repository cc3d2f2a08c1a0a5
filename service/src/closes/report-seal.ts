import type { Queries, Statement } from '../db/database.ts';

export type ReportSeal = { livemode: boolean; number: bigint; hash: Buffer; sealed_at: Date };

const keepStatement: Statement = {
  name: 'safeguarding_keep_seal',
  text: `
    INSERT INTO safeguarding_seals (livemode, day, number, hash, sealed_at)
    SELECT $1, $2::date, s.number, s.hash, s.sealed_at
    FROM (SELECT number, hash, sealed_at FROM seals ORDER BY number DESC LIMIT 1) s
    WHERE s.sealed_at >= (SELECT max(cut_at) FROM safeguarding_days WHERE day = $2::date AND livemode = $1)
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
    SELECT livemode, number, hash, sealed_at FROM safeguarding_seals WHERE day = $1::date ORDER BY livemode DESC`,
};
export const findReportSeals = (db: Queries, day: string) => db.query<ReportSeal>(selectStatement, [day]);
