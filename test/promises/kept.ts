import assert from 'node:assert/strict';
import type pg from 'pg';
import { pino } from 'pino';
import type { Database } from '../../service/src/db/database.ts';
import { createSweep } from '../../service/src/retention/sweep.ts';
import { until } from '../../service/test/support/harness.ts';
import { ask, type Shop } from './paced.ts';

type Promised = {
  readonly what: string;
  readonly days: number;
  /** How many records past their time, and how many just before it, still exist. */
  readonly over: () => Promise<number>;
  readonly young: () => Promise<number>;
};

export type Kept = { readonly what: string; readonly days: number; readonly over: string; readonly young: string };

/**
 * Moves time past the end of retention for some records, and to just before it for others. Then it runs the sweep that
 * the service runs each minute: the first are deleted, the second are kept. The service's own sweeps delete nothing in
 * the first six hours of a process, because it cannot know yet whether the clock is right.
 */
export async function holdRetention(db: Database, owner: pg.Pool, shop: Shop): Promise<Kept[]> {
  const keys = await moveKeys(owner, shop);
  const promised = [keys, await moveRequests(owner), await moveDeadLetters(owner, shop)];
  promised.push(await move(owner, 'sessions', 30), await move(owner, 'challenges', 1));
  const before = await Promise.all(promised.map(async ({ over, young }) => [await over(), await young()] as const));
  for (const [i, { what }] of promised.entries()) {
    assert.ok(before[i]![0] > 0 && before[i]![1] > 0, `there are ${what} on both sides of their time`);
  }
  const documents = { put: async () => {}, get: async () => null, delete: async () => {} };
  const sweep = createSweep({ db, documents, telling: {} as never, log: pino({ level: 'silent' }), steadyMs: 0 });
  // Rows that another transaction has locked are left to the next sweep.
  await until(async () => {
    await sweep(() => false).catch(() => {});
    return (await Promise.all(promised.map(({ over }) => over()))).every((count) => count === 0);
  }, 60);
  return Promise.all(
    promised.map(async ({ what, days, over, young }, i) => {
      const left = await young();
      assert.equal(left, before[i]![1], `${what} that have not expired are kept`);
      return { what, days, over: `${before[i]![0]} → ${await over()}`, young: `${before[i]![1]} → ${left}` };
    }),
  );
}

const count = async (owner: pg.Pool, from: string, values: readonly unknown[] = []) =>
  Number((await owner.query(`SELECT count(*) FROM ${from}`, [...values])).rows[0].count);

/** Two transfers answered under their own keys, and with them the keys of the load. */
async function moveKeys(owner: pg.Pool, shop: Shop): Promise<Promised> {
  const [from, to] = shop.wallets;
  const body = { from, to, amount: 1, currency: 'XOF' };
  const names = ['kept: over', 'kept: young'] as const;
  for (const name of names) assert.equal((await ask(shop, 'POST', '/wallets/transfer', body, name)).status, 201);
  const text = `UPDATE idempotency_keys SET created_at = now() - $1::interval WHERE key = $2`;
  const { rowCount } = await owner.query(
    `UPDATE idempotency_keys SET created_at = created_at - interval '8 days' WHERE key NOT LIKE 'kept: %'`,
  );
  assert.ok(rowCount);
  await owner.query(text, ['7 days 1 minute', names[0]]);
  await owner.query(text, ['6 days 23 hours', names[1]]);
  return {
    what: 'idempotency keys',
    days: 7,
    over: () => count(owner, `idempotency_keys WHERE created_at < now() - interval '7 days'`),
    young: () => count(owner, `idempotency_keys WHERE key = $1`, [names[1]]),
  };
}

/** As if there had been requests 31 days ago, and 30. */
async function moveRequests(owner: pg.Pool): Promise<Promised> {
  const partitions = ['request_log_until_', 'request_log_until_'].map(async (prefix, i) => {
    const day = `date_trunc('day', now(), 'UTC') - interval '${31 - i} days'`;
    const { rows } = await owner.query(
      `
      SELECT id_from('req', ${day}) AS first, id_from('req', ${day} + interval '1 day') AS last,
             $1 || to_char(date_trunc('day', now(), 'UTC') + interval '${i} days', 'YYYYMMDD') AS name`,
      [prefix],
    );
    const { first, last, name } = rows[0];
    await owner.query(`CREATE TABLE ${name} PARTITION OF request_log FOR VALUES FROM ('${first}') TO ('${last}')`);
    await owner.query(`
      INSERT INTO request_log (world, id, at, method, path, status, duration_ms, key_id)
      SELECT world, '${first}' || substr(id, 15), ${day}, method, path, status, duration_ms, key_id FROM request_log LIMIT 500`);
    return String(name);
  });
  const [over, young] = await Promise.all(partitions);
  const rowsOf = async (name: string) => {
    const gone = (error: { code?: string }) => {
      if (error.code === '42P01') return 0;
      throw error;
    };
    return count(owner, name).catch(gone);
  };
  return { what: 'requests in the log', days: 30, over: () => rowsOf(over!), young: () => rowsOf(young!) };
}

/** An endpoint without a listener: its deliveries die after seven attempts. */
async function moveDeadLetters(owner: pg.Pool, shop: Shop): Promise<Promised> {
  const { status, body } = await ask(shop, 'POST', '/webhooks', {
    url: 'http://127.0.0.1:9/',
    events: ['refund.failed'],
  });
  assert.equal(status, 201, JSON.stringify(body));
  for (let i = 0; i < 2; i++) await ask(shop, 'POST', '/test/events', { type: 'refund.failed' });
  const those = `deliveries WHERE endpoint_id = '${body.id}' AND status = 'dead'`;
  await until(async () => {
    const text = `UPDATE deliveries SET next_attempt_at = now() WHERE endpoint_id = $1 AND status = 'pending' AND leased_until IS NULL`;
    await owner.query(text, [body.id]);
    return (await count(owner, those)) === 2;
  }, 60);
  const { rows } = await owner.query(`SELECT id FROM ${those} ORDER BY id`);
  const [over, young] = rows.map(({ id }) => String(id));
  // Visible for 30 days to the second; the row is dropped with its week.
  const text = `UPDATE deliveries SET kept_until = now() + $1::interval WHERE id = $2`;
  await owner.query(text, ['-7 days', over]);
  await owner.query(text, ['1 hour', young]);
  return {
    what: 'dead letters',
    days: 30,
    over: () => count(owner, 'deliveries WHERE id = $1', [over]),
    young: () => count(owner, 'deliveries WHERE id = $1', [young]),
  };
}

/** Moves half of them past their time, and half to half an hour before it. */
async function move(owner: pg.Pool, table: 'sessions' | 'challenges', days: number): Promise<Promised> {
  const { rows } = await owner.query(`
    UPDATE ${table} t SET expires_at = now() - interval '${days} days' + interval '1 hour' * (CASE WHEN n % 2 = 0 THEN 1 ELSE -1 END)
    FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM ${table}) o WHERE o.id = t.id
    RETURNING t.id, n % 2 = 0 AS young`);
  const [over, young] = [false, true].map((side) => rows.filter((row) => row.young === side).map(({ id }) => id));
  const those = (ids: unknown) => () => count(owner, `${table} WHERE id = ANY ($1)`, [ids]);
  return { what: table, days, over: those(over), young: those(young) };
}
