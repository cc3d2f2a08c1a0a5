import type { Database, Statement } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import { GENESIS } from './record.ts';
import { type Head, type Step, type Verdict, walkPortion } from './verify.ts';

/** So many portions of 1 000 rows in one look, about 30 µs a row. */
const PORTIONS = 10;

export type WalkRow = {
  seq: bigint;
  hash: Buffer;
  began_at: Date;
  verified_seq: bigint | null;
  verified_hash: Buffer | null;
  verified_at: Date | null;
  broken_seq: bigint | null;
  fault: string | null;
  broken_at: Date | null;
};

const columns = 'seq, hash, began_at, verified_seq, verified_hash, verified_at, broken_seq, fault, broken_at';
export const selectWalk: Statement = { name: 'audit_walk_select', text: `SELECT ${columns} FROM audit_walk` };
/** Another node is at it, where there is no row. */
const lockWalk: Statement = {
  name: 'audit_walk_lock',
  text: `SELECT ${columns} FROM audit_walk FOR UPDATE SKIP LOCKED`,
};
const goOn: Statement = { name: 'audit_walk_go_on', text: 'UPDATE audit_walk SET seq = $1, hash = $2' };
/** The next walk begins at the first row again: what was verified can be changed afterwards. */
const endWhole: Statement = {
  name: 'audit_walk_end_whole',
  text: `
    UPDATE audit_walk SET verified_seq = $1, verified_hash = $2, verified_at = now(), broken_seq = NULL, fault = NULL,
      broken_at = NULL, seq = 0, hash = $3, began_at = now()`,
};
const endBroken: Statement = {
  name: 'audit_walk_end_broken',
  text: `
    UPDATE audit_walk SET broken_seq = $1, fault = $2, broken_at = coalesce(broken_at, now()), seq = 0, hash = $3,
      began_at = now()`,
};

/**
 * Walks on along the audit log, and against the head of the last walk that found it whole. @returns what it found, once it
 * is at an end
 */
export function walkAudit(db: Database, portions: number = PORTIONS): Promise<Verdict | null> {
  return transaction(db, async (tx) => {
    const [row] = await tx.query<WalkRow>(lockWalk);
    if (!row) return null;
    const known: Head = { seq: row.verified_seq ?? 0n, hash: row.verified_hash ?? GENESIS };
    let step: Step = { ended: false, head: { seq: row.seq, hash: row.hash } };
    for (let i = 0; i < portions && !step.ended; i++) step = await walkPortion(tx, step.head, known);
    if (!step.ended) {
      await tx.query(goOn, [step.head.seq, step.head.hash]);
      return null;
    }
    const { verdict } = step;
    if (verdict.whole) await tx.query(endWhole, [verdict.head.seq, verdict.head.hash, GENESIS]);
    else await tx.query(endBroken, [verdict.seq, verdict.fault, GENESIS]);
    return verdict;
  });
}
