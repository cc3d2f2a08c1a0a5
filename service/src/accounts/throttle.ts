import type { Queries, Statement } from '../db/database.ts';
import { type DataKey, hmacUnder } from '../kernel/data-key.ts';
import { Refusal } from '../kernel/refusal.ts';

/** Identifies the reservation that set a delay: at most one is under way while an account waits. */
const until = '(extract(epoch FROM t.retry_at) * 1000000)::bigint AS until';

/** Tries without a delay, for the rule `delays`. */
const FREE_TRIES = 5;

/**
 * Counts a try before it is checked, so that concurrent tries are counted one by one. Five tries are free. Each later
 * one must wait, from 30 s doubling to an hour. A day without a try resets the count. A free try sets no time: of two
 * concurrent ones, the one that began first may be counted last, and its now() is before the other's.
 */
const reserveStatement: Statement = {
  name: 'throttles_reserve',
  text: `
    INSERT INTO throttles AS t (subject, failures, retry_at) VALUES ($1, 1, 'epoch')
    ON CONFLICT (subject) DO UPDATE SET
      failures = CASE WHEN t.updated_at < now() - interval '1 day' THEN 1 ELSE t.failures + 1 END,
      retry_at = CASE
        WHEN t.updated_at < now() - interval '1 day' OR t.failures + 1 < ${FREE_TRIES} THEN 'epoch'
        ELSE now() + least(interval '30 s' * 2 ^ least(t.failures + 1 - ${FREE_TRIES}, 20), interval '1 h') END,
      updated_at = now()
    WHERE t.retry_at <= now()
    RETURNING ${until}`,
};

/** For one account, phone or address. After this many, its codes pause for a day. */
export const MOST_WRONG_CODES = 20;

/** Allows MOST_WRONG_CODES tries, and then pauses for a day after the last. */
const reserveCodeStatement: Statement = {
  name: 'throttles_reserve_code',
  text: `
    INSERT INTO throttles AS t (subject, failures, retry_at) VALUES ($1, 1, 'epoch')
    ON CONFLICT (subject) DO UPDATE SET
      failures = CASE WHEN t.updated_at < now() - interval '1 day' THEN 1 ELSE t.failures + 1 END,
      retry_at = CASE
        WHEN t.updated_at < now() - interval '1 day' OR t.failures + 1 < ${MOST_WRONG_CODES} THEN 'epoch' ELSE now() + interval '1 day' END,
      updated_at = now()
    WHERE t.retry_at <= now()
    RETURNING ${until}`,
};

/** Allows $2 tries within the hour that begins with the first. */
const reserveOfHourStatement: Statement = {
  name: 'throttles_reserve_of_hour',
  text: `
    INSERT INTO throttles AS t (subject, failures, retry_at) VALUES ($1, 1, now() + interval '1 hour')
    ON CONFLICT (subject) DO UPDATE SET
      failures = CASE WHEN t.retry_at <= now() THEN 1 ELSE t.failures + 1 END,
      retry_at = CASE WHEN t.retry_at <= now() THEN now() + interval '1 hour' ELSE t.retry_at END,
      updated_at = now()
    WHERE t.retry_at <= now() OR t.failures < $2
    RETURNING 1`,
};

const giveBackStatement: Statement = {
  name: 'throttles_give_back',
  text: `UPDATE throttles SET failures = failures - 1 WHERE subject = $1 AND failures > 0`,
};

/** Takes back a try that was not wrong, and the delay that it set. $2: its `until`, $3: the tries without a delay. */
const takeBackStatement: Statement = {
  name: 'throttles_take_back',
  text: `
    UPDATE throttles AS t SET failures = t.failures - 1,
      retry_at = CASE
        WHEN t.failures - 1 < $3::int OR (extract(epoch FROM t.retry_at) * 1000000)::bigint = $2::bigint THEN 'epoch'
        ELSE t.retry_at END
    WHERE t.subject = $1 AND t.failures > 0`,
};

const waitStatement: Statement = {
  name: 'throttles_wait',
  text: `SELECT greatest(ceil(extract(epoch FROM retry_at - now())), 1)::int AS seconds FROM throttles WHERE subject = $1`,
};

