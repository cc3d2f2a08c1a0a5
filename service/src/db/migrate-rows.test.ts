import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { cloneDatabase } from '../../test/support/database.ts';
import { until } from '../../test/support/harness.ts';
import { type OldDatabase, oldDatabase } from '../../test/support/old-database.ts';
import { dumpSchema } from '../../test/support/schema.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migration-file.ts';

/** Rows from before deliveries had their log in the row, payouts a second person, and events an order. */
const rowsOfBefore = `
  INSERT INTO merchants (id, name) VALUES ('m', 'm');
  INSERT INTO integrations (id, merchant_id, name, slug) VALUES ('i', 'm', 'i', 'i');
  INSERT INTO worlds (id, integration_id, livemode) OVERRIDING SYSTEM VALUE VALUES (9, 'i', false), (10, 'i', true);
  INSERT INTO api_keys (id, world, hash, last4, scopes) VALUES ('key', 9, 'h', 'last', '{payments:read}');
  INSERT INTO accounts (id, type, identifier) VALUES ('dev', 'developer', 'dev@shop.example'), ('opr', 'operator', 'opr@shop.example');
  INSERT INTO developers (id) VALUES ('dev');
  INSERT INTO operators (id, role) VALUES ('opr', 'admin');
  INSERT INTO merchants (id, name, live_approved_at) VALUES ('approved', 'approved', now());
  INSERT INTO integrations (id, merchant_id, name, slug) VALUES ('live', 'approved', 'live', 'live');
  INSERT INTO memberships (integration_id, developer_id, role) VALUES ('i', 'dev', 'owner'), ('live', 'dev', 'viewer');
  INSERT INTO users (id, livemode, phone, name) VALUES ('usr', false, '+50937001234', 'Ama');
  INSERT INTO kyc_documents (id, user_id, content_type, size, sha256) VALUES ('doc', 'usr', 'image/png', 1, 'x');
  INSERT INTO wallets (id, livemode, owner_type, owner_id, currency, is_default)
  VALUES ('wal', false, 'merchant', 'm', 'XOF', true), ('sys', false, 'system', 'clearing:sandbox', 'XOF', true);
  INSERT INTO balances (wallet_id, posted, held, position, overdraft) VALUES ('wal', 90, 40, 2, false), ('sys', -90, 0, 2, true);
  INSERT INTO holds (wallet_id, source, amount, remaining) VALUES ('wal', 'pout', 40, 40);
  INSERT INTO postings VALUES (1, 'sys', 'wal', 100, 'XOF', false, -100, 100, 'payment', 'paid'),
                              (2, 'wal', 'sys', 10, 'XOF', false, 90, -90, 'refund', 'rfd');
  INSERT INTO payments (world, id, amount, currency, customer, status, failure, fee, wallet_id, rail, amount_refunded, created_at,
                        updated_at, expires_at, succeeded_at, failed_at, due_at)
  SELECT 9, id, 100, 'XOF', '+50937001234', status, CASE status WHEN 'failed' THEN '{"code":"canceled"}'::jsonb END, 0, 'wal',
         'sandbox', CASE id WHEN 'paid' THEN 10 ELSE 0 END, now(), now(), now(), CASE status WHEN 'succeeded' THEN now() END,
         CASE status WHEN 'failed' THEN now() END, CASE status WHEN 'pending' THEN now() END
  FROM (VALUES ('paid', 'succeeded'), ('open', 'pending'), ('lost', 'failed')) AS n (id, status);
  INSERT INTO refunds (world, id, payment_id, amount, currency, status, wallet_id, rail, customer, created_at, updated_at, succeeded_at)
  VALUES (9, 'rfd', 'paid', 10, 'XOF', 'succeeded', 'wal', 'sandbox', '+50937001234', now(), now(), now());
  INSERT INTO payouts (world, id, status, wallet_id, currency, count, amount, created_at, updated_at, due_at)
  VALUES (9, 'pout', 'pending', 'wal', 'XOF', 1, 40, now(), now(), now());
  INSERT INTO payout_items (world, payout_id, id, recipient, amount, fee, updated_at)
  VALUES (9, 'pout', 'pit', '+50937001234', 40, 0, now());
  INSERT INTO idempotency_keys (world, key, fingerprint, status, body) VALUES (9, 'k', 'f', 201, '{}');
  INSERT INTO audit_log (seq, at, actor_type, actor_id, action, target, previous, hash)
  VALUES (1, now(), 'admin', 'admin', 'merchant.created', 'm', 'p', 'h');
  INSERT INTO events VALUES (9, 'evt', 'payment.failed', '{"id":"evt"}', now()), (9, 'evt2', 'payment.failed', '{}', now());
  INSERT INTO webhook_endpoints (world, id, url, events, secret) VALUES (9, 'wbk', 'https://shop.example/', '{*}', 's');
  INSERT INTO deliveries (world, id, endpoint_id, event_id, event_type, status, lane, attempts_made, next_attempt_at, under_way,
                          kept_until, created_at, updated_at)
  SELECT 9, id, 'wbk', 'evt', 'payment.failed', status, 1, attempts, CASE status WHEN 'pending' THEN now() + interval '20 s' END,
         under_way, coalesce(now() + kept, 'infinity'), now(), now()
  FROM (VALUES ('due', 'pending', 2, false, NULL), ('sent', 'pending', 1, true, NULL), ('held', 'held', 1, true, NULL),
               ('fresh', 'pending', 0, false, NULL), ('good', 'succeeded', 2, false, interval '20 days'),
               ('dead', 'dead', 7, false, interval '3 days')) AS n (id, status, attempts, under_way, kept);
  INSERT INTO delivery_attempts (world, delivery_id, number, kept_until, at, request_headers, response_status, response_headers,
                                 response_body, error, duration_ms)
  SELECT 9, id, n, kept_until, '2026-01-02T03:04:05.678Z', '{"a":"b"}', 500, '{}', 'a "body"', '{"class":"status","message":"m"}', 12
  FROM deliveries, generate_series(attempts_made, 1, -1) n;`;

