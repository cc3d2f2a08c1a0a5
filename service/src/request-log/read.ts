import type { listRequestLogs, RequestLog, RequestLogEntry } from '../../../contract/src/request-logs.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import { encodeTime } from '../core/id.ts';
import type { Database } from '../db/database.ts';
import { readPage, renderList } from '../http/list.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type LoggedRequestRow, type RequestRowWithBodies, selectLoggedRequest, selectRequestsFrom } from './store.ts';

const KEPT_MS = 30 * 24 * 3_600_000;

/** Nothing below this id is shown, even if its partition still exists. */
const floor = () => `req_${encodeTime(Date.now() - KEPT_MS)}`;

export async function listOwnRequests(
  db: Database,
  caller: Caller,
  query: QueryOf<typeof listRequestLogs>,
  url: string,
): Promise<string> {
  // Only failures have an error code, so this condition makes the index of failures usable.
  const failed = query.outcome === 'failed' || query.error_code !== undefined;
  const page = await readPage<LoggedRequestRow>(
    db,
    {
      name: `request_log_list${failed ? '_failed' : ''}`,
      select: selectRequestsFrom,
      prefix: 'req',
      id: 'l.id',
      createdAt: 'l.at',
      walk: {
        table: 'request_log l',
        by: [
          ['l.world = ?', caller.world],
          ['l.id >= ?', floor()],
          ['l.status >= 400', failed || undefined],
        ],
      },
      where: [
        ['l.status < 400', query.outcome === 'succeeded' || undefined],
        ['l.method = ?', query.method],
        ['l.status = ?', query.status],
        ['l.path = ?', query.path],
        ['l.error_code = ?', query.error_code],
        ['l.key_id = ?', query.api_key],
        ['l.idempotency_key = ?', query.idempotency_key],
      ],
    },
    query,
  );
  return renderList(
    url,
    page.rows.map((row) => JSON.stringify(viewEntry(row))),
    page.hasMore,
  );
}

export async function readRequest(db: Database, caller: Caller, { id }: { id: string }): Promise<string> {
  const [row] = await db.query<RequestRowWithBodies>(selectLoggedRequest, [caller.world, id, floor()]);
  if (!row) throw new Refusal('not_found');
  const { request_body, response_body } = row;
  return JSON.stringify({ ...viewEntry(row), request_body, response_body } satisfies RequestLog);
}

function viewEntry(row: LoggedRequestRow): RequestLogEntry {
  const { id, livemode, method, path, status, duration_ms, error_code, key_id, person_id } = row;
  return {
    id,
    object: 'request_log',
    livemode,
    created_at: row.at.toISOString(),
    method,
    path,
    status,
    duration_ms,
    error_code,
    api_key: key_id === null ? null : { id: key_id, last4: row.last4 ?? '' },
    person: person_id,
    idempotency_key: row.idempotency_key,
    address: row.address,
  };
}
