import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { migrate } from '../../src/db/migrate.ts';
import { giveTo, type SystemAccount, spawnAs, writeFor } from '../../src/postgres/account.ts';
import { streamBaseBackup } from '../../src/postgres/base-backup.ts';
import { findBinaries } from '../../src/postgres/binaries.ts';
import { readPassword } from '../../src/postgres/cluster.ts';
import { isAlive, readPostmaster, send, stopPostmaster } from '../../src/postgres/postmaster.ts';
import { openDataDir, startEmbedded } from '../../src/postgres/start.ts';
import { makeDataDir } from './data-dir.ts';
import { until } from './harness.ts';
import { childrenOf, freePort, makeDirectory } from './kill.ts';
import { startProxy, type Wire } from './proxy.ts';

const small = { fsync: 'off', shared_buffers: '16MB', min_wal_size: '32MB', max_connections: '40' };

/** A primary and its standby, each an embedded PostgreSQL. */
export type Pair = {
  readonly primary: string;
  readonly standby: string;
  /** Replication passes through here. */
  readonly replication: Wire;
  /** Waits until the standby has confirmed all that the primary has written. */
  inStep(): Promise<void>;
  /** kill -9 of every process of the primary. */
  kill(): Promise<void>;
  /** SIGSTOP of every process of the primary. */
  freeze(): void;
  thaw(): void;
  /** The standby becomes a primary. */
  promote(): Promise<void>;
  end(): Promise<void>;
};

export type Template = { readonly directory: string; remove(): void };

/** A migrated cluster that does not run. Each pair is a copy, which takes less time than the migrations. */
export async function makeTemplate(): Promise<Template> {
  const directory = makeDirectory();
  const embedded = await startEmbedded({ dataDir: makeDataDir(join(directory, 'data')), settings: small });
  await migrate(embedded.url);
  await embedded.stop();
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

/** `synchronous`: COMMIT waits for the standby. */
export async function startPair(template: Template, synchronous: boolean): Promise<Pair> {
  const directory = makeDirectory();
  const dataDir = join(directory, 'primary');
  // It keeps the owner, who is another user where root runs the tests.
  execFileSync('cp', ['-a', join(template.directory, 'data'), dataDir]);
  const names = { synchronous_standby_names: synchronous ? '*' : '' };
  const embedded = await startEmbedded({ dataDir, settings: { ...small, ...names } });
  const primary = overTcp(embedded.url);
  const replication = await startProxy(primary);
  const standby = await startStandby(join(directory, 'standby'), dataDir, primary, replication.url);
  const postmaster = readPostmaster(join(dataDir, 'postgres'))!.pid;
  // The postmaster first, so that a frozen one makes no further process.
  const signal = (name: NodeJS.Signals) => {
    const all = [postmaster, ...childrenOf(postmaster)];
    for (const pid of all) send(pid, name);
    return all;
  };
  const pair: Pair = {
    primary,
    standby: standby.url,
    replication,
    inStep: async () => {
      const sql = `SELECT count(*)::int AS count FROM pg_stat_replication WHERE replay_lsn = pg_current_wal_lsn()
        AND (sync_state = 'sync' OR NOT $1)`;
      await until(async () => (await ask(primary, sql, [synchronous]))[0]!.count === 1);
    },
    kill: async () => {
      const all = signal('SIGKILL');
      await until(async () => !all.some(isAlive));
    },
    freeze: () => void signal('SIGSTOP'),
    thaw: () => void signal('SIGCONT'),
    promote: async () => void (await ask(standby.url, 'SELECT pg_promote(true, 30)')),
    end: async () => {
      pair.thaw();
      await replication.close();
      await Promise.all([stopPostmaster(standby.pid), embedded.stop()]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
  await pair.inStep();
  return pair;
}

export async function ask(url: string, sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // The query reports the end of its connection.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** Proxies need TCP. */
function overTcp(url: string): string {
  const tcp = new URL(url);
  tcp.search = '';
  return tcp.href;
}

async function startStandby(dataDir: string, primaryDir: string, primary: string, replication: string) {
  const binaries = findBinaries();
  mkdirSync(dataDir, { mode: 0o711 });
  const { account } = openDataDir(dataDir, [binaries.postgres, binaries.share]);
  const cluster = join(dataDir, 'postgres');
  mkdirSync(cluster, { mode: 0o700 });
  giveTo(account, cluster);
  await streamBaseBackup(primary, 2n * 1024n * 1024n, (tar) => unpack(tar, cluster, account));
  writeFor(account, join(cluster, 'standby.signal'), '');
  const port = await freePort();
  const source = new URL(replication);
  const conninfo = `host=127.0.0.1 port=${source.port} user=rialto password=${readPassword(primaryDir)}`;
  const settings = {
    ...{ ...small, port: `${port}`, listen_addresses: '127.0.0.1', unix_socket_directories: '' },
    ...{ primary_conninfo: conninfo, wal_retrieve_retry_interval: '200ms', synchronous_standby_names: '' },
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawnAs(account, binaries.postgres, ['-D', cluster, ...flags], { stdio: 'ignore', detached: true });
  child.unref();
  const url = new URL(primary);
  url.port = `${port}`;
  await until(() => ask(url.href, 'SELECT 1').catch(() => null));
  return { url: url.href, pid: child.pid! };
}

async function unpack(tar: NodeJS.ReadableStream, cluster: string, account: SystemAccount): Promise<void> {
  const child = spawnAs(account, 'tar', ['-x', '-f', '-', '-C', cluster], { stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  await pipeline(tar, child.stdin!).catch(() => {});
  const [code] = await ended;
  if (code !== 0) throw new Error(`tar ended with ${code}`);
}
