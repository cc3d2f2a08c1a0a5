import { type listParkedSettlements, ParkedSettlement } from '../../../contract/src/parked-settlements.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import type { Database } from '../db/database.ts';
import { readPage, renderList } from '../http/list.ts';
import { serialiser } from '../http/serialise.ts';
import { type ParkedRow, selectParkedFrom } from '../workers/parking/store.ts';

const serialise = serialiser<ParkedSettlement>(ParkedSettlement);

export const renderParked = (row: ParkedRow): string =>
  serialise({
    id: row.id,
    object: 'parked_settlement',
    livemode: row.livemode,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    version: row.version,
    status: row.resolved_at === null ? 'open' : 'resolved',
    kind: row.kind,
    record: row.record_id,
    integration: row.integration,
    merchant: row.merchant,
    amount: row.amount,
    currency: row.currency,
    wallet: row.wallet_id,
    in_suspense: row.suspense_wallet !== null,
    reason: row.reason,
    resolved_at: row.resolved_at?.toISOString() ?? null,
  });

export async function listParked(
  db: Database,
  query: QueryOf<typeof listParkedSettlements>,
  url: string,
): Promise<string> {
  const page = await readPage<ParkedRow>(
    db,
    {
      name: 'parked_list',
      select: selectParkedFrom,
      prefix: 'prk',
      id: 'p.id',
      createdAt: 'p.created_at',
      where: [
        // Open parked settlements have their own index.
        ['(p.resolved_at IS NULL) = ?', query.status === undefined ? undefined : query.status === 'open'],
        ['p.kind = ?', query.kind],
        ['w.livemode = ?', query.mode && query.mode === 'live'],
      ],
    },
    query,
  );
  return renderList(url, page.rows.map(renderParked), page.hasMore);
}
