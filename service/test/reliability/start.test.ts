import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, it } from 'node:test';
import pg from 'pg';
import { build } from '../../src/config/build.ts';
import { sealSecret } from '../../src/kernel/seal.ts';
import { asService, cloneDatabase, type TestDatabase } from '../support/database.ts';
import { deriveSecrets } from '../support/derived-keys.ts';
import { bothWorlds } from '../support/flows.ts';
import { until } from '../support/harness.ts';
import { inLongSuite } from '../support/in-long-suite.ts';
import { makeDirectory } from '../support/kill.ts';
import { openSocket } from '../support/sockets.ts';

const main = new URL('../../src/main.ts', import.meta.url).pathname;
const cache = new URL('../../../node_modules/.cache/node', import.meta.url).pathname;

/** The limit of connections that Linux queues before they are accepted. */
const somaxconn = '/proc/sys/net/core/somaxconn';
const BURST = 1_000;

let database: TestDatabase;
let directory: string;
beforeEach(async () => {
  database = await cloneDatabase();
  directory = makeDirectory();
});
afterEach(async () => {
  await database.drop();
  rmSync(directory, { recursive: true });
});

/** The service as `npm start` runs it. */
function launch(env: Record<string, string> = {}, args: readonly string[] = []): ChildProcess {
  return spawn(process.execPath, [main, ...args], {
    env: {
      ...process.env,
      PORT: '0',
      DATABASE_URL: asService(database),
      DATABASE_OWNER_URL: database.url,
      DATA_DIR: directory,
      PASSWORD_MEMORY: '19',
      NODE_OPTIONS: '',
      NODE_COMPILE_CACHE: cache,
      // Logs warnings and errors only.
      LOG_LEVEL: 'warn',
      ...env,
    },
  });
}

/** Stops it once it is ready. */
async function start(
  env: Record<string, string> = {},
  args: readonly string[] = [],
): Promise<{ code: number | null; out: string; err: string }> {
  const child = launch(env, args);
  child.stdout!.once('data', () => child.kill('SIGTERM'));
  const ended = once(child, 'exit');
  const [out, err] = await Promise.all([text(child.stdout!), text(child.stderr!)]);
  const [code] = await ended;
  return { code, out, err };
}

