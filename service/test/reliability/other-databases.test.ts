import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { openDatabase } from '../../src/db/database.ts';
import { cloneDatabase } from '../support/database.ts';
import { phone } from '../support/flows.ts';
import { startTestService, until } from '../support/harness.ts';
import { openPayout, payoutWith } from '../support/payout-flows.ts';

/** `ALTER DATABASE … SET` for later connections. */
async function setHere(url: string, ...settings: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url, options: '-c default_transaction_read_only=off' });
  await client.connect();
  const { pathname } = new URL(url);
  for (const setting of settings) await client.query(`ALTER DATABASE ${pathname.slice(1)} ${setting}`);
  await client.end();
}

describe('a database with other settings', () => {
  it('may have another time format, zone, NULL text, schema path or isolation; results are in UTC', async () => {
    const database = await cloneDatabase();
    await setHere(
      database.url,
      "SET datestyle = 'German, DMY'",
      "SET timezone = 'America/Port-au-Prince'",
      "SET default_transaction_isolation = 'serializable'",
      "SET search_path = ''",
      'SET array_nulls = off',
    );
    const service = await startTestService({}, database);
    try {
      const shop = await service.merchant();
      const wallet = await shop.wallet('XOF', 10_000n);
      const body = { amount: 1_000, currency: 'XOF', customer: '+50937001234' };
      const made = await Promise.all([1, 2, 3, 4].map(() => shop.call('POST', '/payments', body)));
      assert.deepEqual(
        made.map(({ status }) => status),
        [201, 201, 201, 201],
      );
      await until(async () => {
        const { data } = (await shop.call('GET', '/payments')).body;
        return data.every(({ status }: { status: string }) => status === 'succeeded');
      });
      assert.equal((await shop.call('POST', '/refunds', { payment: made[0]!.body.id })).status, 201);
      const { created_at } = (await shop.call('GET', `/wallets/${wallet}`)).body;
      assert.ok(Math.abs(Date.parse(created_at) - Date.now()) < 600_000, created_at);
    } finally {
      await service.stop();
      await database.drop();
    }
  });

  it('may have options in its URL: ours apply beside them', async () => {
    const { url, drop } = await cloneDatabase();
    const options = encodeURIComponent('-c search_path=public,pg_temp -c lock_timeout=0');
    const db = openDatabase(`${url}${url.includes('?') ? '&' : '?'}options=${options}`, {
      max: 1,
      role: 'rialto_service',
      service: true,
    });
    try {
      const names = ['search_path', 'lock_timeout', 'statement_timeout', 'role', 'enable_seqscan'];
      const { rows } = await db.pool.query('SELECT current_setting(n) AS is FROM unnest($1::text[]) n', [names]);
      assert.deepEqual(
        rows.map((row) => row.is),
        ['public,pg_temp', '2s', '20s', 'rialto_service', 'off'],
      );
    } finally {
      await db.close();
      await drop();
    }
  });

  it('may have a table that is locked for long, as by a VACUUM FULL: reads and writes are a 503', async () => {
    const service = await startTestService();
    const owner = new pg.Client({ connectionString: service.url });
    await owner.connect();
    try {
      const shop = await service.merchant();
      await owner.query('BEGIN');
      await owner.query('LOCK payments IN ACCESS EXCLUSIVE MODE');
      const body = { amount: 1_000, currency: 'XOF', customer: '+50937001234' };
      const answers = await Promise.all([shop.call('GET', '/payments'), shop.call('POST', '/payments', body)]);
      assert.deepEqual(
        answers.map(({ status }) => status),
        [503, 503],
      );
      await owner.query('ROLLBACK');
      assert.equal((await shop.call('GET', '/payments')).status, 200);
    } finally {
      await owner.end();
      await service.stop();
    }
  });

  it('may have a table that is locked for a moment, as by a migration: a list waits as a write does', async () => {
    // Without workers, which wait for the table too.
    const service = await startTestService({ ROLE: 'api' });
    const owner = new pg.Client({ connectionString: service.url });
    await owner.connect();
    const waiting = async () => {
      // Other databases have a table with this number too.
      const text = `SELECT waitstart::text AS since FROM pg_locks JOIN pg_database d ON d.oid = database
        WHERE NOT granted AND relation = 'payments'::regclass AND d.datname = current_database()`;
      return (await owner.query<{ since: string }>(text)).rows[0]?.since;
    };
    try {
      const shop = await service.merchant();
      // A busy machine may look too late, when the list request has given up: then it is sent again.
      await until(async () => {
        await owner.query('BEGIN');
        await owner.query('LOCK payments IN ACCESS EXCLUSIVE MODE');
        const answer = shop.call('GET', '/payments');
        const first = await until(waiting);
        let over = false;
        answer.finally(() => (over = true));
        await until(async () => over || ![first, undefined].includes(await waiting()));
        await owner.query('ROLLBACK');
        return (await answer).status === 200;
      });
    } finally {
      await owner.end();
      await service.stop();
    }
  });

  it('may have a table that is locked during a download: the log says that the download broke off', async () => {
    const logged: string[] = [];
    const log = { write: (line: string) => void logged.push(line) };
    const service = await startTestService({ LOG_LEVEL: 'error' }, undefined, log);
    const owner = new pg.Client({ connectionString: service.url });
    await owner.connect();
    try {
      const shop = await service.merchant();
      await shop.wallet('XOF', 1_000n);
      const { id } = await openPayout(shop, [{ recipient: phone('1234'), amount: 10 }]);
      await payoutWith(shop, id, 'completed');
      await owner.query('BEGIN');
      await owner.query('LOCK payout_items IN ACCESS EXCLUSIVE MODE');
      const headers = { authorization: `Bearer ${shop.key}`, accept: 'text/csv' };
      const download = (signal?: AbortSignal) =>
        fetch(`${service.base}/api/v1/payouts/${id}/items`, { headers, signal: signal ?? null });
      const leaves = new AbortController();
      await download(leaves.signal);
      leaves.abort();
      const stays = await download();
      await assert.rejects(stays.text());
      await owner.query('ROLLBACK');
      assert.match(await (await download()).text(), /\r\npit_/);
      const broken = logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'a download was interrupted');
      assert.deepEqual(
        broken.map(({ request_id, err }) => [request_id, err.message]),
        [[stays.headers.get('request-id'), 'canceling statement due to lock timeout']],
      );
    } finally {
      await owner.end();
      await service.stop();
    }
  });

  it('may be read-only for a while, as after a failover: a 503 until it accepts writes again', async () => {
    const database = await cloneDatabase();
    const before = await startTestService({}, database);
    const { key } = await before.merchant();
    await before.stop();
    await setHere(database.url, 'SET default_transaction_read_only = on');
    // Its connections keep their initial state, like connections to a primary that became a standby.
    const service = await startTestService({}, database);
    const ready = async () => (await fetch(`${service.base}/readyz`)).status;
    const body = { amount: 1_000, currency: 'XOF', customer: '+50937001234' };
    const pay = async (name: string) =>
      (await service.request('POST', '/api/v1/payments', { key, body, headers: { 'Idempotency-Key': name } })).status;
    try {
      assert.deepEqual([await ready(), await pay('first'), await pay('second')], [503, 503, 503]);
      await setHere(database.url, 'RESET default_transaction_read_only');
      await until(async () => (await pay('first')) === 201 && (await pay('second')) === 201);
      await until(async () => (await ready()) === 200);
    } finally {
      await service.stop();
      await database.drop();
    }
  });
});
