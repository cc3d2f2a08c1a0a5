import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { renameSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openLog } from '../../src/config/log.ts';
import { openDatabase } from '../../src/db/database.ts';
import { readArchiver } from '../../src/postgres/read-archiver.ts';
import { runningEmbeddedUrl, startEmbedded } from '../../src/postgres/start.ts';
import { createSweep } from '../../src/retention/sweep.ts';
import { until } from '../support/harness.ts';
import { asOwner, type Victim } from '../support/kill.ts';

/** Runs `npm run admin -- …` on its own data directory. */
export async function admin(env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [new URL('../../src/admin.ts', import.meta.url).pathname, ...args], {
    env: { ...process.env, DATABASE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: code as number, out: out.trim(), err };
}

/** An integrator's server. It answers 500 where `sour` says so, and keeps the requests that it gets. */
export async function startKeeper(refuses: (event: any) => boolean) {
  const came: { event: string; delivery: string; about: string; at: number }[] = [];
  const server = createServer(async (request, response) => {
    const event = JSON.parse(await text(request)) as any;
    const delivery = String(request.headers['service-delivery-id']);
    came.push({ event: event.id, delivery, about: `${event.type} ${event.data.object.id}`, at: Date.now() });
    response.writeHead(refuses(event) ? 500 : 200).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    came,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

export type Answered = { readonly path: string; readonly body: object; readonly key: string; readonly answer: string };

/** Creates business of every kind in turn, and keeps each answer with its key. */
export async function trade(
  victim: Victim,
  key: string,
  wallets: readonly string[],
  rounds: number,
): Promise<Answered[]> {
  const answers: Answered[] = [];
  const post = async (path: string, body: object) => {
    const made = { path, body, key: crypto.randomUUID() };
    const { status, answer } = await send(victim, key, made);
    if (status >= 300) throw new Error(`${path} ${status} ${answer}`);
    answers.push({ ...made, answer });
    return JSON.parse(answer);
  };
  const [from, to] = wallets as [string, string];
  const oneOfEach = async (_: unknown, round: number) => {
    const money = { amount: 100 + round, currency: 'XOF' };
    await post('/wallets/transfer', { from, to, ...money });
    const { id } = await post('/payments', { ...money, customer: '+50937001234' });
    const items = [
      { recipient: to, amount: 3 },
      { recipient: '+50937001234', amount: 4 },
    ];
    await post('/payouts', { currency: 'XOF', items });
    await until(async () => (await read(victim, key, `/payments/${id}`)).status === 'succeeded');
    await post('/refunds', { payment: id, amount: 10 });
  };
  await Promise.all(Array.from({ length: rounds }, oneOfEach));
  return answers;
}

export async function send(victim: Victim, key: string, { path, body, key: idempotency }: Omit<Answered, 'answer'>) {
  const response = await fetch(victim.base + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': idempotency },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(15_000),
  });
  const replayed = response.headers.get('idempotent-replayed');
  return { status: response.status, replayed: replayed === 'true', answer: await response.text() };
}

export async function read(victim: Victim, key: string, path: string): Promise<any> {
  const response = await fetch(victim.base + path, { headers: { authorization: `Bearer ${key}` } });
  return response.json();
}

/** The database's clock, with nothing in flight on either side of it. */
export async function pauseAt(victim: Victim): Promise<string> {
  await sleep(300);
  const [row] = await asOwner(victim, 'SELECT clock_timestamp() AS at');
  await sleep(300);
  return (row!.at as Date).toISOString();
}

/**
 * Closes the current WAL segment and waits until it is in the archive. After three failures PostgreSQL waits a minute,
 * or for the next segment.
 */
export async function archiveAll(victim: Victim): Promise<void> {
  await asOwner(victim, `SELECT pg_logical_emit_message(true, 'drill', 'something to archive')`);
  const [row] = await asOwner(victim, 'SELECT pg_walfile_name(pg_switch_wal()) AS last');
  await until(async () => {
    const [state] = await asOwner(victim, 'SELECT last_archived_wal AS last FROM pg_stat_archiver');
    return String(state!.last) >= String(row!.last);
  });
}

/** The log lines of the service's archive check while there is no place to archive to. */
export async function failToArchive(victim: Victim, wal: string, meanwhile: () => Promise<void>): Promise<string> {
  renameSync(wal, `${wal}.away`);
  const db = openDatabase((await runningEmbeddedUrl(victim.dataDir))!, { max: 1 });
  try {
    await asOwner(victim, 'SELECT pg_switch_wal()');
    await until(async () => (await readArchiver(db)).stuck);
    const lines: string[] = [];
    const log = openLog('info', { write: (line) => void lines.push(line) });
    const documents = { put: async () => {}, get: async () => null, delete: async () => {} };
    await createSweep({ db, documents, telling: {} as never, log, steadyMs: 0 })(() => false);
    await meanwhile();
    return lines.join('');
  } finally {
    await db.close();
    renameSync(`${wal}.away`, wal);
  }
}

/** Queries a data directory that no service uses. */
export async function queryDirectory(dataDir: string, sql: string): Promise<Record<string, any>[]> {
  const { url, stop } = await startEmbedded({ dataDir });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
    await stop();
  }
}
