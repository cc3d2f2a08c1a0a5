import type { Statement } from '../db/database.ts';
import { arraysOf, bool, bytea, int4, nullable, text } from '../db/table.ts';
import type { Channel } from './outbox.ts';

/** A claim's time in seconds: longer than a send may take, so that no other node sends the same message meanwhile. */
export const MESSAGE_LEASE_S = 60;

/** The waits after each failed attempt, in seconds. A message that fails once more is dead, some nine hours later. */
export const RETRY_S = [15, 60, 300, 1_800, 7_200, 21_600] as const;

/** Finished messages are deleted after this many days. */
export const MESSAGE_DAYS = 30;

const columns = {
  id: text,
  world: nullable(int4),
  channel: text,
  recipient: text,
  kind: text,
  about: nullable(text),
  source: nullable(text),
  sealed: bytea,
};
export const newMessages = arraysOf({ ...columns, shown: bool });

/** Messages of test worlds are shown and never sent. A message whose event has one already is left out. */
export const insertMessages: Statement = {
  name: 'messages_insert',
  text: `
    INSERT INTO messages (id, world, channel, recipient, kind, about, source, sealed, status, due_at)
    SELECT id, world, channel, recipient, kind, about, source, sealed,
           CASE WHEN shown THEN 'test' ELSE 'waiting' END, CASE WHEN shown THEN NULL ELSE now() END
    FROM (SELECT ${newMessages.unnest}) AS n
    ON CONFLICT DO NOTHING RETURNING id`,
};

/** A claimed message. */
export type QueuedMessage = {
  id: string;
  channel: Channel;
  recipient: string;
  sealed: Buffer;
  attempts: number;
  claims: number;
};

/**
 * Due messages of one channel ($1), at most $2, with an equal share for each world, so that the receipts of a payroll
 * do not delay those of a shop. The worlds are found one after the other with an index probe each.
 */
export const claimMessages: Statement = {
  name: 'messages_claim',
  text: `
    WITH RECURSIVE here AS (
      (SELECT lane FROM messages WHERE channel = $1 AND due_at IS NOT NULL ORDER BY lane LIMIT 1)
      UNION ALL
      SELECT next.lane FROM here CROSS JOIN LATERAL (
        SELECT lane FROM messages WHERE channel = $1 AND due_at IS NOT NULL AND lane > here.lane
        ORDER BY lane LIMIT 1) next)
    UPDATE messages m
    SET due_at = now() + interval '${MESSAGE_LEASE_S} s', claims = m.claims + 1, attempts = m.attempts + 1
    FROM (
      SELECT waiting.lane, greatest($2::int / waiting.lanes, 1) AS part
      FROM (
        SELECT here.lane, count(*) OVER () AS lanes, row_number() OVER (ORDER BY random()) AS turn
        FROM here CROSS JOIN LATERAL (
          SELECT FROM messages WHERE channel = $1 AND lane = here.lane AND due_at <= now()
          ORDER BY due_at LIMIT 1) something) waiting
      WHERE waiting.turn <= $2) share
    CROSS JOIN LATERAL (
      SELECT id FROM messages WHERE channel = $1 AND lane = share.lane AND due_at <= now()
      ORDER BY due_at LIMIT share.part FOR UPDATE SKIP LOCKED) due
    WHERE m.id = due.id
    RETURNING m.id, m.channel, m.recipient, m.sealed, m.attempts, m.claims`,
};

export const nextDueMessage: Statement = {
  name: 'messages_next_due',
  text: `
    SELECT extract(epoch FROM (min(due_at) - now()))::float8 * 1000 AS ms FROM messages
    WHERE channel = $1 AND due_at IS NOT NULL`,
};

/** $2: the claim of the caller. A later claim writes its own outcome. */
export const endMessage: Statement = {
  name: 'messages_end',
  text: `
    UPDATE messages SET status = 'sent', sent_at = now(), due_at = NULL, sealed = NULL, error = NULL, updated_at = now()
    WHERE id = $1 AND claims = $2 AND status = 'waiting'`,
};

/** $3: the reason. $4: the seconds until the next attempt; null if this was the last. */
export const postponeMessage: Statement = {
  name: 'messages_postpone',
  text: `
    UPDATE messages SET error = $3, updated_at = now(),
      status = CASE WHEN $4::int IS NULL THEN 'dead' ELSE 'waiting' END,
      sealed = CASE WHEN $4::int IS NULL THEN NULL ELSE sealed END,
      due_at = now() + make_interval(secs => $4::int)
    WHERE id = $1 AND claims = $2 AND status = 'waiting'`,
};

/** A claim: the message, and its count of claims. */
export const claims = arraysOf({ id: text, claims: int4 });

/** Claims that were not begun. */
export const returnMessages: Statement = {
  name: 'messages_return',
  text: `
    UPDATE messages m SET due_at = now(), attempts = m.attempts - 1
    FROM (SELECT ${claims.unnest}) AS n
    WHERE m.id = n.id AND m.claims = n.claims AND m.status = 'waiting'`,
};

/** $1: how many at most. */
export const deleteOldMessages: Statement = {
  name: 'retention_messages',
  text: `
    DELETE FROM messages
    WHERE id = ANY (ARRAY (SELECT id FROM messages
                           WHERE due_at IS NULL AND updated_at < now() - interval '${MESSAGE_DAYS} days' LIMIT $1))
    RETURNING 1`,
};
