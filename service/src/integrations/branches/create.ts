import { type createBranch, MOST_BRANCHES } from '../../../../contract/src/branches.ts';
import type { InputOf } from '../../../../contract/src/route.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Command } from '../../kernel/command.ts';
import { newId } from '../../kernel/new-id.ts';
import { answerEach, Refusal } from '../../kernel/refusal.ts';
import {
  type BranchRow,
  countBranches,
  insertBranch,
  isBranchName,
  lockWorldOfBranches,
  selectBranch,
} from './store.ts';
import { renderBranch } from './view.ts';

export function createBranches(tx: Tx, commands: Command<InputOf<typeof createBranch>>[]) {
  return answerEach(commands, async ({ caller: { world }, input: { name } }) => {
    await tx.query(lockWorldOfBranches, [world]);
    const [{ count } = { count: 0 }] = await tx.query<{ count: number }>(countBranches, [world]);
    if (count >= MOST_BRANCHES) throw new Refusal('too_many_records', `You can have at most ${MOST_BRANCHES} branches`);
    const id = newId('br');
    await checkBranchName(tx, world, id, name);
    await tx.query(insertBranch, [world, id, name]);
    const [row] = await tx.query<BranchRow>(selectBranch, [world, id]);
    return renderBranch(row!);
  });
}

/** @throws Refusal if another branch has this name */
export async function checkBranchName(tx: Tx, world: number, id: string, name: string): Promise<void> {
  if ((await tx.query(isBranchName, [world, id, name])).length > 0)
    throw new Refusal('name_already_used', `You already have a branch named "${name}"`);
}
