import { isDeepStrictEqual } from 'node:util';
import type { InputOf } from '../../../contract/src/route.ts';
import type { updateWebhook } from '../../../contract/src/webhooks.ts';
import { type AuditAct, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import { endpointKey } from '../events/local-deliveries.ts';
import type { Command } from '../kernel/command.ts';
import { invalidValue, Refusal } from '../kernel/refusal.ts';
import { openSecret } from '../kernel/seal.ts';
import { actsOf } from './acts.ts';
import type { Sealing } from './create.ts';
import { mergeHeaders, none, type SealedHeaders, sealHeaders } from './own-headers.ts';
import {
  type EndpointRow,
  FIRST_HELD,
  holdDeliveries,
  lockEndpoint,
  lockHeaders,
  unparkReplays,
  updateEndpoint,
} from './store.ts';
import { renderEndpoint } from './view.ts';

/** `urlFault` is the result of `checkUrl`, which runs before the transaction. */
export type UpdateInput = InputOf<typeof updateWebhook> & { readonly urlFault: string | null };

/** Changes the fields that are sent and no others. Disabling holds waiting deliveries; enabling clears the failures. */
export async function updateWebhooks(
  tx: Tx,
  commands: Command<UpdateInput>[],
  sealing: Sealing,
): Promise<(string | Refusal)[]> {
  const results: (string | Refusal)[] = [];
  const acts: AuditAct[] = [];
  for (const command of commands) {
    const { caller, input } = command;
    if (input.urlFault !== null) {
      results.push(invalidValue('url', input.urlFault));
      continue;
    }
    const [before] = caller.person ? await tx.query<EndpointRow>(lockEndpoint, [caller.world, input.id]) : [];
    const headers = await changedHeaders(tx, command, sealing);
    if (headers instanceof Refusal) {
      results.push(headers);
      continue;
    }
    const [row] = await tx.query<EndpointRow>(updateEndpoint, [
      caller.world,
      input.id,
      input.url ?? null,
      input.events ?? null,
      input.description !== undefined,
      input.description ?? null,
      input.metadata ? JSON.stringify(input.metadata) : null,
      input.status ?? null,
      headers !== undefined,
      headers?.sealed ?? null,
      headers?.names ?? [],
    ]);
    if (input.status === 'enabled') tx.query(unparkReplays, [caller.world, input.id]);
    if (row?.status === 'disabled') tx.query(holdDeliveries, [caller.world, input.id, FIRST_HELD]);
    if (row) tx.afterCommit(() => tx.node.wake('endpoints', [endpointKey(caller.world, input.id)]));
    results.push(row ? renderEndpoint(row) : new Refusal('not_found'));
    if (row) acts.push(...actsOf(command, { action: 'webhook.updated', endpoint: input.id, before, after: row }));
  }
  await recordActs(tx, acts);
  // Wakes the worker, which continues replays that rested while the endpoint was disabled and holds the remaining
  // deliveries.
  tx.afterCommit(() => tx.node.wake('replays'));
  return results;
}

/** Undefined: the headers stay unchanged. */
async function changedHeaders(
  tx: Tx,
  { caller, input }: Command<UpdateInput>,
  { encryptionKey, headerPrefix }: Sealing,
): Promise<SealedHeaders | Refusal | undefined> {
  const { id, headers } = input;
  if (headers === undefined) return undefined;
  if (headers === null) return none;
  const [row] = await tx.query<{ headers: Buffer | null }>(lockHeaders, [caller.world, id]);
  const before = row?.headers ? JSON.parse(openSecret(row.headers, encryptionKey, id)) : {};
  const merged = mergeHeaders(before, headers, headerPrefix);
  if (merged instanceof Refusal) return merged;
  return isDeepStrictEqual(merged, before) ? undefined : sealHeaders(merged, encryptionKey, id);
}
