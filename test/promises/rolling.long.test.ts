import assert from 'node:assert/strict';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import pg from 'pg';
import { build } from '../../service/src/config/build.ts';
import { openDatabase } from '../../service/src/db/database.ts';
import { migrate } from '../../service/src/db/migrate.ts';
import { checkLedger } from '../../service/src/ledger/check.ts';
import { until } from '../../service/test/support/harness.ts';
import { makeDirectory } from '../../service/test/support/kill.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { type Deployment, deploy } from './deployment.ts';
import { makeKey } from './merchant.ts';

const CLIENTS = 16;
/** A request tries for 5 s, and waits 2 s for a lock each time. */
const LONG_READ_MS = 7_000;
/** Enough requests are always open: without a pause the load takes the machine from the nodes. */
const PAUSE_MS = 50;
const checkout = fileURLToPath(new URL('../../', import.meta.url));
const migrations = new URL('../../service/migrations/', import.meta.url);

let directory: string;
let deployment: Deployment;
let key: string;
let wallets: string[];

async function post(base: string, path: string, body: object) {
  const response = await fetch(base + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  });
  return { status: response.status, text: await response.text() };
}

/** Clients that retry nothing. They report every wrong answer. */
function startLoad(base: string) {
  const failed: string[] = [];
  let answered = 0;
  let stopping = false;
  const one = async (client: number) => {
    for (let n = client; !stopping; n++) {
      const [from, to] = [wallets[n % wallets.length]!, wallets[(n + 1) % wallets.length]!];
      const money = { amount: 1, currency: 'XOF' };
      const [path, body] = [
        ['/wallets/transfer', { from, to, ...money }],
        ['/payments', { ...money, customer: '+50937001234' }],
        ['/payouts', { currency: 'XOF', wallet: from, items: [{ recipient: to, amount: 1 }] }],
      ][n % 3] as [string, object];
      const reply = await post(base, path, body).catch((error) => ({ status: 0, text: String(error.cause ?? error) }));
      if (reply.status === 201 || reply.status === 202) answered++;
      else failed.push(`${path} ${reply.status} ${reply.text}`);
      await sleep(PAUSE_MS);
    }
  };
  const ended = Promise.all(Array.from({ length: CLIENTS }, (_, client) => one(client)));
  return {
    failed,
    progress: async (more: number) => {
      const goal = answered + failed.length + more;
      await until(async () => answered + failed.length >= goal, 60);
    },
    stop: async () => {
      stopping = true;
      await ended;
      return answered;
    },
  };
}

