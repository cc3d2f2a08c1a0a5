import { leaveUnpaid } from '../checkout-state/end-attempts.ts';
import { type CheckoutRow, lockSessions, updateSessions } from '../checkout-state/store.ts';
import { renderSession, sessionEvent } from '../checkout-state/view.ts';
import type { Tx } from '../db/transaction.ts';
import { openEvents } from '../events/emit.ts';
import type { Command } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';

/**
 * Ends sessions before their time. No attempt begins afterwards; a session with an unfinished payment stays open until
 * that payment is final.
 */
export async function expireSessions(
  tx: Tx,
  commands: Command<{ readonly id: string }>[],
): Promise<(string | Refusal)[]> {
  const wanted = commands.map(({ caller, input }) => ({ world: caller.world, id: input.id }));
  const [sessions, events] = await Promise.all([lockSessions(tx, wanted), openEvents(tx, wanted)]);
  const now = new Date();
  const changed: CheckoutRow[] = [];
  const results = commands.map(({ caller, input }): string | Refusal => {
    const row = sessions.rowOf(caller.world, input.id);
    if (!row) return new Refusal('not_found');
    if (row.status === 'completed') return new Refusal('checkout_session_completed');
    if (row.status === 'expired' || row.expires_at <= now) return renderSession(row);
    const next = end(row, now);
    sessions.replace(next);
    changed.push(next);
    return renderSession(next);
  });
  updateSessions(tx, changed);
  events.emit(changed.filter(({ status }) => status === 'expired').map(sessionEvent));
  return results;
}

function end(row: CheckoutRow, now: Date): CheckoutRow {
  const next = { ...row, expires_at: now, updated_at: now, version: row.version + 1 };
  return row.paying ? next : leaveUnpaid(next, now);
}
