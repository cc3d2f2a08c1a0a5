import type { ConfiguredRail } from '../../../contract/src/rail-settings.ts';
import type { RailRecord } from './store.ts';

const amount = (value: bigint | null): number | null => (value === null ? null : Number(value));

/**
 * Without credentials.
 * @param callbackUrl contains a secret, so only the answer to those who set it up at the provider has it
 */
export function renderRail(row: RailRecord, callbackUrl: string | null = null): string {
  return JSON.stringify({
    id: row.id,
    object: 'rail_settings',
    livemode: row.livemode,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    version: row.version,
    slug: row.slug,
    provider: row.provider,
    country: row.country,
    currency: row.currency,
    merchant: row.merchant,
    base_url: row.base_url,
    callback_url: callbackUrl,
    fingerprint: row.fingerprint,
    scheme: row.scheme,
    approved_by: row.approved_by ?? [],
    proposal: row.proposed_fingerprint
      ? { base_url: row.proposed_base_url!, fingerprint: row.proposed_fingerprint, scheme: row.proposed_scheme }
      : null,
    prefixes: row.prefixes,
    minimum: amount(row.minimum),
    maximum: amount(row.maximum),
    priority: row.priority,
    calls_per_second: row.calls_per_second,
    concurrency: row.concurrency,
    payout_day_maximum: amount(row.payout_day_maximum),
    float_minimum: amount(row.float_minimum),
    callback_sources: row.callback_sources,
    status: row.status,
    status_reason: row.status_reason,
    status_until: row.status_until?.toISOString() ?? null,
    paused_by: row.paused_by,
  } satisfies ConfiguredRail);
}
