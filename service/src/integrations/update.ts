import type { updateIntegration } from '../../../contract/src/integrations.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import type { Command } from '../command.ts';
import type { Tx } from '../db/transaction.ts';
import { answerEach, Refusal } from '../refusal.ts';
import { findManaged, findOwn } from './own.ts';
import { isNameUsed, lockIntegration, renameIntegration } from './store.ts';
import { renderIntegration } from './view.ts';

/** Renames integrations. What commands name them by stays. */
export function updateIntegrations(
  tx: Tx,
  commands: Command<InputOf<typeof updateIntegration>>[],
  deployment: { readonly live: boolean },
): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { caller, input } = command;
    await tx.query(lockIntegration, [input.id]);
    const before = await findManaged(tx, caller, input.id, deployment);
    if (before.name === input.name) return renderIntegration(before);
    const used = await tx.query(isNameUsed, [before.merchant_id, input.id, input.name]);
    if (used.length > 0) throw new Refusal('name_already_used');
    await tx.query(renameIntegration, [input.id, input.name]);
    const names = { before: { name: before.name }, after: { name: input.name } };
    await recordActs(tx, [{ ...actorOf(command), action: 'integration.renamed', target: input.id, ...names }]);
    return renderIntegration(await findOwn(tx, caller, input.id));
  });
}
