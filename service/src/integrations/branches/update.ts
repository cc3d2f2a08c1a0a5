import type { updateBranch } from '../../../../contract/src/branches.ts';
import type { InputOf } from '../../../../contract/src/route.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Command } from '../../kernel/command.ts';
import { answerEach, Refusal } from '../../kernel/refusal.ts';
import { checkBranchName } from './create.ts';
import { type BranchRow, lockWorldOfBranches, selectBranch, updateBranchRow } from './store.ts';
import { renderBranch } from './view.ts';

/** Renames branches, archives them, and takes them back. */
export function updateBranches(tx: Tx, commands: Command<InputOf<typeof updateBranch>>[]) {
  return answerEach(commands, async ({ caller: { world }, input }) => {
    await tx.query(lockWorldOfBranches, [world]);
    const [before] = await tx.query<BranchRow>(selectBranch, [world, input.id]);
    if (!before) throw new Refusal('not_found');
    const { name = before.name, archived = before.archived_at !== null } = input;
    if (name !== before.name) await checkBranchName(tx, world, input.id, name);
    await tx.query(updateBranchRow, [world, input.id, name, archived]);
    const [row] = await tx.query<BranchRow>(selectBranch, [world, input.id]);
    return renderBranch(row!);
  });
}
