import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { dirname } from 'node:path';
import { findUser } from '../../service/src/config/data-dir/system-user.ts';
import type { SystemAccount } from '../../service/src/postgres/account.ts';
import type { Driver } from './cluster-config.ts';

export const programs = { patroni: '/usr/bin/patroni', etcd: '/usr/bin/etcd', haproxy: '/usr/sbin/haproxy' };

const servers = globSync('/usr/lib/postgresql/*/bin/postgres');
const versionOf = (path: string) => Number(path.split('/')[4]);
export const postgresBinaries = dirname(servers.sort((a, b) => versionOf(b) - versionOf(a))[0] ?? '/');

const run = (file: string, ...args: string[]) => spawnSync(file, args, { encoding: 'utf8' });
const hasPatroni = existsSync(programs.patroni);
/** Such as 3.0.2. */
export const patroniVersion = hasPatroni
  ? (/\d+\.\d+\.\d+/.exec(run(programs.patroni, '--version').stdout)?.[0] ?? '')
  : '';
const [major = 0, minor = 0, patch = 0] = patroniVersion.split('.').map(Number);
/** Before 3.0.3, a primary that was frozen overwrites the leader's key with this driver. */
export const etcd3LosesWrites = major * 10_000 + minor * 100 + patch < 30_003;
export const soundDriver: Driver = etcd3LosesWrites ? 'etcd' : 'etcd3';

/** PostgreSQL refuses to run as root. */
export const clusterAccount: SystemAccount =
  process.geteuid?.() === 0 ? { ...(findUser('postgres') ?? { uid: 0, gid: 0, name: 'root' }), prefix: [] } : undefined;

/** Why the cluster cannot start on this machine, or false. */
export function missingPrograms(): string | false {
  if (process.platform !== 'linux') return 'NOT RUN: the cluster needs Linux';
  const missing = Object.values(programs).filter((path) => !existsSync(path));
  if (servers.length === 0) missing.push('/usr/lib/postgresql/*/bin/postgres');
  if (hasPatroni && soundDriver === 'etcd' && run('/usr/bin/python3', '-c', 'import etcd').status !== 0)
    missing.push('python3-etcd');
  if (missing.length === 0) return false;
  const packages = 'apt-get install -y patroni python3-etcd etcd-server etcd-client haproxy postgresql';
  return `NOT RUN: ${missing.join(', ')} is missing. Debian: ${packages}`;
}