describe('a start', () => {
  it('whose port is taken does not consume first-start output: the next start prints it', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const refused = await start({ PORT: String(port) });
    assert.deepEqual(
      [refused.code, refused.err],
      [1, `rialto: port ${port} on 127.0.0.1 is in use. Set PORT to another port\n`],
    );
    await once(other.close(), 'close');
    const ready = await start({ PORT: String(port) });
    assert.match(ready.out, /Test key {5}rs_test_\w+/, ready.err);
  });

  it('logs its version, platform and the names of its settings first, without their values', async () => {
    const { err } = await start({ LOG_LEVEL: 'info', BRAND: 'Canary Pay' });
    const [line] = err.split('\n').filter((text) => text.startsWith('{'));
    const { version, commit, node, postgres, mode, role, settings, msg } = JSON.parse(line!);
    assert.deepEqual({ version, commit }, { ...build });
    assert.deepEqual([msg, node, mode, role], ['Rialto starts', process.version, 'test', 'all']);
    assert.match(postgres, /^\d+\.\d+/);
    const set = 'BRAND DATA_DIR DATABASE_OWNER_URL DATABASE_URL LOG_LEVEL PASSWORD_MEMORY PORT';
    assert.deepEqual(
      set.split(' ').filter((name) => !settings.includes(name)),
      [],
    );
    assert.ok(!settings.includes('SMTP_URL'));
    assert.ok(!err.includes('Canary Pay') && !err.includes(database.url), err);
  });

  it('with another SECRET_KEY than the database was written with is refused, whether set or generated', async () => {
    const SECRET_KEY = 'a secret of thirty-two characters';
    assert.equal((await start({ SECRET_KEY })).code, 0);
    assert.equal((await start({ SECRET_KEY })).code, 0);
    for (const env of [{ SECRET_KEY: 'another of more than thirty-two characters' }, { SECRET_KEY: '' }]) {
      const { code, out, err } = await start(env);
      assert.deepEqual([code, out], [1, '']);
      assert.match(err, /^rialto: SECRET_KEY differs from the one that this database was written with.*\n$/);
    }
  });

  inLongSuite(
    "with another SECRET_KEY is refused by a webhook's secret, where an old version made no signing key",
    async () => {
      const [right, wrong] = ['a secret of thirty-two characters', 'another of more than thirty-two characters'];
      const { encryptionKey } = deriveSecrets(right);
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      await client.query(`
      INSERT INTO merchants (id, name) VALUES ('m', 'm');
      INSERT INTO integrations (id, merchant_id, name, slug) VALUES ('i', 'm', 'i', 'i');
      INSERT INTO worlds (id, integration_id, livemode) OVERRIDING SYSTEM VALUE VALUES (9, 'i', false);`);
      await client.query(
        `INSERT INTO webhook_endpoints (world, id, url, events, secret) VALUES (9, 'wbk', 'https://shop.example/', '{*}', $1)`,
        [sealSecret('whsec', encryptionKey)],
      );
      await client.end();
      const refused = await start({ SECRET_KEY: wrong });
      assert.equal(refused.code, 1);
      assert.match(refused.err, /^rialto: SECRET_KEY differs from the one that this database was written with.*\n$/);
      assert.equal((await start({ SECRET_KEY: right })).code, 0);
    },
  );

  inLongSuite('never uses a generated secret that is cut short, as by a full disk', async () => {
    assert.equal((await start()).code, 0);
    const file = join(directory, 'secret-key');
    const whole = readFileSync(file, 'utf8');
    writeFileSync(file, '');
    const { code, err } = await start();
    assert.deepEqual([code, /^rialto: .*secret-key is incomplete\. .*\n$/.test(err)], [1, true], err);
    writeFileSync(file, whole);
    assert.equal((await start()).code, 0);
  });

  inLongSuite('with arguments is refused: users would take them for settings, and they have no effect', async () => {
    for (const [args, name] of [
      [['--help'], '--help'],
      [['SECRET_KEY=of-somebody'], 'SECRET_KEY'],
    ] as const) {
      const { code, out, err } = await start({}, args);
      assert.deepEqual([code, out], [1, '']);
      assert.match(
        err,
        new RegExp(`^rialto: ${name} is not supported\\. Settings are read from the environment, .*\n$`),
      );
    }
  });

  // In test mode root may start it: all starts of this file do so where root runs the tests.
  it('as root is refused in live mode', { skip: process.geteuid?.() !== 0 }, async () => {
    const { code, out, err } = await start(bothWorlds);
    assert.deepEqual([code, out], [1, '']);
    assert.match(
      err,
      /^rialto: LIVE=on does not run as root\. Create a system user \(useradd --system rialto\), .*\n$/,
    );
  });

  it('that waits for another node says so, and ends at once on a signal', async () => {
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    await other.query('SELECT pg_advisory_lock($1)', [0x524c544f]);
    const child = launch();
    const ended = once(child, 'exit');
    const output = text(child.stderr!);
    await once(child.stderr!, 'data');
    child.kill('SIGTERM');
    assert.deepEqual((await ended)[0], 0);
    assert.equal(await output, 'rialto: another node is migrating the database; waiting for it\n');
    await other.end();
  });

  const keepsAll = existsSync(somaxconn) && Number(readFileSync(somaxconn, 'utf8')) >= BURST;
  inLongSuite('that is busy for a moment keeps a thousand incoming connections', { skip: !keepsAll }, async () => {
    const child = launch();
    const sockets: Socket[] = [];
    try {
      const [banner] = await once(child.stdout!, 'data');
      const base = `http://127.0.0.1:${/localhost:(\d+)/.exec(String(banner))![1]}`;
      child.kill('SIGSTOP');
      let connected = 0;
      for (let i = 0; i < BURST; i++) sockets.push(openSocket(base).on('connect', () => connected++));
      // A connection that is not kept gets in when TCP retries, after a second and when there is room.
      await until(async () => connected === BURST);
    } finally {
      child.kill('SIGCONT');
      for (const socket of sockets) socket.destroy();
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  });
});
