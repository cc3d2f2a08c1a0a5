import type { Database, Statement } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import { draftReceipt } from './create.ts';
import { ensureReceipts, type ReceiptRow } from './store.ts';
import { openReceiptToken, receiptUrl } from './token.ts';
import type { ReceiptAddresses } from './view.ts';

/** `none`: nobody asked for it yet. `closed`: it was revoked, or the session is not paid. */
export type PageReceipt = { readonly url: string } | 'none' | 'closed';

type PaidRow = { world: number; payment_id: string } & {
  [Column in 'id' | 'sealed_token' | 'revoked_at']: ReceiptRow[Column] | null;
};

/** The payment of a completed session, with its receipt. The one that is not revoked comes first. */
const selectPaid: Statement = {
  name: 'receipts_of_checkout',
  text: `
    SELECT s.world, s.payment_id, r.id, r.sealed_token, r.revoked_at
    FROM checkout_sessions s LEFT JOIN receipts r ON r.record_id = s.payment_id AND r.world = s.world
    WHERE s.token = $1 AND s.status = 'completed' AND s.payment_id IS NOT NULL
    ORDER BY r.revoked_at DESC NULLS FIRST LIMIT 1`,
};

/** The receipt of a paid checkout session, for its page. The page's address is the payer's right to it. */
export async function readPageReceipt(
  db: Database,
  token: string,
  { base, key }: ReceiptAddresses,
): Promise<PageReceipt> {
  const [row] = await db.query<PaidRow>(selectPaid, [token]);
  if (!row || row.revoked_at) return 'closed';
  return row.id === null ? 'none' : { url: receiptUrl(base, openReceiptToken(row.sealed_token!, key, row.id)) };
}

/**
 * Makes the receipt when the payer asks for it, so that a token exists only for a receipt that somebody wants. A
 * revoked receipt is not made again.
 * @returns its address; null if there is none to show
 */
export async function openPageReceipt(
  db: Database,
  token: string,
  addresses: ReceiptAddresses,
): Promise<string | null> {
  const { base, key } = addresses;
  return transaction(db, async (tx) => {
    const [row] = await tx.query<PaidRow>(selectPaid, [token]);
    if (!row || row.revoked_at) return null;
    const { world, payment_id: id } = row;
    const made = await ensureReceipts(tx, [draftReceipt(key, world, { kind: 'payment', id, payout: null })]);
    const { id: receipt, sealed_token: sealed } = made.get(id)!;
    return receiptUrl(base, openReceiptToken(sealed, key, receipt));
  });
}
