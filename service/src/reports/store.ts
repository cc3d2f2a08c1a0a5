import type { postingKinds } from '../../../contract/src/wallets.ts';
import type { Database, Statement } from '../db/database.ts';
import { isCanceled } from '../db/failure.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Days } from './read-days.ts';

/** Ends a report that reads too much. A million postings take about a second. */
export const REPORT_MS = 20_000;

/** Sums are text: they may exceed a bigint. `day` counts from 1; 0 is the balance before the first day. */
export type SumRow = {
  readonly day: number;
  readonly currency: string;
  readonly kind: (typeof postingKinds)[number];
  readonly credit: string;
  readonly debit: string;
};

/**
 * The movements of a merchant's wallets by day and kind, and their balances before the first day, all of one snapshot.
 * Each wallet is two ranges of the indexes that end in the position. $1: owner, $2: mode, $3: currency or null, $4: the
 * beginnings of the days and the end of the last one.
 */
export const selectSums: Statement = {
  name: 'reports_select_sums',
  withinMs: REPORT_MS,
  text: `
    WITH own AS MATERIALIZED (
      SELECT id, currency FROM wallets
      WHERE owner_id = $1 AND owner_type = 'merchant' AND livemode = $2 AND ($3::text IS NULL OR currency = $3)),
    bounds AS (SELECT ($4::bigint[])[1] AS low, ($4::bigint[])[cardinality($4::bigint[])] AS high)
    SELECT 0 AS day, own.currency, 'transfer' AS kind, sum(last.balance)::text AS credit, '0' AS debit
    FROM own CROSS JOIN bounds CROSS JOIN LATERAL (
      SELECT balance FROM (
        (SELECT debit_balance AS balance, position FROM postings
         WHERE debit_wallet = own.id AND position < bounds.low ORDER BY position DESC LIMIT 1)
        UNION ALL
        (SELECT credit_balance, position FROM postings
         WHERE credit_wallet = own.id AND position < bounds.low ORDER BY position DESC LIMIT 1)) one
      ORDER BY position DESC LIMIT 1) last
    GROUP BY own.currency
    UNION ALL
    SELECT width_bucket(p.position, $4::bigint[]), own.currency, p.kind, sum(p.amount)::text, '0'
    FROM own CROSS JOIN bounds
    JOIN postings p ON p.credit_wallet = own.id AND p.position >= bounds.low AND p.position < bounds.high
    GROUP BY 1, 2, 3
    UNION ALL
    SELECT width_bucket(p.position, $4::bigint[]), own.currency, p.kind, '0', sum(p.amount)::text
    FROM own CROSS JOIN bounds
    JOIN postings p ON p.debit_wallet = own.id AND p.position >= bounds.low AND p.position < bounds.high
    GROUP BY 1, 2, 3`,
};

export type ReportOwner = { readonly id: string; readonly livemode: boolean };

/** @throws Refusal list_too_expensive */
export function readSums(
  db: Database,
  owner: ReportOwner,
  currency: string | undefined,
  days: Days,
): Promise<SumRow[]> {
  return inTime(db.query<SumRow>(selectSums, [owner.id, owner.livemode, currency ?? null, days.starts]));
}

/** The account of a wallet: `customers`, `merchants`, or the role of a system wallet. */
const accountOf = (alias: string) => `
  CASE ${alias}.owner_type WHEN 'customer' THEN 'customers' WHEN 'merchant' THEN 'merchants'
    ELSE CASE WHEN ${alias}.owner_id LIKE 'receivable:%' THEN 'receivable' ELSE ${alias}.owner_id END END`;

export type AccountSum = {
  readonly day: number;
  readonly currency: string;
  readonly account: string;
  readonly debit: string;
  readonly credit: string;
};

/**
 * All postings of a mode by day and account. The index of positions finds the days. Each posting is summed once as a
 * pair, so both sides have the same sum.
 */
const selectAccounts: Statement = {
  name: 'reports_select_accounts',
  withinMs: REPORT_MS,
  text: `
    WITH pairs AS MATERIALIZED (
      SELECT width_bucket(p.position, $3::bigint[]) AS day, p.currency, ${accountOf('d')} AS debit_account,
             ${accountOf('c')} AS credit_account, sum(p.amount) AS amount
      FROM postings p JOIN wallets d ON d.id = p.debit_wallet JOIN wallets c ON c.id = p.credit_wallet
      WHERE p.position >= ($3::bigint[])[1] AND p.position < ($3::bigint[])[cardinality($3::bigint[])]
        AND p.livemode = $1 AND ($2::text IS NULL OR p.currency = $2)
      GROUP BY 1, 2, 3, 4)
    SELECT day, currency, account, sum(debit)::text AS debit, sum(credit)::text AS credit
    FROM (SELECT day, currency, debit_account AS account, amount AS debit, 0 AS credit FROM pairs
          UNION ALL SELECT day, currency, credit_account, 0, amount FROM pairs) sides
    GROUP BY 1, 2, 3`,
};

/** @throws Refusal list_too_expensive */
export function readAccounts(
  db: Database,
  livemode: boolean,
  currency: string | undefined,
  days: Days,
): Promise<AccountSum[]> {
  return inTime(db.query<AccountSum>(selectAccounts, [livemode, currency ?? null, days.starts]));
}

/** @throws Refusal list_too_expensive */
export async function inTime<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!isCanceled(error)) throw error;
    const message = `The database did not finish this report in ${REPORT_MS / 1_000} s. Request fewer days.`;
    throw new Refusal('list_too_expensive', message);
  }
}

export const selectChart: Statement = {
  name: 'reports_select_chart',
  text: 'SELECT key, code, name FROM ledger_accounts WHERE owner = $1 ORDER BY key',
};
export const upsertAccount: Statement = {
  name: 'reports_upsert_account',
  text: `
    INSERT INTO ledger_accounts (owner, key, code, name) VALUES ($1, $2, $3, $4)
    ON CONFLICT (owner, key) DO UPDATE SET code = excluded.code, name = excluded.name`,
};
