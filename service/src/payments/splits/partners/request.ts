import type { InputOf } from '../../../../../contract/src/route.ts';
import type { Reserve, requestSplitPartner } from '../../../../../contract/src/split-partners.ts';
import { proposeReserve } from '../../../core/reserve.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { Command } from '../../../kernel/command.ts';
import { newId } from '../../../kernel/new-id.ts';
import { answerEach, invalidField, Refusal } from '../../../kernel/refusal.ts';
import { selectWalletsById } from '../../../wallets/store.ts';
import { type Agreement, insertPartner, lockOfWorld, type PartnerRow, selectPartnerOfWallet } from './store.ts';
import { renderPartner } from './view.ts';
import { writeAgreement } from './write-agreement.ts';

type RequestCommand = Command<InputOf<typeof requestSplitPartner>>;

/** Asks the owners of wallets to accept shares. A wallet that was asked before keeps its row, and gets the reserve. */
export const requestPartners = (tx: Tx, commands: RequestCommand[]): Promise<(string | Refusal)[]> =>
  answerEach(commands, (command) => request(tx, command));

async function request(tx: Tx, { caller, input }: RequestCommand): Promise<string> {
  const [wallet] = await selectWalletsById(tx, [input.wallet]);
  if (!wallet || wallet.livemode !== caller.livemode || wallet.owner_type === 'system') {
    throw new Refusal('recipient_not_found', `There is no wallet ${input.wallet}`, { param: 'wallet' });
  }
  if (wallet.owner_id === caller.owner.id) throw invalidField('wallet', 'own_wallet');
  await tx.query(insertPartner, [newId('spp'), caller.world, wallet.id, wallet.owner_type, wallet.owner_id]);
  if (input.reserve !== undefined) await propose(tx, caller.world, wallet.id, input.reserve);
  const [row] = await tx.query<PartnerRow>(selectPartnerOfWallet, [caller.world, wallet.id]);
  return renderPartner(row!);
}

async function propose(tx: Tx, world: number, wallet: string, wanted: Reserve | null): Promise<void> {
  const [present] = await tx.query<Agreement>(lockOfWorld, [world, wallet]);
  await writeAgreement(tx, present!, { ...present!, ...proposeReserve(present!, wanted) });
}
