import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../service/test/support/harness.ts';
import type { Cluster, Roles } from './cluster.ts';
import { TTL } from './cluster-config.ts';
import type { Host } from './cluster-host.ts';

export type Strike = { readonly cluster: Cluster; readonly roles: Roles };

const FROZEN_MS = 40_000;
const DROPPED_MS = 45_000;
/** Longer than the leader's key lives. */
const NO_ETCD_MS = (TTL + 5) * 1_000;
/** A primary that etcd did not answer has asked the others instead (failsafe_mode). They then wait for it so long. */
const FAILSAFE_MS = TTL * 1_000;
/** A host comes back after the failover, into a cluster that works. */
const REBOOT_MS = 5_000;

/** Each does its harm, and then undoes it. */
export const faults = {
  'kill -9 of PostgreSQL': ({ roles }: Strike) => roles.leader.killPostgres(),

  'kill -9 of the whole host': async ({ cluster, roles: { leader } }: Strike) => {
    await leader.kill();
    await successor(cluster, leader);
    leader.start();
  },

  'the primary’s host frozen for 40 s': async ({ roles: { leader } }: Strike) => {
    leader.freeze();
    await sleep(FROZEN_MS);
    leader.thaw();
  },

  /** Nodes and HAProxy still reach the primary. */
  'the primary’s host parted from the others for 40 s': async ({ cluster, roles }: Strike) => {
    for (const host of [roles.sync, roles.other]) await cluster.links.cut({ between: [roles.leader.name, host.name] });
    await sleep(FROZEN_MS);
    await cluster.links.reconnect();
  },

  'loss of the synchronous standby': async ({ roles: { sync } }: Strike) => {
    await sync.kill();
    await sleep(15_000);
    sync.start();
  },

  'loss of one etcd': async ({ roles: { leader } }: Strike) => {
    await leader.killEtcd();
    await sleep(10_000);
    leader.start();
    await sleep(FAILSAFE_MS);
  },

  'loss of all etcd': async ({ cluster: { hosts } }: Strike) => {
    await Promise.all(hosts.map((host) => host.killEtcd()));
    await sleep(NO_ETCD_MS);
    for (const host of hosts) host.start();
    await sleep(FAILSAFE_MS);
  },

  'loss of HAProxy for 1 s': async ({ cluster: { haproxy } }: Strike) => {
    await haproxy.kill();
    await sleep(1_000);
    haproxy.start();
  },

  'the replication link drops packets for 45 s, then the host dies': async ({ cluster, roles }: Strike) => {
    const { leader, sync } = roles;
    await cluster.links.cut({ between: [leader.name, sync.name], service: 'postgres' });
    await sleep(DROPPED_MS);
    await leader.kill();
    await cluster.links.reconnect();
    await successor(cluster, leader);
    leader.start();
  },

  'planned switchover': ({ cluster, roles }: Strike) => cluster.switchover(roles),
} as const satisfies Record<string, (strike: Strike) => Promise<void>>;

export type Fault = keyof typeof faults;

/** Both replication links are cut for 5 s, and then the host dies. Asynchronous replication loses those seconds. */
export async function dieBehindACut({ cluster, roles }: Strike): Promise<void> {
  const { leader, sync, other } = roles;
  for (const { name } of [sync, other]) await cluster.links.cut({ between: [leader.name, name], service: 'postgres' });
  await sleep(5_000);
  await leader.kill();
  await cluster.links.reconnect();
  await successor(cluster, leader);
  leader.start();
}

async function successor(cluster: Cluster, former: Host): Promise<void> {
  await until(async () => {
    const leader = await cluster.findLeader();
    return leader !== null && leader !== former;
  }, 180);
  await sleep(REBOOT_MS);
}
