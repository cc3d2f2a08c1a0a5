import { InboxEvent, type listInbox } from '../../../contract/src/inbox.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import type { Database } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import { openInbox } from '../events/open-inbox.ts';
import { emptyPage, readPage, renderList } from '../http/list.ts';
import { serialiser } from '../http/serialise.ts';
import type { Caller, Command } from '../kernel/command.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { type DeliveryRow, selectInbox, selectInboxEventsFrom, VISIBLE } from './store.ts';

const serialise = serialiser<InboxEvent>(InboxEvent);

export async function openInboxes(tx: Tx, commands: Command<unknown>[], encryptionKey: DataKey): Promise<string[]> {
  for (const { caller } of commands) await openInbox(tx, caller.world, encryptionKey);
  return commands.map(() => JSON.stringify({ object: 'inbox', livemode: false }));
}

/** The events that have arrived in the inbox of the caller's world. Empty if it has none. */
export async function listInboxEvents(
  db: Database,
  caller: Caller,
  query: QueryOf<typeof listInbox>,
  url: string,
): Promise<string> {
  const [inbox] = await db.query<{ id: string }>(selectInbox, [caller.world]);
  const page = inbox
    ? await readPage<DeliveryRow>(
        db,
        {
          name: 'inbox_list',
          select: selectInboxEventsFrom,
          prefix: 'dlv',
          id: 'd.id',
          createdAt: 'd.created_at',
          walk: {
            table: 'deliveries d',
            by: [
              ['d.world = ?', caller.world],
              ['d.endpoint_id = ?', inbox.id],
            ],
          },
          where: [
            ['(d.attempts_made > 0) = ?', true],
            ['d.event_type = ?', query.type],
            [VISIBLE, true],
          ],
        },
        query,
      )
    : emptyPage;
  return renderList(url, page.rows.map(render), page.hasMore);
}

function render(row: DeliveryRow): string {
  const last = row.attempts.at(-1)!;
  return serialise({
    id: row.id,
    object: 'inbox_event',
    livemode: row.livemode,
    created_at: row.created_at.toISOString(),
    metadata: {},
    event: row.event_id,
    event_type: row.event_type,
    payload: row.payload,
    request_headers: last.request_headers,
    signature: last.response_status === 200 ? 'valid' : 'invalid',
    attempts: row.attempts.length,
    received_at: last.at,
  });
}
