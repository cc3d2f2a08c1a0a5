import type { Database } from '../db/database.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { emitEvents, requestOf } from '../events/emit.ts';
import type { ClaimedDelivery } from '../events/local-deliveries.ts';
import type { Command } from '../kernel/command.ts';
import { newId } from '../kernel/new-id.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type AttemptOptions, attempt } from './attempt.ts';
import { claimOne } from './delivery-store.ts';
import { recordAttempts } from './record.ts';
import { type DeliveryRow, type EndpointRow, selectDelivery, selectEndpoint } from './store.ts';
import { renderDelivery, renderEndpoint } from './view.ts';

/**
 * Writes a webhook.test event with one delivery, only to this endpoint and already claimed, so that no worker takes it.
 */
export async function createTests(tx: Tx, commands: Command<{ id: string }>[]): Promise<(string | Refusal)[]> {
  const results: (string | Refusal)[] = [];
  for (const command of commands) {
    const { caller, input } = command;
    const [endpoint] = await tx.query<EndpointRow>(selectEndpoint, [caller.world, input.id]);
    if (!endpoint) {
      results.push(new Refusal('not_found'));
      continue;
    }
    const delivery = newId('dlv');
    emitEvents(
      tx,
      [{ world: caller.world, id: endpoint.id, events: ['webhook.test'], status: 'enabled', claimedAs: delivery }],
      [
        {
          world: caller.world,
          livemode: caller.livemode,
          type: 'webhook.test',
          at: new Date(),
          object: renderEndpoint(endpoint),
          request: requestOf(command),
        },
      ],
    );
    results.push(delivery);
  }
  return results;
}

/**
 * Sends the delivery of a test and returns its result. A replay of the request sends nothing.
 * @throws Refusal while the first request is still sending it
 */
export async function sendTest(db: Database, world: number, id: string, options: AttemptOptions): Promise<string> {
  const [claimed] = await db.query<ClaimedDelivery>(claimOne, [world, id]);
  if (claimed) {
    const attempted = await attempt(claimed, options);
    await transaction(db, async (tx) => recordAttempts(tx, [attempted]));
  }
  const [row] = await db.query<DeliveryRow>(selectDelivery, [world, id]);
  if (!row) throw new Refusal('not_found');
  if (row.status === 'pending') throw new Refusal('idempotency_in_progress');
  return renderDelivery(row);
}
