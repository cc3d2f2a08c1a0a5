import { randomBytes } from 'node:crypto';
import type { InputOf } from '../../../contract/src/route.ts';
import type { rollWebhookSecret } from '../../../contract/src/webhooks.ts';
import { type AuditAct, recordActs } from '../audit/record.ts';
import { newWebhookSecret } from '../core/signature.ts';
import type { Tx } from '../db/transaction.ts';
import { endpointKey } from '../events/local-deliveries.ts';
import type { Command } from '../kernel/command.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { Refusal } from '../kernel/refusal.ts';
import { sealSecret } from '../kernel/seal.ts';
import { actsOf } from './acts.ts';
import { type EndpointRow, rollSecret } from './store.ts';
import { renderEndpoint } from './view.ts';

const OVERLAP_S = 86_400;

/** Sets a new secret immediately. The old one also signs until the overlap ends. */
export async function rollSecrets(
  tx: Tx,
  commands: Command<InputOf<typeof rollWebhookSecret>>[],
  encryptionKey: DataKey,
): Promise<(string | Refusal)[]> {
  const results: (string | Refusal)[] = [];
  const acts: AuditAct[] = [];
  for (const command of commands) {
    const { caller, input } = command;
    const secret = newWebhookSecret(randomBytes);
    const values = [caller.world, input.id, sealSecret(secret, encryptionKey), input.overlap_seconds ?? OVERLAP_S];
    const [row] = await tx.query<EndpointRow>(rollSecret, values);
    if (row) tx.afterCommit(() => tx.node.wake('endpoints', [endpointKey(caller.world, input.id)]));
    results.push(row ? renderEndpoint(row, secret) : new Refusal('not_found'));
    if (row) acts.push(...actsOf(command, { action: 'webhook.secret_rolled', endpoint: input.id, after: row }));
  }
  await recordActs(tx, acts);
  return results;
}
