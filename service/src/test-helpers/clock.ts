import type { InputOf } from '../../../contract/src/route.ts';
import type { advanceTestClock } from '../../../contract/src/test-helpers.ts';
import type { Command } from '../command.ts';
import type { Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import { invalidField, type Refusal } from '../refusal.ts';
import { wakeWorker } from '../workers/wake.ts';

/**
 * Advancing a world's clock by n seconds brings every deadline that is open in it n seconds nearer. There is no second
 * clock to read, so workers, leases and signatures know real time only, and one integration's clock is its own.
 */
const advanceStatement: Statement = {
  name: 'clock_advance',
  text: `UPDATE worlds SET clock_offset_s = clock_offset_s + $2 WHERE id = $1 AND clock_offset_s + $2 <= $3 RETURNING clock_offset_s`,
};
/** A century. Deadlines of today stand before the year 0 after twenty of them, which RFC 3339 cannot write. */
const FURTHEST_S = 3_155_760_000;
/** What fits `which` of a table in a world, in the order in which everybody locks it. */
const all = (table: string, which: string, lock = 'FOR UPDATE') =>
  `world = $1 AND id = ANY (ARRAY(SELECT id FROM ${table} WHERE world = $1 AND ${which} ORDER BY id ${lock}))`;
const due = (table: string) => all(table, 'due_at IS NOT NULL');
/**
 * The tables in the order in which everybody locks them: refunds after payments, items after payouts, deliveries after their
 * endpoints. Until it has the payouts nobody who has a wallet may wait for what it has, for whoever settles a refund or a payout
 * waits for that wallet.
 */
const deadlines: readonly Statement[] = [
  {
    // With the codes that approve them, and no others: a payment that was made meanwhile may be approved, and its code is spent
    // after the wallets are locked, for which refunds and payouts wait that the clock comes to next.
    name: 'clock_payments',
    text: `
      WITH moved AS (
        UPDATE payments
        SET due_at = due_at - make_interval(secs => $2), expires_at = expires_at - make_interval(secs => $2),
            version = version + 1, updated_at = now(),
            next_action = jsonb_set(next_action, '{expires_at}', to_jsonb(to_char(
              (expires_at - make_interval(secs => $2)) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
        WHERE ${due('payments')}
        RETURNING id)
      UPDATE challenges c SET expires_at = c.expires_at - make_interval(secs => $2), sent_at = c.sent_at - make_interval(secs => $2)
      FROM moved
      WHERE c.purpose = 'approve' AND c.expires_at > now() AND c.data ->> 'payment' = moved.id`,
  },
  {
    name: 'clock_refunds',
    text: `UPDATE refunds SET due_at = due_at - make_interval(secs => $2) WHERE ${due('refunds')}`,
  },
  {
    name: 'clock_payouts',
    text: `UPDATE payouts SET due_at = due_at - make_interval(secs => $2) WHERE ${due('payouts')}`,
  },
  {
    name: 'clock_payout_items',
    text: `UPDATE payout_items SET due_at = due_at - make_interval(secs => $2) WHERE ${due('payout_items')}`,
  },
  {
    // Events are written meanwhile, with deliveries that refer to it.
    name: 'clock_endpoints',
    text: `
      UPDATE webhook_endpoints
      SET failing_since = failing_since - make_interval(secs => $2), old_secret_until = old_secret_until - make_interval(secs => $2)
      WHERE ${all('webhook_endpoints', '(failing_since IS NOT NULL OR old_secret_until IS NOT NULL)', 'FOR NO KEY UPDATE')}`,
  },
  {
    name: 'clock_deliveries',
    text: `
      UPDATE deliveries_open SET next_attempt_at = next_attempt_at - make_interval(secs => $2)
      WHERE ${all('deliveries_open', `status = 'pending' AND leased_until IS NULL`)}`,
  },
  {
    name: 'clock_dead_letters',
    text: `
      UPDATE deliveries SET kept_until = kept_until - make_interval(secs => $2)
      WHERE ${all('deliveries', `status = 'dead'`)}`,
  },
  {
    // Test customers are no integration's own, so every other open challenge of the test mode is moved. Not those of merchants, who
    // sign up there: a stranger would end everybody's. In an order that no index has: the one of their ids would be read from end to end.
    name: 'clock_challenges',
    text: `
      UPDATE challenges SET expires_at = expires_at - make_interval(secs => $2), sent_at = sent_at - make_interval(secs => $2)
      WHERE $1::int IS NOT NULL AND id = ANY (ARRAY(
        SELECT id FROM challenges c
        WHERE NOT livemode AND purpose <> 'approve' AND used_at IS NULL AND ended_at IS NULL AND expires_at > now()
          AND c.data ->> 'type' IS DISTINCT FROM 'merchant'
          AND NOT EXISTS (SELECT FROM accounts a WHERE a.id = c.account_id AND a.type = 'merchant')
        ORDER BY id || '' FOR UPDATE))`,
  },
];

/**
 * One table after the other, and of each the worlds in their order and once, whoever asked first: batches of payments, refunds and
 * payouts of several worlds are locked so, and would be met in a circle.
 */
export async function advanceClocks(
  tx: Tx,
  commands: Command<InputOf<typeof advanceTestClock>>[],
): Promise<(string | Refusal)[]> {
  const answers = new Map<(typeof commands)[number], string | Refusal>();
  const secondsOf = new Map<number, number>();
  for (const command of commands.toSorted((a, b) => a.caller.world - b.caller.world)) {
    const { world } = command.caller;
    const { seconds } = command.input;
    const [row] = await tx.query<{ clock_offset_s: bigint }>(advanceStatement, [world, seconds, FURTHEST_S]);
    if (!row) {
      answers.set(command, invalidField('seconds', 'would bring this test clock more than a hundred years ahead'));
      continue;
    }
    const advanced = Number(row.clock_offset_s);
    const now = new Date(Date.now() + advanced * 1000).toISOString();
    const answer = { object: 'test_clock', livemode: false, now_at: now, advanced_seconds: advanced };
    answers.set(command, JSON.stringify(answer));
    secondsOf.set(world, (secondsOf.get(world) ?? 0) + seconds);
  }
  for (const deadline of deadlines) for (const values of secondsOf) await tx.query(deadline, values);
  tx.afterCommit(() => {
    wakeWorker('payments');
    wakeWorker('refunds');
    wakeWorker('payouts');
    wakeWorker('payout_items');
    wakeWorker('deliveries');
  });
  return commands.map((command) => answers.get(command)!);
}
