import type { PaymentLink } from '../../../contract/src/links.ts';
import { type LinkRow, stateOf } from '../checkout-state/link-store.ts';
import { toJson } from '../http/serialise.ts';

/** @param pages the address of the hosted pages */
export function renderLink(row: LinkRow, pages: string): string {
  const link: PaymentLink = {
    id: row.id,
    object: 'payment_link',
    livemode: row.livemode,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    version: row.version,
    metadata: row.metadata,
    url: `${pages}/${row.code}`,
    state: stateOf(row, new Date()),
    active: row.active,
    name: row.title,
    description: row.description,
    amount: row.amount,
    min_amount: row.min_amount,
    max_amount: row.max_amount,
    currency: row.currency,
    branch: row.branch_id,
    fee_bearer: row.fee_bearer,
    max_quantity: row.max_quantity,
    use: row.use,
    stock: row.stock,
    held: row.reserved,
    sold: row.sold,
    ask: row.ask,
    success_url: row.success_url,
    rails: row.rails as string[] | null,
    locale: row.locale,
    expires_at: row.expires_at?.toISOString() ?? null,
  };
  return toJson(link);
}
