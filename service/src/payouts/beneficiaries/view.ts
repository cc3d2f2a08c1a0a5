import type { Beneficiary } from '../../../../contract/src/beneficiaries.ts';
import { toJson } from '../../http/serialise.ts';
import type { BeneficiaryRow } from './store.ts';

export const renderBeneficiary = (row: BeneficiaryRow): string =>
  toJson({
    id: row.id,
    object: 'beneficiary',
    livemode: row.livemode,
    created_at: row.created_at.toISOString(),
    metadata: {},
    updated_at: row.updated_at.toISOString(),
    version: row.version,
    recipient: row.recipient,
    name: row.name,
    reference: row.reference,
    groups: [...row.groups],
    amount: row.amount,
    currency: row.currency,
    name_match: row.name_match,
    name_checked_at: row.name_checked_at?.toISOString() ?? null,
  } satisfies Beneficiary);
