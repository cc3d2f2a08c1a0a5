import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { newWebhookSecret } from '../../src/core/signature.ts';
import { transaction } from '../../src/db/transaction.ts';
import { emitEvents } from '../../src/events/emit.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { sealSecret } from '../../src/kernel/seal.ts';
import { startTestService, type TestService, testSecrets, until } from '../support/harness.ts';
import { randomFrom, seedFromEnvironment } from '../support/kill.ts';

const ENDPOINTS = 1_000;
const HOLES = ENDPOINTS / 20;
const DUE = 100_000;
const TURN_MS = 25;
const TURNS = 600;

/** Answers healthy endpoints at once, and black holes never. */
async function startReceiver(onReceipt: (event: string) => void) {
  const server = createServer((request, response) => {
    if (request.url === '/hole') return;
    onReceipt(String(request.headers['webhook-id']));
    request.resume().on('end', () => response.writeHead(200).end());
  });
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  return server;
}

/** Endpoint i has its own origin, a loopback address; the first ones are the black holes. */
async function addEndpoints({ db }: TestService, world: number, port: number): Promise<string[]> {
  const ids = Array.from({ length: ENDPOINTS }, () => newId('wbk'));
  const urls = ids.map((_, i) => `http://127.1.${i >> 7}.${1 + (i & 127)}:${port}/${i < HOLES ? 'hole' : 'well'}`);
  const sealed = sealSecret(
    newWebhookSecret((n) => Buffer.alloc(n, 7)),
    testSecrets.encryptionKey,
  );
  const text = `INSERT INTO webhook_endpoints (world, id, url, events, secret)
    SELECT $1, id, url, '{*}', $4 FROM unnest($2::text[], $3::text[]) AS n (id, url)`;
  await db.query({ name: 'add_endpoints', text }, [world, ids, urls, sealed]);
  return ids;
}

/** 20 due deliveries to each black hole, and 100 000 to the first. */
async function fillHoles({ db }: TestService, world: number, holes: readonly string[]): Promise<void> {
  const event = newId('evt');
  const values = [world, event];
  const insert = `INSERT INTO events VALUES ($1, $2, 'payment.succeeded', '{}', now())`;
  await db.query({ name: 'add_event', text: insert }, values);
  const text = `
    INSERT INTO deliveries (world, id, endpoint_id, event_id, event_type, next_attempt_at, created_at, updated_at)
    SELECT $1, 'dlv_' || gen_random_uuid(), e, $2, 'payment.succeeded', now(), now(), now()
    FROM unnest($3::text[]) WITH ORDINALITY AS n (e, i), generate_series(1, CASE WHEN i = 1 THEN ${DUE} ELSE 20 END)`;
  await db.query({ name: 'fill_holes', text }, [...values, holes]);
}

/** As autovacuum does within a minute: the cost of writing 100 000 rows must not be in the figures. */
async function tidy({ url }: TestService): Promise<void> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await owner.query('CHECKPOINT');
  await owner.query('VACUUM ANALYZE');
  await owner.end();
}

it('sick endpoints do not delay the healthy', { timeout: 300_000 }, async (t) => {
  const seed = seedFromEnvironment();
  t.diagnostic(`SEED=${seed}`);
  const random = randomFrom(seed);
  const committed = new Map<string, number>();
  const received = new Map<string, number>();
  const receiver = await startReceiver((event) => received.set(event, performance.now()));
  const service = await startTestService();
  const { world } = await service.merchant();
  const ids = await addEndpoints(service, world, (receiver.address() as AddressInfo).port);

  const emit = async () => {
    const id = ids[HOLES + Math.floor(random() * (ENDPOINTS - HOLES))]!;
    const [payload] = await transaction(service.db, async (tx) =>
      emitEvents(
        tx,
        [{ world, id, events: ['*'], status: 'enabled' }],
        [{ world, livemode: false, type: 'payment.succeeded', at: new Date(), object: '{}' }],
      ),
    );
    committed.set(JSON.parse(payload!).id, performance.now());
  };
  const p99 = async () => {
    committed.clear();
    for (let turn = 0; turn < TURNS; turn++) {
      await Promise.all([sleep(TURN_MS), emit(), emit(), emit(), emit()]);
    }
    // Longer than the first retry takes: on a machine that is too busy an attempt to a healthy endpoint may fail.
    await until(async () => [...committed.keys()].every((event) => received.has(event)), 60);
    const waits = [...committed].map(([event, at]) => (received.get(event) ?? Number.POSITIVE_INFINITY) - at);
    waits.sort((a, b) => a - b);
    t.diagnostic(
      [0.5, 0.9, 0.99, 0.999].map((q) => `p${q * 100} ${waits[Math.floor(waits.length * q)]!.toFixed(1)}`).join(' '),
    );
    assert.ok(Number.isFinite(waits.at(-1)), 'every event arrived');
    return waits[Math.floor(waits.length * 0.99)]!;
  };
  /** The median of three windows: a single window depends on the machine's other work once in two or three runs. */
  const usualP99 = async () => {
    const windows = [await p99(), await p99(), await p99()];
    return windows.sort((a, b) => a - b)[1]!;
  };

  try {
    await p99();
    await tidy(service);
    const without = await usualP99();
    await fillHoles(service, world, ids.slice(0, HOLES));
    await tidy(service);
    await service.db.query({ name: 'notify', text: 'NOTIFY rialto_work' });
    const withSick = await usualP99();
    t.diagnostic(
      `p99 ${without.toFixed(1)} ms without, ${withSick.toFixed(1)} ms with: ${(withSick / without).toFixed(2)}`,
    );
    const failed = `SELECT a -> 'error' AS error FROM deliveries d, unnest(d.attempts) a
      WHERE a ->> 'error' IS NOT NULL AND d.endpoint_id <> ALL ($1)`;
    const { rows } = await service.db.pool.query(failed, [ids.slice(0, HOLES)]);
    t.diagnostic(`${rows.length} attempts to healthy endpoints failed ${JSON.stringify(rows.slice(0, 3))}`);
    assert.ok(withSick / without <= 2);
  } finally {
    receiver.close();
    receiver.closeAllConnections();
    await service.stop();
  }
});
