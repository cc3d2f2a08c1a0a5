type Step = { readonly line: number; readonly net: bigint; readonly balance: bigint; readonly at: string };

export type BalanceBreak = { readonly previous: number; readonly expected: bigint };

/** Follows a balance column from row to row, in either order of rows. */
export type RunningBalance = {
  /** @returns the previous row and the balance that was expected after it; null if this row follows from it */
  add(line: number, net: bigint, balance: bigint, at: string): BalanceBreak | null;
  /** Minor units before the oldest and after the newest row; null without rows. */
  ends(): { readonly opening: bigint; readonly closing: bigint } | null;
};

type Order = 'oldest_first' | 'newest_first';

/**
 * Exports list the oldest or the newest row first, and few say which. Both orders are followed until one breaks.
 * @param preferred the order of a file whose balances fit both, as two rows of +5 and -5
 */
export function followBalance(preferred: Order | undefined): RunningBalance {
  let alive: Order[] = ['oldest_first', 'newest_first'];
  let first: Step | null = null;
  let last: Step | null = null;
  const expected = (order: Order, next: Step) =>
    order === 'oldest_first' ? last!.balance + next.net : last!.balance - last!.net;
  return {
    add(line, net, balance, at) {
      const next = { line, net, balance, at };
      const before = last;
      let gap: BalanceBreak | null = null;
      if (before) {
        const fitting = alive.filter((order) => expected(order, next) === balance);
        if (fitting.length > 0) alive = fitting;
        else {
          const order = alive.includes(preferred ?? 'oldest_first') ? (preferred ?? 'oldest_first') : alive[0]!;
          gap = { previous: before.line, expected: expected(order, next) };
        }
      }
      first ??= next;
      last = next;
      return gap;
    },
    ends() {
      if (!first || !last) return null;
      const byTime = first.at > last.at ? 'newest_first' : first.at < last.at ? 'oldest_first' : preferred;
      const order = alive.length === 1 ? alive[0]! : (byTime ?? 'oldest_first');
      return order === 'oldest_first'
        ? { opening: first.balance - first.net, closing: last.balance }
        : { opening: last.balance - last.net, closing: first.balance };
    },
  };
}
