import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { wakeWorker } from '../workers/wake.ts';
import { type DeliveryRow, lockDelivery, resendDelivery, selectDelivery } from './store.ts';
import { renderDelivery } from './view.ts';

/** Queues deliveries again: the same event id, a new run of the schedule. */
export async function resendDeliveries(tx: Tx, commands: Command<{ id: string }>[]): Promise<(string | Refusal)[]> {
  const results: (string | Refusal)[] = [];
  for (const { caller, input } of commands) {
    const target = [caller.world, input.id];
    const lock = () => tx.query<{ endpoint_status: string; endpoint_deleted: boolean }>(lockDelivery, target);
    // A delivery that ends while its lock is awaited moves to another partition. The second query finds it there.
    const found = (await lock())[0] ?? (await lock())[0];
    if (!found) {
      results.push(new Refusal('not_found'));
    } else if (found.endpoint_deleted) {
      results.push(new Refusal('webhook_deleted'));
    } else if (found.endpoint_status === 'disabled') {
      results.push(new Refusal('webhook_disabled'));
    } else {
      await tx.query(resendDelivery, target);
      const [row] = await tx.query<DeliveryRow>(selectDelivery, target);
      results.push(renderDelivery(row!));
    }
  }
  tx.afterCommit(() => wakeWorker('deliveries'));
  return results;
}
