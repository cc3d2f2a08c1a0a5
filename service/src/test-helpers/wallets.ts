import type { InputOf } from '../../../contract/src/route.ts';
import type { freezeTestWallet, fundTestWallet, unfreezeTestWallet } from '../../../contract/src/test-helpers.ts';
import { toMinor } from '../core/money.ts';
import type { Tx } from '../db/transaction.ts';
import { requestOf } from '../events/emit.ts';
import type { Command } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { freezeWallets } from '../wallets/freeze.ts';
import { fundWallets } from '../wallets/fund.ts';
import { selectWalletsById, type WalletRow } from '../wallets/store.ts';
import { renderWallet } from '../wallets/view.ts';

type Input = { readonly id: string };

/** Runs `act` on the commands whose wallet belongs to the caller. The others get not_found. */
async function onOwnWallets<I extends Input>(
  tx: Tx,
  commands: Command<I>[],
  act: (own: Command<I>[]) => Promise<(WalletRow | Refusal)[]>,
): Promise<(string | Refusal)[]> {
  const rows = new Map(
    (
      await selectWalletsById(
        tx,
        commands.map(({ input }) => input.id),
      )
    ).map((row) => [row.id, row]),
  );
  const own = commands.filter(({ caller, input }) => {
    const row = rows.get(input.id);
    return row?.owner_id === caller.owner.id && row.livemode === caller.livemode;
  });
  const done = own.length > 0 ? await act(own) : [];
  return commands.map((command) => {
    const result = done[own.indexOf(command)] ?? new Refusal('not_found');
    return result instanceof Refusal ? result : renderWallet(result);
  });
}

export function fundTestWallets(tx: Tx, commands: Command<InputOf<typeof fundTestWallet>>[]) {
  return onOwnWallets(tx, commands, (own) =>
    fundWallets(
      tx,
      own.map(({ input, requestId }) => ({ wallet: input.id, amount: toMinor(input.amount), source: requestId })),
    ),
  );
}

export function freezeTestWallets(tx: Tx, commands: Command<InputOf<typeof freezeTestWallet>>[]) {
  return onOwnWallets(tx, commands, (own) =>
    freezeWallets(
      tx,
      own.map((command) => ({ wallet: command.input.id, reason: command.input.reason, request: requestOf(command) })),
    ),
  );
}

export function unfreezeTestWallets(tx: Tx, commands: Command<InputOf<typeof unfreezeTestWallet>>[]) {
  return onOwnWallets(tx, commands, (own) =>
    freezeWallets(
      tx,
      own.map((command) => ({ wallet: command.input.id, reason: null, request: requestOf(command) })),
    ),
  );
}
