import type { AuditEntry, listAudit } from '../../../contract/src/operators.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import type { Database } from '../db/database.ts';
import { readPage, renderList } from '../http/list.ts';
import { type AuditRow, auditColumns } from './record.ts';

export async function readAudit(db: Database, query: QueryOf<typeof listAudit>, url: string): Promise<string> {
  const page = await readPage<AuditRow>(
    db,
    {
      name: 'audit_list',
      select: `SELECT ${auditColumns} FROM audit_log`,
      prefix: 'aud',
      id: 'seq',
      createdAt: 'at',
      where: [
        ['target = ?', query.target],
        ['actor_id = ?', query.actor],
        ['action = ?', query.action],
        ['? IN (target, actor_id)', query.account],
      ],
    },
    { ...query, starting_after: seqOf(query.starting_after), ending_before: seqOf(query.ending_before) },
  );
  return renderList(
    url,
    page.rows.map((row) => JSON.stringify(viewEntry(row))),
    page.hasMore,
  );
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
