import type { Database, Statement } from '../db/database.ts';
import type { Outbox } from '../messages/outbox.ts';
import { languageOf, readableAmount, writeEmail } from '../messages/texts.ts';
import { sidesDifference } from './explain.ts';
import type { CloseRow } from './store.ts';

export type ReviewNotices = {
  readonly db: Database;
  readonly mail: Outbox['email'];
  readonly brand: string;
  /** The address of the dashboard. */
  readonly link: string;
  readonly exponentOf: (currency: string) => number;
  readonly onError: (error: unknown) => void;
};

const selectFinance: Statement = {
  name: 'closes_select_finance',
  text: `
    SELECT a.identifier AS email, a.language FROM operators o JOIN accounts a ON a.id = o.id
    WHERE o.role IN ('finance', 'admin') AND a.suspended_at IS NULL ORDER BY a.id LIMIT 50`,
};

/** Mails the figures of a reviewed close to the finance operators. The documents need a login. */
export async function mailReview(notices: ReviewNotices, row: CloseRow): Promise<void> {
  const { db, mail, brand, link, exponentOf, onError } = notices;
  try {
    const items = row.explained.reduce((sum, { count }) => sum + count, 0);
    const currency = { code: row.currency, exponent: exponentOf(row.currency) };
    for (const { email, language } of await db.query<{ email: string; language: string }>(selectFinance)) {
      const own = languageOf(language);
      const money = (amount: bigint) => signed(amount, (positive) => readableAmount(positive, currency, own));
      const values = {
        ...{ rail: row.rail, day: row.day, link, items: String(items), difference: money(sidesDifference(row)) },
        ...{ there: money(row.closing_there), here: money(row.closing_here) },
      };
      mail(writeEmail(email, 'close_reviewed', values, { brand, language: own }));
    }
  } catch (error) {
    onError(error);
  }
}

const signed = (amount: bigint, write: (positive: bigint) => string) =>
  amount < 0n ? `−${write(-amount)}` : write(amount);
