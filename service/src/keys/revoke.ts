import { revokeKey } from '../access/revoke-key.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { answerEach, type Refusal } from '../kernel/refusal.ts';
import { findKey } from './find-key.ts';
import { renderFresh } from './view.ts';

/**
 * Revokes keys. A revoked key stays as it is. Revoking a live key needs no second factor, because it is always safe.
 */
export function revokeKeys(tx: Tx, commands: Command<{ id: string }>[]): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { caller, input } = command;
    const { key } = await findKey(tx, caller, input.id);
    if (!key.revoked_at) {
      await revokeKey(tx, input.id);
      await recordActs(tx, [{ ...actorOf(command), action: 'key.revoked', target: input.id }]);
    }
    return renderFresh(tx, input.id);
  });
}
