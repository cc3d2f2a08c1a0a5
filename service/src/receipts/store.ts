import type { ReceiptKind } from '../../../contract/src/receipts.ts';
import type { Queries, Statement } from '../db/database.ts';
import { findEach } from '../db/find.ts';
import { arraysOf, bytea, int4, nullable, text } from '../db/table.ts';
import type { Tx } from '../db/transaction.ts';

export type ReceiptRow = {
  world: number;
  livemode: boolean;
  id: string;
  kind: ReceiptKind;
  record_id: string;
  payout_id: string | null;
  sealed_token: Buffer;
  created_at: Date;
  updated_at: Date;
  revoked_at: Date | null;
  version: number;
};

export const receiptColumns = `r.world, w.livemode, r.id, r.kind, r.record_id, r.payout_id, r.sealed_token,
  r.created_at, r.updated_at, r.revoked_at, r.version`;
export const selectReceiptsFrom = `SELECT ${receiptColumns} FROM receipts r JOIN worlds w ON w.id = r.world`;

export const findReceipt = findEach(
  'receipts_find',
  `${selectReceiptsFrom} WHERE r.world = n.world AND r.id BETWEEN n.id AND n.id ORDER BY r.id`,
);

/** The same statement finds no row for an unknown and for a revoked token, so both take the same time. */
const selectByToken: Statement = {
  name: 'receipts_by_token',
  text: `${selectReceiptsFrom} WHERE r.token_hash = $1 AND r.revoked_at IS NULL`,
};
export const findByToken = async (db: Queries, hash: Buffer): Promise<ReceiptRow | undefined> =>
  (await db.query<ReceiptRow>(selectByToken, [hash]))[0];

const selectUnrevoked: Statement = {
  name: 'receipts_unrevoked',
  text: `${selectReceiptsFrom} WHERE r.id = $1 AND r.revoked_at IS NULL`,
};
/** For the page that verifies a code: the code names the receipt. */
export const findUnrevoked = async (db: Queries, id: string): Promise<ReceiptRow | undefined> =>
  (await db.query<ReceiptRow>(selectUnrevoked, [id]))[0];

const newReceipt = {
  id: text,
  world: int4,
  kind: text,
  record_id: text,
  payout_id: nullable(text),
  token_hash: bytea,
  sealed_token: bytea,
};
const newReceipts = arraysOf(newReceipt);
export type NewReceipt = {
  id: string;
  world: number;
  kind: ReceiptKind;
  record_id: string;
  payout_id: string | null;
  token_hash: Buffer;
  sealed_token: Buffer;
};

const insertStatement: Statement = {
  name: 'receipts_insert',
  text: `
    INSERT INTO receipts (${newReceipts.names}) SELECT ${newReceipts.unnamed}
    ON CONFLICT (world, record_id) WHERE revoked_at IS NULL DO NOTHING`,
};

const recordKeys = arraysOf({ world: int4, record_id: text });
const selectOfRecords: Statement = {
  name: 'receipts_of_records',
  text: `
    ${selectReceiptsFrom} JOIN (SELECT ${recordKeys.unnest}) AS n ON n.world = r.world AND n.record_id = r.record_id
    WHERE r.revoked_at IS NULL`,
};

/** The receipts of records. Each record has one until it is revoked, and gets one of these if it has none. */
export async function ensureReceipts(tx: Tx, wanted: readonly NewReceipt[]): Promise<Map<string, ReceiptRow>> {
  if (wanted.length === 0) return new Map();
  tx.query(insertStatement, newReceipts.of(wanted));
  const rows = await tx.query<ReceiptRow>(selectOfRecords, recordKeys.of(wanted));
  return new Map(rows.map((row) => [row.record_id, row]));
}

/** A payout's id is made before those of its items, by the same process and within moments. */
const MOST_PAYOUTS = 1_000;

/** One row if the record exists in this world, with the payout of an item. */
const selectRecord: Readonly<Record<ReceiptKind, Statement>> = {
  payment: {
    name: 'receipts_payment',
    text: 'SELECT NULL AS payout FROM payments WHERE world = $1 AND id = $2',
  },
  refund: { name: 'receipts_refund', text: 'SELECT NULL AS payout FROM refunds WHERE world = $1 AND id = $2' },
  payout_item: {
    name: 'receipts_payout_item',
    text: `
      SELECT p.id AS payout
      FROM (SELECT id FROM payouts WHERE world = $1 AND id <= 'pout_' || substr($2, 5) COLLATE "C"
            ORDER BY id DESC LIMIT ${MOST_PAYOUTS}) p
      WHERE (SELECT true FROM payout_items i WHERE i.world = $1 AND i.payout_id = p.id AND i.id = $2 LIMIT 1) LIMIT 1`,
  },
};
export const findRecord = async (
  tx: Tx,
  { kind, world, id }: { kind: ReceiptKind; world: number; id: string },
): Promise<{ payout: string | null } | undefined> =>
  (await tx.query<{ payout: string | null }>(selectRecord[kind], [world, id]))[0];

export const selectKind: Statement = {
  name: 'receipts_kind',
  text: 'SELECT kind FROM receipts WHERE world = $1 AND id = $2',
};

export const revokeReceiptStatement: Statement = {
  name: 'receipts_revoke',
  text: `
    UPDATE receipts r SET revoked_at = coalesce(r.revoked_at, now()),
      updated_at = CASE WHEN r.revoked_at IS NULL THEN now() ELSE r.updated_at END,
      version = r.version + (r.revoked_at IS NULL)::int
    FROM worlds w WHERE w.id = r.world AND r.world = $1 AND r.id = $2 RETURNING ${receiptColumns}`,
};
