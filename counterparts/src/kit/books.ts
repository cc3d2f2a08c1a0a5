/** A movement of our account at the provider (the float). */
export type Entry = {
  /** Our id as it reached the provider; '' for a movement that we did not ask for. */
  readonly reference: string;
  /** The provider's own id. */
  readonly operation: string;
  readonly kind: 'collection' | 'payout' | 'refund' | 'fee' | 'topup' | 'incoming' | 'reversal';
  /** Minor units; positive into the float. */
  readonly amount: bigint;
  readonly currency: string;
  /** ISO 8601, by the control clock. */
  readonly at: string;
};

export type Books = {
  post(entry: Omit<Entry, 'at'>): void;
  /** @returns minor units */
  balance(currency: string): bigint;
  /** All currencies that moved. */
  balances(): ReadonlyMap<string, bigint>;
  entries(): readonly Entry[];
};

export function openBooks(now: () => number): Books {
  const entries: Entry[] = [];
  const balances = new Map<string, bigint>();
  return {
    post: (entry) => {
      entries.push({ ...entry, at: new Date(now()).toISOString() });
      balances.set(entry.currency, (balances.get(entry.currency) ?? 0n) + entry.amount);
    },
    balance: (currency) => balances.get(currency) ?? 0n,
    balances: () => balances,
    entries: () => entries,
  };
}
