import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import pg from 'pg';
import { Registry } from 'prom-client';
import { openDatabase } from '../../src/db/database.ts';
import { recordCheck } from '../../src/ledger/record-check.ts';
import { openRailHttp } from '../../src/rails/http.ts';
import { watchCertificates } from '../../src/rails/watch-certificates.ts';
import { systemWallets } from '../../src/wallets/system.ts';
import { startTestService, type TestService, until } from '../support/harness.ts';
import { cert, key } from '../support/tls-proxy.ts';

/** The figures that the alert rules read. test/deploy/alerts.long.test.ts drills the alerts themselves. */
let service: TestService;
let owner: pg.Client;
before(async () => {
  const env = { DATA_DIR: mkdtempSync(join(tmpdir(), 'figures-')) };
  service = await startTestService(env, undefined, undefined, undefined, undefined, { figuresEveryMs: 50 });
  owner = new pg.Client({ connectionString: service.url });
  await owner.connect();
});
after(async () => {
  await owner.end();
  await service.stop();
});

/** The value of a series; null if there is none. */
async function read(series: string): Promise<number | null> {
  const { text } = await service.request('GET', '/metrics');
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length));
}
const becomes = (series: string, value: number) =>
  until(async () => (await read(series)) === value).catch(async () => assert.equal(await read(series), value, series));

it('a check of the ledger is recorded with its findings, which the service itself cannot write', async () => {
  await becomes('rialto_check_findings{check="ledger"}', 0);
  assert.ok(Date.now() / 1_000 - (await read('rialto_check_timestamp_seconds{check="ledger"}'))! < 86_400);
  const db = openDatabase(service.url, { max: 1 });
  await owner.query(`UPDATE ledger_checks SET checked_at = now() - interval '2 days'`);
  const old = await until(async () => {
    const at = await read('rialto_check_timestamp_seconds{check="ledger"}');
    return at! < Date.now() / 1_000 - 86_400 && at;
  });
  await recordCheck(db, 3);
  await db.close();
  await becomes('rialto_check_findings{check="ledger"}', 3);
  assert.ok((await read('rialto_check_timestamp_seconds{check="ledger"}'))! > old);
  await assert.rejects(service.db.pool.query('UPDATE ledger_checks SET findings = 0'), /permission denied/);
  await becomes('rialto_check_findings{check="audit"}', 0);
});

