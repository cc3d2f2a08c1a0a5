import type { Database, Statement } from '../db/database.ts';

/**
 * The furthest from now that each of these times is ever set. A later time was set while the clock was ahead, and the
 * clock has been set back since. Work that waits for it would wait just as long again, and a validity that it ends
 * would last too long.
 */
const furthest = [
  // Rails are asked an hour apart at most (`core/poll.ts`); leases are shorter.
  { table: 'payments', column: 'due_at', most: '2 hours', instead: 'now()' },
  { table: 'refunds', column: 'due_at', most: '2 hours', instead: 'now()' },
  { table: 'payout_items', column: 'due_at', most: '2 hours', instead: 'now()' },
  // A payout stays pending for a day at most (`PAYOUT_PENDING_SECONDS`).
  { table: 'payouts', column: 'due_at', most: '25 hours', instead: 'now()' },
  // Names are checked at once (`payouts/names-worker.ts`).
  { table: 'payouts', column: 'names_due_at', most: '2 hours', instead: 'now()' },
  // An export that failed waits an hour at most; a lease is shorter.
  { table: 'exports', column: 'due_at', most: '2 hours', instead: 'now()' },
  // A message waits six hours at most (`messages/queue-store.ts`).
  { table: 'messages', column: 'due_at', most: '7 hours', instead: 'now()' },
  // A checkout session lives for 30 days at most.
  { table: 'checkout_sessions', column: 'due_at', most: '30 days', instead: `now() + interval '30 days'` },
  // `core/retry.ts`: at most a day, whatever Retry-After says.
  { table: 'deliveries_open', column: 'next_attempt_at', most: '25 hours', instead: 'now()' },
  { table: 'deliveries_open', column: 'leased_until', most: '2 minutes', instead: 'NULL' },
  // After too many guesses the wait is at most a day (`accounts/throttle.ts`, `two-factor/store.ts`).
  { table: 'throttles', column: 'retry_at', most: '1 day', instead: `now() + interval '1 day'` },
  { table: 'accounts', column: 'code_failed_at', most: '1 minute', instead: 'now()' },
  { table: 'known_networks', column: 'seen_at', most: '1 minute', instead: 'now()' },
  // A code is valid for five minutes.
  { table: 'challenges', column: 'expires_at', most: '1 hour', instead: 'now()' },
  { table: 'sessions', column: 'expires_at', most: '30 days', instead: `now() + interval '30 days'` },
  // A rolled key works for at most a week.
  { table: 'api_keys', column: 'expires_at', most: '7 days', instead: `now() + interval '7 days'` },
  { table: 'webhook_endpoints', column: 'old_secret_until', most: '7 days', instead: `now() + interval '7 days'` },
];

const impossible: readonly Statement[] = furthest.map(({ table, column, most, instead }) => ({
  name: `bring_near_${table}_${column}`,
  text: `UPDATE ${table} SET ${column} = ${instead} WHERE ${column} > now() + interval '${most}'`,
}));

/** Clamps every time that is further away than it is ever set, whenever the clock was ahead. */
export async function bringNear(db: Database): Promise<void> {
  for (const statement of impossible) await db.query(statement);
}

/** A rail may be asked early. The bound is twice a lease, so work under way is not touched. */
const askRails: readonly Statement[] = ['payments', 'refunds', 'payout_items'].map((table) => ({
  name: `ask_soon_${table}`,
  text: `UPDATE ${table} SET due_at = now() WHERE due_at > now() + interval '2 minutes'`,
}));

/** An attempt must not come early. Its delay was counted from a recorded time that now lies in the future. */
const retryDelayed: Statement = {
  name: 'retry_soon_deliveries',
  text: `
    UPDATE deliveries_open SET next_attempt_at = next_attempt_at - (updated_at - now()), updated_at = now()
    WHERE status = 'pending' AND updated_at > now() + interval '5 s'`,
};

/** Removes the delay by which the clock was just set back. */
export async function askSoon(db: Database): Promise<void> {
  for (const statement of [...askRails, retryDelayed]) await db.query(statement);
}
