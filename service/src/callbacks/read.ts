import type { CallbackEntry, CallbackRecord, listCallbacks } from '../../../contract/src/callbacks.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import { recordRead } from '../audit/record.ts';
import { namesOf } from '../cases/names-of.ts';
import type { Database, Statement } from '../db/database.ts';
import type { Asked } from '../http/handler.ts';
import { readPage, renderList } from '../http/list.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { CallbackOutcome } from './store.ts';

type EntryRow = {
  id: string;
  livemode: boolean;
  received_at: Date;
  last_at: Date;
  times: number;
  rail: string;
  method: string;
  source: string;
  record: string | null;
  handle: string | null;
  outcome: CallbackOutcome;
};
type CallbackRow = EntryRow & {
  query: string | null;
  headers: Record<string, string>;
  body: Buffer;
  result: string | null;
};

const entryColumns =
  'c.id, c.livemode, c.received_at, c.last_at, c.times, c.rail, c.method, c.source, c.record, c.handle, c.outcome';

const selectCallback: Statement = {
  name: 'callbacks_select',
  text: `SELECT ${entryColumns}, c.query, c.headers, c.body, c.result FROM rail_callbacks c WHERE c.id = $1`,
};

function viewCallbackEntry({ received_at, last_at, ...row }: EntryRow): CallbackEntry {
  const { id, livemode, ...rest } = row;
  const times = { created_at: received_at.toISOString(), last_at: last_at.toISOString() };
  return { id, object: 'callback', livemode, ...times, ...rest };
}

/** The callbacks of all rails, newest first. The list has no personal data. */
export async function readCallbacks(db: Database, query: QueryOf<typeof listCallbacks>, url: string): Promise<string> {
  const names = query.record === undefined ? undefined : await namesOf(db, query.record);
  const { rows, hasMore } = await readPage<EntryRow>(
    db,
    {
      name: 'callbacks_list',
      select: `SELECT ${entryColumns} FROM rail_callbacks c`,
      prefix: 'clb',
      id: 'c.id',
      createdAt: 'c.received_at',
      // A record has few callbacks. One that arrived before a restored run was made again has the provider's name.
      few: names !== undefined,
      walk: {
        table: 'rail_callbacks c',
        by: [
          ['c.rail = ?', query.rail],
          ['c.record = ANY (?)', names],
        ],
      },
      where: [
        ['c.outcome = ?', query.outcome],
        ['c.livemode = ?', query.mode && query.mode === 'live'],
      ],
    },
    query,
  );
  const entries = rows.map((row) => JSON.stringify(viewCallbackEntry(row)));
  return renderList(url, entries, hasMore);
}

/** One callback with its body, once the access is in the audit log. */
export async function readCallback(db: Database, caller: Caller, { id }: { id: string }, asked: Asked) {
  const [row] = await db.query<CallbackRow>(selectCallback, [id]);
  if (!row) throw new Refusal('not_found');
  await recordRead(db, { caller, ...asked }, { action: 'callback.read', target: id });
  const { query, headers, body, result, ...entry } = row;
  const shown = { ...viewCallbackEntry(entry), query, headers, body: body.toString(), result };
  return JSON.stringify(shown satisfies CallbackRecord);
}
