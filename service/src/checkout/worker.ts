import { leaveUnpaid, lockSessionsOf, type SessionAttempt } from '../checkout-state/end-attempts.ts';
import { type CheckoutRow, sessionColumns, updateSessions } from '../checkout-state/store.ts';
import { sessionEvent } from '../checkout-state/view.ts';
import type { Database, Statement } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import { openEvents } from '../events/emit.ts';
import type { Round } from '../workers/worker.ts';

/** Sessions that expire in one transaction. */
const PORTION = 200;

const lockDue: Statement = {
  name: 'checkout_sessions_lock_due',
  text: `
    SELECT ${sessionColumns}
    FROM (SELECT * FROM checkout_sessions WHERE due_at <= now() ORDER BY due_at LIMIT ${PORTION}
          FOR UPDATE SKIP LOCKED) s
    JOIN worlds w ON w.id = s.world`,
};

const nextDue: Statement = {
  name: 'checkout_sessions_next_due',
  text: `
    SELECT CASE WHEN min(due_at) IS NOT NULL
                THEN greatest(extract(epoch FROM min(due_at) - now()) * 1000, 0) END::float8 AS ms
    FROM checkout_sessions WHERE due_at IS NOT NULL`,
};

/** How often ends of payments are searched that their sessions missed. */
const MISSED_EVERY_MS = 60_000;

const selectMissed: Statement = {
  name: 'checkout_sessions_select_missed',
  text: `
    SELECT p.world, p.id, p.status, p.rail, p.amount, p.price, p.checkout_session
    FROM checkout_sessions s JOIN payments p ON p.world = s.world AND p.id = s.payment_id
    WHERE s.paying AND p.status IN ('succeeded', 'failed') ORDER BY s.world, s.id LIMIT ${PORTION}`,
};

/**
 * Ends sessions whose payment was settled by a node of a version that knows no sessions, during an upgrade.
 * @returns how many
 */
export async function endMissed(db: Database): Promise<number> {
  const missed = await db.query<SessionAttempt>(selectMissed);
  if (missed.length === 0) return 0;
  await transaction(db, async (tx) => {
    const [sessions, events] = await Promise.all([lockSessionsOf(tx, missed), openEvents(tx, missed)]);
    events.emit(sessions.end(missed));
  });
  return missed.length;
}

/** Expires sessions at their time. One that is locked has an attempt or an end under way, and is skipped. */
export function createCheckoutWorker(db: Database): () => Promise<Round> {
  let nextSearch = 0;
  return async () => {
    if (performance.now() >= nextSearch) {
      nextSearch = performance.now() + MISSED_EVERY_MS;
      await endMissed(db);
    }
    const done = await transaction(db, async (tx) => {
      const due = await tx.query<CheckoutRow>(lockDue);
      if (due.length === 0) return 0;
      const events = await openEvents(tx, due);
      const now = new Date();
      // The database's clock says that they are due, whatever this process's clock shows.
      const expired = due.map((row) =>
        leaveUnpaid({ ...row, expires_at: row.expires_at < now ? row.expires_at : now, ...changeOf(row, now) }, now),
      );
      updateSessions(tx, expired);
      events.emit(expired.map(sessionEvent));
      return due.length;
    });
    if (done > 0) return { done, nextDueMs: null };
    const [next] = await db.query<{ ms: number | null }>(nextDue);
    return { done: 0, nextDueMs: next?.ms ?? null };
  };
}

const changeOf = ({ version }: CheckoutRow, now: Date) => ({ updated_at: now, version: version + 1 });
