import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Wire = {
  /** The database by way of the proxy. */
  readonly url: string;
  /** Cuts the next connection that sends COMMIT: before the database has it, or once the database has answered it. */
  cutNextCommit(when: 'before' | 'after'): void;
  close(): Promise<void>;
};

/** A wire to the database that breaks at COMMIT, when its client cannot know what became of it. */
export async function startProxy(databaseUrl: string): Promise<Wire> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let cut: 'before' | 'after' | null = null;

  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
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
      if (cut !== null && bytes.includes('COMMIT\0')) {
        committing = cut === 'after';
        cut = null;
        if (!committing) return void client.destroy();
      }
      database.write(bytes);
    });
    database.on('data', (bytes) => {
      // 'C' is CommandComplete: the database has committed, and its client does not hear of it.
      if (committing && bytes.includes('COMMIT\0')) client.destroy();
      else if (!committing) client.write(bytes);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.search = '';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cutNextCommit: (when) => {
      cut = when;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), 'close');
    },
  };
}
