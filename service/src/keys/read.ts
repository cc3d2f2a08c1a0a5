import type { listKeys } from '../../../contract/src/keys.ts';
import { buildReads } from '../../../contract/src/member-rights.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import type { KeyRow } from '../access/store.ts';
import type { Database } from '../db/database.ts';
import { readPage, renderList } from '../http/list.ts';
import { findOwn } from '../integrations/own.ts';
import type { Caller } from '../kernel/command.ts';
import { seesLive } from './check-live.ts';
import { selectKeysFrom } from './store.ts';
import { renderKey } from './view.ts';

export async function listOwnKeys(
  db: Database,
  caller: Caller,
  query: QueryOf<typeof listKeys>,
  url: string,
): Promise<string> {
  await findOwn(db, caller, query.id, buildReads);
  const listing = { name: 'keys_list', select: selectKeysFrom, prefix: 'key', id: 'k.id', createdAt: 'k.created_at' };
  const where = [
    ['w.integration_id = ?', query.id],
    ['w.livemode = ?', seesLive(caller) ? undefined : false],
  ] as const;
  const page = await readPage<KeyRow>(db, { ...listing, where }, query);
  return renderList(
    url,
    page.rows.map((row) => renderKey(row)),
    page.hasMore,
  );
}
