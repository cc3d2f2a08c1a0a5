import { randomBytes } from 'node:crypto';
import { keyChanges } from '../../../contract/src/member-rights.ts';
import { renewStarterKey } from '../access/store.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import { makeApiKey } from '../core/api-key.ts';
import type { Tx } from '../db/transaction.ts';
import { findOwn } from '../integrations/own.ts';
import { lockIntegration } from '../integrations/store.ts';
import type { Command } from '../kernel/command.ts';
import { type DataKey, hashUnder } from '../kernel/data-key.ts';
import { answerEach, Refusal } from '../kernel/refusal.ts';
import { renderFresh } from './view.ts';

/**
 * Shows the test key that a sign-up made, by giving it a new text. This works until the key was used once: afterwards a
 * server may depend on it.
 */
export function rollStarterKeys(
  tx: Tx,
  commands: Command<{ id: string }>[],
  pepper: DataKey,
): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { caller, input } = command;
    await tx.query(lockIntegration, [input.id]);
    await findOwn(tx, caller, input.id, keyChanges);
    const text = makeApiKey(false, randomBytes);
    const values = [input.id, hashUnder(pepper, text), text.slice(-4)];
    const [key] = await tx.query<{ id: string }>(renewStarterKey, values);
    if (!key)
      throw new Refusal('key_not_active', 'The first key was used, revoked or never made. Create a key instead.');
    await recordActs(tx, [{ ...actorOf(command), action: 'key.rolled', target: key.id, after: { starter: true } }]);
    return renderFresh(tx, key.id, text);
  });
}
