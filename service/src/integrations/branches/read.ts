import type { listBranches } from '../../../../contract/src/branches.ts';
import type { QueryOf } from '../../../../contract/src/route.ts';
import type { Database, Queries } from '../../db/database.ts';
import { readPage, renderList } from '../../http/list.ts';
import type { Caller } from '../../kernel/command.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { type BranchRow, selectBranch, selectBranchesFrom } from './store.ts';
import { renderBranch } from './view.ts';

export async function readBranch(db: Queries, { world }: Caller, { id }: { id: string }): Promise<string> {
  const [row] = await db.query<BranchRow>(selectBranch, [world, id]);
  if (!row) throw new Refusal('not_found');
  return renderBranch(row);
}

export async function listOwnBranches(
  db: Database,
  { world }: Caller,
  query: QueryOf<typeof listBranches>,
  url: string,
): Promise<string> {
  const listing = {
    name: 'branches_list',
    select: selectBranchesFrom,
    prefix: 'br',
    id: 'b.id',
    createdAt: 'b.created_at',
    where: [
      ['b.world = ?', world],
      ['(b.archived_at IS NOT NULL) = ?', query.archived === undefined ? undefined : query.archived === 'true'],
    ],
  } as const;
  const page = await readPage<BranchRow>(db, listing, query);
  return renderList(url, page.rows.map(renderBranch), page.hasMore);
}
