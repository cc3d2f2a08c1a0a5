import { randomUUID } from 'node:crypto';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Database, openDatabase } from '../../service/src/db/database.ts';
import { once } from '../../service/src/idempotency/once.ts';
import { selectWorld, type WorldRow } from '../../service/src/integrations/store.ts';
import type { Caller } from '../../service/src/kernel/command.ts';
import { newId } from '../../service/src/kernel/new-id.ts';
import { startEmbedded } from '../../service/src/postgres/start.ts';
import { closeBatch } from '../../service/src/seal/close-batch.ts';
import { createTransfers, loadTransfers } from '../../service/src/transfers/create.ts';
import { CURRENCY, drawTransfers } from './transfers.ts';
import { makeWorld, type World } from './world.ts';

/**
 * The cost of the seal for a transfer: batches of 256 transfers, without HTTP, in two databases of one PostgreSQL. One
 * has the migrations of the seal, and everything is sealed within the window. The windows alternate. Only CPU time is
 * compared, of this process and of the two backends, so other programs on the machine disturb little.
 *
 *     node bench/src/seal.ts [pairs] [batches in a window]
 */
const BATCH = 256;
const OF_THE_SEAL = /^00(77|78)_/;
const pairs = Number(process.argv[2] ?? 12);
const batches = Number(process.argv[3] ?? 24);

/** CPU milliseconds of a backend: /proc's schedstat counts nanoseconds. */
const backendMs = (pid: number) => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
function ownMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}

type Side = {
  readonly db: Database;
  readonly pid: number;
  readonly run: () => Promise<void>;
  readonly sealed: boolean;
};

async function openSide(world: World, sealed: boolean): Promise<Side> {
  // One connection, so one backend has all of the work.
  const db = openDatabase(world.url, { max: 1, role: 'rialto_service', service: true });
  const text = 'SELECT pg_backend_pid() AS pid';
  const [row] = await db.query<{ pid: number }>({ name: 'bench_pid', text });
  const [integration] = await db.query<WorldRow>(selectWorld, ['bench', false]);
  const owner = { type: 'merchant' as const, id: integration!.merchant_id };
  const scopes: Caller['scopes'] = new Set();
  const caller: Caller = {
    ...{ kind: 'key', id: newId('key'), world: world.world, livemode: false, owner, scopes, person: null },
  };
  const transfer = once(db, createTransfers, {
    ...{ status: 201, docBase: '', load: loadTransfers },
    onError: (error) => {
      throw error;
    },
  });
  const draw = drawTransfers(world.wallets, 'spread', 1);
  const one = async () => {
    const input = { ...draw(), currency: CURRENCY };
    const idempotency = { key: randomUUID(), fingerprint: Buffer.from(JSON.stringify(input)) };
    const { status } = await transfer({ caller, input, requestId: newId('req'), idempotency });
    if (status !== 201) throw new Error(`a transfer was answered ${status}`);
  };
  const run = async () => {
    for (let n = 0; n < batches; n++) await Promise.all(Array.from({ length: BATCH }, one));
    if (sealed) while ((await closeBatch(db, 0)) > 0);
  };
  return { db, pid: row!.pid, run, sealed };
}

/** CPU microseconds of a transfer, in PostgreSQL and here. */
async function measure({ pid, run }: Side): Promise<{ database: number; node: number }> {
  const [database, node] = [backendMs(pid), ownMs()];
  await run();
  const each = 1e3 / (batches * BATCH);
  return { database: (backendMs(pid) - database) * each, node: (ownMs() - node) * each };
}

const median = (values: readonly number[]) => {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
};

/** The service's migrations without those of the seal. */
function migrationsWithout(directory: string): URL {
  const from = new URL('../../service/migrations/', import.meta.url);
  const to = join(directory, 'migrations');
  mkdirSync(to);
  for (const file of readdirSync(from).filter((name) => !OF_THE_SEAL.test(name)))
    copyFileSync(new URL(file, from), join(to, file));
  return pathToFileURL(`${to}/`);
}

const directory = mkdtempSync(join(tmpdir(), 'rialto-bench-seal-'));
chmodSync(directory, 0o755);
const embedded = await startEmbedded({ dataDir: join(directory, 'data'), settings: {} });
try {
  const sides = [
    await openSide(await makeWorld(embedded.url, 'sealed'), true),
    await openSide(await makeWorld(embedded.url, 'unsealed', undefined, migrationsWithout(directory)), false),
  ] as const;
  for (const side of sides) for (let i = 0; i < 3; i++) await measure(side);
  const differences: number[] = [];
  const costs: number[] = [];
  const ratios: number[] = [];
  for (let i = 0; i < pairs; i++) {
    const order = i % 2 === 0 ? sides : sides.toReversed();
    const found = new Map<boolean, { database: number; node: number }>();
    for (const side of order) found.set(side.sealed, await measure(side));
    const [on, off] = [found.get(true)!, found.get(false)!];
    const [with_, without] = [on.database + on.node, off.database + off.node];
    differences.push(with_ - without);
    costs.push(without);
    ratios.push(with_ / without);
    const show = ({ database, node }: typeof on) => `${database.toFixed(1)} + ${node.toFixed(1)}`;
    console.log(`pair ${i + 1}: sealed ${show(on)} µs, unsealed ${show(off)} µs, ${ratios.at(-1)!.toFixed(3)}`);
  }
  console.log(
    `median of ${pairs} pairs: unsealed ${median(costs).toFixed(1)} µs a transfer (PostgreSQL + Node, no HTTP), ` +
      `the seal adds ${median(differences).toFixed(1)} µs, ratio ${median(ratios).toFixed(3)}`,
  );
  for (const { db } of sides) await db.close();
} finally {
  await embedded.stop();
  rmSync(directory, { recursive: true, force: true });
}
