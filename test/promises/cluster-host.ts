import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { spawnAs, writeFor } from '../../service/src/postgres/account.ts';
import { commandOf, isAlive, readPostmaster, send } from '../../service/src/postgres/postmaster.ts';
import { until } from '../../service/test/support/harness.ts';
import { childrenOf } from '../../service/test/support/kill.ts';
import { type Driver, etcdFlags, type HostPorts, type Passwords, writePatroniConfig } from './cluster-config.ts';
import { clusterAccount, postgresBinaries, programs } from './cluster-programs.ts';
import type { Links, Roots } from './links.ts';

export type Host = HostPorts & {
  /** PostgreSQL's own port. */
  url(role: 'postgres' | 'rialto'): string;
  /** Its processes that run now. */
  roots(): Roots;
  /** Starts Patroni and etcd if they do not run. Patroni starts PostgreSQL. */
  start(): void;
  /** kill -9 of every process. */
  kill(): Promise<void>;
  killPostgres(): Promise<void>;
  killEtcd(): Promise<void>;
  /** SIGSTOP of every process. */
  freeze(): void;
  thaw(): void;
};

export type HostOptions = {
  readonly hosts: readonly HostPorts[];
  readonly driver: Driver;
  readonly synchronous: boolean;
  /** The folder of the whole cluster. */
  readonly directory: string;
  readonly passwords: Passwords;
};

/** Free ports, and a proxy before each. */
export async function findPorts(name: string, links: Links): Promise<HostPorts> {
  const [postgres, rest, etcd, peer] = [await findPort(), await findPort(), await findPort(), await findPort()];
  const outside = {
    postgres: await links.open(name, 'postgres', postgres),
    rest: await links.open(name, 'rest', rest),
    etcd: await links.open(name, 'etcd', etcd),
    peer: await links.open(name, 'peer', peer),
  };
  return { name, ports: { postgres, rest, etcd, peer, outside } };
}

export function makeHost(place: HostPorts, options: HostOptions): Host {
  const { hosts, directory, passwords } = options;
  const home = makeFolder(join(directory, place.name));
  // The test's runner ends servers whose cluster has this name, if the test itself was killed.
  const dataDir = join(home, 'postgres');
  const config = writeConfig(
    join(home, 'patroni.yml'),
    writePatroniConfig({ ...options, host: place, dataDir, runDir: home, binDir: postgresBinaries }),
  );
  const patroni = makeProgram(programs.patroni, [config], join(home, 'patroni.log'));
  const flags = etcdFlags(place, hosts, join(home, 'etcd'));
  const etcd = makeProgram(programs.etcd, flags, join(home, 'etcd.log'));
  const postmaster = () => {
    const pid = readPostmaster(dataDir)?.pid;
    return pid && commandOf(pid).includes(dataDir) ? pid : undefined;
  };
  const roots = () => ({ patroni: patroni.pid(), postgres: postmaster(), etcd: etcd.pid() });
  // Patroni first: it would start the others again.
  const pids = () => Object.values(roots()).filter((pid) => pid !== undefined);
  // The parents first, so that a stopped one makes no further process.
  const signalAll = (roots: readonly number[], name: NodeJS.Signals) => {
    const all = [...roots];
    for (let i = 0; i < all.length; i++) {
      send(all[i]!, name);
      all.push(...childrenOf(all[i]!));
    }
    return all;
  };
  const end = async (roots: readonly number[]) => {
    const all = signalAll(roots, 'SIGKILL');
    await until(async () => !all.some(isAlive), 60);
  };
  return {
    ...place,
    url: (role) => {
      const password = role === 'rialto' ? passwords.rialto : passwords.superuser;
      return `postgres://${role}:${password}@127.0.0.1:${place.ports.postgres}/${role}`;
    },
    roots,
    start: () => {
      etcd.start();
      patroni.start();
    },
    kill: async () => {
      await end(pids());
      await Promise.all([patroni.gone(), etcd.gone()]);
    },
    killPostgres: () => end([postmaster()].filter((pid) => pid !== undefined)),
    killEtcd: async () => {
      await end([etcd.pid()].filter((pid) => pid !== undefined));
      await etcd.gone();
    },
    freeze: () => void signalAll(pids(), 'SIGSTOP'),
    thaw: () => void signalAll(pids(), 'SIGCONT'),
  };
}

export type Program = {
  pid(): number | undefined;
  start(): void;
  /** Waits until it was reaped: a zombie still has its pid. */
  gone(): Promise<void>;
};

/** A program that runs as the database's user. */
export function makeProgram(file: string, args: readonly string[], logFile: string): Program {
  let child: ChildProcess | undefined;
  const runs = () => child !== undefined && child.exitCode === null && child.signalCode === null;
  return {
    pid: () => (runs() ? child!.pid : undefined),
    start: () => {
      if (runs()) return;
      const log = openSync(logFile, 'a');
      child = spawnAs(clusterAccount, file, args, { stdio: ['ignore', log, log] });
      closeSync(log);
    },
    gone: async () => {
      if (runs()) await once(child!, 'exit');
    },
  };
}

/**
 * A free port below those that Linux gives to outgoing connections (32768 and more): one of them could take the port of
 * a host while it is dead.
 */
export async function findPort(): Promise<number> {
  for (;;) {
    const port = 12_000 + Math.floor(Math.random() * 20_000);
    const server = createServer();
    const free = once(server.listen(port, '127.0.0.1'), 'listening').then(() => once(server.close(), 'close'));
    if (await free.then(() => true).catch(() => false)) return port;
  }
}

/** A folder of the database's user. */
export function makeFolder(path: string): string {
  mkdirSync(path, { mode: 0o700 });
  if (clusterAccount) chownSync(path, clusterAccount.uid, clusterAccount.gid);
  return path;
}

export function writeConfig(path: string, text: string): string {
  writeFor(clusterAccount, path, text);
  return path;
}
