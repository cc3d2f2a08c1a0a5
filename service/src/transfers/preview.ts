import { foresee } from '../bulk/foresee.ts';
import type { Foreseen } from '../bulk/portion.ts';
import type { Tx } from '../db/transaction.ts';
import { takenReferences } from '../idempotency/references.ts';
import type { Command } from '../kernel/command.ts';
import { newId } from '../kernel/new-id.ts';
import { Refusal } from '../kernel/refusal.ts';
import { readWallets } from '../ledger/store.ts';
import { decideAll } from './carry-out.ts';
import type { TransferInput } from './decide.ts';
import { checkRecipient, findEnds } from './ends.ts';

/** Decides transfers in order, without a lock and without writing. */
export async function previewTransfers(tx: Tx, commands: Command<TransferInput>[]): Promise<Foreseen[]> {
  const [ends, references] = await Promise.all([
    findEnds(tx, commands, { opens: false }),
    takenReferences(tx, 'transfers', commands),
  ]);
  const wallets = ends.flatMap(({ from, to }) => [from, to]).filter((wallet) => wallet !== null);
  const plan = { commands, ends, references, ids: commands.map(() => newId('trf')) };
  const { book, refusals } = decideAll(plan, await readWallets(tx, wallets));
  return commands.map((command, i) => {
    // The request would open the merchant's default wallet, which has no money.
    const opens = command.caller.owner.type === 'merchant' && ends[i]!.from === null;
    const empty = () => checkRecipient(book, command, ends[i]!) ?? new Refusal('insufficient_funds');
    const refusal = opens ? empty() : refusals[i]!;
    return refusal && foresee(references, command, refusal);
  });
}
