import type { freezeWallet } from '../../../contract/src/operators.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { actorOf, type Doer, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import { requestOf } from '../events/emit.ts';
import type { Command } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { lockWallets } from '../ledger/store.ts';
import { type Freeze, freezeWallets } from '../wallets/freeze.ts';
import { selectWalletsById, type WalletRow } from '../wallets/store.ts';
import { renderWallet } from '../wallets/view.ts';

/** Freezes and unfreezes by hand. Changes go to the audit log, with `more` as details. */
export async function freezeByHand(
  tx: Tx,
  freezes: readonly { readonly freeze: Freeze; readonly by: Doer; readonly more?: object }[],
): Promise<(WalletRow | Refusal)[]> {
  // Locks all of them first, in the order of their ids.
  const ids = freezes.map(({ freeze }) => freeze.wallet);
  await lockWallets(tx, ids);
  const frozen = new Map((await selectWalletsById(tx, ids)).map((row) => [row.id, row.frozen_reason]));
  const results: (WalletRow | Refusal)[] = [];
  for (const { freeze, by, more } of freezes) {
    const result = (await freezeWallets(tx, [freeze]))[0]!;
    results.push(result);
    if (result instanceof Refusal) continue;
    const before = { frozen: frozen.get(result.id) ?? null };
    const after = { frozen: result.frozen_reason, ...more };
    if (before.frozen === after.frozen) continue;
    const action = after.frozen ? 'wallet.frozen' : 'wallet.unfrozen';
    await recordActs(tx, [{ ...by, action, target: result.id, before, after }]);
    frozen.set(result.id, result.frozen_reason);
  }
  return results;
}

export async function freezeAnyWallets(
  tx: Tx,
  commands: Command<InputOf<typeof freezeWallet>>[],
): Promise<(string | Refusal)[]> {
  const freezes = commands.map((command) => {
    const { id: wallet, reason } = command.input;
    return { freeze: { wallet, reason, request: requestOf(command) }, by: actorOf(command) };
  });
  const results = await freezeByHand(tx, freezes);
  return results.map((result) => (result instanceof Refusal ? result : renderWallet(result)));
}
