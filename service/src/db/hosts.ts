import type { Socket } from 'node:net';
import pg from 'pg';
import { urlsOf } from '../config/database-hosts.ts';

/** Milliseconds for one connection, over all hosts. */
const CONNECT_MS = 5_000;

type Connected = (error: Error | null, client?: pg.Client) => void;
/** `new` makes a client of the host that is next. */
type ClientClass = new (config?: pg.ClientConfig) => pg.Client;

export type Hosts = {
  readonly count: number;
  readonly Client: ClientClass;
};

/** The server that a connection may lead to. `any` of several hosts is the primary. */
export type ServerRole = 'primary' | 'standby' | 'any';

/**
 * The hosts of a database URL in turn. New connections go to the host that worked last; after a failure the next one
 * comes. A server of the other role counts as failed. The reads of a standby are old, and it takes no writes. A former
 * standby that was promoted may have another history.
 */
export function createHosts(connectionString: string, role: ServerRole, connectMs = CONNECT_MS): Hosts {
  const urls = urlsOf(connectionString);
  const wrong = role === 'standby' ? 'off' : 'on';
  let current = 0;
  const Client = class extends pg.Client {
    readonly #at = current;
    #wrong: Error | null = null;

    constructor(config: pg.ClientConfig = {}) {
      const connectionTimeoutMillis = Math.ceil(connectMs / urls.length);
      super({ ...config, connectionString: urls[current]!, connectionTimeoutMillis });
      if (role !== 'any' || urls.length > 1) this.#refuseOthers();
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): Promise<pg.Client> | undefined {
      if (!callback) return new Promise((resolve, reject) => this.connect((e) => (e ? reject(e) : resolve(this))));
      super.connect((error: Error | null) => {
        const fault = this.#wrong ?? error;
        if (fault && current === this.#at) current = (current + 1) % urls.length;
        callback(fault, this);
      });
      return undefined;
    }

    /** PostgreSQL says at the start of a session, and at each change, whether the server is a standby. */
    #refuseOthers(): void {
      this.connection.on('parameterStatus', ({ parameterName: name, parameterValue: value }) => {
        if (name !== 'in_hot_standby' || value !== wrong) return;
        this.#wrong = new Error(`the connection leads to a ${role === 'standby' ? 'primary' : 'standby'}`);
        (this.connection.stream as Socket).destroy(this.#wrong);
      });
    }
  };
  return { count: urls.length, Client };
}

/** Connects to the first of the hosts that accepts. @throws the last host's error */
export async function connectClient({ count, Client }: Hosts, config: pg.ClientConfig): Promise<pg.Client> {
  for (let tries = 1; ; tries++) {
    const client = new Client(config);
    // The statement in flight reports a broken connection. Without this handler the event would end the process.
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      client.end().catch(() => {});
      if (tries >= count) throw error;
    }
  }
}
