import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { send } from '../../service/src/postgres/postmaster.ts';
import { until } from '../../service/test/support/harness.ts';
import { ask } from '../../service/test/support/standby-pair.ts';
import { type Driver, type HostPorts, writeHaproxyConfig } from './cluster-config.ts';
import { findPort, findPorts, type Host, makeFolder, makeHost, makeProgram, writeConfig } from './cluster-host.ts';
import { programs } from './cluster-programs.ts';
import type { Links } from './links.ts';
import { startLinks } from './links-thread.ts';

export type Roles = { readonly leader: Host; readonly sync: Host; readonly other: Host };

export type Cluster = {
  readonly hosts: readonly Host[];
  readonly links: Links;
  /** The database through HAProxy. */
  readonly url: string;
  /** The database by a list of its hosts. */
  readonly listUrl: string;
  readonly haproxy: { start(): void; kill(): Promise<void> };
  /** The host that has the leader's key and takes writes, or null. */
  findLeader(): Promise<Host | null>;
  /** Waits for a leader and two standbys in step; `sync` is the synchronous one, or one of two asynchronous ones. */
  healthy(): Promise<Roles>;
  switchover(roles: Roles): Promise<void>;
  end(): Promise<void>;
};

export type ClusterOptions = {
  readonly directory: string;
  readonly driver: Driver;
  readonly synchronous: boolean;
};

/** Three hosts with PostgreSQL, Patroni and etcd, and HAProxy, all on this machine. */
export async function startCluster({ directory, driver, synchronous }: ClusterOptions): Promise<Cluster> {
  const running: Host[] = [];
  const links = startLinks(() => new Map(running.map((host) => [host.name, host.roots()])));
  const places: HostPorts[] = [];
  for (const name of ['p1', 'p2', 'p3']) places.push(await findPorts(name, links));
  const secret = () => randomBytes(12).toString('hex');
  const passwords = { superuser: secret(), replicator: secret(), rewinder: secret(), rialto: secret() };
  const options = { hosts: places, driver, synchronous, directory, passwords };
  const hosts = places.map((place) => makeHost(place, options));
  running.push(...hosts);
  const haproxy = await makeHaproxy(directory, places);
  const login = `postgres://rialto:${passwords.rialto}@`;
  const cluster: Cluster = {
    ...{ hosts, links, haproxy },
    url: `${login}127.0.0.1:${haproxy.port}/rialto`,
    listUrl: `${login}${places.map(({ ports }) => `127.0.0.1:${ports.postgres}`).join(',')}/rialto`,
    findLeader: () => findLeader(hosts),
    healthy: () => until(() => findRoles(hosts, synchronous).catch(() => null), 240),
    switchover: async ({ leader, sync }) => {
      const answer = await askRest(leader, '/switchover', { leader: leader.name, candidate: sync.name });
      if (answer?.status !== 200) throw new Error(`the switchover was answered ${answer?.status} ${answer?.text}`);
    },
    end: async () => {
      for (const host of hosts) host.thaw();
      await Promise.all([haproxy.kill(), ...hosts.map((host) => host.kill())]);
      await links.close();
    },
  };
  try {
    for (const host of hosts) host.start();
    const { leader } = await cluster.healthy();
    const role = `CREATE ROLE rialto LOGIN PASSWORD '${passwords.rialto}'`;
    await ask(leader.url('postgres'), role);
    await ask(leader.url('postgres'), `CREATE DATABASE rialto OWNER rialto ENCODING 'UTF8' TEMPLATE template0`);
    haproxy.start();
    await until(() => ask(cluster.url, 'SELECT 1').catch(() => null), 60);
    return cluster;
  } catch (error) {
    await cluster.end();
    throw error;
  }
}

async function makeHaproxy(directory: string, places: readonly HostPorts[]) {
  const home = makeFolder(join(directory, 'haproxy'));
  const port = await findPort();
  const config = writeConfig(join(home, 'haproxy.cfg'), writeHaproxyConfig(port, places));
  const program = makeProgram(programs.haproxy, ['-db', '-f', config], join(home, 'haproxy.log'));
  const kill = async () => {
    const pid = program.pid();
    if (pid) send(pid, 'SIGKILL');
    await program.gone();
  };
  return { port, start: program.start, kill };
}

async function askRest({ ports }: HostPorts, path: string, body?: object) {
  try {
    const response = await fetch(`http://127.0.0.1:${ports.rest}${path}`, {
      ...(body ? { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
      signal: AbortSignal.timeout(body ? 60_000 : 1_500),
    });
    return { status: response.status, text: await response.text() };
  } catch {
    return null;
  }
}

async function findLeader(hosts: readonly Host[]): Promise<Host | null> {
  const answers = await Promise.all(hosts.map((host) => askRest(host, '/primary')));
  return hosts.find((_, i) => answers[i]?.status === 200) ?? null;
}

type Member = { readonly name: string; readonly role: string; readonly state: string };

async function findRoles(hosts: readonly Host[], synchronous: boolean): Promise<Roles | null> {
  const leader = await findLeader(hosts);
  const answer = leader && (await askRest(leader, '/cluster'));
  if (!leader || !answer) return null;
  const { members } = JSON.parse(answer.text) as { members: Member[] };
  const standbys = hosts.filter((host) => host !== leader);
  const isSync = ({ name }: Host) => members.some((one) => one.name === name && one.role === 'sync_standby');
  const sync = synchronous ? standbys.find(isSync) : standbys[0];
  if (!sync) return null;
  const text = `SELECT count(*)::int AS streams, count(*) FILTER (WHERE sync_state = 'sync')::int AS sync
    FROM pg_stat_replication WHERE state = 'streaming' AND pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn) < 1e6`;
  const [row] = await ask(leader.url('postgres'), text);
  if (row!.streams !== 2 || row!.sync !== (synchronous ? 1 : 0)) return null;
  return { leader, sync, other: standbys.find((host) => host !== sync)! };
}
