import type { Static } from 'typebox';
import type { acceptSplitPartner, Reserve } from '../../../../../contract/src/split-partners.ts';
import { isSameReserve } from '../../../core/reserve.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { Command } from '../../../kernel/command.ts';
import { answerEach, invalidField, Refusal } from '../../../kernel/refusal.ts';
import { type Agreement, lockOfOwner, type PartnerRow, selectPartner } from './store.ts';
import { renderPartner } from './view.ts';
import { writeAgreement } from './write-agreement.ts';

type Decision = { readonly id: string };
type Acceptance = Decision & Static<typeof acceptSplitPartner.body>;

/** The owners of wallets accept shares, and the reserve that they name. */
export const acceptPartners = (tx: Tx, commands: Command<Acceptance>[]): Promise<(string | Refusal)[]> =>
  answerEach(commands, (command) =>
    decide(tx, command, (present) => {
      const { reserve, proposed_reserve: proposed } = present;
      checkReserve(command.input.reserve, { isAsked: proposed !== null, terms: proposed ?? reserve });
      return { ...present, status: 'accepted', reserve: proposed ?? reserve, proposed_reserve: null };
    }),
  );

/** The owner names the reserve, so that one that was proposed after the owner looked is not accepted. */
function checkReserve(
  named: Reserve | null | undefined,
  { isAsked, terms }: { readonly isAsked: boolean; readonly terms: Reserve | null },
): void {
  if (named === undefined ? !isAsked : isSameReserve(named, terms)) return;
  const proposal = terms === null ? 'null' : JSON.stringify({ basis_points: terms.basis_points, days: terms.days });
  throw invalidField('reserve', 'not_the_proposal', { proposal });
}

const afterDecline = { requested: 'refused', accepted: 'revoked', refused: 'refused', revoked: 'revoked' } as const;

/** The owners refuse shares, or accept no more of them. */
export const declinePartners = (tx: Tx, commands: Command<Decision>[]): Promise<(string | Refusal)[]> =>
  answerEach(commands, (command) =>
    decide(tx, command, (present) => ({ ...present, status: afterDecline[present.status] })),
  );

async function decide(
  tx: Tx,
  { caller: { owner, livemode }, input: { id } }: Command<Decision>,
  next: (present: Agreement) => Agreement,
): Promise<string> {
  const [present] = await tx.query<Agreement>(lockOfOwner, [id, owner.id, livemode]);
  if (!present) throw new Refusal('not_found');
  await writeAgreement(tx, present, next(present));
  const [row] = await tx.query<PartnerRow>(selectPartner, [id, null, owner.id, livemode]);
  return renderPartner(row!);
}
