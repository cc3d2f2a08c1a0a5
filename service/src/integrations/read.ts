import type { listIntegrations } from '../../../contract/src/integrations.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import type { Database } from '../db/database.ts';
import { readPage, renderList } from '../http/list.ts';
import type { Caller } from '../kernel/command.ts';
import { findOwn, ownerOf } from './own.ts';
import type { IntegrationRow } from './store.ts';
import { renderIntegration } from './view.ts';

export async function readIntegration(db: Database, caller: Caller, { id }: { id: string }): Promise<string> {
  return renderIntegration(await findOwn(db, caller, id));
}

export async function listOwnIntegrations(
  db: Database,
  caller: Caller,
  query: QueryOf<typeof listIntegrations>,
  url: string,
): Promise<string> {
  const { select, is, value } = ownerOf(caller);
  const listing = { name: 'integrations_list', select, prefix: 'int', id: 'i.id', createdAt: 'i.created_at' };
  const page = await readPage<IntegrationRow>(db, { ...listing, where: [[`${is} = ?`, value]] }, query);
  return renderList(url, page.rows.map(renderIntegration), page.hasMore);
}
