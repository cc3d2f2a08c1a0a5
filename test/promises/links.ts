import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Service = 'postgres' | 'rest' | 'etcd' | 'peer';
/** A link from one host to another, and one service or all. */
export type Cut = { readonly between: readonly [string, string]; readonly service?: Service };

/** By host. */
export type Processes = ReadonlyMap<string, readonly number[]>;

export type Links = {
  /** A proxy before a port of this host. @returns the port by which all hosts reach the service */
  open(host: string, service: Service, port: number): Promise<number>;
  /** Drops every byte in both directions from now on, without a word to either side, as a broken network does. */
  cut(cut: Cut): Promise<void>;
  /** Ends all cuts. The connections that were silent are reset. */
  mend(): Promise<void>;
  close(): Promise<void>;
};

type Link = {
  readonly to: string;
  readonly service: Service;
  readonly client: Socket;
  server: Socket | null;
  /** The two ports of the calling process's connection. A port alone may be in use for several. */
  readonly ports: string;
  silent: boolean;
};

/**
 * The network between the hosts of a cluster that runs on one machine. The caller is known by its process, because each
 * host is a set of processes. `processes` returns the root processes of each host. Only PostgreSQL is called by their
 * children too.
 */
export function openLinks(processes: () => Processes): Links {
  const links = new Set<Link>();
  const proxies: ReturnType<typeof createServer>[] = [];
  let cuts: Cut[] = [];

  const isCut = (from: string | undefined, { to, service }: Link) =>
    cuts.some(
      ({ between, service: only }) =>
        from !== undefined &&
        from !== to &&
        between.includes(from) &&
        between.includes(to) &&
        (only ?? service) === service,
    );
  const silence = (among: Iterable<Link>) => {
    const hosts = hostsByPorts(
      processes(),
      [...among].some(({ service }) => service === 'postgres'),
    );
    for (const link of among) if (isCut(hosts.get(link.ports), link)) link.silent = true;
  };
  const accept = (to: string, service: Service, port: number) => (client: Socket) => {
    const ports = `${client.remotePort} ${client.localPort}`;
    const link: Link = { to, service, client, server: null, ports, silent: false };
    links.add(link);
    const concerned = (cut: Cut) => cut.between.includes(to) && (cut.service ?? service) === service;
    if (cuts.some(concerned)) silence([link]);
    client.on('error', () => {}).on('close', () => closed(link, link.server));
    client.on('data', (bytes) => link.silent || link.server?.write(bytes));
    if (link.silent) return;
    link.server = connect(port, '127.0.0.1').setNoDelay(true);
    link.server.on('error', () => {}).on('close', () => closed(link, client));
    link.server.on('data', (bytes) => link.silent || client.write(bytes));
  };
  // The end of a connection does not cross a broken network either.
  const closed = (link: Link, other: Socket | null) => {
    if (!link.silent) other?.destroy();
    if (link.client.destroyed && (link.server?.destroyed ?? true)) links.delete(link);
  };
  const reset = (link: Link) => {
    link.client.destroy();
    link.server?.destroy();
  };
  return {
    open: async (host, service, port) => {
      const proxy = createServer({ noDelay: true }, accept(host, service, port)).listen(0, '127.0.0.1');
      await once(proxy, 'listening');
      proxies.push(proxy);
      return (proxy.address() as AddressInfo).port;
    },
    cut: async (cut) => {
      cuts.push(cut);
      silence(links);
    },
    mend: async () => {
      cuts = [];
      for (const link of links) if (link.silent) reset(link);
    },
    close: async () => {
      for (const link of links) reset(link);
      await Promise.all(proxies.map((proxy) => once(proxy.close(), 'close')));
    },
  };
}

/** The hosts by the local and remote ports of their TCP connections. Reads Linux's /proc, as little of it as possible. */
function hostsByPorts(roots: Processes, withChildren: boolean): Map<string, string> {
  const hosts = new Map<string, string>();
  for (const [host, pids] of roots) {
    const all = [...pids];
    for (let i = 0; withChildren && i < all.length; i++) all.push(...childrenOf(all[i]!));
    for (const socket of all.flatMap(socketsOf)) hosts.set(socket, host);
  }
  const portOf = (address: string) => Number.parseInt(address.split(':')[1]!, 16);
  const ports = new Map<string, string>();
  for (const line of readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1)) {
    const [, local, remote, , , , , , , inode] = line.trim().split(/\s+/);
    const host = hosts.get(inode ?? '');
    if (host) ports.set(`${portOf(local!)} ${portOf(remote!)}`, host);
  }
  return ports;
}

/** Each thread has its own children. */
function childrenOf(pid: number): number[] {
  const threads = unlessGone(() => readdirSync(`/proc/${pid}/task`)) ?? [];
  const lists = threads.map((id) => unlessGone(() => readFileSync(`/proc/${pid}/task/${id}/children`, 'utf8')) ?? '');
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}

/** The inodes of the sockets that a process has open. */
function socketsOf(pid: number): string[] {
  const names = unlessGone(() => readdirSync(`/proc/${pid}/fd`)) ?? [];
  return names.flatMap((name) => {
    const target = unlessGone(() => readlinkSync(`/proc/${pid}/fd/${name}`)) ?? '';
    return /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? [];
  });
}

function unlessGone<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
