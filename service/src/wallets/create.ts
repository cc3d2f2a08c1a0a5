import type { InputOf } from '../../../contract/src/route.ts';
import type { createWallet } from '../../../contract/src/wallets.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { newId } from '../kernel/new-id.ts';
import { Refusal } from '../kernel/refusal.ts';
import { insertWallets, selectWalletsById } from './store.ts';
import { renderWallet } from './view.ts';

/**
 * Opens wallets for the callers' merchants, or for customers themselves. The first wallet in a currency becomes the
 * default.
 */
export async function createWallets(
  tx: Tx,
  commands: Command<InputOf<typeof createWallet>>[],
): Promise<(string | Refusal)[]> {
  const ids: (string | Refusal)[] = [];
  for (const { caller, input } of commands) {
    const id = newId('wal');
    const { type: ownerType, id: ownerId } = caller.owner;
    if (ownerType === 'none') throw new Error(`${caller.kind} ${caller.id} can have no wallet`);
    const owner = { ownerType, ownerId, livemode: caller.livemode, currency: input.currency };
    const details = { label: input.label ?? null, metadata: input.metadata ?? {} };
    // Inserts the wallet as the default. If there is one already, the insert is skipped and the wallet is added as
    // another one.
    const opened = await insertWallets(tx, [{ id, ...owner, isDefault: true, ...details }]);
    // A tier's limits apply per wallet, so a second wallet would double them.
    if (opened === 0 && ownerType === 'customer') {
      ids.push(new Refusal('limit_exceeded', `You already have a wallet in ${input.currency}`, { param: 'currency' }));
      continue;
    }
    if (opened === 0) await insertWallets(tx, [{ id, ...owner, isDefault: false, ...details }]);
    ids.push(id);
  }
  const opened = ids.filter((id) => typeof id === 'string');
  const rows = new Map((await selectWalletsById(tx, opened)).map((row) => [row.id, row]));
  return ids.map((id) => (typeof id === 'string' ? renderWallet(rows.get(id)!) : id));
}