const pausedStatement: Statement = {
  name: 'throttles_paused',
  text: `SELECT 1 FROM throttles WHERE subject = ANY ($1::bytea[]) AND retry_at > now() LIMIT 1`,
};

/** Locks in the order of the keys, as counting does: two transactions that lock several never deadlock. */
const clearRangeStatement: Statement = {
  name: 'throttles_clear_range',
  text: `
    DELETE FROM throttles WHERE subject = ANY (
      ARRAY (SELECT subject FROM throttles WHERE subject BETWEEN $1 AND $2 ORDER BY subject FOR UPDATE))`,
};

const clearStatement: Statement = { name: 'throttles_clear', text: `DELETE FROM throttles WHERE subject = $1` };

/**
 * The key of a guess or a recipient in the table. It is an HMAC, so that phones without an account are stored nowhere.
 */
export function subjectOf(
  subjectKey: DataKey,
  what: 'login' | 'send' | 'code' | 'country' | 'place' | 'prompt',
  ...parts: (string | boolean | null)[]
): Buffer {
  return hmacUnder(subjectKey)
    .update(JSON.stringify([what, ...parts]))
    .digest();
}

/** `delays`: five tries, then a delay that doubles from 30 s to an hour. `daily`: 20 tries, then a day. */
const rules = {
  delays: { reserve: reserveStatement, free: FREE_TRIES },
  daily: { reserve: reserveCodeStatement, free: MOST_WRONG_CODES },
} as const;

/** One count that a try is charged to. */
export type Count = { readonly subject: Buffer; readonly rule: keyof typeof rules };
export type Reserved = Count & { readonly until: bigint };

/** Charges a try to all of these counts before it is checked, or to none of them. @throws Refusal too_many_attempts */
export async function reserveCounts(db: Queries, counts: readonly Count[]): Promise<Reserved[]> {
  const reserved: Reserved[] = [];
  for (const count of counts) {
    const [row] = await db.query<{ until: bigint }>(rules[count.rule].reserve, [count.subject]);
    if (!row) {
      await takeBack(db, reserved);
      throw await waitFor(db, count.subject);
    }
    reserved.push({ ...count, until: row.until });
  }
  return reserved;
}

/** Takes back a try that was not wrong. */
export async function takeBack(db: Queries, reserved: readonly Reserved[]): Promise<void> {
  for (const { subject, rule, until } of reserved)
    await db.query(takeBackStatement, [subject, until, rules[rule].free]);
}

/** After a correct try, all free tries are available again. */
export async function clearCounts(db: Queries, counts: readonly Count[]): Promise<void> {
  for (const { subject } of counts) await clearTries(db, subject);
}

export async function isAnyPaused(db: Queries, counts: readonly Count[]): Promise<boolean> {
  return (await db.query(pausedStatement, [counts.map(({ subject }) => subject)])).length > 0;
}

/** Clears every subject between these two. */
export async function clearRange(db: Queries, first: Buffer, last: Buffer): Promise<void> {
  await db.query(clearRangeStatement, [first, last]);
}

/** Counts one try within the hour. @returns too_many_attempts, or null */
export async function reserveOfHour(db: Queries, subject: Buffer, most: number): Promise<Refusal | null> {
  if ((await db.query(reserveOfHourStatement, [subject, most])).length > 0) return null;
  return waitFor(db, subject);
}

/** Takes back one try within the hour. */
export function giveBack(tx: Queries, subject: Buffer): Promise<unknown> {
  return tx.query(giveBackStatement, [subject]);
}

async function waitFor(db: Queries, subject: Buffer): Promise<Refusal> {
  const [wait] = await db.query<{ seconds: number }>(waitStatement, [subject]);
  return tooManyAttempts(wait?.seconds ?? 1);
}

/** Clears the count after a correct try. */
export function clearTries(tx: Queries, subject: Buffer): Promise<unknown> {
  return tx.query(clearStatement, [subject]);
}

/** `message`: for cases where something other than waiting helps. */
export function tooManyAttempts(seconds: number, message = `Too many attempts. Wait ${seconds} seconds.`): Refusal {
  return new Refusal('too_many_attempts', message, {
    headers: { 'Retry-After': String(seconds) },
  });
}
