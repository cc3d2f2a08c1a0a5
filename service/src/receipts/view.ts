import { Receipt } from '../../../contract/src/receipts.ts';
import { serialiser } from '../http/serialise.ts';
import type { DataKey } from '../kernel/data-key.ts';
import type { ReceiptRow } from './store.ts';
import { openReceiptToken, receiptUrl } from './token.ts';

/** The public URL of the service, and the key of the receipts' tokens. */
export type ReceiptAddresses = { readonly base: string; readonly key: DataKey };

const serialise = serialiser<Receipt>(Receipt);

export function renderReceipt(row: ReceiptRow, { base, key }: ReceiptAddresses): string {
  const { id, kind, record_id: record, revoked_at: revoked } = row;
  const url = revoked ? null : receiptUrl(base, openReceiptToken(row.sealed_token, key, id));
  return serialise({
    id,
    object: 'receipt',
    livemode: row.livemode,
    created_at: row.created_at.toISOString(),
    metadata: {},
    updated_at: row.updated_at.toISOString(),
    version: row.version,
    payment: kind === 'payment' ? record : null,
    refund: kind === 'refund' ? record : null,
    payout: row.payout_id,
    payout_item: kind === 'payout_item' ? record : null,
    url,
    pdf_url: url && `${url}.pdf`,
    revoked_at: revoked?.toISOString() ?? null,
  });
}
