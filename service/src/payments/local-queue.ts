import type { PaymentJob } from './store.ts';

/**
 * Payments that this process works on itself, without a claim, which would write the row once more for each poll. In
 * the database such a payment has a claim's lease from the start. After a crash the lease ends, and a claim takes the
 * payment.
 */
export type LocalQueue = {
  /** How many more payments fit. */
  room(): number;
  /** Adds committed payments that have a lease, and whose rail is to be asked in `inMs`. */
  take(payments: readonly PaymentJob[], inMs: number): void;
  /**
   * Leaves out the copies of these payments, which a claim has now, for example after a callback. A payment that is
   * still to be sent stays: a claim would look for it.
   */
  leaveOut(payments: readonly Pick<PaymentJob, 'id'>[]): void;
  /** Removes and returns at most `most` due payments. Payments that are long overdue are left to a claim. */
  due(most: number): PaymentJob[];
  /** Milliseconds until the next payment is due; null if there is none. */
  nextMs(): number | null;
  /** Removes and returns all payments, due or not. */
  empty(): PaymentJob[];
};

declare module '../db/node.ts' {
  interface Node {
    /** While this process works on payments. */
    localQueue?: LocalQueue | undefined;
  }
}

/**
 * Four seconds of payments at 5 000 a second, because the second poll is two seconds after the first. They take about
 * 40 MB, as measured with 8 000.
 */
const MOST = 20_000;
/** Half of a lease: after a pause of the process, or a slow rail, the rest would be too short for a rail's call. */
const LATE_MS = 30_000;

export function openLocalQueue(now: () => number = performance.now.bind(performance)): LocalQueue {
  /** Payments that were added together, ordered by their due time. */
  let portions: { readonly at: number; readonly payments: PaymentJob[] }[] = [];
  let held = 0;
  /** The copy of each payment that counts. */
  const copies = new Map<string, PaymentJob>();
  const isLast = (payment: PaymentJob) => {
    if (copies.get(payment.id) !== payment) return false;
    return copies.delete(payment.id);
  };
  return {
    // Two concurrent transactions may both have filled it.
    room: () => Math.max(MOST - held, 0),
    take(payments, inMs) {
      if (payments.length === 0) return;
      const at = now() + inMs;
      const before = portions.findLastIndex((portion) => portion.at <= at);
      portions.splice(before + 1, 0, { at, payments: [...payments] });
      held += payments.length;
      for (const payment of payments) copies.set(payment.id, payment);
    },
    leaveOut(payments) {
      for (const { id } of payments) if (!copies.get(id)?.sending) copies.delete(id);
    },
    due(most) {
      const taken: PaymentJob[] = [];
      while (portions.length > 0 && portions[0]!.at + LATE_MS < now()) {
        const late = portions.shift()!.payments;
        held -= late.length;
        late.forEach(isLast);
      }
      while (taken.length < most && portions.length > 0 && portions[0]!.at <= now()) {
        const some = portions[0]!.payments.splice(0, most - taken.length);
        held -= some.length;
        taken.push(...some.filter(isLast));
        if (portions[0]!.payments.length === 0) portions.shift();
      }
      return taken;
    },
    nextMs: () => (portions.length > 0 ? Math.max(portions[0]!.at - now(), 0) : null),
    empty() {
      const left = portions.flatMap((portion) => portion.payments).filter(isLast);
      portions = [];
      held = 0;
      return left;
    },
  };
}
