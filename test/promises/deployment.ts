import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findPostmaster, isAlive, send } from '../../service/src/postgres/postmaster.ts';
import { type Embedded, startEmbedded } from '../../service/src/postgres/start.ts';
import { makeDataDir } from '../../service/test/support/data-dir.ts';
import { until } from '../../service/test/support/harness.ts';
import { childrenOf, freePort } from '../../service/test/support/kill.ts';
import { startProxy, type Wire } from '../../service/test/support/proxy.ts';
import type { BadDisk } from './bad-disk.ts';
import type { Point, Sabotage } from './saboteur.ts';

export const SECRET_KEY = 'a fixed secret for the tests of promises only';
const main = new URL('../../service/src/main.ts', import.meta.url).pathname;
/** As npm start has it: compiling is most of the cost of a start. */
const cache = { NODE_COMPILE_CACHE: new URL('../../node_modules/.cache/node', import.meta.url).pathname };
const saboteur = new URL('./saboteur.ts', import.meta.url).pathname;

/** A process of the service. */
export type PlainNode = {
  readonly base: string;
  isUp(): boolean;
  /** `program` is the entry of another version. */
  start(more?: { wrongByMs?: number; program?: string }): Promise<void>;
  kill(): Promise<void>;
  /** Sends SIGTERM, and waits for the work in flight. @returns its exit code */
  stop(): Promise<number>;
  /** The node kills itself when it reaches this point. */
  arm(point: Point): void;
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
};
/** The wire is its connection to the database. */
export type Node = PlainNode & { readonly wire: Wire };

/** The database of a deployment, for those that look at it from outside. */
export type DeployedDatabase = {
  /** The database's present URL, without a wire between. */
  url(): string;
  ask<Row = Record<string, any>>(sql: string, values?: unknown[]): Promise<Row[]>;
  isOpen(): boolean;
};

export type Deployment = DeployedDatabase & {
  readonly nodes: readonly Node[];
  readonly cluster: string;
  /** kill -9 of the postmaster and every backend. */
  killDatabase(): Promise<void>;
  /** Starts the database where it does not run, and waits for one that is recovering by itself. */
  startDatabase(): Promise<void>;
  end(): Promise<void>;
};

export type DeploymentOptions = {
  readonly dataDir: string;
  readonly nodes: number;
  readonly settings?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly sabotage?: Sabotage | undefined;
  /** The disk of the database's WAL, where it is to break. */
  readonly disk?: BadDisk | undefined;
};

/** Several nodes on one durable database on disk, each with its own wire. */
export async function deploy({ dataDir, nodes: count, settings = {}, env = {}, sabotage, disk }: DeploymentOptions) {
  const startPostgres = async () => {
    await disk?.launch(settings);
    return startEmbedded({ dataDir: makeDataDir(dataDir), settings });
  };
  let database: Embedded = await startPostgres();
  let open = true;
  const nodes: Node[] = [];
  for (let i = 0; i < count; i++) {
    const wire = await startProxy(database.url);
    const node = await makeNode(wire.url, { ...env, ...(sabotage ? { SABOTAGE: sabotage } : {}) });
    nodes.push({ ...node, wire });
  }
  const cluster = join(dataDir, 'postgres');
  const deployment: Deployment = {
    nodes,
    cluster,
    url: () => database.url,
    killDatabase: async () => {
      const postmaster = await findPostmaster(cluster);
      if (!postmaster) return;
      const processes = [postmaster.pid, ...childrenOf(postmaster.pid)];
      for (const pid of processes) send(pid, 'SIGKILL');
      await until(async () => !processes.some(isAlive), 30);
    },
    startDatabase: async () => {
      if (await answers(database.url)) return;
      await until(async () => !(await findPostmaster(cluster)) || answers(database.url), 60);
      if (await answers(database.url)) return;
      await database.stop();
      database = await startPostgres();
      for (const { wire } of nodes) wire.aim(database.url);
    },
    ask: async (sql, values) => {
      const client = new pg.Client({ connectionString: database.url, connectionTimeoutMillis: 5_000 });
      client.on('error', () => {});
      await client.connect();
      try {
        return (await client.query(sql, values)).rows;
      } finally {
        await client.end();
      }
    },
    isOpen: () => open,
    end: async () => {
      open = false;
      await Promise.all(nodes.map((node) => node.kill()));
      await Promise.all(nodes.map(({ wire }) => wire.close()));
      await database.stop();
    },
  };
  return deployment;
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** A node on this database. It does not run yet. */
export async function makeNode(url: string, env: Readonly<Record<string, string>>): Promise<PlainNode> {
  const port = await freePort();
  let child: ChildProcess | null = null;
  const running = () => child !== null && child.exitCode === null && child.signalCode === null;
  const gone = async () => {
    if (running()) await once(child!, 'exit');
  };
  return {
    base: `http://127.0.0.1:${port}/api/v1`,
    isUp: running,
    start: async ({ wrongByMs = 0, program = main } = {}) => {
      const settings = { ROLE: 'all', PORT: String(port), RATE_LIMIT: 'off', DEMO: 'off', LOG_LEVEL: 'fatal' };
      const sabotage = { SABOTEUR: 'on', CLOCK_WRONG_BY_MS: String(wrongByMs), NODE_OPTIONS: `--import=${saboteur}` };
      const payouts = { PAYOUT_PENDING_SECONDS: '0' };
      const place = { DATABASE_URL: url, SECRET_KEY };
      const started = spawn(process.execPath, [program], {
        env: { ...process.env, ...settings, ...payouts, ...sabotage, ...place, ...cache, ...env },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      });
      child = started;
      let output = '';
      for (const stream of [started.stdout!, started.stderr!]) stream.on('data', (chunk) => (output += chunk));
      while (!output.includes('Rialto is ready')) {
        if (started.exitCode !== null || started.signalCode !== null)
          throw new Error(`the node did not start: ${output}`);
        await sleep(20);
      }
    },
    kill: async () => {
      if (running()) child!.kill('SIGKILL');
      await gone();
    },
    stop: async () => {
      if (running()) child!.kill('SIGTERM');
      await gone();
      return child!.exitCode ?? 1;
    },
    arm: (point) => {
      if (running() && child!.connected) child!.send(point, () => {});
    },
    signal: (name) => {
      if (running()) child!.kill(name);
    },
  };
}
