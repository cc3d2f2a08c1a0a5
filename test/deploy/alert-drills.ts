import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { walkAudit } from '../../service/src/audit/walk.ts';
import type { Statement } from '../../service/src/db/database.ts';
import { callbackUrl } from '../../service/src/rails/callback-address.ts';
import { systemWallets } from '../../service/src/wallets/system.ts';
import { openPayment } from '../../service/test/support/flows.ts';
import { becomes, testSecretKey, testSecrets, until } from '../../service/test/support/harness.ts';
import { emit, failAllAttempts, nthDelivery, subscribe } from '../../service/test/support/webhook-flows.ts';
import type { Stage } from './alert-stage.ts';

/** A fault, and the one alert that fires because of it. `again` is repeated until it fires. */
export type Drill = {
  readonly alert: string;
  plant?(stage: Stage): Promise<unknown>;
  again?(stage: Stage): Promise<unknown>;
};

const json = { 'content-type': 'application/json' };
const addRail = ({ admin }: Stage, slug: string, baseUrl: string) =>
  admin.call('POST', '/operator/rail_settings', {
    ...{ slug, provider: 'test-provider', country: 'SN', currency: 'XOF', livemode: false, base_url: baseUrl },
    credentials: { api_user: 'user', api_key: 'the-key-of-the-provider' },
    reason: 'a drill',
  });

/** Holds a lock on the table for a time, while requests wait for it. */
async function blockLinks({ pair, shop }: Stage, ms: number): Promise<void> {
  const client = new pg.Client({ connectionString: pair.primary });
  await client.connect();
  await client.query('BEGIN; LOCK TABLE payment_links');
  const asked = Array.from({ length: 20 }, () => shop.call('GET', '/links'));
  await sleep(ms);
  await client.query('COMMIT');
  await client.end();
  await Promise.all(asked);
}

/** Payments that wait at this rail, instead of the sandbox. */
async function sendTo({ shop, sql, node }: Stage, rail: string, count: number, more = ''): Promise<void> {
  const opened = await Promise.all(
    Array.from({ length: count }, () => openPayment(shop, { customer: '+50937000008' })),
  );
  const ids = opened.map(({ id }) => `'${id}'`).join(', ');
  await sql(`UPDATE payments SET rail = '${rail}', status = 'pending', due_at = now() ${more} WHERE id IN (${ids})`);
  node.db.node.wake('payments');
}

const checkByCommand = ({ pair }: Stage) =>
  spawnSync(process.execPath, [new URL('../../service/src/admin.ts', import.meta.url).pathname, 'ledger', 'check'], {
    env: { ...process.env, DATABASE_URL: pair.primary, SECRET_KEY: testSecretKey },
    encoding: 'utf8',
  });

const requests: Drill[] = [
  {
    alert: 'RialtoNodeDown',
    plant: async ({ prometheus, node, second }) => prometheus.aim([node.base, second.base, 'http://127.0.0.1:9']),
  },
  {
    alert: 'RialtoInternalErrors',
    plant: async ({ sql, shop }) => {
      await sql('ALTER TABLE payment_links RENAME TO gone');
      assert.equal((await shop.call('GET', '/links')).status, 500);
      await sql('ALTER TABLE gone RENAME TO payment_links');
    },
  },
  {
    alert: 'RialtoRateLimited',
    again: async ({ second, shop }) => {
      const asked = Array.from({ length: 100 }, () => second.request('GET', '/api/v1/rails', { key: shop.key }));
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      assert.ok(statuses.includes(429));
    },
  },
  { alert: 'RialtoSlow', again: (stage) => blockLinks(stage, 1_300) },
  { alert: 'RialtoUnavailable', again: (stage) => blockLinks(stage, 2_600) },
];

