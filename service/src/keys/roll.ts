import type { rollKey as route } from '../../../contract/src/keys.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { rollKey } from '../access/roll-key.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { answerEach, Refusal } from '../kernel/refusal.ts';
import { checkLive } from './check-live.ts';
import { checkRoom, type KeyOptions } from './create.ts';
import { findKey } from './find-key.ts';
import { renderFresh } from './view.ts';

const OVERLAP_S = 86_400;

/** Makes new keys that replace old ones. The old keys work until their overlap ends. */
export function rollKeys(
  tx: Tx,
  commands: Command<InputOf<typeof route>>[],
  { live, pepper }: KeyOptions,
): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { caller, input } = command;
    const { overlap_seconds: overlapSeconds = OVERLAP_S } = input;
    const { key, integration } = await findKey(tx, caller, input.id);
    if (key.livemode) await checkLive(tx, caller, integration, live);
    await checkRoom(tx, key.world);
    const made = await rollKey(tx, { id: input.id, overlapSeconds, createdBy: caller.id }, pepper);
    if (!made) throw new Refusal('key_not_active');
    const after = { rolled_to: made.id, overlap_seconds: overlapSeconds };
    await recordActs(tx, [{ ...actorOf(command), action: 'key.rolled', target: input.id, after }]);
    return renderFresh(tx, made.id, made.key);
  });
}
