import type { FloatChange } from '../../../contract/src/approvals.ts';
import { type Movement, move, openBook } from '../core/ledger.ts';
import { toMinor } from '../core/money.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../kernel/refusal.ts';
import { lockWallets, writeBook } from '../ledger/store.ts';
import type { RailRow } from '../rails/rail-row.ts';
import { openDefaultWallets } from '../wallets/open-default.ts';

/**
 * Books money that was moved between the bank and a provider. An opening balance or a top-up debits the clearing
 * wallet, whose negative balance is the money at the provider; a sweep credits it.
 * @param source the approval
 * @returns why not, or null
 */
export async function moveFloat(
  tx: Tx,
  { slug, livemode, currency }: Pick<RailRow, 'slug' | 'livemode' | 'currency'>,
  change: FloatChange,
  source: string,
): Promise<Refusal | null> {
  const owners = [`clearing:${slug}`, 'funding'].map((ownerId) => ({ ownerId, livemode, currency }));
  const walletOf = await openDefaultWallets(tx, 'system', owners);
  const [clearing, funding] = owners.map(walletOf) as [string, string];
  const [from, to] = change.direction === 'sweep' ? [funding, clearing] : [clearing, funding];
  const book = openBook(await lockWallets(tx, [from, to]));
  const at = BigInt(Date.now()) * 1_000n;
  const movement: Movement = { kind: 'float', source, from, to, amount: toMinor(change.amount), at };
  const refusal = move(book, movement);
  if (refusal) return new Refusal(refusal);
  writeBook(tx, book);
  return null;
}
