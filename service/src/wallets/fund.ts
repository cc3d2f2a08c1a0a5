import { type Movement, move, openBook } from '../core/ledger.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../kernel/refusal.ts';
import { refuseMovement } from '../ledger/refuse.ts';
import { lockWallets, writeBook } from '../ledger/store.ts';
import { openDefaultWallets } from './open-default.ts';
import { selectWalletsById, type WalletRow } from './store.ts';
import type { SystemRole } from './system.ts';

/** `source` is the request or approval behind it; `amount` is in minor units. */
export type Funding = {
  readonly wallet: string;
  readonly amount: bigint;
  readonly source: string;
  /** A correction into or out of the wallet, instead of money that arrived. */
  readonly adjustment?: 'credit' | 'debit';
};

/**
 * Credits wallets from the system's funding wallet of each currency and mode, which goes below zero by that amount.
 * Corrections come from or go to the adjustments wallet.
 * @returns for each the wallet afterwards, or the refusal
 */
export async function fundWallets(tx: Tx, fundings: readonly Funding[]): Promise<(WalletRow | Refusal)[]> {
  const ids = fundings.map((funding) => funding.wallet);
  const targets = new Map((await selectWalletsById(tx, ids)).map((row) => [row.id, row]));
  const known = fundings.flatMap((funding) => {
    const row = targets.get(funding.wallet);
    return row ? [otherSide(funding, row)] : [];
  });
  const systemWallet = await openDefaultWallets(tx, 'system', known);
  const book = openBook(await lockWallets(tx, [...targets.keys(), ...known.map(systemWallet)]));
  const at = BigInt(Date.now()) * 1000n;
  const refusals = fundings.map((funding) => {
    const row = targets.get(funding.wallet);
    if (!row) return new Refusal('not_found');
    const movement = movementOf(funding, systemWallet(otherSide(funding, row)), at);
    const refusal = move(book, movement);
    return refusal && refuseMovement(book, movement, refusal);
  });
  writeBook(tx, book);
  const after = new Map((await selectWalletsById(tx, ids)).map((row) => [row.id, row]));
  return fundings.map(({ wallet }, i) => refusals[i] ?? after.get(wallet)!);
}

function otherSide({ adjustment }: Funding, { livemode, currency }: WalletRow) {
  const role: SystemRole = adjustment ? 'adjustments' : 'funding';
  return { ownerId: role, livemode, currency };
}

function movementOf({ wallet, amount, source, adjustment }: Funding, system: string, at: bigint): Movement {
  const [from, to] = adjustment === 'debit' ? [wallet, system] : [system, wallet];
  return { kind: adjustment ? 'adjustment' : 'funding', source, from, to, amount, at };
}
