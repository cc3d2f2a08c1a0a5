import type { NotTaken } from '../core/payment.ts';
import type { Database, Statement } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import type { Disbursement, PayOutAnswer, Rail } from './rail.ts';

const today = `(now() AT TIME ZONE 'UTC')::date`;

const openDay: Statement = {
  name: 'rail_payout_days_open',
  text: `
    INSERT INTO rail_payout_days (rail, day, amount) VALUES ($1, ${today}, 0) ON CONFLICT (rail, day) DO NOTHING`,
};

type DayRow = { day: string; amount: bigint; left_ms: number };

const lockDay: Statement = {
  name: 'rail_payout_days_lock',
  text: `
    SELECT day::text AS day, amount,
           extract(epoch FROM (day + 1)::timestamp AT TIME ZONE 'UTC' - now())::float8 * 1000 AS left_ms
    FROM rail_payout_days WHERE rail = $1 AND day = ${today} FOR UPDATE`,
};

const addToDay: Statement = {
  name: 'rail_payout_days_add',
  text: `UPDATE rail_payout_days SET amount = greatest(amount + $3, 0) WHERE rail = $1 AND day = $2::date`,
};

type Reserved = { readonly day: string; readonly fits: readonly boolean[]; readonly leftMs: number };

/** Reserves each amount that still fits into the day's maximum, in order. All nodes share the sum. */
function reserve(db: Database, rail: string, maximum: bigint, amounts: readonly bigint[]): Promise<Reserved> {
  return transaction(db, async (tx) => {
    tx.query(openDay, [rail]);
    const [row] = await tx.query<DayRow>(lockDay, [rail]);
    const { day, amount: before, left_ms: leftMs } = row!;
    let sum = before;
    const fits = amounts.map((amount) => {
      const isIn = sum + amount <= maximum;
      if (isIn) sum += amount;
      return isIn;
    });
    if (sum > before) await tx.query(addToDay, [rail, day, sum - before]);
    return { day, fits, leftMs };
  });
}

const unasked = { state: 'not_taken', unasked: true } as const;
const unread: NotTaken = { ...unasked, why: 'the sum of the day could not be read' };

/** Certain: the money was not sent. */
const isUnsent = ({ state }: PayOutAnswer) => state === 'not_taken' || state === 'failed';

/**
 * The same rail, which sends out at most `maximum()` in a day (UTC). More waits for the next day. An item whose outcome
 * is unknown stays in the sum.
 */
export function capPayouts(db: Database, rail: Rail, maximum: () => bigint | null): Rail {
  const { payOut, payOutMany } = rail;
  const send = async (
    items: readonly Disbursement[],
    call: (fitting: readonly Disbursement[]) => Promise<readonly PayOutAnswer[]>,
  ): Promise<readonly PayOutAnswer[]> => {
    const most = maximum();
    if (most === null) return call(items);
    const amounts = items.map(({ amount }) => amount);
    const reserved = await reserve(db, rail.name, most, amounts).catch(() => null);
    if (!reserved) return items.map(() => unread);
    const { day, fits, leftMs } = reserved;
    const over: NotTaken = { ...unasked, retryAfterMs: leftMs, why: 'the maximum of the day is reached' };
    const fitting = items.filter((_, i) => fits[i]);
    const answers = fitting.length > 0 ? await call(fitting) : [];
    const unsent = fitting.reduce((sum, { amount }, i) => (isUnsent(answers[i]!) ? sum + amount : sum), 0n);
    if (unsent > 0n) await db.query(addToDay, [rail.name, day, -unsent]).catch(() => {});
    let next = 0;
    return items.map((_, i) => (fits[i] ? answers[next++]! : over));
  };
  return {
    ...rail,
    ...(payOut && { payOut: async (item) => (await send([item], async ([one]) => [await payOut(one!)]))[0]! }),
    ...(payOutMany && { payOutMany: (items) => send(items, payOutMany) }),
  };
}
