import { endDay, keptPart, releaseTime } from '../../core/reserve.ts';
import type { Tx } from '../../db/transaction.ts';
import { insertEntries, type ShareEntry } from './entries.ts';
import { addReserveDays, type ReserveDay, selectPartnerStates, updatePartnerStates } from './partners/state.ts';
import type { WalletOfWorld } from './partners/store.ts';

declare module '../../db/node.ts' {
  interface Node {
    /** The most that a wallet owes a marketplace, in each currency (`SPLIT_DEBT_MAX`). */
    splitDebtMax?: ReadonlyMap<string, bigint>;
  }
}

/**
 * The debts and reserves of locked wallets at the worlds that pay them shares. Wallets of the world's own have neither.
 * The caller changes what the ledger holds for a reserve.
 */
export type Partners = {
  debtOf(wallet: WalletOfWorld): bigint;
  payDebt(wallet: WalletOfWorld, amount: bigint): void;
  /** Adds to the debt, up to its maximum. @returns the part that it takes; nothing for a wallet that is no partner */
  owe(wallet: WalletOfWorld, amount: bigint, currency: string): bigint;
  /** Adds the part that the reserve keeps of a share, in minor units. @returns the part */
  keep(wallet: WalletOfWorld, share: bigint, at: Date): bigint;
  reservedOf(wallet: WalletOfWorld): bigint;
  draw(wallet: WalletOfWorld, amount: bigint): void;
  /** Adds what a failed refund drew again, but for days that are over. @returns the part that is reserved again */
  restore(wallet: WalletOfWorld, amount: bigint): bigint;
  /** Ends days that kept this amount. @returns the part that is released */
  release(wallet: WalletOfWorld, kept: bigint): bigint;
  /** Remembers a change of a share or a reserve for the reports of its wallet. */
  record(entry: ShareEntry): void;
  /** Writes the changes. Nothing to await: COMMIT follows on the wire. */
  write(): void;
};

export const noPartners: Partners = {
  debtOf: () => 0n,
  payDebt: () => {},
  owe: () => 0n,
  keep: () => 0n,
  reservedOf: () => 0n,
  draw: () => {},
  restore: () => 0n,
  release: () => 0n,
  record: () => {
    throw new Error('the partners of these shares were not loaded');
  },
  write: () => {},
};

const least = (a: bigint, b: bigint) => (a < b ? a : b);

/** Loads partners after their wallets were locked: only the holder of a wallet's lock changes debts and reserves. */
export async function openPartners(tx: Tx, wallets: readonly WalletOfWorld[]): Promise<Partners> {
  if (wallets.length === 0) return noPartners;
  const states = new Map((await selectPartnerStates(tx, wallets)).map((row) => [keyOf(row), row]));
  const stateOf = (wallet: WalletOfWorld) => states.get(keyOf(wallet));
  const changed = new Set<string>();
  const change = (wallet: WalletOfWorld, part: { debt?: bigint; reserved?: bigint; drawn?: bigint }) => {
    states.set(keyOf(wallet), { ...stateOf(wallet)!, ...part });
    changed.add(keyOf(wallet));
  };
  const days: ReserveDay[] = [];
  const entries: ShareEntry[] = [];
  return {
    debtOf: (wallet) => stateOf(wallet)?.debt ?? 0n,
    payDebt(wallet, amount) {
      if (amount > 0n) change(wallet, { debt: stateOf(wallet)!.debt - amount });
    },
    owe(wallet, amount, currency) {
      const state = stateOf(wallet);
      if (!state) return 0n;
      const maximum = tx.node.splitDebtMax?.get(currency);
      const room = maximum === undefined ? amount : maximum > state.debt ? maximum - state.debt : 0n;
      const added = least(room, amount);
      if (added > 0n) change(wallet, { debt: state.debt + added });
      return added;
    },
    keep(wallet, share, at) {
      const state = stateOf(wallet);
      const part = keptPart(share, state?.reserve ?? null);
      if (!state?.reserve || part === 0n) return 0n;
      days.push({ partner_id: state.id, due_at: releaseTime(at, state.reserve), amount: part });
      change(wallet, { reserved: state.reserved + part });
      return part;
    },
    reservedOf: (wallet) => stateOf(wallet)?.reserved ?? 0n,
    draw(wallet, amount) {
      if (amount === 0n) return;
      const { reserved, drawn } = stateOf(wallet)!;
      change(wallet, { reserved: reserved - amount, drawn: drawn + amount });
    },
    restore(wallet, amount) {
      const state = stateOf(wallet);
      const part = least(amount, state?.drawn ?? 0n);
      if (part > 0n) change(wallet, { reserved: state!.reserved + part, drawn: state!.drawn - part });
      return part;
    },
    release(wallet, kept) {
      const { reserved, drawn } = stateOf(wallet)!;
      const ended = endDay(kept, drawn);
      change(wallet, { reserved: reserved - ended.released, drawn: ended.drawn });
      return ended.released;
    },
    record: (entry) => entries.push(entry),
    write() {
      updatePartnerStates(
        tx,
        [...changed].map((key) => states.get(key)!),
      );
      addReserveDays(tx, days);
      insertEntries(tx, entries);
    },
  };
}

const keyOf = ({ world, wallet_id }: WalletOfWorld) => `${world} ${wallet_id}`;
