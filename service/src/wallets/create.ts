import type { InputOf } from '../../../contract/src/route.ts';
import type { createWallet } from '../../../contract/src/wallets.ts';
import type { Command } from '../command.ts';
import type { Tx } from '../db/transaction.ts';
import { newId } from '../new-id.ts';
import type { Refusal } from '../refusal.ts';
import { insertWallets, selectWalletsById } from './store.ts';
import { renderWallet } from './view.ts';

/** Opens wallets for the callers' merchants, or for customers themselves. The first in a currency is the default there. */
export async function createWallets(
  tx: Tx,
  commands: Command<InputOf<typeof createWallet>>[],
): Promise<(string | Refusal)[]> {
  const ids: string[] = [];
  for (const { caller, input } of commands) {
    const id = newId('wal');
    const { type: ownerType, id: ownerId } = caller.owner;
    if (ownerType === 'none') throw new Error(`${caller.kind} ${caller.id} can have no wallet`);
    const owner = { ownerType, ownerId, livemode: caller.livemode, currency: input.currency };
    const details = { label: input.label ?? null, metadata: input.metadata ?? {} };
    // As the default one where there is none yet; else that is left out, and it becomes one more.
    const opened = await insertWallets(tx, [{ id, ...owner, isDefault: true, ...details }]);
    if (opened === 0) await insertWallets(tx, [{ id, ...owner, isDefault: false, ...details }]);
    ids.push(id);
  }
  const rows = new Map((await selectWalletsById(tx, ids)).map((row) => [row.id, row]));
  return ids.map((id) => renderWallet(rows.get(id)!));
}
