import { leaveUnpaid } from '../checkout-state/end-attempts.ts';
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

/** Expires sessions at their time. One that is locked has an attempt or an end under way, and is skipped. */
export function createCheckoutWorker(db: Database): () => Promise<Round> {
  return async () => {
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