describe('a database with rows of an earlier version', () => {
  let database: OldDatabase;
  let client: pg.Client;
  before(async () => {
    database = await oldDatabase('0017', rowsOfBefore);
    client = database.client;
  });
  after(() => database.drop());

  const tables = async (): Promise<string[]> =>
    (
      await client.query(
        `SELECT c.relname FROM pg_class c JOIN pg_namespace s ON s.oid = c.relnamespace
         WHERE s.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> 'migrations' ORDER BY 1`,
      )
    ).rows.map(({ relname }) => relname);
  const rowsOf = async (table: string): Promise<Record<string, unknown>[]> =>
    (await client.query(`SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY to_jsonb(t)::text`)).rows.map(
      ({ row }) => row,
    );

  it('keeps every row as it was, and moves the attempts into their deliveries', async () => {
    const before = new Map<string, Record<string, unknown>[]>();
    for (const table of await tables()) before.set(table, await rowsOf(table));
    await migrate(database.url);
    const now = await tables();
    assert.deepEqual(
      [...before.keys()].filter((table) => !now.includes(table)),
      ['delivery_attempts'],
    );
    for (const [table, rows] of before) {
      if (table === 'delivery_attempts') continue;
      const known = ({ under_way: _, ...row }: Record<string, unknown>) => row;
      const names = Object.keys(known(rows[0] ?? {}));
      const kept = (await rowsOf(table)).map((row) => Object.fromEntries(names.map((name) => [name, row[name]])));
      const sorted = (some: object[]) => some.map((row) => JSON.stringify(row)).sort();
      assert.deepEqual(sorted(kept), sorted(rows.map(known)), table);
    }
    const { rows } = await client.query(`
      SELECT id, cardinality(attempts) AS attempts, leased_until > now() AS leased FROM deliveries ORDER BY id`);
    assert.deepEqual(
      rows.map((row) => Object.values(row)),
      [
        ['dead', 7, null],
        ['due', 2, null],
        ['fresh', 0, null],
        ['good', 2, null],
        ['held', 1, true],
        ['sent', 1, true],
      ],
    );
    const [{ attempts }] = (await client.query(`SELECT attempts FROM deliveries WHERE id = 'due'`)).rows;
    assert.deepEqual(attempts, [1, 2].map(attempt));
  });

  it('keeps developers of approved merchants in live mode', async () => {
    const { rows } = await client.query(`
      SELECT integration_id, live_since IS NOT NULL AS live FROM memberships ORDER BY integration_id`);
    assert.deepEqual(
      rows.map((row) => Object.values(row)),
      [
        ['i', false],
        ['live', true],
      ],
    );
  });

  it('has the schema of a new one', async () => {
    const fresh = await cloneDatabase();
    const other = new pg.Client({ connectionString: fresh.url });
    await other.connect();
    assert.equal(await dumpSchema(client), await dumpSchema(other));
    await other.end();
    await fresh.drop();
  });
});

const mostPayers = `
  INSERT INTO merchants (id, name) VALUES ('m', 'm');
  INSERT INTO integrations (id, merchant_id, name, slug) VALUES ('i', 'm', 'i', 'i');
  INSERT INTO worlds (id, integration_id, livemode) OVERRIDING SYSTEM VALUE VALUES (9, 'i', false);
  INSERT INTO payments (world, id, amount, currency, customer, status, fee, wallet_id, rail, created_at, updated_at,
                        expires_at)
  SELECT 9, 'pay_' || lpad(n::text, 5, '0'), 1, 'XOF', '+' || n, 'pending', 0, 'w', 'sandbox', now(), now(), now()
  FROM generate_series(1, 5500) n;`;

it('payers are collected in slices, so that a payment of one of them does not wait for the others', async () => {
  const old = await oldDatabase('0121', mostPayers);
  const other = new pg.Client({ connectionString: old.url });
  await other.connect();
  const count = async () => Number((await old.client.query('SELECT count(*) AS n FROM payers')).rows[0].n);
  try {
    for (const name of ['0121_find_payments.sql', '0122_payout_schedules.sql']) {
      await old.client.query(readFileSync(new URL(name, migrations), 'utf8'));
      await old.client.query('INSERT INTO migrations (name) VALUES ($1)', [name]);
    }
    // Another node inserts a payer of the second slice and has not committed.
    await other.query(`BEGIN; INSERT INTO payers VALUES (9, '+5300')`);
    const migrated = migrate(old.url);
    await until(async () => (await count()) >= 5_000);
    await old.client.query(`SET lock_timeout = '1ms'; INSERT INTO payers VALUES (9, '+7') ON CONFLICT DO NOTHING`);
    await other.query('ROLLBACK');
    await migrated;
    assert.equal(await count(), 5_500);
  } finally {
    await other.end();
    await old.drop();
  }
});

const attempt = (number: number) => ({
  number,
  at: '2026-01-02T03:04:05.678Z',
  request_headers: { a: 'b' },
  response_status: 500,
  response_headers: {},
  response_body: 'a "body"',
  error: { class: 'status', message: 'm' },
  duration_ms: 12,
});
