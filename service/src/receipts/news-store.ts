import type { ReceiptSending } from '../../../contract/src/receipts.ts';
import type { Statement } from '../db/database.ts';
import { joinLogo, publicColumns, type SettingsRow } from '../merchants/settings-store.ts';

/** A world whose receipts are sent, and how far. */
export type CursorRow = Pick<SettingsRow, 'time_zone' | 'phone'> & {
  world: number;
  livemode: boolean;
  merchant_id: string;
  name: string;
  receipts: ReceiptSending;
  xid: string;
  event_id: string;
  item_id: string;
};

/** Events up to the oldest open transaction: none can appear before it any more. */
const unread = (columns: string) => `
  SELECT ${columns} FROM events v
  WHERE v.world = c.world AND (v.xid, v.id) > (c.xid, c.event_id) AND v.xid < pg_snapshot_xmin(pg_current_snapshot())`;

/** Locks the cursor of the next world after $1 with unread events: worlds take turns. */
export const lockCursor: Statement = {
  name: 'receipt_cursors_lock',
  text: `
    SELECT c.world, w.livemode, m.id AS merchant_id, m.name, m.receipts, ${publicColumns}, c.xid::text AS xid,
      c.event_id, c.item_id
    FROM (SELECT c.* FROM receipt_cursors c WHERE c.world > $1 AND EXISTS (${unread('1')})
          ORDER BY c.world LIMIT 1 FOR UPDATE SKIP LOCKED) c
    JOIN worlds w ON w.id = c.world JOIN integrations i ON i.id = w.integration_id
    JOIN merchants m ON m.id = i.merchant_id ${joinLogo}`,
};

export const countCursors: Statement = {
  name: 'receipt_cursors_any',
  text: 'SELECT EXISTS (SELECT FROM receipt_cursors) AS exist',
};

export type UnreadEvent = { xid: string; id: string; type: string; payload: string };

/** Payloads are read only of events that become receipts. */
const newsTypes = `
  'payment.succeeded', 'payment.reversed', 'refund.succeeded', 'payout.completed', 'payout.item_returned'`;
const payload = `CASE WHEN v.type IN (${newsTypes}) THEN v.payload ELSE '' END AS payload`;
export const selectUnread: Statement = {
  name: 'receipt_events_unread',
  text: `
    SELECT v.* FROM receipt_cursors c CROSS JOIN LATERAL (
      ${unread(`v.xid::text AS xid, v.id, v.type, ${payload}`)}
      ORDER BY v.xid, v.id LIMIT $2) v
    WHERE c.world = $1`,
};

export const moveCursor: Statement = {
  name: 'receipt_cursors_move',
  text: 'UPDATE receipt_cursors SET xid = $2::text::xid8, event_id = $3, item_id = $4 WHERE world = $1',
};

/** The customers of refunded payments. */
export const selectPayers: Statement = {
  name: 'receipt_payers',
  text: `
    SELECT p.id, p.customer, p.receipt_email FROM payments p WHERE p.world = $1 AND p.id = ANY ($2::text[])`,
};

export type PaidItem = { id: string; recipient: string; amount: bigint; updated_at: Date };

/**
 * The next paid items of a payout after $3. An item that was returned meanwhile has the message about its return, and
 * no time of its payment any more.
 */
export const selectPaidItems: Statement = {
  name: 'receipt_paid_items',
  text: `
    SELECT id, recipient, amount, updated_at FROM payout_items
    WHERE world = $1 AND payout_id = $2 AND id > $3 AND status = 'succeeded' AND recipient LIKE '+%'
    ORDER BY id LIMIT $4`,
};

/** The languages of receivers who have an account here. */
export const selectLanguages: Statement = {
  name: 'receipt_languages',
  text: `
    SELECT u.phone, a.language FROM users u JOIN accounts a ON a.id = u.id
    WHERE u.phone = ANY ($1::text[]) AND u.livemode = $2 AND u.type = 'customer'`,
};
