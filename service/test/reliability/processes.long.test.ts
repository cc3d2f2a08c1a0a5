import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { findPostmaster, isAlive, send } from '../../src/postgres/postmaster.ts';
import { until } from '../support/harness.ts';
import {
  childrenOf,
  makeDirectory,
  settleAccounts,
  sound,
  startVictim,
  startWriters,
  type Victim,
} from '../support/kill.ts';

const WORKERS = 3;
const KILLS = 3;
const main = new URL('../../src/main.ts', import.meta.url).pathname;

describe(`${WORKERS} processes behind one port`, { skip: process.platform !== 'linux' }, () => {
  let victim: Victim;
  let base: string;
  before(async () => {
    victim = await startVictim({ WORKERS: String(WORKERS) });
    base = victim.base.replace('/api/v1', '');
  });
  after(() => victim.end());

  it('share the requests, and one /metrics covers all of them', async () => {
    await askUntilAllAnswered();
    const before = sum(await requestsOf('/readyz'));
    for (let i = 0; i < 20; i++) assert.equal(await ask('/readyz'), 200);
    assert.equal(sum(await requestsOf('/readyz')), before + 20);
  });

  it(`killed in turn under 32 writers: the others answer, another takes its place, the money is right`, async () => {
    const writers = await startWriters(victim);
    for (let kill = 0; kill < KILLS; kill++) {
      await writers.progress(50);
      const before = nodesOf(victim);
      assert.equal(before.length, WORKERS);
      const killed = before[kill % WORKERS]!;
      send(killed, 'SIGKILL');
      await until(async () => !isAlive(killed), 10);
      for (let i = 0; i < WORKERS * 2; i++) assert.equal(await ask('/readyz'), 200);
      await until(async () => nodesOf(victim).length === WORKERS, 30);
    }
    await writers.stop();
    assert.deepEqual(await settleAccounts(victim, writers.acknowledged), sound);
    await askUntilAllAnswered();
  });

  it('end with the first one, also after kill -9, and a new start continues the work', async () => {
    const nodes = nodesOf(victim);
    await victim.killService();
    await until(async () => !nodes.some(isAlive), 10);
    await victim.start();
    assert.equal(await ask('/readyz'), 200);
  });

  it('stop at SIGTERM, each of them and the database', async () => {
    const nodes = nodesOf(victim);
    assert.equal(await victim.stop(), 0);
    assert.equal(nodes.some(isAlive), false);
    assert.equal(await findPostmaster(join(victim.dataDir, 'postgres')), undefined);
  });

  /** On its own connection, which fetch cannot do. */
  const get = async (path: string) => {
    const [response] = (await once(request(base + path, { agent: false }).end(), 'response')) as [IncomingMessage];
    return { status: response.statusCode, body: await text(response) };
  };
  const ask = async (path: string) => (await get(path)).status;

  /** Waits until each process has answered, by its number: a new one has the number of the one that it replaced. */
  const askUntilAllAnswered = () =>
    until(async () => {
      const statuses = await Promise.all(Array.from({ length: 64 }, () => ask('/healthz')));
      assert.deepEqual(new Set(statuses), new Set([200]));
      return Object.keys(await requestsOf('/healthz')).join() === '1,2,3';
    }, 30);

  /** The number of requests to each process for a path. */
  const requestsOf = async (path: string) => {
    const { body } = await get('/metrics');
    const counts = body.matchAll(/^rialto_http_request_duration_seconds_count\{(.*)\} (\d+)$/gm);
    const ofPath = [...counts].filter(([, labels]) => labels!.includes(`route="${path}"`));
    return Object.fromEntries(
      ofPath.map(([, labels, count]) => [/process="(\d+)"/.exec(labels!)![1], Number(count)]).sort(),
    );
  };
});

describe('processes that cannot start', { skip: process.platform !== 'linux' }, () => {
  it('report the reason once', async () => {
    const directory = makeDirectory();
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    try {
      const { port } = taken.address() as { port: number };
      const settings = { WORKERS: '3', DATA_DIR: join(directory, 'data'), PORT: String(port), NODE_OPTIONS: '' };
      const service = spawn(process.execPath, [main], { env: { ...process.env, ...settings } });
      let output = '';
      for (const stream of [service.stdout, service.stderr]) stream.on('data', (chunk) => (output += chunk));
      const [code] = await once(service, 'close');
      assert.equal(code, 1);
      assert.equal(output, `rialto: port ${port} on 127.0.0.1 is in use. Set PORT to another port\n`);
      assert.equal(await findPostmaster(join(directory, 'data/postgres')), undefined);
    } finally {
      taken.close();
      rmSync(directory, { recursive: true, force: true });
    }
  });
});

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0);

/** The processes that answer; the first one's other child is postgres. */
function nodesOf(victim: Victim): number[] {
  return childrenOf(victim.pid()).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(main);
    } catch {
      // It has ended since it was listed.
      return false;
    }
  });
}
