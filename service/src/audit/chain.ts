import type { AuditChain } from '../../../contract/src/operator-reads.ts';
import type { Database } from '../db/database.ts';
import { GENESIS, lastStatement } from './record.ts';
import { type Head, printHead } from './verify.ts';
import { selectWalk, type WalkRow } from './walk.ts';

/** The length of the chain, how far it is verified, and where it breaks. */
export async function readChain(db: Database): Promise<string> {
  const [[last], [walk]] = await Promise.all([db.query<Head>(lastStatement), db.query<WalkRow>(selectWalk)]);
  const head = last ?? { seq: 0n, hash: GENESIS };
  const { seq, began_at, verified_seq, verified_hash, verified_at, broken_seq, fault, broken_at } = walk!;
  return JSON.stringify({
    object: 'audit_chain',
    length: Number(head.seq),
    head: printHead(head),
    whole: verified_at === null && broken_at === null ? null : broken_at === null,
    verified: verified_at && {
      to: Number(verified_seq),
      head: printHead({ seq: verified_seq!, hash: verified_hash! }),
      at: verified_at.toISOString(),
    },
    walking: { to: Number(seq), began_at: began_at.toISOString() },
    first_break: broken_at && { seq: Number(broken_seq), fault: fault!, seen_at: broken_at.toISOString() },
  } satisfies AuditChain);
}
