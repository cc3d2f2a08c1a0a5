import type { AuditEntry, listAudit } from '../../../contract/src/operators.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import type { Database } from '../db/database.ts';
import { type Condition, type Page, readPage, renderList } from '../http/list.ts';
import { type AuditRow, auditColumns } from './record.ts';

export async function readAudit(db: Database, query: Query, url: string): Promise<string> {
  const page =
    query.account === undefined
      ? await readEntries(db, query, ['l.target = ?', query.target], ['l.actor_id = ?', query.actor])
      : await readEntriesOf(db, query, query.account);
  return renderList(
    url,
    page.rows.map((row) => JSON.stringify(viewEntry(row))),
    page.hasMore,
  );
}

type Query = QueryOf<typeof listAudit>;

function readEntries(db: Database, query: Query, ...by: Condition[]): Promise<Page<AuditRow>> {
  const indexed = by.find(([, value]) => value !== undefined);
  return readPage<AuditRow>(
    db,
    {
      name: 'audit_list',
      select: `SELECT ${auditColumns} FROM audit_log l`,
      prefix: 'aud',
      id: 'l.seq',
      createdAt: 'l.at',
      walk: { table: 'audit_log l', by: indexed ? [indexed] : [] },
      where: [
        ['l.target = ?', query.target],
        ['l.actor_id = ?', query.actor],
        ['l.action = ?', query.action],
      ],
    },
    { ...query, starting_after: seqOf(query.starting_after), ending_before: seqOf(query.ending_before) },
  );
}

/** Acts by an account and acts on it. Each has its own index, so one page merges a page of each. */
async function readEntriesOf(db: Database, query: Query, account: string): Promise<Page<AuditRow>> {
  const done = await readEntries(db, query, ['l.actor_id = ?', account]);
  const suffered = await readEntries(db, query, ['l.target = ?', account]);
  const bySeq = new Map([...done.rows, ...suffered.rows].map((row) => [row.seq, row]));
  const rows = [...bySeq.values()].sort((a, b) => Number(a.seq - b.seq) * (query.order === 'asc' ? 1 : -1));
  const limit = query.limit ?? 20;
  const hasMore = done.hasMore || suffered.hasMore || rows.length > limit;
  return { rows: query.ending_before === undefined ? rows.slice(0, limit) : rows.slice(-limit), hasMore };
}

const seqOf = (id: string | undefined) => id?.slice('aud_'.length);

function viewEntry(row: AuditRow): AuditEntry {
  return {
    id: `aud_${row.seq}`,
    object: 'audit_entry',
    created_at: row.at.toISOString(),
    actor: { type: row.actor_type, id: row.actor_id },
    action: row.action,
    target: row.target,
    before: row.before,
    after: row.after,
    reason: row.reason,
    address: row.address,
    request_id: row.request_id,
    hash: row.hash.toString('hex'),
  };
}
