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

const insertStopsBySms: Statement = {
  name: 'receipt_stops_insert_by_sms',
  text: `
    INSERT INTO receipt_stops (recipient, livemode) SELECT $1, * FROM (VALUES (true), (false)) AS n
    ON CONFLICT DO NOTHING`,
};
const deleteStopsBySms: Statement = {
  name: 'receipt_stops_delete_by_sms',
  text: 'DELETE FROM receipt_stops WHERE recipient = $1 AND merchant_id IS NULL',
};

/** A phone answered STOP or START. All merchants send from one number, so it stops the SMS of all, in both modes. */
export async function setStoppedBySms(db: Queries, recipient: string, stopped: boolean) {
  await db.query(stopped ? insertStopsBySms : deleteStopsBySms, [recipient]);
}

/** `all`: every message of the merchant. `sms`: only its SMS, because the phone answered STOP. */
export type Stopped = 'all' | 'sms';

const wanted = arraysOf({ recipient: text, livemode: bool, merchant_id: text });
const selectStops: Statement = {
  name: 'receipt_stops_select',
  text: `
    SELECT n.recipient, bool_or(s.merchant_id IS NOT NULL) AS by_form FROM (SELECT ${wanted.unnest}) AS n
    JOIN receipt_stops s ON s.recipient = n.recipient AND s.livemode = n.livemode
      AND (s.merchant_id IS NULL OR s.merchant_id = n.merchant_id)
    GROUP BY n.recipient`,
};

/** Those of these receivers who stopped the receipts of this merchant, or all SMS. */
export async function findStopped(
  db: Queries,
  { livemode, merchant }: Omit<Stop, 'recipient'>,
  recipients: readonly string[],
): Promise<ReadonlyMap<string, Stopped>> {
  if (recipients.length === 0) return new Map();
  const rows = recipients.map((recipient) => ({ recipient, livemode, merchant_id: merchant }));
  const found = await db.query<{ recipient: string; by_form: boolean }>(selectStops, wanted.of(rows));
  return new Map(found.map((row) => [row.recipient, row.by_form ? 'all' : 'sms']));
}
