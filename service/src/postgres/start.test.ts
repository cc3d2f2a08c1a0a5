import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { makeDataDir } from '../../test/support/data-dir.ts';
import { inLongSuite } from '../../test/support/in-long-suite.ts';
import { findPostmaster, isAlive, stopPostmaster } from './postmaster.ts';
import { runningEmbeddedUrl, startEmbedded } from './start.ts';

const root = process.geteuid?.() === 0;
const settings = { fsync: 'off' };

let directory: string;
let dataDir: string;
const services: ChildProcess[] = [];

describe('embedded PostgreSQL', () => {
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'embedded-'));
    chmodSync(directory, 0o755);
    dataDir = join(directory, 'data');
  });

  afterEach(async () => {
    for (const service of services.splice(0)) service.kill('SIGKILL');
    const left = await findPostmaster(join(dataDir, 'postgres'));
    if (left) await stopPostmaster(left.pid);
    rmSync(directory, { recursive: true, force: true });
  });

  it('starts durable, keeps its data across a restart, and leaves nothing running', async () => {
    const first = await startEmbedded({ dataDir });
    const [setup] = await query(
      first.url,
      `SELECT current_setting('fsync') AS fsync, current_setting('data_checksums') AS checksums,
        current_setting('server_encoding') AS encoding, current_setting('listen_addresses') AS addresses,
        current_setting('wal_segment_size') AS log`,
    );
    const wanted = { fsync: 'on', checksums: 'on', encoding: 'UTF8', addresses: '127.0.0.1', log: '2MB' };
    assert.deepEqual(setup, wanted);
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    assert.equal(await runningEmbeddedUrl(dataDir), first.url);
    await first.stop();
    assert.equal(await runningEmbeddedUrl(dataDir), undefined);
    const second = await startEmbedded({ dataDir });
    assert.deepEqual(await query(second.url, 'SELECT answer FROM kept'), [{ answer: 42 }]);
    await second.stop();
  });

  it('accepts only its own password, by TCP and by socket', async () => {
    makeDataDir(dataDir);
    const { url, stop } = await startEmbedded({ dataDir, settings });
    const tcp = new URL(url);
    tcp.search = '';
    assert.deepEqual(await query(tcp.href, 'SELECT 1 AS one'), [{ one: 1 }]);
    for (const door of [new URL(url), tcp]) {
      door.password = 'guess';
      await assert.rejects(query(door.href, 'SELECT 1'), /password authentication failed/);
    }
    await stop();
  });

  it('refuses a second service on the data directory, naming the first', async () => {
    makeDataDir(dataDir);
    const { stop } = await startEmbedded({ dataDir, settings });
    await assert.rejects(startEmbedded({ dataDir, settings }), {
      name: 'StartupError',
      message: new RegExp(`pid ${process.pid}`),
    });
    const other = startService();
    const [code] = await once(other, 'exit');
    assert.equal(code, 1);
    await stop();
  });

  it('takes over the postgres of a service that was killed', async () => {
    const service = startService();
    const [output] = await once(service.stdout!, 'data');
    const orphan = await findPostmaster(join(dataDir, 'postgres'));
    service.kill('SIGKILL');
    await once(service, 'exit');
    const { url, stop } = await startEmbedded({ dataDir, settings });
    assert.equal(url, String(output).trim());
    assert.equal((await findPostmaster(join(dataDir, 'postgres')))?.pid, orphan?.pid);
    await stop();
    assert.equal(isAlive(orphan!.pid), false);
  });

  it('tells the service when postgres is killed, and recovers at the next start', async () => {
    makeDataDir(dataDir);
    const exit = Promise.withResolvers<void>();
    const { url, stop } = await startEmbedded({ dataDir, onExit: exit.resolve });
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    const { pid } = (await findPostmaster(join(dataDir, 'postgres')))!;
    process.kill(pid, 'SIGKILL');
    await exit.promise;
    await stop();
    const next = await startEmbedded({ dataDir });
    assert.deepEqual(await query(next.url, 'SELECT answer FROM kept'), [{ answer: 42 }]);
    await next.stop();
  });

  inLongSuite('starts when the pid of the last postgres belongs to another process', async () => {
    makeDataDir(dataDir);
    await (await startEmbedded({ dataDir, settings })).stop();
    const stranger = spawn('sleep', ['60'], { stdio: 'ignore' });
    services.push(stranger);
    const pidFile = join(dataDir, 'postgres/postmaster.pid');
    writeFileSync(pidFile, `${stranger.pid}\n${dataDir}/postgres\n1700000000\n5432\n\n127.0.0.1\n  1  1\nready\n`);
    await (await startEmbedded({ dataDir, settings })).stop();
    assert.equal(isAlive(stranger.pid!), true);
  });

  inLongSuite('starts again after an interrupted first start', async () => {
    const service = startService();
    while (globSync(join(dataDir, 'postgres.new-*/base/1')).length === 0) await sleep(5);
    service.kill('SIGKILL');
    await once(service, 'exit');
    assert.equal(existsSync(join(dataDir, 'postgres')), false);
    const { url, stop } = await startEmbedded({ dataDir, settings });
    assert.deepEqual(await query(url, 'SELECT 1 AS one'), [{ one: 1 }]);
    await stop();
    // On a busy machine the first start's initdb outlives it for seconds. A later start removes the files it wrote
    // meanwhile.
    const leftovers = () => globSync(join(dataDir, 'postgres.new-*'));
    for (let starts = 0; starts < 5 && leftovers().length > 0; starts++) {
      await sleep(2_000);
      await (await startEmbedded({ dataDir, settings })).stop();
    }
    assert.deepEqual(leftovers(), []);
  });

  inLongSuite('says which version made a cluster that it cannot open', async () => {
    makeDataDir(dataDir);
    await (await startEmbedded({ dataDir, settings })).stop();
    writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '16\n');
    await assert.rejects(startEmbedded({ dataDir }), {
      name: 'StartupError',
      message: /created by PostgreSQL 16, but this is PostgreSQL 18/,
    });
  });

  it('says why postgres did not start, in one line', async () => {
    const bad = startEmbedded({ dataDir, settings: { ...settings, shared_buffers: 'plenty' } });
    await assert.rejects(bad, { name: 'StartupError', message: /^postgres did not start in .*"shared_buffers".*$/ });
    await (await startEmbedded({ dataDir, settings })).stop();
  });

  it('reports that DATA_DIR is a file', async () => {
    writeFileSync(dataDir, '');
    await assert.rejects(startEmbedded({ dataDir }), { name: 'StartupError', message: /is not a directory/ });
  });

  inLongSuite('names the archive, and not DATA_DIR, when the archive is a file', async () => {
    const archive = join(directory, 'a-file');
    writeFileSync(archive, '');
    const message = `${archive} is not a directory`;
    await assert.rejects(startEmbedded({ dataDir, archive }), { name: 'StartupError', message });
  });

  inLongSuite('runs in a directory with any name, by its socket', async () => {
    dataDir = join(directory, `a b, "c" 'd' 100 %`);
    makeDataDir(dataDir);
    const { url, stop } = await startEmbedded({ dataDir, settings });
    assert.ok(new URL(url).searchParams.get('host')?.startsWith(dataDir));
    assert.deepEqual(await query(url, 'SELECT 1 AS one'), [{ one: 1 }]);
    assert.equal(await runningEmbeddedUrl(dataDir), url);
    await stop();
  });

  inLongSuite('runs below a directory that only root enters', { skip: !root && 'only root needs this' }, async () => {
    makeDataDir(dataDir);
    chmodSync(directory, 0o700);
    const { url, stop } = await startEmbedded({ dataDir, settings });
    assert.deepEqual(await query(url, 'SELECT 1 AS one'), [{ one: 1 }]);
    await stop();
  });

  inLongSuite('reports a full disk, and starts when there is space again', async (t) => {
    mkdirSync(dataDir);
    const mounted =
      root && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=12m,mode=755', 'tmpfs', dataDir]).status === 0;
    if (!mounted) return t.skip('mounting a small disk needs root and the right to mount');
    try {
      await assert.rejects(startEmbedded({ dataDir }), {
        name: 'StartupError',
        message: /the disk that holds .* is full/,
      });
      spawnSync('mount', ['-o', 'remount,size=200m', dataDir]);
      await (await startEmbedded({ dataDir })).stop();
      const free = spawnSync('dd', ['if=/dev/zero', `of=${dataDir}/ballast`, 'bs=64k']);
      assert.notEqual(free.status, 0);
      await assert.rejects(startEmbedded({ dataDir }), {
        name: 'StartupError',
        message: /the disk that holds .* is full/,
      });
    } finally {
      spawnSync('umount', [dataDir]);
    }
  });

  it('does not reveal the password', async () => {
    await (await startEmbedded({ dataDir, settings })).stop();
    assert.match(
      spawnSync('ls', ['-l', join(dataDir, 'postgres.password')], { encoding: 'utf8' }).stdout,
      /^-rw-------/,
    );
    const log = readFileSync(join(dataDir, 'postgres.start.log'), 'utf8');
    assert.equal(log.includes(readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim()), false);
  });
});

function startService(): ChildProcess {
  const program = `
    import { startEmbedded } from ${JSON.stringify(import.meta.resolve('./start.ts'))};
    const { url } = await startEmbedded({ dataDir: process.argv[1], settings: { fsync: 'off' } });
    console.log(url);
    setInterval(() => {}, 1000);`;
  const args = ['--input-type=module', '--eval', program, dataDir];
  const service = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  services.push(service);
  return service;
}

async function query(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
