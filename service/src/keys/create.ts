import type { createKey as route } from '../../../contract/src/keys.ts';
import { keyChanges } from '../../../contract/src/member-rights.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { carryWebhooks } from '../access/carry-webhooks.ts';
import { createKey } from '../access/create-key.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import { findOwn } from '../integrations/own.ts';
import { lockIntegration } from '../integrations/store.ts';
import type { Command } from '../kernel/command.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { answerEach, Refusal } from '../kernel/refusal.ts';
import { checkLive } from './check-live.ts';
import { countActiveKeys, selectWorldOf } from './store.ts';
import { renderFresh } from './view.ts';

const MOST = 100;

/** Whether there is a live world, and the secret that keys are hashed with. */
export type KeyOptions = { readonly live: boolean; readonly pepper: DataKey };

/** Makes keys. Only this answer contains the text of a key. */
export function createKeys(
  tx: Tx,
  commands: Command<InputOf<typeof route>>[],
  { live, pepper }: KeyOptions,
): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { caller, input } = command;
    const { label = null, livemode = false } = input;
    const scopes = carryWebhooks(input.scopes, input.webhooks);
    await tx.query(lockIntegration, [input.id]);
    const integration = await findOwn(tx, caller, input.id, keyChanges);
    if (livemode) await checkLive(tx, caller, integration, live);
    const [of] = await tx.query<{ world: number }>(selectWorldOf, [input.id, livemode]);
    await checkRoom(tx, of!.world);
    const made = await createKey(tx, { world: of!.world, livemode, scopes, label, createdBy: caller.id }, pepper);
    const after = { integration: input.id, livemode, scopes, label };
    await recordActs(tx, [{ ...actorOf(command), action: 'key.created', target: made.id, after }]);
    return renderFresh(tx, made.id, made.key);
  });
}

/** @throws Refusal too_many_records */
export async function checkRoom(tx: Tx, world: number): Promise<void> {
  const [active] = await tx.query<{ count: number }>(countActiveKeys, [world]);
  if (active!.count >= MOST)
    throw new Refusal('too_many_records', `An integration can have at most ${MOST} active keys`);
}
