import { encodeTime } from '../core/id.ts';
import type { Statement } from '../db/database.ts';
import type { WorkerName } from '../db/node.ts';
import { adaptPortion, type Portion, SLICE_MS } from '../db/portion.ts';

/**
 * A table with deadlines that a test clock moves. Each statement takes the next rows after a cursor: $1 the world, $2
 * the seconds, $3 the cursor, $4 the last key at the start of the advance, $5 how many rows, $6 the start time. It
 * returns how many rows it read and the key of the last.
 */
export type Step = {
  readonly name: string;
  readonly move: Statement;
  /** SQL of the last existing key; $1 is the world. */
  readonly bound: string;
  /** The initial cursor. */
  readonly first: (startedAt: Date) => string;
  readonly isOver: (count: number, size: number) => boolean;
  readonly portion: Portion;
  readonly wakes?: WorkerName;
};

export type Moved = { readonly count: number; readonly last: string | null; readonly moved: number };

type Rows = Pick<Step, 'isOver'> & { readonly ctes: string; readonly moved: string };

const step = (
  name: string,
  { ctes, moved, isOver }: Rows,
  more: Pick<Step, 'bound' | 'wakes'> & Partial<Step>,
): Step => ({
  name,
  move: {
    name: `clock_${name}`,
    text: `
      WITH ${ctes}, moved AS (${moved} RETURNING 1)
      SELECT (SELECT count(*)::int FROM next) AS count, (SELECT max(key) FROM next) AS last, count(*)::int AS moved FROM moved`,
  },
  first: () => '',
  isOver,
  // Half a slice, because the transaction has other statements and its COMMIT.
  portion: adaptPortion({ targetMs: SLICE_MS / 2 }),
  ...more,
});

const lastOf = (table: string) => `(SELECT max(id) FROM ${table} WHERE world = $1)`;
const unbounded = `'~'`;
const earlier = (column: string) => `${column} = ${column} - make_interval(secs => $2)`;
/** Every statement takes all parameters, even unused ones. */
const given = '$1::int + $2::bigint IS NOT NULL AND $6::timestamptz IS NOT NULL';

/**
 * The next rows of a table by id. Rows that match `which` are moved, in the lock order that all code uses. `read`
 * narrows the rows that are read, if an index supports it.
 */
const byId = (
  table: string,
  set: string,
  which: string,
  { read = 'true', lock = 'FOR UPDATE', world = 'world = $1' } = {},
): Rows => ({
  ctes: `
    next AS MATERIALIZED (
      SELECT id AS key FROM ${table} WHERE ${world} AND ${given} AND ${read} AND id > $3 AND id <= $4 ORDER BY id LIMIT $5)`,
  moved: `
    UPDATE ${table} SET ${set}
    WHERE ${world} AND id = ANY (ARRAY(
      SELECT id FROM ${table} d
      WHERE ${world} AND id > $3 AND id <= (SELECT max(key) FROM next) AND ${which} ORDER BY id ${lock}))`,
  isOver: (count, size) => count < size,
});

/**
 * The days of reserves, by partner. Their time is a part of their key, so they are written again. A share that is
 * posted during an advance moves with the others of its seller.
 */
const reserveDays: Rows = {
  ctes: `
    next AS MATERIALIZED (
      SELECT id AS key FROM split_partners WHERE world = $1 AND ${given} AND id > $3 AND id <= $4 ORDER BY id LIMIT $5),
    taken AS (
      DELETE FROM reserve_days WHERE partner_id = ANY (ARRAY(SELECT key FROM next))
      RETURNING partner_id, due_at, amount)`,
  moved: `
    INSERT INTO reserve_days (partner_id, due_at, amount)
    SELECT partner_id, due_at - make_interval(secs => $2), sum(amount) FROM taken GROUP BY 1, 2
    ON CONFLICT (partner_id, due_at) DO UPDATE SET amount = reserve_days.amount + excluded.amount`,
  isOver: (count, size) => count < size,
};

type Parent = { readonly table: string; readonly which: string };
type Child = { readonly table: string; readonly parentId: string; readonly which: string; readonly set: string };

/** The next rows of `child` below one row of `parent`. The cursor holds both ids. */
const below = (parent: Parent, child: Child): Rows => {
  const after = (id: string) => `id > CASE ${id} WHEN split_part($3, '/', 1) THEN split_part($3, '/', 2) ELSE '' END`;
  const mine = `world = $1 AND ${child.parentId} = (SELECT id FROM parent)`;
  return {
    ctes: `
      parent AS MATERIALIZED (
        SELECT p.id FROM ${parent.table} p
        WHERE p.world = $1 AND ${given} AND p.id >= split_part($3, '/', 1) AND p.id <= $4 AND ${parent.which} AND EXISTS (
          SELECT FROM ${child.table} WHERE world = $1 AND ${child.parentId} = p.id AND ${after('p.id')} AND ${child.which})
        ORDER BY p.id LIMIT 1),
      next AS MATERIALIZED (
        SELECT ${child.parentId} || '/' || id AS key, id FROM ${child.table}
        WHERE ${mine} AND ${after('(SELECT id FROM parent)')} AND ${child.which} ORDER BY id LIMIT $5)`,
    moved: `
      UPDATE ${child.table} SET ${child.set}
      WHERE ${mine} AND id = ANY (ARRAY(
        SELECT id FROM ${child.table}
        WHERE ${mine} AND id = ANY (ARRAY(SELECT id FROM next)) AND ${child.which} ORDER BY id FOR UPDATE))`,
    isOver: (count) => count === 0,
  };
};

