// Measures the delivery worker's statements with 1 000 and 1 000 000 due deliveries: `node bench/src/claims.ts
// [--explain]`.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase, type Statement } from '../../service/src/db/database.ts';
import { transaction } from '../../service/src/db/transaction.ts';
import type { ClaimedDelivery } from '../../service/src/events/local-deliveries.ts';
import { startEmbedded } from '../../service/src/postgres/start.ts';
import { claimAll, claimNamed, nextDueDelivery, releaseDeliveries } from '../../service/src/webhooks/delivery-store.ts';
import { recordAttempts } from '../../service/src/webhooks/record.ts';
import { makeWorld, query } from './world.ts';

const ENDPOINTS = 1_000;
const CLAIM = 256;
const TIMES = 40;
const SIZES = [1_000, 1_000_000];

/** Inserts `count` due deliveries, each with its own event. A tenth of them go to the first endpoint. */
async function fill(url: string, world: number, count: number): Promise<void> {
  await query(
    url,
    `INSERT INTO webhook_endpoints (world, id, url, events, secret)
     SELECT ${world}, 'wbk_' || lpad(n::text, 26, '0'), 'http://127.0.0.1:9/', '{*}', '' FROM generate_series(1, ${ENDPOINTS}) n;
     INSERT INTO events SELECT ${world}, 'evt_' || lpad(n::text, 26, '0'), 'payment.succeeded', repeat('x', 600), now()
     FROM generate_series(1, ${count}) n;
     INSERT INTO deliveries (world, id, endpoint_id, event_id, event_type, next_attempt_at, created_at, updated_at)
     SELECT ${world}, 'dlv_' || lpad(n::text, 26, '0'),
            'wbk_' || lpad((CASE WHEN n % 10 = 0 THEN 1 ELSE 1 + n % ${ENDPOINTS} END)::text, 26, '0'),
            'evt_' || lpad(n::text, 26, '0'), 'payment.succeeded', now() - interval '1 hour' + n * interval '1 ms', now(), now()
     FROM generate_series(1, ${count}) n`,
  );
  await query(url, 'VACUUM ANALYZE');
}

type Timed = { median: number; slowest: number; rows: number };

async function time(run: () => Promise<number>): Promise<Timed> {
  const took: number[] = [];
  let rows = 0;
  for (let i = 0; i < TIMES; i++) {
    const from = performance.now();
    rows = await run();
    took.push(performance.now() - from);
  }
  took.sort((a, b) => a - b);
  return { median: took[TIMES >> 1]!, slowest: took.at(-1)!, rows };
}

const none: unknown[] = [[], [], []];
const turn = [0, 1, 2];

async function measure(db: Database, world: number): Promise<Map<string, Timed>> {
  const named = (count: number) => [
    Array(count).fill(world),
    Array.from({ length: count }, (_, i) => `wbk_${String(i + 1).padStart(26, '0')}`),
  ];
  const release = (rows: ClaimedDelivery[]) =>
    db.query(releaseDeliveries, [
      rows.map((row) => row.world),
      rows.map((row) => row.id),
      rows.map((row) => row.attempts_made),
    ]);
  let held: ClaimedDelivery[] = [];
  const claim = async (statement: Statement, values: unknown[]) => {
    held = await db.query<ClaimedDelivery>(statement, values);
    return held.length;
  };
  const timed = new Map<string, Timed>();
  // Between two claims the claimed deliveries are released; this time is not measured.
  const claiming = async (name: string, statement: Statement, values: unknown[]) => {
    const took: Timed[] = [];
    for (let i = 0; i < TIMES; i++) {
      const from = performance.now();
      const rows = await claim(statement, values);
      const ms = performance.now() - from;
      took.push({ median: ms, slowest: ms, rows });
      await release(held);
    }
    took.sort((a, b) => a.median - b.median);
    timed.set(name, { median: took[TIMES >> 1]!.median, slowest: took.at(-1)!.slowest, rows: took[0]!.rows });
  };
  await claiming('claim at all endpoints', claimAll, [CLAIM, ...none, 128, ...turn]);
  await claiming('claim at the endpoint with a tenth', claimNamed, [
    CLAIM,
    ...rooms(named(1)),
    128,
    ...turn,
    ...named(1),
  ]);
  await claiming('claim at 32 by name', claimNamed, [CLAIM, ...rooms(named(32)), 128, ...turn, ...named(32)]);
  timed.set('time of the next due delivery', await time(async () => (await db.query(nextDueDelivery)).length));
  await claim(claimAll, [CLAIM, ...none, 128, ...turn]);
  timed.set('release 256', await time(async () => (await release(held)).length));
  timed.set(
    'claim and record one batch',
    await recorded(db, (limit) => claim(claimAll, [limit, ...none, 128, ...turn]).then(() => held)),
  );
  return timed;
}

/** Each endpoint has room for 32. */
const rooms = ([worlds, ids]: unknown[][]): unknown[] => [worlds, ids, Array(ids!.length).fill(32)];

async function recorded(db: Database, claim: (limit: number) => Promise<ClaimedDelivery[]>): Promise<Timed> {
  const outcome = {
    responseStatus: 200,
    responseHeaders: { date: 'x' },
    responseBody: 'ok',
    error: null,
    durationMs: 5,
    retryAfterMs: null,
  };
  const requestHeaders = { 'content-type': 'application/json', 'service-signature': 'x'.repeat(80) };
  return time(async () => {
    const claimed = await claim(20);
    const attempts = claimed.map((delivery) => ({ delivery, at: new Date(), requestHeaders, outcome }));
    await transaction(db, async (tx) => recordAttempts(tx, attempts));
    return claimed.length;
  });
}

async function explain(db: Database, world: number): Promise<void> {
  const one = [[world], ['wbk_00000000000000000000000001']];
  const statements: [Statement, unknown[]][] = [
    [claimAll, [CLAIM, ...none, 128, ...turn]],
    [claimNamed, [CLAIM, ...rooms(one), 128, ...turn, ...one]],
    [nextDueDelivery, []],
  ];
  const client = await db.pool.connect();
  for (const [{ name, text }, values] of statements) {
    await client.query('BEGIN');
    const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) ${text}`, values as unknown[]);
    await client.query('ROLLBACK');
    console.log(`\n${name}\n${rows.map((row) => row['QUERY PLAN']).join('\n')}`);
  }
  client.release();
}

const directory = mkdtempSync(join(tmpdir(), 'rialto-claims-'));
chmodSync(directory, 0o755);
const embedded = await startEmbedded({ dataDir: join(directory, 'data') });
try {
  const results: Map<string, Timed>[] = [];
  for (const size of SIZES) {
    const { url, world } = await makeWorld(embedded.url, `claims_${size}`);
    await fill(url, world, size);
    const db = openDatabase(url, { max: 1, service: true });
    results.push(await measure(db, world));
    if (process.argv.includes('--explain')) await explain(db, world);
    await db.close();
  }
  const [small, large] = results as [Map<string, Timed>, Map<string, Timed>];
  console.log(
    `| statement | ms at ${SIZES[0]} (slowest) | ms at ${SIZES[1]} (slowest) | ratio |\n|---|---:|---:|---:|`,
  );
  for (const [name, a] of small) {
    const b = large.get(name)!;
    const cell = ({ median, slowest, rows }: Timed) => `${median.toFixed(2)} (${slowest.toFixed(1)}; ${rows} rows)`;
    console.log(`| ${name} | ${cell(a)} | ${cell(b)} | ${(b.median / a.median).toFixed(2)} |`);
  }
} finally {
  await embedded.stop();
  rmSync(directory, { recursive: true, force: true });
}
