import type { unfreezeWallet } from '../../../contract/src/approvals.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { actorOf } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import { requestOf } from '../events/emit.ts';
import type { Command } from '../kernel/command.ts';
import type { Accepted } from '../kernel/operation.ts';
import { invalidField, Refusal } from '../kernel/refusal.ts';
import { lockWallets } from '../ledger/store.ts';
import { freezeByHand } from '../operators/freeze.ts';
import { selectWalletsById } from '../wallets/store.ts';
import { renderWallet } from '../wallets/view.ts';
import { findUnfit } from './find-unfit.ts';
import { requestOne } from './request.ts';

type Unfreezing = Command<InputOf<typeof unfreezeWallet>>;

/** Unfreezes wallets. A wallet frozen for fraud needs a second operator, so that a stolen session cannot release it. */
export async function unfreezeWallets(tx: Tx, commands: Unfreezing[]): Promise<(string | Refusal | Accepted)[]> {
  const ids = commands.map(({ input }) => input.id);
  // Read under the locks, so that a wallet frozen for fraud meanwhile still needs the second operator.
  await lockWallets(tx, ids);
  const frozen = new Map((await selectWalletsById(tx, ids)).map((row) => [row.id, row.frozen_reason]));
  const unfit = await findUnfit(tx, commands);
  const answers: (string | Refusal | Accepted)[] = [];
  for (const command of commands) {
    if (frozen.get(command.input.id) === 'fraud') {
      answers.push(unfit(command) ?? (await askForSecond(tx, command)));
      continue;
    }
    const freeze = { wallet: command.input.id, reason: null, request: requestOf(command) };
    const [result] = await freezeByHand(tx, [{ freeze, by: actorOf(command) }]);
    answers.push(result instanceof Refusal ? result : renderWallet(result!));
  }
  return answers;
}

async function askForSecond(tx: Tx, command: Unfreezing): Promise<Refusal | Accepted> {
  const { id: wallet, reason } = command.input;
  if (reason === undefined) return invalidField('reason', 'reason_to_unfreeze');
  const answer = await requestOne(tx, command, { kind: 'unfreeze', payload: { wallet }, reference: null, reason });
  return answer instanceof Refusal ? answer : { accepted: answer };
}
