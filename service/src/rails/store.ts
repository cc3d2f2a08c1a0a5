import type { SchemeAccount } from '../../../contract/src/scheme-accounts.ts';
import type { Statement } from '../db/database.ts';
import type { RailRow } from './rail-row.ts';

/** A row of the table `rails`, as the registry reads it. */
export type StoredRailRow = {
  id: string;
  slug: string;
  provider: string;
  country: string;
  currency: string;
  livemode: boolean;
  merchant: string | null;
  base_url: string;
  credentials: Buffer | null;
  fingerprint: string;
  prefixes: string[];
  minimum: bigint | null;
  maximum: bigint | null;
  priority: number;
  calls_per_second: number | null;
  concurrency: number | null;
  payout_day_maximum: bigint | null;
  float_minimum: bigint | null;
  status: RailRow['status'];
  status_reason: string | null;
  status_until: Date | null;
  callback_sources: string[];
  scheme: SchemeAccount | null;
  version: number;
};

export const storedRailColumns = `
  id, slug, provider, country, currency, livemode, merchant, base_url, credentials, fingerprint, prefixes, minimum,
  maximum, priority, calls_per_second, concurrency, payout_day_maximum, float_minimum, status, status_reason,
  status_until, callback_sources, scheme, version`;

export const selectRails: Statement = {
  name: 'rails_select',
  text: `SELECT ${storedRailColumns} FROM rails WHERE removed_at IS NULL ORDER BY slug`,
};

/** Each node has one listening connection. The service sees the names of its own role's connections. */
export const countNodes: Statement = {
  name: 'rails_count_nodes',
  text: `
    SELECT count(*)::int AS nodes FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'rialto listen'`,
};

export function toRailRow(row: StoredRailRow): RailRow {
  return {
    id: row.id,
    slug: row.slug,
    provider: row.provider,
    country: row.country,
    currency: row.currency,
    livemode: row.livemode,
    merchant: row.merchant,
    baseUrl: row.base_url,
    prefixes: row.prefixes,
    minimum: row.minimum,
    maximum: row.maximum,
    priority: row.priority,
    callsPerSecond: row.calls_per_second,
    concurrency: row.concurrency,
    payoutDayMaximum: row.payout_day_maximum,
    floatMinimum: row.float_minimum,
    status: row.status,
    statusReason: row.status_reason,
    statusUntil: row.status_until,
    callbackSources: row.callback_sources,
    scheme: row.scheme,
    version: row.version,
  };
}
