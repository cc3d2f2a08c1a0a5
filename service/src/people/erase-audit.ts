import { type AuditRow, auditColumns, type Doer, hashOf, lastStatement, recordActs } from '../audit/record.ts';
import type { Database, Statement } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import { replaceIn } from './change-row.ts';
import { ERASED, type Matcher } from './match.ts';
import { walkTable } from './walk.ts';

/** Rows that one act names. */
const AT_ONCE = 200;

const selectRows: Statement = {
  name: 'people_select_audit',
  text: `SELECT ${auditColumns} FROM audit_log WHERE seq = ANY ($1::bigint[]) ORDER BY seq`,
};
const eraseRows: Statement = {
  name: 'people_erase_audit',
  text: 'SELECT erase_in_audit_log($1, $2, $3::jsonb)',
};

export type AuditErasure = {
  readonly erasure: string;
  readonly by: Doer;
  readonly matcher: Matcher;
  /** The person's own logins: their addresses go too. */
  readonly accounts: readonly string[];
};

/**
 * Takes the person out of the audit log. An act with the digests of what is left extends the chain in the same
 * transaction, so the chain still proves that nothing else was changed.
 * @returns how many rows changed
 */
export async function eraseInAuditLog(db: Database, options: AuditErasure): Promise<number> {
  const seqs: bigint[] = [];
  for await (const rows of walkTable(db, 'audit_log'))
    for (const { row } of rows)
      if (isConcerned(row as unknown as AuditRow, options)) seqs.push(BigInt(row.seq as number));
  for (let i = 0; i < seqs.length; i += AT_ONCE) await erasePortion(db, options, seqs.slice(i, i + AT_ONCE));
  return seqs.length;
}

const isConcerned = (row: AuditRow, options: AuditErasure): boolean =>
  JSON.stringify(textsOf(withoutPerson(row, options))) !== JSON.stringify(textsOf(row));

const textsOf = ({ target, before, after, reason, address }: AuditRow) => ({ target, before, after, reason, address });

function withoutPerson(row: AuditRow, { matcher, accounts }: AuditErasure): AuditRow {
  const { isAbout, replace } = matcher;
  const isOwn = isAbout(row.target);
  const isReasonOwn = isOwn || (row.reason !== null && isAbout(row.reason));
  return {
    ...row,
    target: replace(row.target, false),
    before: replaceIn(row.before, isOwn, matcher) as object | null,
    after: row.action === 'audit.erased' ? row.after : (replaceIn(row.after, isOwn, matcher) as object | null),
    reason: isReasonOwn && row.reason !== null ? ERASED : row.reason,
    address: accounts.includes(row.actor_id) ? null : row.address,
  };
}

function erasePortion(db: Database, options: AuditErasure, seqs: readonly bigint[]): Promise<void> {
  const { erasure, by } = options;
  return transaction(db, async (tx) => {
    const rows = (await tx.query<AuditRow>(selectRows, [seqs])).map((row) => withoutPerson(row, options));
    const left = rows.map((row) => ({ ...textsOf(row), seq: String(row.seq), digest: hashOf(row).toString('hex') }));
    const digests = Object.fromEntries(left.map(({ seq, digest }) => [seq, digest]));
    await recordActs(tx, [{ ...by, action: 'audit.erased', target: erasure, after: { rows: digests } }]);
    const [act] = await tx.query<{ seq: bigint }>(lastStatement);
    await tx.query(eraseRows, [erasure, act!.seq, JSON.stringify(left)]);
  });
}
