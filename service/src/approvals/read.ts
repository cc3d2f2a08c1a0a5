import type { listApprovals } from '../../../contract/src/approvals.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import type { Database } from '../db/database.ts';
import { readPage, renderList } from '../http/list.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type ApprovalRow, selectApproval, selectApprovalsFrom, statusNow } from './store.ts';
import { renderApproval } from './view.ts';

export async function readApproval(db: Database, { id }: { id: string }): Promise<string> {
  const [row] = await db.query<ApprovalRow>(selectApproval, [id]);
  if (!row) throw new Refusal('not_found');
  return renderApproval(row);
}

export async function readApprovals(db: Database, query: QueryOf<typeof listApprovals>, url: string): Promise<string> {
  const page = await readPage<ApprovalRow>(
    db,
    {
      name: 'approvals_list',
      select: selectApprovalsFrom,
      prefix: 'apr',
      id: 'p.id',
      createdAt: 'p.created_at',
      // Pending approvals have an index of their own.
      walk: { table: 'approvals p', by: [[`p.status = 'pending'`, query.status === 'pending' || undefined]] },
      where: [
        [`${statusNow} = ?`, query.status],
        ['p.kind = ?', query.kind],
      ],
    },
    query,
  );
  return renderList(url, page.rows.map(renderApproval), page.hasMore);
}
