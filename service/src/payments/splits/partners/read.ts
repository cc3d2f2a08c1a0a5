import type { QueryOf } from '../../../../../contract/src/route.ts';
import type { listSplitPartners } from '../../../../../contract/src/split-partners.ts';
import type { Database } from '../../../db/database.ts';
import { readPage, renderList } from '../../../http/list.ts';
import type { Caller } from '../../../kernel/command.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { type PartnerRow, selectPartner, selectPartners } from './store.ts';
import { renderPartner } from './view.ts';

export async function readPartner(db: Database, caller: Caller, { id }: { id: string }): Promise<string> {
  const [row] = await db.query<PartnerRow>(selectPartner, [id, caller.world, caller.owner.id, caller.livemode]);
  if (!row) throw new Refusal('not_found');
  return renderPartner(row);
}

/** The partners of the caller's integration, or those that the caller is for others. */
export async function listPartners(
  db: Database,
  caller: Caller,
  query: QueryOf<typeof listSplitPartners>,
  url: string,
): Promise<string> {
  const as = query.as ?? (caller.integration === undefined ? 'owner' : 'marketplace');
  const page = await readPage<PartnerRow>(
    db,
    {
      name: `split_partners_list_as_${as}`,
      select: selectPartners,
      prefix: 'spp',
      id: 's.id',
      createdAt: 's.created_at',
      walk: {
        table: 'split_partners s',
        by: [as === 'owner' ? ['s.owner_id = ?', caller.owner.id] : ['s.world = ?', caller.world]],
      },
      where: [
        ['w.livemode = ?', caller.livemode],
        ['s.status = ?', query.status],
        ['s.wallet_id = ?', query.wallet],
      ],
    },
    query,
  );
  return renderList(url, page.rows.map(renderPartner), page.hasMore);
}
