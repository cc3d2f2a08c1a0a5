import type { updateIntegration } from '../../../contract/src/integrations.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { answerEach, invalidField, Refusal } from '../kernel/refusal.ts';
import { findManaged, findOwn } from './own.ts';
import { readOrigin } from './read-origin.ts';
import { type IntegrationRow, isNameUsed, lockIntegration, renameIntegration, updateOrigins } from './store.ts';
import { renderIntegration } from './view.ts';

type Update = Command<InputOf<typeof updateIntegration>>;

/** Changes integrations: their name, and the origins that browsers may call from. The slug that commands use stays. */
export function updateIntegrations(
  tx: Tx,
  commands: Update[],
  deployment: { readonly live: boolean },
): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { caller, input } = command;
    await tx.query(lockIntegration, [input.id]);
    const before = await findManaged(tx, caller, input.id, deployment);
    const origins = readOrigins(input.origins ?? before.origins);
    const renamed = await rename(tx, command, before);
    const moved = await setOrigins(tx, command, before, origins);
    return renderIntegration(renamed || moved ? await findOwn(tx, caller, input.id) : before);
  });
}

async function rename(tx: Tx, command: Update, before: IntegrationRow): Promise<boolean> {
  const { id, name = before.name } = command.input;
  if (before.name === name) return false;
  const used = await tx.query(isNameUsed, [before.merchant_id, id, name]);
  if (used.length > 0) throw new Refusal('name_already_used');
  await tx.query(renameIntegration, [id, name]);
  const names = { before: { name: before.name }, after: { name } };
  await recordActs(tx, [{ ...actorOf(command), action: 'integration.renamed', target: id, ...names }]);
  return true;
}

async function setOrigins(tx: Tx, command: Update, before: IntegrationRow, origins: string[]): Promise<boolean> {
  const { id } = command.input;
  if (before.origins.join() === origins.join()) return false;
  await tx.query(updateOrigins, [id, origins]);
  const change = { before: { origins: before.origins }, after: { origins } };
  await recordActs(tx, [{ ...actorOf(command), action: 'integration.origins_changed', target: id, ...change }]);
  return true;
}

/** The origins as browsers send them, without duplicates. @throws Refusal naming the one that is invalid */
function readOrigins(texts: readonly string[]): string[] {
  const origins = texts.map((text, i) => {
    const origin = readOrigin(text);
    if (origin === null) throw invalidField(`origins[${i}]`, 'not_origin');
    return origin;
  });
  return [...new Set(origins)];
}
