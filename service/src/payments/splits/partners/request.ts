import type { Tx } from '../../../db/transaction.ts';
import type { Command } from '../../../kernel/command.ts';
import { newId } from '../../../kernel/new-id.ts';
import { answerEach, invalidField, Refusal } from '../../../kernel/refusal.ts';
import { selectWalletsById } from '../../../wallets/store.ts';
import { insertPartner, type PartnerRow, selectPartnerOfWallet } from './store.ts';
import { renderPartner } from './view.ts';

type RequestCommand = Command<{ readonly wallet: string }>;

/** Asks the owners of wallets to accept shares. A wallet that was asked before is not asked again. */
export const requestPartners = (tx: Tx, commands: RequestCommand[]): Promise<(string | Refusal)[]> =>
  answerEach(commands, (command) => request(tx, command));

async function request(tx: Tx, { caller, input }: RequestCommand): Promise<string> {
  const [wallet] = await selectWalletsById(tx, [input.wallet]);
  if (!wallet || wallet.livemode !== caller.livemode || wallet.owner_type === 'system') {
    throw new Refusal('recipient_not_found', `There is no wallet ${input.wallet}`, { param: 'wallet' });
  }
  if (wallet.owner_id === caller.owner.id) throw invalidField('wallet', 'own_wallet');
  await tx.query(insertPartner, [newId('spp'), caller.world, wallet.id, wallet.owner_type, wallet.owner_id]);
  const [row] = await tx.query<PartnerRow>(selectPartnerOfWallet, [caller.world, wallet.id]);
  return renderPartner(row!);
}
