import { createHmac } from 'node:crypto';
import type { Queries, Statement } from '../db/database.ts';
import { Refusal } from '../refusal.ts';

/**
 * Counts a try before it is judged, so that tries that come at once are counted one by one. Five are free; each one after
 * waits, 30 s, doubling to an hour. A day without a try forgets. A free one sets no time: of two at once the one that began
 * first may come last, and its now() is before the other's.
 */
const reserveStatement: Statement = {
  name: 'throttles_reserve',
  text: `
    INSERT INTO throttles AS t (subject, failures, retry_at) VALUES ($1, 1, 'epoch')
    ON CONFLICT (subject) DO UPDATE SET
      failures = CASE WHEN t.updated_at < now() - interval '1 day' THEN 1 ELSE t.failures + 1 END,
      retry_at = CASE
        WHEN t.updated_at < now() - interval '1 day' OR t.failures + 1 < 5 THEN 'epoch'
        ELSE now() + least(interval '30 s' * 2 ^ least(t.failures + 1 - 5, 20), interval '1 h') END,
      updated_at = now()
    WHERE t.retry_at <= now()
    RETURNING 1`,
};

/** Of one account, or sent to one phone or address: then its codes have a day's pause. */
export const MOST_WRONG_CODES = 20;

/** So many tries, and a day's pause after the last. */
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
    RETURNING 1`,
};

/** So many within the hour that begins with the first, $2. */
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

const waitStatement: Statement = {
  name: 'throttles_wait',
  text: `SELECT greatest(ceil(extract(epoch FROM retry_at - now())), 1)::int AS seconds FROM throttles WHERE subject = $1`,
};

const clearStatement: Statement = { name: 'throttles_clear', text: `DELETE FROM throttles WHERE subject = $1` };

/** What is guessed or sent to, as the table keeps it: an HMAC, so that phones which nobody has stand nowhere. */
export function subjectOf(
  pepper: Buffer,
  what: 'login' | 'send' | 'code' | 'country',
  ...parts: (string | boolean | null)[]
): Buffer {
  return createHmac('sha256', pepper)
    .update(JSON.stringify([what, ...parts]))
    .digest();
}

/** @throws Refusal too_many_attempts */
export async function reserveTry(db: Queries, subject: Buffer): Promise<void> {
  const refusal = await reserve(db, subject, reserveStatement);
  if (refusal) throw refusal;
}

/** A wrong code of those that anybody can ask for. @returns too_many_attempts, or null */
export function reserveCode(tx: Queries, subject: Buffer): Promise<Refusal | null> {
  return reserve(tx, subject, reserveCodeStatement);
}

/** One of so many in an hour. @returns too_many_attempts, or null */
export function reserveOfHour(db: Queries, subject: Buffer, most: number): Promise<Refusal | null> {
  return reserve(db, subject, reserveOfHourStatement, most);
}

/** One of the hour's that does not count after all. */
export function giveBack(tx: Queries, subject: Buffer): Promise<unknown> {
  return tx.query(giveBackStatement, [subject]);
}

async function reserve(db: Queries, subject: Buffer, statement: Statement, most?: number): Promise<Refusal | null> {
  if ((await db.query(statement, most === undefined ? [subject] : [subject, most])).length > 0) return null;
  const [wait] = await db.query<{ seconds: number }>(waitStatement, [subject]);
  return tooManyAttempts(wait?.seconds ?? 1);
}

/** It was no guess: what was counted is forgotten. */
export function clearTries(tx: Queries, subject: Buffer): Promise<unknown> {
  return tx.query(clearStatement, [subject]);
}

/** `message`: where something else than waiting helps. */
export function tooManyAttempts(seconds: number, message = `Too many tries: wait ${seconds} seconds`): Refusal {
  return new Refusal('too_many_attempts', message, {
    headers: { 'Retry-After': String(seconds) },
  });
}
