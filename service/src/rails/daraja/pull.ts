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
/** With the documented 100 rows a page: 50 000 payments in 45 minutes. */
const MOST_PAGES = 500;

/** The payments of a period by our account reference, or null if a page failed: then a missing row proves nothing. */
type Pulled = ReadonlyMap<string, C2bPayment> | null;
type Pull = { readonly at: number; readonly pulled: Promise<Pulled>; endedAt: number | null };

/** The answer of a complete list: the payment, or null if the list lacked it at this time. */
export type Listed = { readonly payment: C2bPayment | null; readonly at: number };

export type DarajaPull = {
  /** One page, from a row on. @returns null if the provider did not answer with a page */
  page(from: Date, to: Date, offset: number): Promise<C2bPayment[] | null>;
  /**
   * Looks for the payment with this account reference in the list around the time of its prompt.
   * @returns null if the provider did not answer with its whole list, so that nothing is known
   */
  find(accountReference: string, sentAt: Date): Promise<Listed | null>;
};

/** The list of payments to the short code in the last 48 hours: the only cure for a lost STK answer. */
export function openDarajaPull(call: DarajaCall, shortCode: string, now: () => number): DarajaPull {
  const pulls = new Map<number, Pull>();

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
    const byReference = new Map<string, C2bPayment>();
    let offset = 0;
    for (let pages = 0; pages < MOST_PAGES; pages++) {
      const rows = await page(from, to, offset);
      if (rows === null) return null;
      if (rows.length === 0) return byReference;
      for (const row of rows) {
        const reference = readAccountCode(row.account);
        if (reference !== null && !byReference.has(reference)) byReference.set(reference, row);
      }
      offset += rows.length;
    }
    return null;
  };

  /** A long list may take longer than one check waits, so it serves as long again. */
  const isFresh = ({ at, endedAt }: Pull) => endedAt === null || now() - endedAt < Math.max(FRESH_MS, endedAt - at);

  /** Concurrent checks share one pull, and checks soon after it too. */
  const pullAround = (sentAt: Date): Pull => {
    const period = Math.floor(sentAt.getTime() / PERIOD_MS);
    const known = pulls.get(period);
    if (known && isFresh(known)) return known;
    for (const [old, pull] of pulls) if (!isFresh(pull)) pulls.delete(old);
    const at = now();
    const begin = period * PERIOD_MS;
    const end = Math.min(begin + PERIOD_MS + AFTER_MS, at + AHEAD_MS);
    const pull: Pull = { at, pulled: pullAll(new Date(begin - BEFORE_MS), new Date(end)), endedAt: null };
    const setEnd = () => {
      pull.endedAt = now();
    };
    pull.pulled.then(setEnd, setEnd);
    pulls.set(period, pull);
    return pull;
  };

  return {
    page,
    find: async (accountReference, sentAt) => {
      const { at, pulled } = pullAround(sentAt);
      const payments = await pulled;
      return payments && { payment: payments.get(accountReference) ?? null, at };
    },
  };
}
