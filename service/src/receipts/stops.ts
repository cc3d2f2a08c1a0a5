import type { Queries, Statement } from '../db/database.ts';
import { arraysOf, bool, text } from '../db/table.ts';

type Stop = { readonly recipient: string; readonly livemode: boolean; readonly merchant: string };

const insertStop: Statement = {
  name: 'receipt_stops_insert',
  text: `
    INSERT INTO receipt_stops (recipient, livemode, merchant_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
};
const deleteStop: Statement = {
  name: 'receipt_stops_delete',
  text: 'DELETE FROM receipt_stops WHERE recipient = $1 AND livemode = $2 AND merchant_id = $3',
};

/** The receiver wants no receipts of this merchant, or wants them again. */
export async function setStopped(db: Queries, { recipient, livemode, merchant }: Stop, stopped: boolean) {
  await db.query(stopped ? insertStop : deleteStop, [recipient, livemode, merchant]);
}

const wanted = arraysOf({ recipient: text, livemode: bool, merchant_id: text });
const selectStops: Statement = {
  name: 'receipt_stops_select',
  text: `
    SELECT DISTINCT n.recipient FROM (SELECT ${wanted.unnest}) AS n
    JOIN receipt_stops s ON s.recipient = n.recipient AND s.livemode = n.livemode
      AND (s.merchant_id IS NULL OR s.merchant_id = n.merchant_id)`,
};

/** Those of these receivers who stopped the receipts of this merchant, or of everybody. */
export async function findStopped(
  db: Queries,
  { livemode, merchant }: Omit<Stop, 'recipient'>,
  recipients: readonly string[],
): Promise<ReadonlySet<string>> {
  if (recipients.length === 0) return new Set();
  const rows = recipients.map((recipient) => ({ recipient, livemode, merchant_id: merchant }));
  const found = await db.query<{ recipient: string }>(selectStops, wanted.of(rows));
  return new Set(found.map(({ recipient }) => recipient));
}
