import type { verifyBeneficiary } from '../../../../contract/src/beneficiaries.ts';
import type { InputOf } from '../../../../contract/src/route.ts';
import { toMinor } from '../../core/money.ts';
import type { Database } from '../../db/database.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Command } from '../../kernel/command.ts';
import { answerEach, invalidField, Refusal } from '../../kernel/refusal.ts';
import { askNames, type NameMatch } from '../ask-names.ts';
import { checkMayAsk, checkNamedRail, type NameRouting } from '../check-names.ts';
import { type BeneficiaryRow, findBeneficiary, writeNameMatch } from './store.ts';
import { renderBeneficiary } from './view.ts';

export type CheckedName = { readonly id: string; readonly name: string; readonly match: NameMatch | null };

/**
 * Asks the rail about a person of the list, before and outside the transaction.
 * @throws Refusal if nobody says which amount would be paid, or if the caller asks too much
 */
export async function askAboutPerson(
  db: Database,
  routing: NameRouting,
  { caller, input }: Command<InputOf<typeof verifyBeneficiary>>,
): Promise<CheckedName> {
  const [row] = await db.query<BeneficiaryRow>(findBeneficiary, [caller.world, input.id]);
  if (!row) throw new Refusal('not_found');
  const currency = input.currency ?? row.currency;
  const amount = input.amount === undefined ? row.amount : toMinor(input.amount);
  if (currency === null) throw invalidField('currency', 'required');
  if (amount === null) throw invalidField('amount', 'required');
  const payout = { currency, livemode: caller.livemode, merchant: caller.owner.id, rail: input.rail ?? null };
  checkNamedRail(routing, payout);
  checkMayAsk(routing, caller.world);
  const { id, recipient, name } = row;
  const [check] = await askNames(db, routing, payout, [{ id, recipient, name, amount }]);
  return { id, name, match: check!.match };
}

/** Keeps the answer with the name that was asked about. */
export function keepAnswers(tx: Tx, commands: Command<CheckedName>[]) {
  return answerEach(commands, async ({ caller, input: { id, name, match } }) => {
    const [row] = await tx.query<BeneficiaryRow>(writeNameMatch, [caller.world, id, name, match]);
    if (!row) throw new Refusal('not_found', 'This person was removed or renamed meanwhile. Read the list again.');
    return renderBeneficiary(row);
  });
}
