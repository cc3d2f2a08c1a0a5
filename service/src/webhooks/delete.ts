import { type AuditAct, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { endpointKey, wakeWorker } from '../workers/wake.ts';
import { actsOf } from './acts.ts';
import { deleteEndpoint, type EndpointRow, endReplays, FIRST_HELD, holdDeliveries, lockEndpoint } from './store.ts';

/** Deletes endpoints. Nothing more is sent to them: waiting deliveries are held, and stay readable by id. */
export async function deleteWebhooks(tx: Tx, commands: Command<{ id: string }>[]): Promise<(string | Refusal)[]> {
  const results: (string | Refusal)[] = [];
  const acts: AuditAct[] = [];
  for (const command of commands) {
    const { caller, input } = command;
    const [before] = caller.person ? await tx.query<EndpointRow>(lockEndpoint, [caller.world, input.id]) : [];
    const [deleted] = await tx.query(deleteEndpoint, [caller.world, input.id]);
    if (deleted) {
      tx.query(holdDeliveries, [caller.world, input.id, FIRST_HELD]);
      tx.query(endReplays, [caller.world, input.id]);
      tx.afterCommit(() => {
        wakeWorker('endpoints', [endpointKey(caller.world, input.id)]);
        wakeWorker('replays');
      });
      acts.push(...actsOf(command, { action: 'webhook.deleted', endpoint: input.id, before }));
    }
    results.push(
      deleted ? JSON.stringify({ id: input.id, object: 'webhook_endpoint', deleted: true }) : new Refusal('not_found'),
    );
  }
  await recordActs(tx, acts);
  return results;
}
