import { SplitPartner } from '../../../../../contract/src/split-partners.ts';
import { serialiser } from '../../../http/serialise.ts';
import type { PartnerRow } from './store.ts';

const serialise = serialiser<SplitPartner>(SplitPartner);

export const renderPartner = (row: PartnerRow): string =>
  serialise({
    id: row.id,
    object: 'split_partner',
    livemode: row.livemode,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    version: row.version,
    wallet: row.wallet_id,
    currency: row.currency,
    status: row.status,
    marketplace: { merchant: row.merchant_name, integration: row.integration_name },
    debt: row.debt,
    reserve: row.reserve,
    proposed_reserve: row.proposed_reserve,
    reserved: row.reserved,
    decided_at: row.decided_at?.toISOString() ?? null,
  });
