export type LedgerTurn = {
  /** One user of the turn, who may enter once. */
  of(): { readonly enter: () => Promise<void>; readonly leave: () => void };
};

/**
 * One at a time, in order of arrival. Two transactions that lock the same wallets would queue in the database, where
 * each wait holds a connection's locks and counts against its limit.
 */
export function createLedgerTurn(): LedgerTurn {
  let last: Promise<void> = Promise.resolve();
  return {
    of: () => {
      let done: (() => void) | null = null;
      return {
        enter: async () => {
          if (done) return;
          const before = last;
          last = new Promise((resolve) => {
            done = resolve;
          });
          await before;
        },
        leave: () => done?.(),
      };
    },
  };
}
