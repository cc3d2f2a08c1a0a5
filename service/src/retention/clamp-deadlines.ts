import type { Database, Statement } from '../db/database.ts';

/**
 * The furthest from now that each of these times is ever set. One that lies further was set by a clock that was ahead and has been
 * set back since: what waits for it would wait as long again, and what it ends would go on too long.
 */
const furthest = [
  // Questions to rails, an hour apart at most (`core/poll.ts`), and leases.
  { table: 'payments', column: 'due_at', most: '2 hours', instead: 'now()' },
  { table: 'refunds', column: 'due_at', most: '2 hours', instead: 'now()' },
  { table: 'payout_items', column: 'due_at', most: '2 hours', instead: 'now()' },
  // A payout stays pending for a day at most (`PAYOUT_PENDING_SECONDS`).
  { table: 'payouts', column: 'due_at', most: '25 hours', instead: 'now()' },
  // `core/retry.ts`: a day, whatever Retry-After says.
  { table: 'deliveries_open', column: 'next_attempt_at', most: '25 hours', instead: 'now()' },
  { table: 'deliveries_open', column: 'leased_until', most: '2 minutes', instead: 'NULL' },
  // Who guessed too often waits a day at most (`accounts/throttle.ts`, `two-factor/store.ts`).
  { table: 'throttles', column: 'retry_at', most: '1 day', instead: `now() + interval '1 day'` },
  { table: 'accounts', column: 'code_failed_at', most: '1 minute', instead: 'now()' },
  { table: 'known_networks', column: 'seen_at', most: '1 minute', instead: 'now()' },
  // A code is good for five minutes.
  { table: 'challenges', column: 'expires_at', most: '1 hour', instead: 'now()' },
  { table: 'sessions', column: 'expires_at', most: '30 days', instead: `now() + interval '30 days'` },
  // What was rolled works on for a week at most.
  { table: 'api_keys', column: 'expires_at', most: '7 days', instead: `now() + interval '7 days'` },
  { table: 'webhook_endpoints', column: 'old_secret_until', most: '7 days', instead: `now() + interval '7 days'` },
];

const impossible: readonly Statement[] = furthest.map(({ table, column, most, instead }) => ({
  name: `bring_near_${table}_${column}`,
  text: `UPDATE ${table} SET ${column} = ${instead} WHERE ${column} > now() + interval '${most}'`,
}));

/** Takes back what a clock that was ahead by more than anything is ever put off has put off, whenever that was. */
export async function bringNear(db: Database): Promise<void> {
  for (const statement of impossible) await db.query(statement);
}

/** A rail may be asked early. Twice as long as a lease: what is under way is left alone. */
const askRails: readonly Statement[] = ['payments', 'refunds', 'payout_items'].map((table) => ({
  name: `ask_soon_${table}`,
  text: `UPDATE ${table} SET due_at = now() WHERE due_at > now() + interval '2 minutes'`,
}));

/** An attempt may not come early. What was recorded in what is the future now was put off from there. */
const retryWhatWasPutOff: Statement = {
  name: 'retry_soon_deliveries',
  text: `
    UPDATE deliveries_open SET next_attempt_at = next_attempt_at - (updated_at - now()), updated_at = now()
    WHERE status = 'pending' AND updated_at > now() + interval '5 s'`,
};

/** Lets nothing wait for the hours by which the clock was just set back. */
export async function askSoon(db: Database): Promise<void> {
  for (const statement of [...askRails, retryWhatWasPutOff]) await db.query(statement);
}