describe('two nodes behind a load balancer', { skip: process.platform !== 'linux' }, () => {
  let balancer: Balancer;

  before(async () => {
    directory = makeDirectory();
    deployment = await deploy({ dataDir: join(directory, 'data'), nodes: 2, env: { SHUTDOWN_DELAY_SECONDS: '2' } });
    await Promise.all(deployment.nodes.map((node) => node.start()));
    key = await makeKey(deployment);
    const { base } = deployment.nodes[0]!;
    wallets = [];
    for (let i = 0; i < 6; i++) {
      const { id } = JSON.parse((await post(base, '/wallets', { currency: 'XOF' })).text);
      await post(base, `/test/wallets/${id}/fund`, { amount: 1_000_000 });
      wallets.push(id);
    }
    balancer = await startBalancer(deployment.nodes.map((node) => new URL(node.base).origin));
  });
  after(async () => {
    balancer?.close();
    await deployment?.end();
    rmSync(directory, { recursive: true, force: true });
  });

  it('a rolling upgrade, and the way back at the new schema, under load: no request fails', async (t) => {
    const program = laterVersion();
    const load = startLoad(balancer.base);
    for (const version of [{ program }, {}]) {
      for (const node of deployment.nodes) {
        await load.progress(50);
        assert.equal(await node.stop(), 0);
        await load.progress(50);
        await node.start(version);
        await balancer.sees(2);
      }
      assert.equal((await deployment.ask("SELECT FROM migrations WHERE name = '9998_later.sql'")).length, 1);
    }
    await load.progress(50);
    t.diagnostic(`${await load.stop()} answered, ${load.failed.length} failed`);
    assert.deepEqual(load.failed, []);
  });

  it('control: a migration that works with no version before keeps the old node down', async () => {
    await deployment.ask("UPDATE migrations SET works_with = NULL WHERE name = '9998_later.sql'");
    const [node] = deployment.nodes;
    assert.equal(await node!.stop(), 0);
    await assert.rejects(node!.start(), /migrated by a newer version of Rialto \(9998_later\.sql\)/);
    await deployment.ask("UPDATE migrations SET works_with = $1 WHERE name = '9998_later.sql'", [build.version]);
    await node!.start();
    await balancer.sees(2);
  });

  it('control: with kill -9 instead of SIGTERM requests fail, and the test detects it', async () => {
    const load = startLoad(balancer.base);
    await load.progress(50);
    await deployment.nodes[0]!.kill();
    await load.progress(50);
    await deployment.nodes[0]!.start();
    await balancer.sees(2);
    await load.stop();
    assert.ok(load.failed.length > 0);
  });

  it('a migration of every busy table under load, behind a long read: no request fails', async (t) => {
    const load = startLoad(balancer.base);
    await load.progress(50);
    const reader = await readForLong();
    const migrated = migrate(deployment.url(), { folder: newer('ALTER TABLE', 'added') });
    await sleep(LONG_READ_MS);
    await reader.end();
    await migrated;
    await load.progress(100);
    t.diagnostic(`${await load.stop()} answered, ${load.failed.length} failed`);
    assert.deepEqual([...new Set(load.failed)], []);
    const db = openDatabase(deployment.url(), { max: 1 });
    assert.deepEqual(await checkLedger(db).finally(() => db.close()), []);
  });

  it('control: a migration that waits for its lock without limit makes requests fail', async () => {
    const load = startLoad(balancer.base);
    await load.progress(50);
    const reader = await readForLong();
    const waiting = deployment.ask('ALTER TABLE wallets ADD COLUMN waited text');
    await sleep(LONG_READ_MS);
    await reader.end();
    await waiting;
    await load.stop();
    assert.ok(load.failed.length > 0);
  });
});

/** A report or a dump that has read every table and is still open. */
async function readForLong(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: deployment.url() });
  await client.connect();
  await client.query('BEGIN');
  for (const table of busy) await client.query(`SELECT FROM ${table} LIMIT 1`);
  return client;
}

const busy = ['wallets', 'balances', 'postings', 'transfers', 'payments', 'payouts', 'events', 'idempotency_keys'];

/**
 * A later version of the same minor version: a copy of this checkout, whose migration adds a table and a column in each
 * table that requests write to. It declares that it works with this version.
 * @returns its entry
 */
function laterVersion(): string {
  const folder = join(directory, 'later');
  for (const part of ['service/src', 'service/migrations', 'contract', 'docs', 'dashboard/dist', 'package.json']) {
    cpSync(join(checkout, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(checkout, 'node_modules'), join(folder, 'node_modules'));
  const [major, minor, patch] = build.version.split('.').map(Number);
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({
      ...JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')),
      version: `${major}.${minor}.${patch! + 1}`,
    }),
  );
  const columns = busy.map((table) => `ALTER TABLE ${table} ADD COLUMN later text DEFAULT 'x';`);
  const sql = [`-- Works with ${build.version}`, 'CREATE TABLE later (id int);', ...columns].join('\n');
  writeFileSync(join(folder, 'service/migrations/9998_later.sql'), sql);
  return join(folder, 'service/src/main.ts');
}

/** The migrations of a future version: one more column in each table that requests write to. */
function newer(change: string, column: string): URL {
  const folder = join(directory, 'migrations');
  mkdirSync(folder);
  for (const file of readdirSync(migrations)) copyFileSync(new URL(file, migrations), join(folder, file));
  const sql = busy.map((table) => `${change} ${table} ADD COLUMN ${column} text;`).join('\n');
  writeFileSync(join(folder, '9999_newer.sql'), sql);
  return pathToFileURL(`${folder}/`);
}
