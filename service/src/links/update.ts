import type { updateLink } from '../../../contract/src/links.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { type LinkRow, lockLinks, updateLinks } from '../checkout-state/link-store.ts';
import type { Tx } from '../db/transaction.ts';
import { checkNamedBranches } from '../integrations/branches/check-named.ts';
import type { Command } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { renderLink } from './view.ts';

type Update = Command<InputOf<typeof updateLink>>;

/** Changes the texts of links and whether they are active. Open sessions have copies of their terms and keep them. */
export async function changeLinks(tx: Tx, commands: Update[], pages: string): Promise<(string | Refusal)[]> {
  const links = await lockLinks(
    tx,
    commands.map(({ caller, input }) => ({ world: caller.world, id: input.id })),
  );
  const checkBranch = await checkNamedBranches(tx, commands);
  const now = new Date();
  const changed = new Map<string, LinkRow>();
  const results = commands.map((command): string | Refusal => {
    const { caller, input } = command;
    const row = links.rowOf(caller.world, input.id);
    if (!row) return new Refusal('not_found');
    // A link may keep a branch that was archived since.
    const refused = input.branch === row.branch_id ? null : checkBranch(command);
    if (refused) return refused;
    const next = {
      ...row,
      active: input.active ?? row.active,
      title: input.name === undefined ? row.title : input.name,
      description: input.description === undefined ? row.description : input.description,
      branch_id: input.branch === undefined ? row.branch_id : input.branch,
      metadata: input.metadata ?? row.metadata,
      updated_at: now,
      version: row.version + 1,
    };
    links.replace(next);
    changed.set(`${next.world} ${next.id}`, next);
    return renderLink(next, pages);
  });
  updateLinks(tx, [...changed.values()]);
  return results;
}
