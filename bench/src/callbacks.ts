import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { request } from 'undici';
import { startEmbedded } from '../../service/src/postgres/start.ts';
import { readCpu } from './cpu.ts';
import { freePort } from './free-port.ts';
import { makeWorld, query, SECRET_KEY } from './world.ts';

/**
 * `node bench/src/callbacks.ts` measures the time from a provider's callback to the commit of `payment.succeeded`, at a
 * fixed rate of payments through the counterpart of MTN.
 */
const { values } = parseArgs({
  options: { rate: { type: 'string', default: '200' }, seconds: { type: 'string', default: '20' } },
});
const rate = Number(values.rate);
const seconds = Number(values.seconds);
const SLUG = 'mtn-bench';
const root = new URL('../../', import.meta.url).pathname;

type Row = { status: string; ms: number | null };

/** A payment that a poll settled before its callback has a negative time. */
const selectTimes = `
  SELECT p.status, extract(epoch FROM pg_xact_commit_timestamp(p.xmin) - c.received_at)::float8 * 1000 AS ms
  FROM payments p LEFT JOIN rail_callbacks c ON c.record = p.id`;

const directory = mkdtempSync(join(tmpdir(), 'rialto-bench-'));
chmodSync(directory, 0o755);
const children: ChildProcess[] = [];
const embedded = await startEmbedded({
  dataDir: join(directory, 'data'),
  // The commit's own time, to a microsecond.
  settings: { track_commit_timestamp: 'on' },
});
try {
  await measure();
} finally {
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')));
  await embedded.stop();
  rmSync(directory, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const world = await makeWorld(embedded.url, 'service');
  const counterpart = start('counterparts/src/main.ts', ['mtn-momo', '--port', '0'], {});
  const [line] = await once(createInterface({ input: counterpart.stdout! }), 'line');
  const { url, control, credentials } = JSON.parse(line);
  // Between two polls, so that the callback and not a poll brings the outcome.
  await post(`${control}/settings`, { successAfterMs: 3_000 });
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const env = { DATABASE_URL: world.url, SECRET_KEY, DATA_DIR: join(directory, 'data'), CALLBACK_URL: base };
  const settings = {
    ...env,
    PORT: `${port}`,
    RATE_LIMIT: 'off',
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    CURRENCIES: 'UGX,XOF',
  };
  await addRail(settings, url, credentials);
  const service = start('service/src/main.ts', [], settings);
  service.stdout!.resume();
  await ready(base);
  const cpu = () => readCpu(service.pid!, join(directory, 'data/postgres'));
  const before = cpu();
  await load(base, world.key);
  await settled(world.url);
  const after = cpu();
  const rows = await query<Row>(world.url, selectTimes);
  report(rows);
  const each = (used: number) => ((used / rows.length) * 1e3).toFixed(2);
  const [own, postgres] = [each(after.service - before.service), each(after.database - before.database)];
  console.log(`CPU per payment: ${own} ms service, ${postgres} ms PostgreSQL`);
}

function start(file: string, args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  const child = spawn(process.execPath, [join(root, file), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return child;
}

async function addRail(env: Readonly<Record<string, string>>, url: string, credentials: object): Promise<void> {
  const options = ['--slug', SLUG, '--country', 'UG', '--currency', 'UGX', '--mode', 'test', '--base-url', url];
  const args = [join(root, 'service/src/admin.ts'), 'rails', 'add', 'mtn-momo', ...options, '--credentials-file', '-'];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin!.end(JSON.stringify(credentials));
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`rails add ended with ${code}`);
}

async function ready(base: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++, await sleep(100)) {
    const answer = await fetch(`${base}/readyz`).catch(() => null);
    if (answer?.ok) return;
  }
  throw new Error('The service did not start');
}

async function post(url: string, body: object, headers: Record<string, string> = {}): Promise<number> {
  const { statusCode, body: answer } = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  await answer.dump();
  return statusCode;
}

/** An open loop: payments begin at their times, however long earlier ones take. */
async function load(base: string, key: string): Promise<void> {
  const began = performance.now();
  const open: Promise<void>[] = [];
  for (let n = 0; n < rate * seconds; n++) {
    const wait = began + (n / rate) * 1e3 - performance.now();
    if (wait > 0) await sleep(wait);
    const body = { amount: 1_000, currency: 'UGX', customer: `+25677${100 + (n % 900)}1234`, rail: SLUG };
    const headers = { authorization: `Bearer ${key}`, 'idempotency-key': randomUUID() };
    const sent = post(`${base}/api/v1/payments`, body, headers).then((status) => {
      if (status !== 201) throw new Error(`Expected 201: ${status}`);
    });
    open.push(sent);
  }
  await Promise.all(open);
}

async function settled(url: string): Promise<void> {
  const open = 'SELECT count(*)::int AS n FROM payments WHERE due_at IS NOT NULL';
  for (let tries = 0; tries < 500; tries++, await sleep(200)) {
    const [row] = await query<{ n: number }>(url, open);
    if (row!.n === 0) return;
  }
  throw new Error('Some payments are still open after 100 s');
}

function report(rows: readonly Row[]): void {
  const times = rows.flatMap(({ ms }) => (ms !== null && ms >= 0 ? [ms] : [])).sort((a, b) => a - b);
  const at = (part: number) => times[Math.min(Math.floor(times.length * part), times.length - 1)]!.toFixed(0);
  const succeeded = rows.filter(({ status }) => status === 'succeeded').length;
  console.log(`${rows.length} payments at ${rate} a second, ${succeeded} succeeded, ${times.length} by their callback`);
  console.log(`callback → payment.succeeded committed: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms`);
}
