import type { getCase, listCases } from '../../../contract/src/cases.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import { recordRead } from '../audit/record.ts';
import type { Database } from '../db/database.ts';
import type { Asked } from '../http/handler.ts';
import { readPage, renderList } from '../http/list.ts';
import { toJson } from '../http/serialise.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { namesOf } from './names-of.ts';
import { type CaseRow, selectCase, selectCasesFrom } from './store.ts';
import { renderDetail, viewCase } from './view.ts';

export async function readCases(db: Database, query: QueryOf<typeof listCases>, url: string): Promise<string> {
  const { assigned_to: assigned } = query;
  const names = query.record === undefined ? undefined : await namesOf(db, query.record);
  const page = await readPage<CaseRow>(
    db,
    {
      name: 'cases_list',
      select: selectCasesFrom,
      prefix: 'case',
      id: 'c.id',
      createdAt: 'c.created_at',
      // A record has few cases, and the cases of a status have an index in the order of the list.
      few: names !== undefined,
      walk: {
        table: 'cases c',
        by: names === undefined ? [['c.status = ?', query.status]] : [['c.record = ANY (?)', names]],
      },
      where: [
        ['c.status = ?', names === undefined ? undefined : query.status],
        ['c.kind = ?', query.kind],
        ['c.rail = ?', query.rail],
        ['c.assigned_to = ?', assigned === 'nobody' ? undefined : assigned],
        ['(c.assigned_to IS NULL) = ?', assigned === 'nobody' ? true : undefined],
        ['c.livemode = ?', query.mode && query.mode === 'live'],
      ],
    },
    query,
  );
  return renderList(
    url,
    page.rows.map((row) => toJson(viewCase(row))),
    page.hasMore,
  );
}

/** A case, once the access is in the audit log: its facts may name a payer. */
export async function readCase(db: Database, caller: Caller, { id }: QueryOf<typeof getCase>, asked: Asked) {
  const [row] = await db.query<CaseRow>(selectCase, [id]);
  if (!row) throw new Refusal('not_found');
  await recordRead(db, { caller, ...asked }, { action: 'case.read', target: id });
  return renderDetail(db, row);
}
