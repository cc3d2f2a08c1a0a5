import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { childrenOf } from '../../service/test/support/kill.ts';

export type Service = 'postgres' | 'rest' | 'etcd' | 'peer';
/** A link from one host to another, and one service or all. */
export type Cut = { readonly between: readonly [string, string]; readonly service?: Service };

/** The root processes of a host, as far as they run. */
export type Roots = {
  readonly patroni?: number | undefined;
  readonly postgres?: number | undefined;
  readonly etcd?: number | undefined;
};
/** By host. */
export type Processes = ReadonlyMap<string, Roots>;

export type Links = {
  /** A proxy before a port of this host. @returns the port by which all hosts reach the service */
  open(host: string, service: Service, port: number): Promise<number>;
  /** Drops every byte in both directions from now on, without a word to either side, as a broken network does. */
  cut(cut: Cut): Promise<void>;
  /** Ends all cuts. The connections that were silent are reset. */
  reconnect(): Promise<void>;
  close(): Promise<void>;
};

type Link = {
  readonly to: string;
  readonly service: Service;
  readonly client: Socket;
  server: Socket | null;
  /** The caller's end in /proc/net/tcp. */
  readonly ports: string;
  silent: boolean;
};

/**
 * The network between the hosts of a cluster that runs on one machine. The caller is known by its process, because each
 * host is a set of processes.
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
    const sockets = readSockets();
    const all = processes();
    for (const link of among) if (isCut(findCaller(link, sockets, all), link)) link.silent = true;
  };
  const accept = (to: string, service: Service, port: number) => (client: Socket) => {
    const ports = [client.remotePort, client.localPort].map((one) => ` 0100007F:${hex(one!)}`).join('');
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
    reconnect: async () => {
      cuts = [];
      for (const link of links) if (link.silent) reset(link);
    },
    close: async () => {
      for (const link of links) reset(link);
      await Promise.all(proxies.map((proxy) => once(proxy.close(), 'close')));
    },
  };
}

const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, '0');
const readSockets = () => readFileSync('/proc/net/tcp', 'utf8');

/** The host whose process has the connection's other end. Reads as little of Linux's /proc as possible. */
function findCaller({ service, ports }: Link, sockets: string, processes: Processes): string | undefined {
  const start = sockets.indexOf(ports);
  if (start < 0) return undefined;
  const [, , , , , , inode] = sockets
    .slice(start + ports.length, start + 200)
    .trim()
    .split(/\s+/);
  const socket = `socket:[${inode}]`;
  for (const [host, roots] of processes) if (callersOf(service, roots).some((pid) => hasOpen(pid, socket))) return host;
  return undefined;
}

/** The processes that call a service: of PostgreSQL a standby, and the tools that Patroni starts. */
function callersOf(service: Service, { patroni, postgres, etcd }: Roots): number[] {
  const pids = (service === 'peer' ? [etcd] : service === 'postgres' ? [patroni, postgres] : [patroni]).filter(
    (pid) => pid !== undefined,
  );
  for (let i = 0; service === 'postgres' && i < pids.length; i++) pids.push(...childrenOf(pids[i]!));
  return pids;
}

function hasOpen(pid: number, socket: string): boolean {
  const names = unlessGone(() => readdirSync(`/proc/${pid}/fd`)) ?? [];
  return names.some((name) => unlessGone(() => readlinkSync(`/proc/${pid}/fd/${name}`)) === socket);
}

function unlessGone<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
