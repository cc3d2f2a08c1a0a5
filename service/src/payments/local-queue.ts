import type { PaymentRow } from './store.ts';

/**
 * This process's own work on payments: what is in its local queue it asks about without a claim, which would write the row once
 * more for each look. In the database such a payment has the lease of a claim from the start; a crash leaves the lease, and
 * a claim takes it after that.
 */
export type LocalQueue = {
  /** So many more there is room for. */
  room(): number;
  /** They are committed, with a lease, and their rail is to be asked in so many milliseconds. */
  take(payments: readonly PaymentRow[], inMs: number): void;
  /** At most so many of those whose time has come: they are the caller's now. What is long overdue is left to a claim. */
  due(most: number): PaymentRow[];
  /** Milliseconds until the next one's time; null where there is none. */
  nextMs(): number | null;
  /** All that is left, whenever its time. */
  empty(): PaymentRow[];
};

declare module '../db/node.ts' {
  interface Node {
    /** While this process works on payments. */
    localQueue?: LocalQueue | undefined;
  }
}

/** What is made in four seconds at 5 000 a second, for the second look is two seconds after the first: some 40 MB by what 8 000 took. */
const MOST = 20_000;
/** Half of a lease: after a pause of the process, or a rail that took long, the rest would not last for a rail's call. */
const LATE_MS = 30_000;

export function openLocalQueue(now: () => number = performance.now.bind(performance)): LocalQueue {
  /** What was taken together, in the order of its time. */
  let portions: { readonly at: number; readonly payments: PaymentRow[] }[] = [];
  let held = 0;
  return {
    // Two transactions that are under way at once may each have filled it.
    room: () => Math.max(MOST - held, 0),
    take(payments, inMs) {
      if (payments.length === 0) return;
      const at = now() + inMs;
      const before = portions.findLastIndex((portion) => portion.at <= at);
      portions.splice(before + 1, 0, { at, payments: [...payments] });
      held += payments.length;
    },
    due(most) {
      const taken: PaymentRow[] = [];
      while (portions.length > 0 && portions[0]!.at + LATE_MS < now()) held -= portions.shift()!.payments.length;
      while (taken.length < most && portions.length > 0 && portions[0]!.at <= now()) {
        taken.push(...portions[0]!.payments.splice(0, most - taken.length));
        if (portions[0]!.payments.length === 0) portions.shift();
      }
      held -= taken.length;
      return taken;
    },
    nextMs: () => (portions.length > 0 ? Math.max(portions[0]!.at - now(), 0) : null),
    empty() {
      const left = portions.flatMap((portion) => portion.payments);
      portions = [];
      held = 0;
      return left;
    },
  };
}
