import type { Database, Statement } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import { GENESIS } from './record.ts';
import { type ChainStep, type ChainVerdict, type Head, walkPortion } from './verify.ts';

/** Portions of 1 000 rows in one round, about 30 µs a row. */
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
/** Returns no row if another node is walking. */
const lockWalk: Statement = {
  name: 'audit_walk_lock',
  text: `SELECT ${columns} FROM audit_walk FOR UPDATE SKIP LOCKED`,
};
const goOn: Statement = { name: 'audit_walk_go_on', text: 'UPDATE audit_walk SET seq = $1, hash = $2' };
/** The next walk begins again at the first row, because verified rows can be changed later. */
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
 * Continues the walk along the audit log, and compares it with the head of the last walk that found no break. Each
 * portion is its own transaction, because the event feed waits for the oldest open one.
 * @returns its result, once it reaches the end
 */
export async function walkAudit(db: Database, portions: number = PORTIONS): Promise<ChainVerdict | null> {
  for (let i = 0; i < portions; i++) {
    const step = await walkOn(db);
    if (step === null) return null;
    if (step.ended) return step.verdict;
  }
  return null;
}

/** @returns null if another node is walking */
function walkOn(db: Database): Promise<ChainStep | null> {
  return transaction(db, async (tx) => {
    const [row] = await tx.query<WalkRow>(lockWalk);
    if (!row) return null;
    const known: Head = { seq: row.verified_seq ?? 0n, hash: row.verified_hash ?? GENESIS };
    const step = await walkPortion(tx, { seq: row.seq, hash: row.hash }, known);
    if (!step.ended) tx.query(goOn, [step.head.seq, step.head.hash]);
    else if (step.verdict.whole) tx.query(endWhole, [step.verdict.head.seq, step.verdict.head.hash, GENESIS]);
    else tx.query(endBroken, [step.verdict.seq, step.verdict.fault, GENESIS]);
    return step;
  });
}
