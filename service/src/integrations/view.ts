import { Integration } from '../../../contract/src/integrations.ts';
import { serialiser } from '../http/serialise.ts';
import type { IntegrationRow } from './store.ts';

const serialise = serialiser<Integration>(Integration);

export function renderIntegration(row: IntegrationRow): string {
  return serialise({
    id: row.id,
    object: 'integration',
    name: row.name,
    slug: row.slug,
    merchant: { id: row.merchant_id, name: row.merchant_name },
    live_approved: row.live_approved_at !== null,
    origins: row.origins,
    role: row.role,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    version: row.version,
  });
}
