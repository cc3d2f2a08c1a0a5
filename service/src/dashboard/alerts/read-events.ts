import type { Database } from '../../db/database.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import {
  type AlertCursor,
  type AlertListener,
  keepPending,
  lockListeners,
  lockNextCursor,
  moveAlertCursor,
  type Pending,
  selectUnreadAlerts,
  type UnreadAlert,
} from './store.ts';

/** Events that one transaction reads. */
const MOST_EVENTS = 500;

/** A payment, as its event has it. */
type Paid = { readonly id: string; readonly amount: bigint; readonly currency: string };

/**
 * Adds the succeeded payments of the next world after `last` to what each of its people is to hear. The events are
 * followed in the order of their transactions, so payments do nothing for alerts, and the position moves in the same
 * transaction.
 * @returns the world, or 0 if no world has unread events
 */
export async function readNextEvents(db: Database, last: number): Promise<number> {
  const next = (after: number) => transaction(db, (tx) => readSome(tx, after));
  return (await next(last)) || (last > 0 ? await next(0) : 0);
}

async function readSome(tx: Tx, after: number): Promise<number> {
  const [cursor] = await tx.query<AlertCursor>(lockNextCursor, [after]);
  if (!cursor) return 0;
  const { world } = cursor;
  const unread = await tx.query<UnreadAlert>(selectUnreadAlerts, [world, MOST_EVENTS]);
  const end = unread.at(-1);
  if (!end) return 0;
  const paid = unread.flatMap(({ payload }) => (payload === null ? [] : [paidIn(payload)]));
  if (paid.length > 0) await addToPending(tx, world, paid);
  await tx.query(moveAlertCursor, [world, end.xid, end.id]);
  return world;
}

function paidIn(payload: string): Paid {
  const { id, amount, currency } = JSON.parse(payload).data.object as { id: string; amount: number; currency: string };
  return { id, amount: BigInt(amount), currency };
}

async function addToPending(tx: Tx, world: number, paid: readonly Paid[]): Promise<void> {
  const listeners = await tx.query<AlertListener>(lockListeners, [world]);
  const changed = listeners.flatMap((listener) => {
    const own = paid.filter(({ amount, currency }) => amount >= BigInt(listener.minimums[currency] ?? 0));
    return own.length === 0 ? [] : [addUp(listener, own)];
  });
  if (changed.length > 0) await tx.query(keepPending, [world, JSON.stringify(changed)]);
}

function addUp({ account_id, pending, pending_id }: AlertListener, paid: readonly Paid[]) {
  const sums: Record<string, Pending[string]> = { ...pending };
  for (const { amount, currency } of paid) {
    const { count, amount: sum } = sums[currency] ?? { count: 0, amount: '0' };
    sums[currency] = { count: count + 1, amount: String(BigInt(sum) + amount) };
  }
  return { account_id, pending: sums, pending_id: pending_id ?? paid[0]!.id };
}
