import type { listKycDocuments, listKycReviews, listKycSubmissions } from '../../../contract/src/kyc.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import type { Database } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import type { Asked } from '../http/handler.ts';
import { type Condition, type Listing, type PageQuery, readPage, renderList } from '../http/list.ts';
import type { Caller } from '../kernel/command.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type DocumentRow, documentColumns, type SubmissionRow, selectSubmission, selectSubmissions } from './store.ts';
import { renderDocument, renderQueueItem, renderReview, renderSubmission } from './view.ts';

type Conditions = Pick<Listing, 'where'> & { readonly by: readonly Condition[] };

const readRows = (db: Database, name: string, { by, where }: Conditions, query: PageQuery) => {
  const walk = { table: 'kyc_submissions s', by };
  const listing = {
    name,
    select: selectSubmissions,
    prefix: 'kyc',
    id: 's.id',
    createdAt: 's.created_at',
    where,
    walk,
  };
  return readPage<SubmissionRow>(db, listing, query);
};

export async function listOwnDocuments(
  db: Database,
  caller: Caller,
  query: QueryOf<typeof listKycDocuments>,
  url: string,
): Promise<string> {
  const page = await readPage<DocumentRow>(
    db,
    {
      name: 'kyc_documents_list',
      select: `SELECT ${documentColumns}`,
      prefix: 'doc',
      id: 'd.id',
      createdAt: 'd.created_at',
      walk: { table: 'kyc_documents d', by: [['d.user_id = ?', caller.id]] },
      where: [['d.stored_at IS NOT NULL AND d.doomed_at IS NULL', true]],
    },
    query,
  );
  return renderList(url, page.rows.map(renderDocument), page.hasMore);
}

export async function readOwnSubmission(
  db: Database,
  caller: Caller,
  { id }: { id: string },
  key: DataKey,
): Promise<string> {
  const [row] = await db.query<SubmissionRow>(selectSubmission, [id]);
  if (row?.user_id !== caller.id) throw new Refusal('not_found');
  return renderSubmission(row, key);
}

export async function listOwnSubmissions(
  db: Database,
  caller: Caller,
  query: QueryOf<typeof listKycSubmissions>,
  url: string,
  key: DataKey,
): Promise<string> {
  const { rows, hasMore } = await readRows(db, 'kyc_list', { by: [['s.user_id = ?', caller.id]], where: [] }, query);
  return renderList(
    url,
    rows.map((row) => renderSubmission(row, key)),
    hasMore,
  );
}

/** For operators, once the access is in the audit log. */
export async function readReview(
  db: Database,
  caller: Caller,
  { id }: { id: string },
  asked: Asked,
  key: DataKey,
): Promise<string> {
  return transaction(db, async (tx) => {
    const [row] = await tx.query<SubmissionRow>(selectSubmission, [id]);
    if (!row) throw new Refusal('not_found');
    const act = { ...actorOf({ caller, ...asked }), action: 'kyc_submission.read', target: id };
    await recordActs(tx, [{ ...act, after: { user: row.user_id } }]);
    return renderReview(row, key);
  });
}

export async function listReviews(db: Database, query: QueryOf<typeof listKycReviews>, url: string): Promise<string> {
  const { rows, hasMore } = await readRows(
    db,
    'kyc_reviews_list',
    {
      by: [query.user === undefined ? ['s.status = ?', query.status] : ['s.user_id = ?', query.user]],
      where: [
        ['s.status = ?', query.user && query.status],
        ['s.livemode = ?', query.mode && query.mode === 'live'],
      ],
    },
    query,
  );
  return renderList(url, rows.map(renderQueueItem), hasMore);
}
