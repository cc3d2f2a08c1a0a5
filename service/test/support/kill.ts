import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '../../src/db/database.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { findPostmaster, isAlive, send, stopPostmaster } from '../../src/postgres/postmaster.ts';
import { runningEmbeddedUrl } from '../../src/postgres/start.ts';
import { makeDataDir } from './data-dir.ts';
import { until } from './harness.ts';

const WRITERS = 32;
const WALLETS = 8;
const main = new URL('../../src/main.ts', import.meta.url).pathname;

/** The real service as a separate process, on its own embedded, durable PostgreSQL on disk. */
export type Victim = {
  readonly base: string;
  readonly dataDir: string;
  /** Contains the data directory. It is removed when the victim ends. */
  readonly directory: string;
  /** The demo key, read from the banner of the first start. */
  readonly key: string;
  start(): Promise<void>;
  /** The pid of the started process. */
  pid(): number;
  /** Sends SIGTERM. @returns its exit code */
  stop(): Promise<number | null>;
  /** kill -9 of the service. Its postgres is orphaned, and the next start takes it over. */
  killService(): Promise<void>;
  /** kill -9 of every postgres process at once. The service notices it and exits. */
  killDatabase(): Promise<void>;
  /** With `keep` the directory is kept. */
  end(options?: { keep?: boolean }): Promise<void>;
};

/** A directory that postgres can enter: it runs as another user where root runs the tests. */
export function makeDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'kill-'));
  chmodSync(directory, 0o755);
  return directory;
}

/** `more` overrides the test's own environment. */
export async function startVictim(more: Record<string, string> = {}, directory = makeDirectory()): Promise<Victim> {
  const dataDir = makeDataDir(join(directory, 'data'));
  const port = await freePort();
  let service: ChildProcess | undefined;
  let output = '';
  const start = async () => {
    const env = {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'silent',
      PASSWORD_MEMORY: '19',
      PASSWORD_PASSES: '2',
      NODE_OPTIONS: '',
      ...more,
    };
    const started = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    service = started;
    output = '';
    for (const stream of [started.stdout, started.stderr]) stream.on('data', (chunk) => (output += chunk));
    await until(async () => {
      if (started.exitCode !== null) throw new Error(`the service did not start: ${output}`);
      return output.includes('Rialto is ready');
    }, 60);
  };
  const gone = async () => {
    if (service && service.exitCode === null && service.signalCode === null) await once(service, 'exit');
  };
  const victim: Omit<Victim, 'key'> = {
    base: `http://127.0.0.1:${port}/api/v1`,
    dataDir,
    directory,
    start,
    pid: () => service!.pid!,
    stop: async () => {
      service!.kill('SIGTERM');
      await gone();
      return service!.exitCode;
    },
    killService: async () => {
      service!.kill('SIGKILL');
      await gone();
    },
    killDatabase: async () => {
      const postmaster = (await findPostmaster(join(dataDir, 'postgres')))!.pid;
      const processes = [postmaster, ...childrenOf(postmaster)];
      for (const pid of processes) send(pid, 'SIGKILL');
      await until(async () => !processes.some(isAlive), 30);
      await gone();
    },
    end: async ({ keep = false } = {}) => {
      service?.kill('SIGKILL');
      await gone();
      const left = await findPostmaster(join(dataDir, 'postgres'));
      if (left) await stopPostmaster(left.pid);
      if (!keep) rmSync(directory, { recursive: true, force: true });
    },
  };
  await start();
  // A later start of the same database does not print it.
  return { ...victim, key: /rs_test_\w+/.exec(output)?.[0] ?? '' };
}

/** Runs a statement as the database's owner, beside the service. */
export async function asOwner(victim: Victim, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: (await runningEmbeddedUrl(victim.dataDir))! });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

export type Writers = {
  /** Transfers that were answered 201: the id from the answer by their unique description. */
  readonly acknowledged: ReadonlyMap<string, string>;
  /** The number of requests whose first answer never came. They were sent again under their key. */
  readonly unknown: () => number;
  /** Resolves when this many more have been acknowledged. */
  progress(more: number): Promise<void>;
  /** Lets each writer finish what it has started. */
  stop(): Promise<void>;
};