const work: Drill[] = [
  {
    alert: 'RialtoWorkerErrors',
    plant: async ({ sql }) => {
      await sql('ALTER TABLE replays RENAME TO gone');
      await sleep(9_000);
      await sql('ALTER TABLE gone RENAME TO replays');
    },
  },
  {
    alert: 'RialtoMessagesFailing',
    plant: async ({ node }) => {
      for (let i = 0; i < 8; i++) {
        const { identifier } = await node.person('developer');
        const body = { account_type: 'developer', email: identifier };
        const { status, text } = await node.request('POST', '/api/v1/auth/password/forgot', { body });
        assert.equal(status, 200, text);
      }
    },
  },
  {
    alert: 'RialtoWorkerStalled',
    plant: async ({ node }) => {
      const { query } = node.db;
      const hang = new Promise<never>(() => {});
      const hangs = (statement: Statement, values?: readonly unknown[]) =>
        statement.name === 'payouts_claim' ? hang : query(statement, values);
      Object.assign(node.db, { query: hangs });
    },
  },
  {
    alert: 'RialtoPayoutsLate',
    plant: async ({ shop, sql }) => {
      const wallet = await shop.wallet('XOF', 100n);
      const items = [{ recipient: '+221770000100', amount: 10 }];
      const made = await shop.call('POST', '/payouts', { currency: 'XOF', wallet, items });
      assert.equal(made.status, 202, made.text);
      await sql(`UPDATE payouts SET due_at = now() - interval '1 hour'`);
    },
  },
  {
    alert: 'RialtoOutcomesUnknown',
    plant: async (stage) => {
      const { id } = await openPayment(stage.shop, { customer: '+50937000008' });
      await becomes(async () => (await stage.shop.call('GET', `/payments/${id}`)).body.status, 'processing');
      await stage.sql(`UPDATE payments SET created_at = now() - interval '2 hours' WHERE id = '${id}'`);
    },
  },
  {
    alert: 'RialtoDeliveriesLate',
    plant: async ({ node, sql }) => {
      const shop = await node.merchant();
      const { receiver } = await subscribe(shop);
      await emit(shop, 'payment.succeeded');
      const id = await nthDelivery(receiver, 1);
      // As a node that froze with its lease.
      await sql(`
        INSERT INTO deliveries (world, id, endpoint_id, event_id, event_type, created_at, updated_at, next_attempt_at,
                                leased_until)
        SELECT world, id || 'x', endpoint_id, event_id, event_type, now(), now(), now() - interval '10 min',
               now() + interval '1 hour'
        FROM deliveries WHERE id = '${id}'`);
    },
  },
  {
    alert: 'RialtoDeliveriesDead',
    plant: async ({ node }) => {
      const shop = await node.merchant();
      const { receiver } = await subscribe(shop);
      receiver.answer = { status: 500 };
      await emit(shop, 'payment.succeeded');
      await failAllAttempts(shop, await nthDelivery(receiver, 1));
    },
  },
  {
    alert: 'RialtoEndpointDisabled',
    // The retention's round each minute disables it.
    plant: ({ sql }) =>
      sql(`UPDATE webhook_endpoints SET failing_since = now() - interval '6 days' WHERE failing_since IS NOT NULL`),
  },
];

