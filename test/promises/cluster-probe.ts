import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ask } from '../../service/test/support/standby-pair.ts';
import type { Cluster, Roles } from './cluster.ts';
import type { Host } from './cluster-host.ts';

export type Probe = {
  readonly acknowledged: ReadonlySet<string>;
  /** The acknowledged rows that the cluster no longer has. */
  lost(): Promise<string[]>;
  stop(): Promise<void>;
};

const PAUSE_MS = 100;
const SILENCE_MS = 60_000;

/**
 * Writes past the service, one client to each host: it tells the cluster's faults from the service's. A host that is
 * not the primary refuses. A COMMIT with a warning was not confirmed by a standby, so it does not count.
 */
export async function startProbe(cluster: Cluster, { leader }: Roles): Promise<Probe> {
  const url = (host: Host) => host.url('rialto');
  await ask(url(leader), 'CREATE SCHEMA probe');
  await ask(url(leader), 'CREATE TABLE probe.acknowledged (id text PRIMARY KEY)');
  const acknowledged = new Set<string>();
  let stopping = false;
  const work = async (host: Host) => {
    while (!stopping) {
      await write(url(host), host.name, acknowledged, () => stopping).catch(() => {});
      await sleep(PAUSE_MS);
    }
  };
  const ended = Promise.all(cluster.hosts.map(work));
  return {
    acknowledged,
    lost: async () => {
      const text = 'SELECT unnest($1::text[]) AS id EXCEPT SELECT id FROM probe.acknowledged';
      return (await ask(cluster.url, text, [[...acknowledged]])).map(({ id }) => id as string);
    },
    stop: async () => {
      stopping = true;
      await ended;
    },
  };
}

/** Writes on one connection until it breaks. */
async function write(url: string, name: string, acknowledged: Set<string>, stopping: () => boolean): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: SILENCE_MS });
  let warned = false;
  client.on('error', () => {});
  client.on('notice', () => {
    warned = true;
  });
  try {
    await client.connect();
    for (let n = 0; !stopping(); n++) {
      const id = `${name} ${performance.now()} ${n}`;
      warned = false;
      await client.query('INSERT INTO probe.acknowledged VALUES ($1)', [id]);
      if (!warned) acknowledged.add(id);
      await sleep(PAUSE_MS);
    }
  } finally {
    // It may wait for an answer for ever.
    client.connection.stream.destroy();
  }
}
