import { exceptionKinds } from '../../../contract/src/cases.ts';
import type { Queries, Statement } from '../db/database.ts';
import type { CaseRow } from './store.ts';

/** Positions are microseconds. Nodes' clocks differ, and a case may be opened a little before its money is posted. */
const SLACK_US = 3_600_000_000n;

/** The wallet's statement is read from the case's own time on. */
const selectSuspended: Statement = {
  name: 'cases_suspended',
  text: `
    SELECT w.id AS wallet, coalesce(sum(p.change), 0)::bigint AS amount
    FROM wallets w LEFT JOIN LATERAL (
      SELECT amount AS change FROM postings WHERE credit_wallet = w.id AND position >= $5 AND source = $4
      UNION ALL SELECT -amount FROM postings WHERE debit_wallet = w.id AND position >= $5 AND source = $4) p ON true
    WHERE w.owner_type = 'system' AND w.owner_id = 'suspense:' || $1 AND w.livemode = $2 AND w.currency = $3
    GROUP BY w.id`,
};

const postedUnderCase: ReadonlySet<string> = new Set(['unmatched_money', ...exceptionKinds]);

/**
 * The source of a case's postings. Unmatched money has no record here, and the difference of an exception is not that
 * of its record, so both are posted under the case.
 */
export const sourceOf = ({ id, kind, record }: Pick<CaseRow, 'id' | 'kind' | 'record'>): string =>
  postedUnderCase.has(kind) || record === null ? id : record;

type CaseMoney = { readonly wallet: string; readonly amount: bigint };

/** The money of a case that is in its rail's suspense wallet; null if there is none. */
export async function findSuspended(db: Queries, row: CaseRow): Promise<CaseMoney | null> {
  const { rail, livemode, currency, created_at: at } = row;
  if (rail === null || currency === null || row.amount === null) return null;
  const from = BigInt(at.getTime()) * 1_000n - SLACK_US;
  const [found] = await db.query<CaseMoney>(selectSuspended, [rail, livemode, currency, sourceOf(row), from]);
  return found && found.amount > 0n ? found : null;
}
