import { readAccountCode } from '../../core/account-code.ts';
import { type DarajaCall, isNotTaken } from './api.ts';
import { type C2bPayment, readPulledPayments } from './messages.ts';
import { nairobiDateTime } from './nairobi-time.ts';

/** Payments of one period share a pull. */
const PERIOD_MS = 10 * 60_000;
/** The provider's clock and ours differ, and a payment is listed some time after its prompt. */
const BEFORE_MS = 5 * 60_000;
const AFTER_MS = 30 * 60_000;
const AHEAD_MS = 5 * 60_000;
const FRESH_MS = 2_000;
const KEPT_MS = 60_000;
/** With the documented 100 rows a page: 50 000 payments in 45 minutes. */
const MOST_PAGES = 500;

/** All rows of a period, or null if a page failed, so that a missing row proves nothing. */
type Pulled = readonly C2bPayment[] | null;

export type DarajaPull = {
  /** One page, from a row on. @returns null if the provider did not answer with a page */
  page(from: Date, to: Date, offset: number): Promise<C2bPayment[] | null>;
  /**
   * The payment with this account reference that the provider lists around the time of its prompt.
   * @returns null: a complete list lacks it. Undefined: nothing is known.
   */
  find(accountReference: string, sentAt: Date): Promise<C2bPayment | null | undefined>;
};

/** The list of payments to the short code in the last 48 hours: the only cure for a lost STK answer. */
export function openDarajaPull(call: DarajaCall, shortCode: string, now: () => number): DarajaPull {
  const pulls = new Map<number, { readonly at: number; readonly pulled: Promise<Pulled> }>();

  const page: DarajaPull['page'] = async (from, to, offset) => {
    const reply = await call('/pulltransactions/v1/query', {
      ShortCode: shortCode,
      StartDate: nairobiDateTime(from),
      EndDate: nairobiDateTime(to),
      OffSetValue: String(offset),
    });
    return !isNotTaken(reply) && reply.is === 'ok' ? readPulledPayments(reply.body) : null;
  };

  const pullAll = async (from: Date, to: Date): Promise<Pulled> => {
    const byReceipt = new Map<string, C2bPayment>();
    let offset = 0;
    for (let pages = 0; pages < MOST_PAGES; pages++) {
      const rows = await page(from, to, offset);
      if (rows === null) return null;
      if (rows.length === 0) return [...byReceipt.values()];
      for (const row of rows) byReceipt.set(row.receipt, row);
      offset += rows.length;
    }
    return null;
  };

  /** Concurrent checks share one pull, and checks within 2 s too. */
  const pullAround = (sentAt: Date): Promise<Pulled> => {
    const period = Math.floor(sentAt.getTime() / PERIOD_MS);
    const at = now();
    const known = pulls.get(period);
    if (known && at - known.at < FRESH_MS) return known.pulled;
    for (const [old, pull] of pulls) if (at - pull.at > KEPT_MS) pulls.delete(old);
    const begin = period * PERIOD_MS;
    const end = Math.min(begin + PERIOD_MS + AFTER_MS, at + AHEAD_MS);
    const pulled = pullAll(new Date(begin - BEFORE_MS), new Date(end));
    pulls.set(period, { at, pulled });
    return pulled;
  };

  return {
    page,
    find: async (accountReference, sentAt) => {
      const pulled = await pullAround(sentAt);
      if (pulled === null) return undefined;
      return pulled.find(({ account }) => readAccountCode(account) === accountReference) ?? null;
    },
  };
}
