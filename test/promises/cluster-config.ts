export type Ports = {
  readonly postgres: number;
  readonly rest: number;
  readonly etcd: number;
  readonly peer: number;
  /** By which the other hosts reach them. */
  readonly outside: { readonly postgres: number; readonly rest: number; readonly etcd: number; readonly peer: number };
};
export type Driver = 'etcd' | 'etcd3';
export type HostPorts = { readonly name: string; readonly ports: Ports };
export type Passwords = Readonly<Record<'superuser' | 'replicator' | 'rewinder' | 'rialto', string>>;

export type PatroniOptions = {
  readonly host: HostPorts;
  readonly hosts: readonly HostPorts[];
  readonly driver: Driver;
  readonly synchronous: boolean;
  readonly dataDir: string;
  readonly runDir: string;
  readonly binDir: string;
  readonly passwords: Passwords;
};

/** Seconds that Patroni's leader may be silent. */
export const TTL = 20;

/** The configuration of docs/high-availability.md. JSON is YAML. */
export function writePatroniConfig(options: PatroniOptions): string {
  const { host, hosts, driver, synchronous, dataDir, runDir, binDir, passwords } = options;
  const { ports, name } = host;
  const { superuser, replicator, rewinder } = passwords;
  const parameters = {
    ...{ max_connections: 120, wal_level: 'replica', hot_standby: 'on', max_wal_senders: 10 },
    ...{ max_replication_slots: 10, wal_keep_size: '256MB', wal_log_hints: 'on', checkpoint_timeout: '60s' },
    ...{ wal_sender_timeout: '8s', wal_receiver_timeout: '8s' },
  };
  const dcs = {
    ...{ ttl: TTL, loop_wait: 2, retry_timeout: 3, maximum_lag_on_failover: 67_108_864 },
    ...{ primary_start_timeout: 0, failsafe_mode: true },
    ...{ synchronous_mode: synchronous, synchronous_mode_strict: synchronous },
    postgresql: { use_pg_rewind: true, use_slots: true, parameters },
  };
  const pg_hba = [
    'local all all trust',
    'host replication replicator 127.0.0.1/32 scram-sha-256',
    'host all all 127.0.0.1/32 scram-sha-256',
  ];
  const initdb = [{ encoding: 'UTF8' }, 'data-checksums', { 'auth-host': 'scram-sha-256' }, { 'auth-local': 'trust' }];
  return JSON.stringify({
    ...{ scope: 'rialto', namespace: '/ha/', name },
    restapi: { listen: `127.0.0.1:${ports.rest}`, connect_address: `127.0.0.1:${ports.outside.rest}` },
    [driver]: { hosts: hosts.map((one) => `127.0.0.1:${one.ports.outside.etcd}`).join(',') },
    bootstrap: { dcs, initdb, pg_hba },
    postgresql: {
      listen: `127.0.0.1:${ports.postgres}`,
      connect_address: `127.0.0.1:${ports.outside.postgres}`,
      ...{ data_dir: dataDir, bin_dir: binDir, pgpass: `${runDir}/pgpass-${name}`, pg_hba },
      authentication: {
        superuser: { username: 'postgres', password: superuser },
        replication: { username: 'replicator', password: replicator },
        rewind: { username: 'rewinder', password: rewinder },
      },
      parameters: { unix_socket_directories: runDir, shared_buffers: '64MB' },
      pg_ctl_timeout: 30,
    },
    watchdog: { mode: 'off' },
  });
}

export function etcdFlags({ name, ports }: HostPorts, hosts: readonly HostPorts[], dataDir: string): string[] {
  const here = (port: number) => `http://127.0.0.1:${port}`;
  return Object.entries({
    name,
    'data-dir': dataDir,
    'enable-v2': 'true',
    // One machine with everything on it is often late with the default of 100 ms.
    ...{ 'heartbeat-interval': '250', 'election-timeout': '2500' },
    'listen-client-urls': here(ports.etcd),
    'advertise-client-urls': here(ports.outside.etcd),
    'listen-peer-urls': here(ports.peer),
    'initial-advertise-peer-urls': here(ports.outside.peer),
    'initial-cluster': hosts.map((one) => `${one.name}=${here(one.ports.outside.peer)}`).join(','),
    'initial-cluster-state': 'new',
  }).map(([flag, value]) => `--${flag}=${value}`);
}

/** It runs on the machine of a node, and reaches the hosts directly. */
export function writeHaproxyConfig(port: number, hosts: readonly HostPorts[]): string {
  return `
global
  maxconn 1000
defaults
  mode tcp
  retries 2
  timeout connect 3s
  timeout client 30m
  timeout server 30m
  timeout check 2s
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fastinter 500ms downinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${hosts
  .map(({ name, ports }) => `  server ${name} 127.0.0.1:${ports.postgres} maxconn 120 check port ${ports.rest}`)
  .join('\n')}
`;
}
