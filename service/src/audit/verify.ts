import type { Database, Queries, Statement } from '../db/database.ts';
import { type AuditRow, auditColumns, GENESIS, hashOf } from './record.ts';

/** Rows per portion, however long the log is. */
const PORTION = 1_000;

const selectPortion: Statement = {
  name: 'audit_select_portion',
  text: `SELECT ${auditColumns} FROM audit_log WHERE seq > $1 ORDER BY seq LIMIT $2`,
};

/** A row's position and hash. Stored elsewhere, it proves that all rows up to it are still there. */
export type Head = { readonly seq: bigint; readonly hash: Buffer };
export const printHead = ({ seq, hash }: Head) => `${seq}:${hash.toString('hex')}`;

/** @returns null for a text that `printHead` did not make */
export function readHead(text: string): Head | null {
  const [, seq, hash] = /^(0|[1-9]\d{0,17}):([0-9a-f]{64})$/.exec(text.trim()) ?? [];
  return seq && hash ? { seq: BigInt(seq), hash: Buffer.from(hash, 'hex') } : null;
}

export type ChainVerdict =
  | { readonly whole: true; readonly head: Head }
  | { readonly whole: false; readonly seq: bigint; readonly fault: string };

/**
 * Walks the chain from its first row to its last, a portion at a time. `known` is the head of an earlier walk. A chain
 * that was cut at its end, or rebuilt from some row on, is consistent in itself and fails only against that head.
 */
export async function verifyAudit(db: Database, known: Head = { seq: 0n, hash: GENESIS }): Promise<ChainVerdict> {
  let step: ChainStep = { ended: false, head: { seq: 0n, hash: GENESIS } };
  while (!step.ended) step = await walkPortion(db, step.head, known);
  return step.verdict;
}

/** One portion of a walk: its position, or its result. */
export type ChainStep =
  | { readonly ended: false; readonly head: Head }
  | { readonly ended: true; readonly verdict: ChainVerdict };

export async function walkPortion(db: Queries, from: Head, known: Head): Promise<ChainStep> {
  let head = from;
  const rows = await db.query<AuditRow>(selectPortion, [from.seq, PORTION]);
  const changed = rows.filter((row) => !row.hash.equals(hashOf(row)));
  const accepted = changed.length > 0 ? await readErasures(db, changed) : new Set<bigint>();
  const altered = new Set(changed.map(({ seq }) => seq).filter((seq) => !accepted.has(seq)));
  for (const row of rows) {
    const fault = faultOf(row, head, known, altered);
    if (fault) return { ended: true, verdict: { whole: false, seq: row.seq, fault } };
    head = { seq: row.seq, hash: row.hash };
  }
  if (rows.length === PORTION) return { ended: false, head };
  if (head.seq >= known.seq) return { ended: true, verdict: { whole: true, head } };
  const fault = `the log ends before row ${known.seq}, which existed: the log was cut`;
  return { ended: true, verdict: { whole: false, seq: head.seq + 1n, fault } };
}

const selectErasures: Statement = {
  name: 'audit_select_erasures',
  text: `
    SELECT e.seq, e.digest, ${auditColumns.replaceAll(/(\w+)/g, 'a.$1 AS act_$1')}
    FROM audit_erasures e JOIN audit_log a ON a.seq = e.act
    WHERE e.seq = ANY ($1::bigint[])`,
};
type Erased = { seq: bigint; digest: Buffer } & { [column in keyof AuditRow as `act_${column}`]: AuditRow[column] };

/**
 * Rows without the person whom two operators erased. A later act of the chain names each with the digest of what is
 * left, so a change by anybody else, or a change without an act, is found.
 */
async function readErasures(db: Queries, changed: readonly AuditRow[]): Promise<ReadonlySet<bigint>> {
  const found = await db.query<Erased>(selectErasures, [changed.map(({ seq }) => seq)]);
  const digests = new Map(found.flatMap((one) => (isNamed(one) ? [[one.seq, one.digest] as const] : [])));
  return new Set(changed.filter((row) => digests.get(row.seq)?.equals(hashOf(row))).map(({ seq }) => seq));
}

function isNamed(erased: Erased): boolean {
  const act = Object.fromEntries(
    Object.entries(erased).flatMap(([name, value]) => (name.startsWith('act_') ? [[name.slice(4), value]] : [])),
  ) as unknown as AuditRow;
  const { rows = {} } = (act.after ?? {}) as { rows?: Record<string, string> };
  return (
    act.action === 'audit.erased' &&
    act.seq > erased.seq &&
    act.hash.equals(hashOf(act)) &&
    rows[String(erased.seq)] === erased.digest.toString('hex')
  );
}

function faultOf(row: AuditRow, before: Head, known: Head, altered: ReadonlySet<bigint>): string | null {
  if (row.seq !== before.seq + 1n) return `rows ${before.seq + 1n} to ${row.seq - 1n} are missing`;
  if (!row.previous.equals(before.hash)) return 'it does not continue the row before it';
  if (altered.has(row.seq)) return 'it was changed';
  if (row.seq === known.seq && !row.hash.equals(known.hash))
    return 'it differs from the row that was known: the log was rewritten';
  return null;
}
