import type { Database, Statement } from '../db/database.ts';
import { LIST_MS, whileCheap } from '../http/list.ts';
import type { Caller } from '../kernel/command.ts';

/**
 * The sum is text: each balance fits a bigint, but their sum may not. This costs two index probes for each wallet and
 * time.
 */
const selectBalances: Statement = {
  name: 'summary_balances',
  withinMs: LIST_MS,
  text: `
    SELECT n.before, coalesce(sum(l.balance), 0)::text AS total
    FROM unnest($4::bigint[]) AS n (before)
    CROSS JOIN wallets w
    LEFT JOIN LATERAL (
      SELECT balance FROM (
        (SELECT debit_balance AS balance, position FROM postings
         WHERE debit_wallet = w.id AND position < n.before ORDER BY position DESC LIMIT 1)
        UNION ALL
        (SELECT credit_balance, position FROM postings
         WHERE credit_wallet = w.id AND position < n.before ORDER BY position DESC LIMIT 1)
      ) sides ORDER BY position DESC LIMIT 1
    ) l ON true
    WHERE w.owner_id = $1 AND w.livemode = $2 AND w.currency = $3
    GROUP BY n.before`,
};

const MOST_KEPT = 20_000;
/** Nodes' clocks may differ by this much. An older balance cannot change, because statements grow only at their end. */
const SETTLED_MS = 60_000;

/** The total of all the merchant's wallets in a currency at these times. A past time is read from the database once. */
export function createBalances(now: () => number) {
  const known = new Map<string, bigint>();

  return async (
    db: Database,
    caller: Caller,
    currency: string,
    times: readonly number[],
  ): Promise<Map<number, bigint>> => {
    const { owner, livemode } = caller;
    const keyOf = (time: number) => `${owner.id} ${livemode} ${currency} ${time}`;
    const unknown = times.filter((time) => !known.has(keyOf(time)));
    const read = new Map<number, bigint>();
    if (unknown.length > 0) {
      const values = [owner.id, livemode, currency, unknown.map((time) => BigInt(time) * 1000n)];
      const rows = await whileCheap(db.query<{ before: bigint; total: string }>(selectBalances, values));
      for (const { before, total } of rows) read.set(Number(before / 1000n), BigInt(total));
    }
    if (known.size + unknown.length > MOST_KEPT) known.clear();
    for (const time of unknown) {
      if (time < now() - SETTLED_MS) known.set(keyOf(time), read.get(time) ?? 0n);
    }
    return new Map(times.map((time) => [time, known.get(keyOf(time)) ?? read.get(time) ?? 0n]));
  };
}
