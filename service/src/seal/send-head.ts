import type { Database, Statement } from '../db/database.ts';
import { readLast } from './store.ts';
import type { Witness } from './witness.ts';

/** Returns no row if a node sent or tried within these seconds, or if the head has been sent. */
const claimStatement: Statement = {
  name: 'seal_witness_claim',
  text: `
    UPDATE seal_witness w SET claimed_at = now()
    WHERE claimed_at <= now() - make_interval(secs => $1)
      AND coalesce(w.number, 0) < (SELECT number FROM seals ORDER BY number DESC LIMIT 1) RETURNING 1`,
};
const keepSent: Statement = {
  name: 'seal_witness_sent',
  text: 'UPDATE seal_witness SET number = $1, sent_at = now(), error = NULL',
};
const keepFailed: Statement = { name: 'seal_witness_failed', text: 'UPDATE seal_witness SET error = $1' };

export type WitnessRow = {
  readonly number: bigint | null;
  readonly sent_at: Date | null;
  readonly error: string | null;
};
export const selectWitness: Statement = {
  name: 'seal_witness_select',
  text: 'SELECT number, sent_at, error FROM seal_witness',
};

/** Sends the head to the witness, at most once in `everyMs` from all nodes. @throws Error if the witness failed */
export async function sendHead(db: Database, witness: Witness, everyMs: number): Promise<void> {
  if ((await db.query(claimStatement, [everyMs / 1_000])).length === 0) return;
  const last = (await readLast(db))!;
  try {
    await witness({
      object: 'seal_head',
      number: Number(last.number),
      hash: last.hash.toString('hex'),
      total: Number(last.total),
      sealed_at: last.sealed_at.toISOString(),
    });
  } catch (error) {
    await db.query(keepFailed, [(error as Error).message.slice(0, 200)]);
    throw new Error('the head of the seal could not be sent to SEAL_WITNESS', { cause: error });
  }
  await db.query(keepSent, [last.number]);
}