it('money in suspense is reported by rail, and nothing of other system wallets', async () => {
  const roles = ['suspense', 'suspense:acme', 'suspension'] as const;
  const idOf = await systemWallets(
    service.db,
    roles.map((role) => ({ role: role as 'suspense', currency: 'XOF', livemode: true })),
  );
  for (const [i, role] of roles.entries()) {
    const values = [10 + i, idOf(role as 'suspense', 'XOF', true)];
    await owner.query('UPDATE balances SET posted = $1 WHERE wallet_id = $2', values);
  }
  await becomes('rialto_suspense{rail="",currency="XOF",mode="live"}', 10);
  await becomes('rialto_suspense{rail="acme",currency="XOF",mode="live"}', 11);
  const { text } = await service.request('GET', '/metrics');
  assert.equal([...text.matchAll(/^rialto_suspense\{.*mode="live"/gm)].length, 2);
});

it('the days without a statement and the days that are not closed count after the delay', async () => {
  await owner.query(`
    INSERT INTO reconciled_rails (rail, livemode, currency, layout, time_zone, delay_days, created_at)
    VALUES ('paper', true, 'XOF', 'none', 'UTC', 2, now() - interval '20 days')`);
  const [statement, close] = ['statement', 'close'].map((what) => `rialto_${what}_late_days{rail="paper",mode="live"}`);
  await becomes(close!, 18);
  assert.equal(await read(statement!), null, 'a rail without statements lacks none');
  await owner.query(`
    INSERT INTO statement_files (id, rail, livemode, source, name, layout, status, created_by, finished_at,
                                 matched_at)
    VALUES ('stf_1', 'paper', true, 'upload', 'a.csv', 'none', 'imported', 'test', now(), now());
    INSERT INTO statements (id, file, rail, from_on, to_on, lines, total)
    VALUES ('stm_1', 'stf_1', 'paper', current_date - 9, current_date - 8, 0, 0);
    UPDATE reconciled_rails SET closed_to = current_date - 4`);
  await becomes(statement!, 5);
  await becomes(close!, 1);
  await owner.query('UPDATE statements SET to_on = current_date; UPDATE reconciled_rails SET closed_to = current_date');
  await becomes(statement!, 0);
  await becomes(close!, 0);
});

it('the age of the oldest open case is reported by kind', async () => {
  const series = (kind: string) => `rialto_oldest_case_seconds{kind="${kind}",mode="live"}`;
  await becomes(series('contradiction'), 0);
  await owner.query(`
    INSERT INTO cases (id, kind, livemode, created_at)
    VALUES ('case_1', 'contradiction', true, now() - interval '3 hours')`);
  await until(async () => Math.trunc((await read(series('contradiction')))! / 3_600) === 3);
  assert.equal(await read(series('low_float')), 0);
});

it('answers are counted by class from zero, without probes', async () => {
  const of = (name: string) => read(`rialto_http_answers_total{class="${name}"}`);
  for (const name of ['429', '503', '5xx']) assert.equal(await of(name), 0, name);
  const before = [await of('2xx'), await of('4xx')];
  const shop = await service.merchant();
  assert.equal((await shop.call('GET', '/rails')).status, 200);
  assert.equal((await service.request('GET', '/api/v1/rails')).status, 401);
  assert.equal((await service.request('GET', '/readyz')).status, 200);
  assert.deepEqual([await of('2xx'), await of('4xx')], [before[0]! + 1, before[1]! + 1]);
});

it('the database, the disk and each worker are reported', async () => {
  await becomes('rialto_database_ready', 1);
  assert.ok((await read('rialto_database_id_age{kind="transaction"}'))! > 0);
  assert.notEqual(await read('rialto_database_id_age{kind="multixact"}'), null);
  const [size, free] = [
    await read('rialto_disk_size_bytes{folder="data"}'),
    await read('rialto_disk_free_bytes{folder="data"}'),
  ];
  assert.ok(free! > 0 && free! <= size!);
  for (const worker of ['payments', 'payouts', 'deliveries', 'exports', 'retention']) {
    const last = await read(`rialto_worker_last_round_timestamp_seconds{worker="${worker}"}`);
    assert.ok(Date.now() / 1_000 - last! < 60, worker);
  }
});

it('the certificate of a rail is reported when it connects, and for a day', async (t) => {
  const trusted = getCACertificates('default');
  setDefaultCACertificates([cert]);
  t.after(() => setDefaultCACertificates(trusted));
  const server = createServer({ key, cert }, (_request, response) => response.end('{}'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => server.close());
  let now = Date.now();
  const registry = new Registry();
  const note = watchCertificates(registry, () => now);
  const rail = openRailHttp({
    baseUrl: `https://localhost:${(server.address() as AddressInfo).port}`,
    onConnect: (socket) => note({ of: 'rail', rail: 'acme' }, socket),
  });
  t.after(() => rail.close());
  const shown = async () =>
    /^rialto_certificate_expiry_timestamp_seconds\{of="rail",rail="acme"\} (\d+)$/m.exec(await registry.metrics())?.[1];
  assert.equal(await shown(), undefined);
  const answer = await rail.http({ method: 'GET', path: '/' });
  assert.equal(answer.kind, 'answered', JSON.stringify(answer));
  assert.equal(new Date(Number(await shown()) * 1_000).getUTCFullYear(), 2126);
  now += 25 * 3_600_000;
  assert.equal(await shown(), undefined, 'it may have been renewed');
});