/** A code is valid for at most an hour, so codes sent earlier have expired. */
const HOUR_MS = 3_600_000;
const sinceAnHour = (startedAt: Date) => `ch_${encodeTime(startedAt.getTime() - HOUR_MS)}`;
const expires = '(expires_at - make_interval(secs => $2))';

/**
 * In the lock order of the tables that all code uses. Endpoints come first, in the transaction that begins the advance:
 * a secret that is rolled later keeps its overlap. The lock does not block events and deliveries that refer to an
 * endpoint.
 *
 * Rows written after the advance began count their deadlines from then, and are not moved. They are recognised by id,
 * or by time if a row gets new deadlines.
 */
export const steps: readonly Step[] = [
  step(
    'endpoints',
    byId(
      'webhook_endpoints',
      `${earlier('failing_since')}, ${earlier('old_secret_until')}`,
      '(failing_since IS NOT NULL OR old_secret_until IS NOT NULL)',
      { lock: 'FOR NO KEY UPDATE' },
    ),
    { bound: lastOf('webhook_endpoints') },
  ),
  step(
    'payments',
    byId(
      'payments',
      `${earlier('due_at')}, ${earlier('expires_at')}, ${earlier('capture_before')},
       version = version + 1, updated_at = now(), next_action = jsonb_set(next_action, '{expires_at}',
         to_jsonb(to_char(${expires} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))`,
      'due_at IS NOT NULL',
      { read: 'due_at IS NOT NULL' },
    ),
    { bound: lastOf('payments'), wakes: 'payments' },
  ),
  step(
    'payments_held',
    byId(
      'payments',
      `${earlier('capture_before')}, version = version + 1, updated_at = now()`,
      `status = 'requires_capture' AND EXISTS (
         SELECT FROM wallet_holds h WHERE h.world = $1 AND h.id = d.id AND h.created_at <= $6)`,
    ),
    { bound: lastOf('payments') },
  ),
  step(
    'checkout_sessions',
    byId(
      'checkout_sessions',
      `${earlier('due_at')}, ${earlier('expires_at')}, version = version + 1, updated_at = now()`,
      `status = 'open'`,
    ),
    { bound: lastOf('checkout_sessions'), wakes: 'checkout' },
  ),
  step(
    'payment_links',
    byId(
      'payment_links',
      `${earlier('expires_at')}, version = version + 1, updated_at = now()`,
      'expires_at IS NOT NULL',
    ),
    { bound: lastOf('payment_links') },
  ),
  step(
    'wallet_holds',
    byId(
      'wallet_holds',
      `${earlier('due_at')}, ${earlier('expires_at')}, version = version + 1, updated_at = now()`,
      // The hold of a payment has an older id than its own time.
      `status = 'open' AND (id < 'pay' OR created_at <= $6)`,
    ),
    { bound: lastOf('wallet_holds'), wakes: 'holds' },
  ),
  step('reserve_days', reserveDays, { bound: lastOf('split_partners'), wakes: 'reserves' }),
  step('refunds', byId('refunds', earlier('due_at'), 'due_at IS NOT NULL'), {
    bound: lastOf('refunds'),
    wakes: 'refunds',
  }),
  step(
    'payouts',
    byId('payouts', earlier('due_at'), 'due_at IS NOT NULL AND (decided_at IS NULL OR decided_at <= $6)'),
    { bound: lastOf('payouts'), wakes: 'payouts' },
  ),
  step(
    'payout_items',
    below(
      { table: 'payouts', which: `p.status = 'processing'` },
      { table: 'payout_items', parentId: 'payout_id', which: 'due_at IS NOT NULL', set: earlier('due_at') },
    ),
    { bound: lastOf('payouts'), wakes: 'payout_items' },
  ),
  step(
    'deliveries',
    byId(
      'deliveries_open',
      earlier('next_attempt_at'),
      `status = 'pending' AND leased_until IS NULL AND updated_at <= $6`,
    ),
    { bound: unbounded, wakes: 'deliveries' },
  ),
  step(
    'dead_letters',
    below(
      { table: 'webhook_endpoints', which: 'true' },
      {
        table: 'deliveries',
        parentId: 'endpoint_id',
        which: `status = 'dead' AND updated_at <= $6`,
        set: earlier('kept_until'),
      },
    ),
    { bound: unbounded },
  ),
  // Test customers belong to no integration, so every open code of the test mode is moved. Codes of merchants, who sign
  // up in test mode, are not moved: a stranger could expire everybody's. Codes that approve payments move with the
  // world's payments.
  step(
    'challenges',
    byId(
      'challenges',
      `${earlier('expires_at')}, ${earlier('sent_at')}`,
      `used_at IS NULL AND ended_at IS NULL AND expires_at > now() AND CASE purpose
         WHEN 'approve' THEN EXISTS (SELECT FROM payments p WHERE p.world = $1 AND p.id = d.data ->> 'payment')
         ELSE NOT livemode AND d.data ->> 'type' IS DISTINCT FROM 'merchant'
           AND NOT EXISTS (SELECT FROM accounts a WHERE a.id = d.account_id AND a.type = 'merchant') END`,
      { world: 'true' },
    ),
    { bound: '(SELECT max(id) FROM challenges)', first: sinceAnHour },
  ),
];

/**
 * The last key of each step now, as JSON. The time has no microseconds and is rounded up, so rows written before are
 * never later.
 */
export const selectBounds: Statement = {
  name: 'clock_bounds',
  text: `SELECT date_trunc('milliseconds', now()) + interval '1 ms' AS started_at, json_build_object(${steps
    .map(({ name, bound }) => `'${name}', coalesce(${bound}, '')`)
    .join(', ')}) AS bounds FROM worlds WHERE id = $1`,
};
