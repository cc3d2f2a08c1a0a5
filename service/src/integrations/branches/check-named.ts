import type { Tx } from '../../db/transaction.ts';
import type { Command } from '../../kernel/command.ts';
import { invalidField, Refusal } from '../../kernel/refusal.ts';
import { selectNamedBranches } from './store.ts';

type Naming = Command<{ readonly branch?: string | null; readonly checkout_session?: string }>;

/** Whether a command may name its branch: null if it may. */
export type CheckBranch = (command: Naming) => Refusal | null;

const anyBranch: CheckBranch = () => null;

/**
 * Reads the branches that commands name. Commands without a branch cost nothing. A payment of a session has the branch
 * of its session, also if it was archived since.
 */
export async function checkNamedBranches(tx: Tx, commands: readonly Naming[]): Promise<CheckBranch> {
  const naming = commands.filter(({ input }) => input.branch && !input.checkout_session);
  if (naming.length === 0) return anyBranch;
  const rows = await tx.query<{ world: number; id: string; archived_at: Date | null }>(selectNamedBranches, [
    naming.map(({ caller }) => caller.world),
    naming.map(({ input }) => input.branch),
  ]);
  const found = new Map(rows.map(({ world, id, archived_at }) => [`${world} ${id}`, archived_at]));
  return ({ caller, input: { branch, checkout_session: session } }) => {
    if (!branch || session) return null;
    const archived = found.get(`${caller.world} ${branch}`);
    if (archived === undefined) return new Refusal('not_found', 'You have no branch with this id', { param: 'branch' });
    return archived === null ? null : invalidField('branch', 'branch_archived');
  };
}
