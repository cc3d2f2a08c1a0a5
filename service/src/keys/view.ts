import { ApiKey } from '../../../contract/src/keys.ts';
import { keyStatusOf } from '../access/roll-key.ts';
import { type KeyRow, selectKey } from '../access/store.ts';
import type { Queries } from '../db/database.ts';
import { serialiser } from '../http/serialise.ts';

const serialise = serialiser<ApiKey>(ApiKey);
const timeOf = (at: Date | null) => at?.toISOString() ?? null;

/** `key` is present only in the answer that creates it. */
export function renderKey(row: KeyRow, key?: string): string {
  return serialise({
    id: row.id,
    object: 'api_key',
    livemode: row.livemode,
    integration: row.integration_id,
    label: row.label,
    scopes: row.scopes,
    last4: row.last4,
    starter: row.starter,
    status: keyStatusOf(row),
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    metadata: {},
    last_used_at: timeOf(row.last_used_at),
    expires_at: timeOf(row.expires_at),
    revoked_at: timeOf(row.revoked_at),
    updated_at: row.updated_at.toISOString(),
    version: row.version,
    ...(key === undefined ? {} : { key }),
  });
}

/** A key that was just created or changed. */
export async function renderFresh(db: Queries, id: string, key?: string): Promise<string> {
  const [row] = await db.query<KeyRow>(selectKey, [id]);
  return renderKey(row!, key);
}
