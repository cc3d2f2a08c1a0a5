import { Refusal } from '../kernel/refusal.ts';
import type { HoldRow } from './store.ts';

/** A hold ends at its time, also if no worker has come to it yet. */
export function checkOpen(hold: HoldRow, now: Date): Refusal | null {
  if (hold.status === 'open' && hold.expires_at > now) return null;
  const how = hold.status === 'open' ? 'expired' : hold.status;
  return new Refusal('hold_is_over', how === 'expired' ? 'The hold has expired' : `The hold was ${how}`);
}

/** The holder can end an open hold, unless two deciders do. */
export function checkHolder(hold: HoldRow, now: Date): Refusal | null {
  return hold.status === 'open' && hold.escrow ? new Refusal('hold_in_escrow') : checkOpen(hold, now);
}

/** The row after a change. A hold that has ended is due no more. */
export function changedHold(row: HoldRow, now: Date): HoldRow {
  const next = { ...row, updated_at: now, version: row.version + 1 };
  return row.status === 'open' ? next : { ...next, due_at: null, ended_at: now };
}
