import type { Tx } from '../../../db/transaction.ts';
import type { Command } from '../../../kernel/command.ts';
import { answerEach, Refusal } from '../../../kernel/refusal.ts';
import { decidePartner, type PartnerRow, selectPartner } from './store.ts';
import { renderPartner } from './view.ts';

/** The decisions of the owners of wallets, whatever the marketplace wants. */
export const decidePartners =
  (accepts: boolean) =>
  (tx: Tx, commands: Command<{ readonly id: string }>[]): Promise<(string | Refusal)[]> =>
    answerEach(commands, async ({ caller: { owner, livemode }, input: { id } }) => {
      const [decided] = await tx.query(decidePartner, [id, owner.id, livemode, accepts]);
      if (!decided) throw new Refusal('not_found');
      const [row] = await tx.query<PartnerRow>(selectPartner, [id, null, owner.id, livemode]);
      return renderPartner(row!);
    });
