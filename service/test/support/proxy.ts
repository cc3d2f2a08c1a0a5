import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Wire = {
  /** The database's URL through the proxy. */
  readonly url: string;
  /**
   * Cuts the next connection that sends COMMIT: before the database receives it, or after the database has answered it.
   */
  cutNextCommit(when: 'before' | 'after'): void;
  /** Cuts every open connection. */
  cut(): void;
  /** Delays every byte by this time from now on. */
  delay(ms: number): void;
  /** Stops all traffic on the open connections and keeps them open, as a host does that has disappeared. */
  silence(): void;
  /** Points the proxy at another URL: the database came back on another port. */
  aim(databaseUrl: string): void;
  close(): Promise<void>;
};

/**
 * A connection to the database that breaks at COMMIT, when its client cannot know the outcome, or at any time on
 * demand.
 */
export async function startProxy(databaseUrl: string): Promise<Wire> {
  let target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let cut: 'before' | 'after' | null = null;
  let delayed = 0;
  let silent = new WeakSet<Socket>();

  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    const [toDatabase, toClient] = [inOrder(database, () => delayed), inOrder(client, () => delayed)];
    let committing = false;
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.setNoDelay(true).on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        database.destroy();
      });
    }
    client.on('data', (bytes) => {
      if (silent.has(client)) return;
      if (cut !== null && bytes.includes('COMMIT\0')) {
        committing = cut === 'after';
        cut = null;
        if (!committing) return void client.destroy();
      }
      toDatabase(bytes);
    });
    database.on('data', (bytes) => {
      if (silent.has(client)) return;
      // 'C' is CommandComplete: the database has committed, and its client does not learn it.
      if (committing && bytes.includes('COMMIT\0')) client.destroy();
      else if (!committing) toClient(bytes);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.search = '';
  url.port = String((server.address() as AddressInfo).port);
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cutNextCommit: (when) => {
      cut = when;
    },
    cut: cutAll,
    delay: (ms) => {
      delayed = ms;
    },
    silence: () => {
      silent = new WeakSet(sockets);
    },
    aim: (there) => {
      target = new URL(there);
    },
    close: async () => {
      cutAll();
      await once(server.close(), 'close');
    },
  };
}

/** Writes at once or after the delay, and always in order. */
function inOrder(socket: Socket, delay: () => number): (bytes: string | Uint8Array) => void {
  let waiting = 0;
  let last = Promise.resolve();
  return (bytes) => {
    const ms = delay();
    if (ms === 0 && waiting === 0) return void socket.write(bytes);
    waiting++;
    const due = new Promise((resolve) => setTimeout(resolve, ms));
    last = last.then(async () => {
      await due;
      waiting--;
      if (!socket.destroyed) socket.write(bytes);
    });
  };
}
