import type { Tx } from '../../db/transaction.ts';
import { insertEntries, type ShareEntry } from './entries.ts';
import { type DebtRow, selectDebts, updateDebts, type WalletOfWorld } from './partners/store.ts';

declare module '../../db/node.ts' {
  interface Node {
    /** The most that a wallet owes a marketplace, in each currency (`SPLIT_DEBT_MAX`). */
    splitDebtMax?: ReadonlyMap<string, bigint>;
  }
}

/** The debts of locked wallets to the worlds that pay them shares. */
export type Debts = {
  of(wallet: WalletOfWorld): bigint;
  pay(wallet: WalletOfWorld, amount: bigint): void;
  /** Adds to the debt, up to its maximum. @returns the part that it takes; nothing for a wallet that is no partner */
  add(wallet: WalletOfWorld, amount: bigint, currency: string): bigint;
  /** Remembers a change of a share for the reports of its wallet. */
  record(entry: ShareEntry): void;
  /** Writes the changed debts and the recorded changes of shares. Nothing to await: COMMIT follows on the wire. */
  write(): void;
};

export const noDebts: Debts = {
  of: () => 0n,
  pay: () => {},
  add: () => 0n,
  record: () => {
    throw new Error('the debts of these shares were not loaded');
  },
  write: () => {},
};

/** Loads debts after their wallets were locked: only the holder of a wallet's lock changes its debts. */
export async function loadDebts(tx: Tx, wallets: readonly WalletOfWorld[]): Promise<Debts> {
  if (wallets.length === 0) return noDebts;
  const keyOf = ({ world, wallet_id }: WalletOfWorld) => `${world} ${wallet_id}`;
  const debtOf = new Map((await selectDebts(tx, wallets)).map((row) => [keyOf(row), row.debt]));
  const changed = new Map<string, DebtRow>();
  const entries: ShareEntry[] = [];
  const set = ({ world, wallet_id }: WalletOfWorld, debt: bigint) => {
    const key = keyOf({ world, wallet_id });
    debtOf.set(key, debt);
    changed.set(key, { world, wallet_id, debt });
  };
  const least = (a: bigint, b: bigint) => (a < b ? a : b);
  return {
    of: (wallet) => debtOf.get(keyOf(wallet)) ?? 0n,
    pay(wallet, amount) {
      if (amount > 0n) set(wallet, debtOf.get(keyOf(wallet))! - amount);
    },
    add(wallet, amount, currency) {
      const debt = debtOf.get(keyOf(wallet));
      if (debt === undefined) return 0n;
      const maximum = tx.node.splitDebtMax?.get(currency);
      const room = maximum === undefined ? amount : maximum > debt ? maximum - debt : 0n;
      const added = least(room, amount);
      if (added > 0n) set(wallet, debt + added);
      return added;
    },
    record: (entry) => entries.push(entry),
    write() {
      updateDebts(tx, [...changed.values()]);
      insertEntries(tx, entries);
    },
  };
}
