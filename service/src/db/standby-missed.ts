import type { PoolClient } from 'pg';

type Notice = { message?: string; routine?: string };

/**
 * PostgreSQL's warning when COMMIT stops waiting for a synchronous standby: durable here, perhaps not there. The text
 * depends on the server's language (lc_messages), the routine's name does not.
 */
const isStandbyMissed = ({ message = '', routine = '' }: Notice) =>
  routine === 'SyncRepWaitForLSN' || /synchronous replication/i.test(message);

const missed = new WeakSet<PoolClient>();

export function watchStandby(client: PoolClient): void {
  client.on('notice', (notice: Notice) => {
    if (isStandbyMissed(notice)) missed.add(client);
  });
}

/** Whether a COMMIT of this connection missed its standby since the last call. */
export const takeStandbyMissed = (client: PoolClient): boolean => missed.delete(client);