/**
 * 32 clients, each with one transfer after the other. A request without an answer is repeated until it gets one. The
 * transfers have no reference, so only the idempotency key prevents a second effect of a repetition; `keyed` false
 * removes the key. `repeat` false gives up a request without an answer; `deaf` loses every first answer.
 */
export async function startWriters(
  victim: Victim,
  { keyed = true, repeat = true, deaf = false } = {},
): Promise<Writers> {
  const acknowledged = new Map<string, string>();
  let unknown = 0;
  let stopping = false;
  const post = (path: string, body: unknown, key?: string) =>
    fetch(victim.base + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${victim.key}`,
        'content-type': 'application/json',
        ...(key ? { 'idempotency-key': key } : {}),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(15_000),
    });
  const wallets = await Promise.all(
    Array.from({ length: WALLETS }, async () => {
      const { id } = (await (await post('/wallets', { currency: 'XOF' })).json()) as { id: string };
      assert.equal((await post(`/test/wallets/${id}/fund`, { amount: 1_000_000 })).status, 200);
      return id;
    }),
  );

  const transfer = async (name: string, from: string, to: string): Promise<void> => {
    for (let attempt = 1; ; attempt++) {
      try {
        const body = { from, to, amount: 7, currency: 'XOF', description: name };
        const response = await post('/wallets/transfer', body, keyed ? name : undefined);
        if (deaf && attempt === 1) continue;
        if (response.status === 201) {
          acknowledged.set(name, ((await response.json()) as { id: string }).id);
          return;
        }
        assert.ok(response.status >= 500, `${response.status} ${await response.text()}`);
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error;
      }
      if (attempt === 1) unknown++;
      if (!repeat) return;
      // A shorter wait would cost the service half a core while it starts.
      await sleep(250);
    }
  };
  const run = crypto.randomUUID().slice(0, 8);
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let n = 0; !stopping; n++) {
      const from = wallets[(writer + n) % WALLETS]!;
      const to = wallets[(writer + n + 1 + (writer % (WALLETS - 1))) % WALLETS]!;
      await transfer(`${run} ${writer} ${n}`, from, to);
      if (!repeat) await sleep(1);
    }
  });
  const ended = Promise.all(writers);
  ended.catch(() => {});
  return {
    acknowledged,
    unknown: () => unknown,
    progress: async (more) => {
      const goal = acknowledged.size + more;
      await Promise.race([until(async () => acknowledged.size >= goal, 60), ended]);
    },
    stop: async () => {
      stopping = true;
      await ended;
    },
  };
}

export type Account = {
  /** Acknowledged and not in the database, or there under another id. */
  readonly lost: string[];
  /** In the database more than once. */
  readonly doubled: string[];
  /** The findings of `checkLedger`. */
  readonly broken: string[];
};

/** Compares the answers that the writers got with the database. */
export async function settleAccounts(victim: Victim, acknowledged: ReadonlyMap<string, string>): Promise<Account> {
  const db = openDatabase((await runningEmbeddedUrl(victim.dataDir))!, { max: 1 });
  try {
    const text = 'SELECT description, array_agg(id) AS ids FROM transfers GROUP BY description';
    const rows = await db.query<{ description: string; ids: string[] }>({ name: 'all_transfers', text });
    const there = new Map(rows.map((row) => [row.description, row.ids]));
    return {
      lost: [...acknowledged].filter(([name, id]) => !there.get(name)?.includes(id)).map(([name]) => name),
      doubled: [...there].filter(([, ids]) => ids.length > 1).map(([name]) => name),
      broken: (await checkLedger(db)).map((finding) => finding.invariant),
    };
  } finally {
    await db.close();
  }
}

export const sound: Account = { lost: [], doubled: [], broken: [] };

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function seedFromEnvironment(): number {
  return Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
}

/** Reads Linux's /proc: tests that kill postgres run on Linux. Each thread has its own children. */
export function childrenOf(parent: number): number[] {
  try {
    return readdirSync(`/proc/${parent}/task`).flatMap((thread) => childrenOfThread(parent, thread));
  } catch {
    return [];
  }
}

/** None if the thread has ended. */
function childrenOfThread(parent: number, thread: string): number[] {
  try {
    const list = readFileSync(`/proc/${parent}/task/${thread}/children`, 'utf8');
    return list.split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await once(server.close(), 'close');
  return port;
}
