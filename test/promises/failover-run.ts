import { cpSync, globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../service/test/support/harness.ts';
import { makeDirectory, randomFrom } from '../../service/test/support/kill.ts';
import { ask } from '../../service/test/support/standby-pair.ts';
import { openBank, settle, watchSnapshots } from './bank.ts';
import { compareRecords, judge, type Verdict } from './checker.ts';
import { type Answer, type Bank, startClients } from './clients.ts';
import { type Cluster, startCluster } from './cluster.ts';
import type { Driver } from './cluster-config.ts';
import { type Probe, startProbe } from './cluster-probe.ts';
import { type DeployedDatabase, makeNode, type PlainNode } from './deployment.ts';
import type { Strike } from './failover-faults.ts';
import { type Receiver, startReceiver } from './merchant.ts';

export type DrillOptions = {
  readonly seed: number;
  readonly driver: Driver;
  readonly synchronous: boolean;
};

/** The seconds without an acknowledged write, of those clients whose node finds the primary in this way. */
export type Gaps = { readonly proxy: number; readonly list: number };

export type Lost = {
  readonly bank: readonly string[];
  /** Events that a receiver has. */
  readonly phantoms: readonly string[];
  /** Rows that were written past the service. */
  readonly probe: readonly string[];
};
export const nothingLost: Lost = { bank: [], phantoms: [], probe: [] };

export type Drill = {
  /** Does a harm, and waits until the cluster and the nodes work. */
  strike(name: string, harm: (strike: Strike) => Promise<void>): Promise<Gaps>;
  /** The same, for a control. @returns whether the nodes have stopped, because they miss their own transactions */
  strikeHard(harm: (strike: Strike) => Promise<void>): Promise<boolean>;
  /** All that was acknowledged or told, and is not in the database now. */
  lost(): Promise<Lost>;
  /** Stops the clients, settles what is unknown, and compares everything. */
  finish(): Promise<{ verdict: Verdict; probe: string[]; summary: string }>;
  end(): Promise<void>;
};

const CLIENTS = 32;
const MOST_MS = 30_000;
/** Full speed would take both cores from the cluster. */
const PAUSE_MS = 100;
const REPEAT_MS = 250;

/** 32 clients of two nodes: one finds the primary by HAProxy, the other by a list of the hosts. */
export async function openDrill({ seed, ...options }: DrillOptions): Promise<Drill> {
  const random = randomFrom(seed);
  const directory = makeDirectory();
  const receiver = await startReceiver(randomFrom(seed + 1));
  let cluster: Cluster | undefined;
  const nodes: PlainNode[] = [];
  const end = async () => {
    await Promise.all(nodes.map((node) => node.kill()));
    await cluster?.end();
    receiver.close();
    keepLogs(directory);
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    cluster = await startCluster({ directory, ...options });
    const env = { DATABASE_POOL: '6' };
    for (const url of [cluster.url, cluster.listUrl]) nodes.push(await makeNode(url, env));
    await Promise.all(nodes.map((node) => node.start()));
    return await runOn(cluster, nodes, receiver, random, end);
  } catch (error) {
    await end();
    throw error;
  }
}

/** FAILOVER_LOGS is a folder for what Patroni, PostgreSQL, etcd and HAProxy have written. */
function keepLogs(directory: string): void {
  const folder = process.env.FAILOVER_LOGS;
  if (!folder) return;
  for (const file of globSync('*/*.log', { cwd: directory })) cpSync(join(directory, file), join(folder, file));
}

type Watch = { harm: string; readonly writes: number[][]; readonly statuses: Map<string, number>; longest: number };

async function runOn(
  cluster: Cluster,
  nodes: readonly PlainNode[],
  receiver: Receiver,
  random: () => number,
  end: () => Promise<void>,
): Promise<Drill> {
  const { url } = cluster;
  let open = true;
  const database: DeployedDatabase = {
    url: () => url,
    ask: async (sql, values) => (await ask(url, sql, values)) as any,
    isOpen: () => open,
  };
  const watch: Watch = { harm: 'no harm', writes: nodes.map(() => []), statuses: new Map(), longest: 0 };
  const onAnswer = (answer: Answer) => record(watch, bank, answer);
  const manners = {
    patienceMs: 2 * MOST_MS,
    pauseMs: PAUSE_MS,
    repeatMs: REPEAT_MS,
    repeats: Number.POSITIVE_INFINITY,
    pinned: true,
    onAnswer,
  };
  const bank = await openBank(database, nodes, receiver, random, manners);
  const probe = await startProbe(cluster, await cluster.healthy());
  const snapshots = watchSnapshots(database, bank);
  const clients = startClients(bank, CLIENTS);
  const quiet = async () => {
    await clients.stop();
    await probe.stop();
    await snapshots.stop();
  };
  const work = (orElse?: () => Promise<boolean>) => progress(watch.writes, orElse);
  const stopped = async () => {
    const texts = await Promise.all(nodes.map(async (node) => (await readiness(node)).text));
    return texts.every((text) => text.includes('lost transactions'));
  };
  await work();
  return {
    strike: async (name, harm) => {
      const roles = await cluster.healthy();
      const from = performance.now();
      watch.harm = name;
      await harm({ cluster, roles });
      await cluster.healthy();
      await work();
      for (const node of nodes) await until(async () => node.isUp() && (await readiness(node)).status === 200, 90);
      watch.harm = `after ${name}`;
      const [proxy, list] = watch.writes.map((times) => longestGap(times, from));
      return { proxy: proxy!, list: list! };
    },
    strikeHard: async (harm) => {
      await harm({ cluster, roles: await cluster.healthy() });
      await cluster.healthy();
      await work(stopped);
      return stopped();
    },
    lost: async () => {
      // Only those that were acknowledged before the database is asked.
      const known = bank.history.filter(({ state }) => state === 'ok');
      const told = [...receiver.got.keys()];
      const phantoms = await database.ask('SELECT unnest($1::text[]) AS id EXCEPT SELECT id FROM events', [told]);
      const { lost } = await compareRecords(database, known);
      return { bank: lost, phantoms: phantoms.map(({ id }) => id), probe: await probe.lost() };
    },
    finish: async () => {
      await quiet();
      await settle(database, bank, 300);
      const verdict = await judge(database, bank, receiver, 300);
      return { verdict, probe: await probe.lost(), summary: summarize(watch, bank, probe, receiver) };
    },
    end: async () => {
      open = false;
      const stopped = quiet();
      await end();
      await stopped;
    },
  };
}

/** 402 and 422 refuse a transfer or refund of too much. */
const allowed = new Set([402, 409, 422, 429, 503]);

function record(watch: Watch, bank: Bank, { node, method, path, status, ms }: Answer): void {
  const { harm, statuses } = watch;
  statuses.set(`${status}`, (statuses.get(`${status}`) ?? 0) + 1);
  watch.longest = Math.max(watch.longest, ms);
  const good = status !== null && status >= 200 && status < 300;
  if (ms > MOST_MS) bank.faults.push(`${harm}: ${path} was answered ${status} after ${Math.round(ms)} ms`);
  else if (!good && !allowed.has(status ?? 0)) bank.faults.push(`${harm}: ${path} was answered ${status}`);
  if (good && method === 'POST') watch.writes[node]!.push(performance.now());
}

/** Waits for work at each node, so that every harm meets a busy bank. */
async function progress(writes: readonly number[][], orElse = async () => false): Promise<void> {
  const goals = writes.map((times) => times.length + 30);
  await until(async () => goals.every((goal, i) => writes[i]!.length >= goal) || (await orElse()), 120);
}

async function readiness({ base }: PlainNode) {
  try {
    const response = await fetch(new URL('/readyz', base), { signal: AbortSignal.timeout(6_000) });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    return { status: 0, text: String(error) };
  }
}

/** The longest time between two writes that ended after `from`, in seconds. */
function longestGap(times: readonly number[], from: number): number {
  const first = Math.max(
    1,
    times.findIndex((time) => time >= from),
  );
  const gaps = times.slice(first).map((time, i) => time - times[first + i - 1]!);
  return Math.max(0, ...gaps) / 1_000;
}

function summarize({ statuses, longest }: Watch, bank: Bank, probe: Probe, receiver: Receiver): string {
  const count = (state: string) => bank.history.filter((op) => op.state === state).length;
  const answers = [...statuses].map(([status, times]) => `${status}: ${times}`).join(', ');
  const unknown = bank.history.filter((op) => op.unknown > 0).length;
  return (
    `${count('ok')} acknowledged, ${count('fail')} refused, ${unknown} unknown at first, ${bank.reads} reads, ` +
    `${receiver.got.size} events, ${probe.acknowledged.size} rows of the probe; answers ${answers}; ` +
    `the longest took ${(longest / 1_000).toFixed(1)} s`
  );
}
