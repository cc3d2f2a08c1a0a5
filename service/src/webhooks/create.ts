import { randomBytes } from 'node:crypto';
import type { InputOf } from '../../../contract/src/route.ts';
import type { createWebhook } from '../../../contract/src/webhooks.ts';
import { type AuditAct, recordActs } from '../audit/record.ts';
import { newWebhookSecret } from '../core/signature.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { newId } from '../kernel/new-id.ts';
import { invalidValue, Refusal } from '../kernel/refusal.ts';
import { sealSecret } from '../kernel/seal.ts';
import { quotaReached } from '../tenancy/quotas/refuse.ts';
import { actsOf } from './acts.ts';
import { mergeHeaders, sealHeaders } from './own-headers.ts';
import { countEndpoints, type EndpointRow, insertEndpoint, lockWorld } from './store.ts';
import { renderEndpoint } from './view.ts';

const MAX_ENDPOINTS = 16;

/** `urlFault` is the result of `checkUrl`, which runs before the transaction, because looking up a name takes time. */
export type WebhookInput = InputOf<typeof createWebhook> & { readonly urlFault: string | null };

/** The key that seals headers, and the prefix of the service's own headers. */
export type Sealing = { readonly encryptionKey: DataKey; readonly headerPrefix: string };

/** Registers endpoints. Each secret is generated here, is shown only in this answer, and is stored encrypted. */
export async function createWebhooks(
  tx: Tx,
  commands: Command<WebhookInput>[],
  { encryptionKey, headerPrefix }: Sealing,
  mostInTest = MAX_ENDPOINTS,
): Promise<(string | Refusal)[]> {
  const results: (string | Refusal)[] = [];
  const acts: AuditAct[] = [];
  for (const command of commands) {
    const { caller, input } = command;
    if (input.urlFault !== null) {
      results.push(invalidValue('url', input.urlFault));
      continue;
    }
    const headers = mergeHeaders({}, input.headers ?? {}, headerPrefix);
    if (headers instanceof Refusal) {
      results.push(headers);
      continue;
    }
    await tx.query(lockWorld, [caller.world]);
    const [existing] = await tx.query<{ count: number }>(countEndpoints, [caller.world]);
    if (existing!.count >= MAX_ENDPOINTS) {
      results.push(new Refusal('too_many_endpoints'));
      continue;
    }
    if (!caller.livemode && existing!.count >= mostInTest) {
      results.push(quotaReached(`${mostInTest} webhook endpoints`, 'TEST_ENDPOINTS', 'Delete one that is not used.'));
      continue;
    }
    const secret = newWebhookSecret(randomBytes);
    const id = newId('wbk');
    const { sealed, names } = sealHeaders(headers, encryptionKey, id);
    const [row] = await tx.query<EndpointRow>(insertEndpoint, [
      caller.world,
      id,
      input.url,
      input.events,
      input.description ?? null,
      JSON.stringify(input.metadata ?? {}),
      sealSecret(secret, encryptionKey),
      sealed,
      names,
    ]);
    results.push(renderEndpoint(row!, secret));
    acts.push(...actsOf(command, { action: 'webhook.created', endpoint: row!.id, after: row! }));
  }
  await recordActs(tx, acts);
  return results;
}
