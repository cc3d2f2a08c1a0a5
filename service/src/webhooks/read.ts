import type { QueryOf } from '../../../contract/src/route.ts';
import type { listReplays, listWebhookDeliveries, listWebhooks } from '../../../contract/src/webhooks.ts';
import type { Database } from '../db/database.ts';
import { readPage, renderList } from '../http/list.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import {
  type DeliveryRow,
  type EndpointRow,
  endpointColumns,
  type ReplayRow,
  selectDeliveriesFrom,
  selectDelivery,
  selectEndpoint,
  selectReplay,
  selectReplaysFrom,
  VISIBLE,
} from './store.ts';
import { renderDelivery, renderEndpoint, renderReplay } from './view.ts';

async function ownEndpoint(db: Database, caller: Caller, id: string): Promise<EndpointRow> {
  const [row] = await db.query<EndpointRow>(selectEndpoint, [caller.world, id]);
  if (!row) throw new Refusal('not_found');
  return row;
}

export async function readWebhook(db: Database, caller: Caller, { id }: { id: string }): Promise<string> {
  return renderEndpoint(await ownEndpoint(db, caller, id));
}

export async function listOwnWebhooks(
  db: Database,
  caller: Caller,
  query: QueryOf<typeof listWebhooks>,
  url: string,
): Promise<string> {
  const page = await readPage<EndpointRow>(
    db,
    {
      name: 'endpoints_list',
      select: `SELECT ${endpointColumns} FROM webhook_endpoints e JOIN worlds w ON w.id = e.world`,
      prefix: 'wbk',
      id: 'e.id',
      createdAt: 'e.created_at',
      walk: { table: 'webhook_endpoints e', by: [['e.world = ?', caller.world]] },
      where: [
        ['(e.deleted_at IS NULL AND NOT e.inbox) = ?', true],
        ['e.status = ?', query.status],
      ],
    },
    query,
  );
  return renderList(
    url,
    page.rows.map((row) => renderEndpoint(row)),
    page.hasMore,
  );
}

export async function readReplay(db: Database, caller: Caller, { id }: { id: string }): Promise<string> {
  const [row] = await db.query<ReplayRow>(selectReplay, [caller.world, id]);
  if (!row) throw new Refusal('not_found');
  return renderReplay(row);
}

export async function listOwnReplays(
  db: Database,
  caller: Caller,
  query: QueryOf<typeof listReplays>,
  url: string,
): Promise<string> {
  await ownEndpoint(db, caller, query.id);
  const page = await readPage<ReplayRow>(
    db,
    {
      name: 'replays_list',
      select: selectReplaysFrom,
      prefix: 'rpl',
      id: 'r.id',
      createdAt: 'r.created_at',
      walk: { table: 'replays r', by: [['r.world = ?', caller.world]] },
      where: [
        ['r.endpoint_id = ?', query.id],
        ['(r.completed_at IS NULL) = ?', query.status === undefined ? undefined : query.status === 'running'],
      ],
    },
    query,
  );
  return renderList(url, page.rows.map(renderReplay), page.hasMore);
}

export async function readDelivery(db: Database, caller: Caller, { id }: { id: string }): Promise<string> {
  const [row] = await db.query<DeliveryRow>(selectDelivery, [caller.world, id]);
  if (!row) throw new Refusal('not_found');
  return renderDelivery(row);
}

const isOpen = (status: string | undefined) => status === 'pending' || status === 'held';

export async function listDeliveries(
  db: Database,
  caller: Caller,
  query: QueryOf<typeof listWebhookDeliveries>,
  url: string,
): Promise<string> {
  await ownEndpoint(db, caller, query.id);
  const page = await readPage<DeliveryRow>(
    db,
    {
      name: 'deliveries_list',
      select: selectDeliveriesFrom,
      prefix: 'dlv',
      id: 'd.id',
      createdAt: 'd.created_at',
      walk: {
        table: 'deliveries d',
        by: [
          ['d.world = ?', caller.world],
          ['d.endpoint_id = ?', query.id],
          // Open deliveries have their own partition, so the others need not be read.
          [`d.kept_until = 'infinity'`, isOpen(query.status) || undefined],
          // Dead and held deliveries have an index.
          [`d.status IN ('dead', 'held')`, ['dead', 'held'].includes(query.status ?? '') || undefined],
        ],
      },
      where: [
        ['d.status = ?', query.status],
        [VISIBLE, true],
      ],
    },
    query,
  );
  return renderList(url, page.rows.map(renderDelivery), page.hasMore);
}
