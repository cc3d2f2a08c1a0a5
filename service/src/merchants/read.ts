import type { listMerchants } from '../../../contract/src/merchants.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import type { Database, Queries } from '../db/database.ts';
import { readPage, renderList } from '../http/list.ts';
import { Refusal } from '../refusal.ts';
import { type MerchantRow, selectMerchant, selectMerchantsFrom } from './store.ts';
import { renderMerchants } from './view.ts';

export async function readMerchant(db: Queries, { id }: { id: string }): Promise<string> {
  const rows = await db.query<MerchantRow>(selectMerchant, [id]);
  if (rows.length === 0) throw new Refusal('not_found');
  return (await renderMerchants(db, rows))[0]!;
}

export async function listAllMerchants(
  db: Database,
  query: QueryOf<typeof listMerchants>,
  url: string,
): Promise<string> {
  const listing = { name: 'merchants_list', select: selectMerchantsFrom, prefix: 'mer', id: 'm.id' };
  const page = await readPage<MerchantRow>(db, { ...listing, createdAt: 'm.created_at', where: [] }, query);
  return renderList(url, await renderMerchants(db, page.rows), page.hasMore);
}
