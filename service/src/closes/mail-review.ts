import type { Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import type { MessageQueue } from '../messages/enqueue.ts';
import { languageOf, readableAmount, writeEmail } from '../messages/texts.ts';
import { sidesDifference } from './explain.ts';
import type { CloseRow } from './store.ts';

export type ReviewNotices = {
  readonly queue: MessageQueue;
  readonly brand: string;
  /** The address of the dashboard. */
  readonly link: string;
  readonly exponentOf: (currency: string) => number;
};

const selectFinance: Statement = {
  name: 'closes_select_finance',
  text: `
    SELECT a.identifier AS email, a.language FROM operators o JOIN accounts a ON a.id = o.id
    WHERE o.role IN ('finance', 'admin') AND a.suspended_at IS NULL ORDER BY a.id LIMIT 50`,
};

/**
 * Mails the figures of a reviewed close to the finance operators, through the durable queue and in the transaction of
 * the review. The documents need a login.
 */
export async function mailReview(tx: Tx, notices: ReviewNotices, row: CloseRow): Promise<void> {
  const { queue, brand, link, exponentOf } = notices;
  const items = row.explained.reduce((sum, { count }) => sum + count, 0);
  const currency = { code: row.currency, exponent: exponentOf(row.currency) };
  const people = await tx.query<{ email: string; language: string }>(selectFinance);
  const mails = people.map(({ email, language }) => {
    const own = languageOf(language);
    const money = (amount: bigint) => signed(amount, (positive) => readableAmount(positive, currency, own));
    const values = {
      ...{ rail: row.rail, day: row.day, link, items: String(items), difference: money(sidesDifference(row)) },
      ...{ there: money(row.closing_there), here: money(row.closing_here) },
    };
    const message = writeEmail(email, 'close_reviewed', values, { brand, language: own });
    return { world: null, kind: 'close_reviewed', about: row.id, channel: 'email' as const, message };
  });
  await queue.add(tx, mails);
}

const signed = (amount: bigint, write: (positive: bigint) => string) =>
  amount < 0n ? `−${write(-amount)}` : write(amount);
