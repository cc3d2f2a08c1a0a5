import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../service/test/support/harness.ts';
import { makeDirectory, randomFrom } from '../../service/test/support/kill.ts';
import { type DiskFault, makeBadDisk } from './bad-disk.ts';
import { judge, type Verdict } from './checker.ts';
import { type Bank, impatient, type Manners, perform, send, startClients } from './clients.ts';
import { type DeployedDatabase, type Deployment, deploy, type PlainNode } from './deployment.ts';
import { makeKey, type Receiver, startReceiver } from './merchant.ts';
import { type Arena, type Harm, harms, loseCheckpoint, rage } from './nemesis.ts';
import type { Sabotage } from './saboteur.ts';

export type Fire = {
  readonly seed: number;
  readonly clients: number;
  /** How long the nemesis works. */
  readonly seconds: number;
  readonly harms: readonly Harm[];
  readonly stops: readonly [number, number];
  /** Keeps the database on a tmpfs of this size. */
  readonly diskMib?: number;
  /** Keeps the database on a disk that can be broken, in this way. Needs a C compiler. */
  readonly badDisk?: DiskFault;
  /** For a control: that disk loses the last checkpoint, and the ledger is checked in that state. */
  readonly losesCheckpoint?: boolean;
  /** For the controls: seconds to wait for open records to finish. */
  readonly patience?: number;
  readonly sabotage?: Sabotage;
  readonly settings?: Readonly<Record<string, string>>;
};

export type Outcome = { readonly verdict: Verdict; readonly summary: string };

const RING = 8;
const SHOP = 8;
const FUNDS = 200_000;

/** A bank with many clients while everything under it breaks. @returns its state afterwards */
export async function runBank(fire: Fire): Promise<Outcome> {
  const random = randomFrom(fire.seed);
  const directory = makeDirectory();
  const dataDir = join(directory, 'data');
  const unmount = fire.diskMib ? mountSmall(dataDir, fire.diskMib) : () => {};
  const receiver = await startReceiver(randomFrom(fire.seed + 1));
  let deployment: Deployment | undefined;
  try {
    const env = { DATABASE_POOL: '6' };
    const { sabotage } = fire;
    const settings = { shared_buffers: '64MB', ...fire.settings };
    const disk = fire.badDisk ? makeBadDisk(directory, dataDir, fire.badDisk) : undefined;
    deployment = await deploy({ dataDir, nodes: 2, env, settings, sabotage, disk });
    await Promise.all(deployment.nodes.map((node) => node.start()));
    const bank = await openBank(deployment, deployment.nodes, receiver, random);
    const snapshots = watchSnapshots(deployment, bank);
    // A control may lose the most recent writes; the bank itself must not be among them.
    await deployment.ask('CHECKPOINT');
    const clients = startClients(bank, fire.clients);
    const arena: Arena = {
      deployment,
      bank,
      random,
      stops: fire.stops,
      smallDisk: fire.diskMib ? dataDir : null,
      badDisk: disk ?? null,
    };
    await sleep(500);
    const done = await rage(arena, fire.harms, fire.seconds).finally(() => clients.stop());
    const reads = await snapshots.stop();
    if (fire.losesCheckpoint) await loseCheckpoint(deployment, disk!);
    else await calm(deployment, bank, fire.patience ?? 120);
    const verdict = await judge(deployment, bank, receiver, fire.losesCheckpoint ? null : 300);
    const summary = summarize(bank, receiver, done, reads);
    return { verdict, summary };
  } finally {
    await deployment?.end();
    receiver.close();
    unmount();
    rmSync(directory, { recursive: true, force: true });
  }
}

export async function openBank(
  database: DeployedDatabase,
  nodes: readonly PlainNode[],
  receiver: Receiver,
  random: () => number,
  manners: Manners = impatient,
): Promise<Bank> {
  const key = await makeKey(database);
  const post = async (path: string, body: object) => {
    const idempotency = crypto.randomUUID();
    return until(async () => {
      const reply = await send(nodes[0]!, key, 'POST', path, body, idempotency);
      return reply && reply.status < 300 && JSON.parse(reply.text);
    }, 60);
  };
  const open = (currency: string, count: number) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const { id } = await post('/wallets', { currency });
        await post(`/test/wallets/${id}/fund`, { amount: FUNDS });
        return id as string;
      }),
    );
  const [ring, shop] = [await open('KES', RING), await open('XOF', SHOP)];
  await post('/webhooks', { url: receiver.url, events: ['*'] });
  const ringTotal = RING * FUNDS;
  return { nodes, key, ring, ringTotal, shop, random, history: [], faults: [], manners, reads: 0 };
}

