import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../kernel/refusal.ts';
import { startRequest } from './store.ts';

/** Starts the work of a request that two operators have approved. @returns why not, or null */
export async function startPersonRequest(tx: Tx, approval: string): Promise<Refusal | null> {
  if ((await tx.query(startRequest, [approval])).length === 0) return new Refusal('approval_not_pending');
  tx.afterCommit(() => tx.node.wake('people'));
  return null;
}
