import type { listMerchants } from '../../../contract/src/merchants.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import { type AccountSearch, readSearch } from '../accounts/search.ts';
import { recordRead } from '../audit/record.ts';
import type { Database, Queries } from '../db/database.ts';
import type { Asked } from '../http/handler.ts';
import { readPage, renderList } from '../http/list.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { isFound, type MerchantRow, selectMerchant, selectMerchantsFrom } from './store.ts';
import { renderMerchants } from './view.ts';

export async function readMerchant(db: Queries, { id }: { id: string }): Promise<string> {
  const rows = await db.query<MerchantRow>(selectMerchant, [id]);
  if (rows.length === 0) throw new Refusal('not_found');
  return (await renderMerchants(db, rows))[0]!;
}

/** A merchant with its people, once the access is in the audit log. */
export async function readMerchantAsOperator(
  db: Database,
  caller: Caller,
  query: { id: string },
  asked: Asked,
): Promise<string> {
  const merchant = await readMerchant(db, query);
  await recordRead(db, { caller, ...asked }, { action: 'merchant.read', target: query.id });
  return merchant;
}

export async function listAllMerchants(
  db: Database,
  caller: Caller,
  query: QueryOf<typeof listMerchants>,
  url: string,
  asked: Asked,
  countries: readonly string[],
): Promise<string> {
  const search = query.search === undefined ? undefined : readSearch(query.search, countries);
  const value = (by: AccountSearch['by']) => (search?.by === by ? search.value : undefined);
  const listing = { name: 'merchants_list', select: selectMerchantsFrom, prefix: 'mer', id: 'm.id' };
  const page = await readPage<MerchantRow>(
    db,
    {
      ...listing,
      createdAt: 'm.created_at',
      where: [
        ['m.id = ?', value('id')],
        [isFound, value('words')],
      ],
      few: search !== undefined,
    },
    query,
  );
  const merchants = page.rows.map(({ id }) => id);
  await recordRead(db, { caller, ...asked }, { action: 'merchant.listed', target: 'merchants', after: { merchants } });

  return renderList(url, await renderMerchants(db, page.rows), page.hasMore);
}