/** Reads every balance in one statement, including the system's own, while there is a database to query. */
export function watchSnapshots(database: DeployedDatabase, bank: Bank) {
  let stopping = false;
  let reads = 0;
  const text = `
    SELECT w.currency, sum(b.posted)::int AS sum, min(b.posted - b.held) FILTER (WHERE w.owner_type <> 'system')::int AS least
    FROM balances b JOIN wallets w ON w.id = b.wallet_id GROUP BY w.currency`;
  const ended = (async () => {
    while (!stopping && database.isOpen()) {
      const rows = await database.ask(text).catch(() => []);
      for (const { currency, sum, least } of rows) {
        if (sum !== 0 || least < 0) bank.faults.push(`a snapshot of ${currency} sums to ${sum}, the least is ${least}`);
      }
      if (rows.length > 0) reads++;
      await sleep(100);
    }
  })();
  return {
    stop: async () => {
      stopping = true;
      await ended;
      return reads;
    },
  };
}

/** Starts new nodes with correct clocks. */
async function calm(deployment: Deployment, bank: Bank, seconds: number): Promise<void> {
  await deployment.startDatabase();
  await Promise.all(
    deployment.nodes.map(async (node) => {
      await node.kill();
      await node.start();
    }),
  );
  // The lease of a killed process expires after 30 s: no process is left that holds one.
  const expire = `UPDATE deliveries_open SET leased_until = now() WHERE leased_until > now() AND status = 'pending'`;
  await settle(deployment, bank, seconds, () => deployment.ask(expire));
}

/** Every unknown outcome is settled by its key, and open records finish. */
export async function settle(
  database: DeployedDatabase,
  bank: Bank,
  seconds: number,
  expireLeases: () => Promise<unknown> = async () => {},
): Promise<void> {
  const deadline = performance.now() + seconds * 1_000;
  const unsettled = () => bank.history.filter(({ state }) => state === 'info');
  while (unsettled().length > 0 && performance.now() < deadline) {
    for (const op of unsettled()) {
      if (performance.now() >= deadline) break;
      await perform(bank, op);
    }
  }
  const open = `
    SELECT (SELECT count(*) FROM deliveries WHERE status = 'pending')
         + (SELECT count(*) FROM payments WHERE status NOT IN ('succeeded', 'failed'))
         + (SELECT count(*) FROM refunds WHERE status = 'pending')
         + (SELECT count(*) FROM payouts WHERE status <> 'completed') AS count`;
  for (let round = 0; performance.now() < deadline; round++) {
    const [row] = await database.ask(open);
    if (Number(row!.count) === 0) return;
    if (round % 10 === 0) await expireLeases();
    await send(bank.nodes[0]!, bank.key, 'POST', '/test/clock/advance', { seconds: 7_200 });
    await sleep(500);
  }
}

function summarize(bank: Bank, receiver: Receiver, done: Map<Harm, number>, reads: number): string {
  const count = (state: string) => bank.history.filter((op) => op.state === state).length;
  const harm = [...done].map(([name, times]) => `${name} × ${times}`).join(', ');
  const unknown = bank.history.filter((op) => op.unknown > 0).length;
  return (
    `${count('ok')} ok, ${count('fail')} refused, ${unknown} of them unknown at first, ${bank.reads} reads, ` +
    `${reads} snapshots, ${receiver.got.size} events; ${harm}`
  );
}

const needsItsDisk: readonly Harm[] = [
  'a full disk',
  'a sync of the WAL fails',
  'a sync of the WAL lies',
  'a checkpoint fails to sync',
];
export const everyHarm = (Object.keys(harms) as Harm[]).filter((harm) => !needsItsDisk.includes(harm));

/** Whether this user may mount a tmpfs: root, where the machine permits it. */
export function mayMount(): boolean {
  const directory = makeDirectory();
  try {
    if (process.geteuid?.() !== 0) return false;
    mountSmall(join(directory, 'try'), 1)();
    return true;
  } catch {
    return false;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function mountSmall(path: string, mib: number): () => void {
  mkdirSync(path);
  const run = (command: string, ...args: string[]) => {
    const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  };
  run('mount', '-t', 'tmpfs', '-o', `size=${mib}m,mode=755`, 'tmpfs', path);
  return () => run('umount', '-l', path);
}
