import type { Command } from '../command.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import { endpointKey, wakeWorker } from '../workers/wake.ts';
import { deleteEndpoint, endReplays, holdDeliveries } from './store.ts';

/** Nothing more is sent to a deleted endpoint: what was waiting is held, and stays readable by its id. */
export async function deleteWebhooks(tx: Tx, commands: Command<{ id: string }>[]): Promise<(string | Refusal)[]> {
  const results: (string | Refusal)[] = [];
  for (const { caller, input } of commands) {
    const [deleted] = await tx.query(deleteEndpoint, [caller.world, input.id]);
    if (deleted) {
      tx.query(holdDeliveries, [caller.world, input.id]);
      tx.query(endReplays, [caller.world, input.id]);
      tx.afterCommit(() => wakeWorker('endpoints', [endpointKey(caller.world, input.id)]));
    }
    results.push(
      deleted ? JSON.stringify({ id: input.id, object: 'webhook_endpoint', deleted: true }) : new Refusal('not_found'),
    );
  }
  return results;
}