const books: Drill[] = [
  {
    alert: 'RialtoCheckMissing',
    plant: ({ sql }) => sql(`UPDATE ledger_checks SET checked_at = now() - interval '40 hours'`),
  },
  {
    alert: 'RialtoLedgerBroken',
    plant: async (stage) => {
      assert.equal(checkByCommand(stage).status, 0);
      await stage.sql(`
        UPDATE balances SET posted = posted + 1
        WHERE wallet_id = (SELECT id FROM wallets WHERE owner_id = '${stage.shop.merchantId}' LIMIT 1)`);
      const { status, stdout } = checkByCommand(stage);
      assert.deepEqual([status, /BROKEN: money_is_conserved/.test(stdout)], [1, true]);
    },
  },
  {
    alert: 'RialtoAuditBroken',
    plant: async ({ sql, node }) => {
      await sql(`UPDATE audit_log SET action = action || '.changed' WHERE seq = 1`);
      await until(async () => (await walkAudit(node.db))?.whole === false);
    },
  },
  {
    alert: 'RialtoSealLate',
    plant: async ({ pair, shop, sql }) => {
      // It stays open: no later transaction can be sealed.
      const client = new pg.Client({ connectionString: pair.primary });
      client.on('error', () => {});
      await client.connect();
      await client.query('BEGIN');
      const { rows } = await client.query('SELECT pg_current_xact_id()::text AS xid');
      await shop.wallet('XOF', 10n);
      await sql(`UPDATE postings SET position = position - 7200000000 WHERE xid >= '${rows[0].xid}'`);
    },
  },
  {
    alert: 'RialtoSafeguardingGap',
    plant: ({ sql }) =>
      sql(`INSERT INTO safeguarding_days (livemode, currency, day, cut_at, owed, suspended, held, rails)
           VALUES (false, 'XOF', current_date - 1, now(), 100, 0, 50, '[]')`),
  },
  {
    alert: 'RialtoSuspense',
    plant: async ({ node, sql }) => {
      const role = { role: 'suspense:acme', currency: 'XOF', livemode: false } as const;
      const idOf = await systemWallets(node.db, [role]);
      const wallet = idOf(role.role, role.currency, role.livemode);
      await sql(`UPDATE balances SET posted = 500 WHERE wallet_id = '${wallet}'`);
    },
  },
  {
    alert: 'RialtoParked',
    plant: async ({ node, sql }) => {
      const { world } = await node.merchant();
      await sql(`INSERT INTO clock_advances (world, seconds, step, cursor, bounds, started_at, failures)
                 VALUES (${world}, 1, 'payments', '', '{}', now(), 10)`);
    },
  },
  {
    alert: 'RialtoCaseOpen',
    plant: ({ sql }) =>
      sql(`INSERT INTO cases (id, kind, livemode, created_at)
           VALUES ('case_drill', 'unknown_callback', false, now() - interval '2 days')`),
  },
  {
    alert: 'RialtoCloseLate',
    plant: ({ sql }) =>
      sql(`INSERT INTO reconciled_rails (rail, livemode, currency, layout, time_zone, created_at)
           VALUES ('paper', false, 'XOF', 'none', 'UTC', now() - interval '10 days')`),
  },
  {
    alert: 'RialtoStatementMissing',
    plant: ({ sql }) =>
      sql(`
        INSERT INTO statement_files (id, rail, livemode, source, name, layout, status, created_by, finished_at,
                                     matched_at)
        VALUES ('stf_drill', 'paper', false, 'upload', 'a.csv', 'none', 'imported', 'drill', now(), now());
        INSERT INTO statements (id, file, rail, from_on, to_on, lines, total)
        VALUES ('stm_drill', 'stf_drill', 'paper', current_date - 9, current_date - 8, 0, 0)`),
  },
];

const rails: Drill[] = [
  // The provider has 1 234; the books of a new rail have nothing.
  { alert: 'RialtoFloatDiffers', plant: (stage) => addRail(stage, 'acme', stage.provider.url) },
  { alert: 'RialtoFloatLow', plant: ({ sql }) => sql(`UPDATE rail_floats SET minimum = 5000, claimed_at = now()`) },
  {
    alert: 'RialtoFloatUnknown',
    plant: ({ sql }) => sql(`UPDATE rail_floats SET measured_at = now() - interval '1 hour', claimed_at = now()`),
  },
  {
    alert: 'RialtoRailSlow',
    plant: async (stage) => {
      stage.provider.delayMs = 6_000;
      await sendTo(stage, 'acme', 2);
    },
    // An increase shows from the second call on.
    again: (stage) => sendTo(stage, 'acme', 2).then(() => sleep(3_000)),
  },
  {
    alert: 'RialtoRailFailing',
    plant: async (stage) => {
      // Longer than the time limit of a call.
      stage.provider.delayMs = 60_000;
      await sendTo(stage, 'acme', 12);
    },
    again: (stage) => sendTo(stage, 'acme', 5).then(() => sleep(2_000)),
  },
  {
    alert: 'RialtoRailClosed',
    plant: async ({ admin, provider }) => {
      provider.delayMs = 0;
      const paused = await admin.call('POST', '/operator/rail_settings/acme/pause', { reason: 'a drill' });
      assert.equal(paused.status, 200, paused.text);
    },
  },
  {
    alert: 'RialtoCallbacksMissing',
    plant: (stage) => sendTo(stage, 'memory', 25, `, sent_at = now() - interval '20 min'`),
  },
  {
    alert: 'RialtoCallbacksRefused',
    again: async ({ node, memory }) => {
      const forged = `${node.base}/rails/${memory.row.id}/${'0'.repeat(40)}`;
      for (let i = 0; i < 3; i++) await fetch(forged, { method: 'POST', headers: json, body: '{}' });
      await sleep(1_000);
    },
  },
  {
    alert: 'RialtoCertificateExpires',
    plant: async (stage) => {
      assert.equal((await addRail(stage, 'tls', stage.tls)).status, 201);
      assert.equal((await stage.admin.call('POST', '/operator/rail_settings/tls/test', {})).status, 200);
    },
  },
];

const fill = (disk: string, megabytes: number) =>
  appendFileSync(join(disk, 'fill'), Buffer.alloc(megabytes * 1024 ** 2));
const disks: Drill[] = [
  {
    alert: 'RialtoDiskFilling',
    plant: async ({ disk }) => fill(disk!, 7),
    again: async ({ disk }) => {
      appendFileSync(join(disk!, 'fill'), Buffer.alloc(128 * 1024));
      await sleep(500);
    },
  },
  {
    alert: 'RialtoDiskFull',
    again: async ({ disk }) => {
      try {
        fill(disk!, 1);
      } catch (error) {
        assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
      }
      await sleep(500);
    },
  },
];

const database: Drill[] = [
  {
    alert: 'RialtoTransactionIds',
    plant: async ({ sql }) => {
      // It would correct the value within seconds.
      await sql('ALTER SYSTEM SET autovacuum = off');
      await sql('SELECT pg_reload_conf()');
      await sql(`
        UPDATE pg_database SET datfrozenxid = ((txid_current() - 1200000000 + 4294967296) % 4294967296)::text::xid
        WHERE datname = 'template0'`);
    },
  },
  {
    alert: 'RialtoDatabaseUnavailable',
    plant: async ({ wire, disk }) => {
      if (disk) rmSync(join(disk, 'fill'), { force: true });
      wire.aim('postgres://127.0.0.1:9/none');
      wire.cut();
    },
  },
  {
    alert: 'RialtoCallbacksNotStored',
    plant: async ({ node, memory }) => {
      const url = callbackUrl(node.base, testSecrets.callbackKey, memory.row.id, null);
      const { status } = await fetch(url, { method: 'POST', headers: json, body: '{}' });
      assert.equal(status, 200);
    },
  },
  {
    alert: 'RialtoDatabaseLost',
    plant: async ({ pair, wire, node, shop }) => {
      wire.aim(pair.primary);
      await becomes(async () => (await node.request('GET', '/readyz')).status, 200);
      pair.replication.aim('postgres://127.0.0.1:9/none');
      pair.replication.cut();
      for (let i = 0; i < 10; i++) {
        await shop.call('POST', '/wallets', { currency: 'XOF' });
        await sleep(100);
      }
      await pair.promote();
      wire.aim(pair.standby);
      wire.cut();
    },
  },
  { alert: 'RialtoNoWorker', plant: async ({ prometheus, second }) => prometheus.aim([second.base]) },
  { alert: 'RialtoDown', plant: ({ second }) => second.stop() },
];

export const drills: readonly Drill[] = [...requests, ...rails, ...work, ...books, ...disks, ...database];
/** They need a small file system of their own. */
export const onDisk = disks.map(({ alert }) => alert);
/** Metrics of parts that this stage does not have: these rules have unit tests only. */
export const undrilled = [
  'RialtoPublicCertificateExpires',
  'RialtoBackupOld',
  'RialtoBackupUnverified',
  'RialtoArchivingLate',
  'RialtoReplicaLag',
];
