import type pg from 'pg';
import { createHosts } from './hosts.ts';
import { openingOf } from './session.ts';

export type Listener = { close(): Promise<void> };

const RECONNECT_MS = 1_000;

/**
 * Listens on a separate connection and reconnects after a failure. `onGap` is called when notifications may have been
 * missed: at the first connection and after each failure.
 */
export function listen(
  connectionString: string,
  channels: Readonly<Record<string, (payload: string) => void>>,
  onGap: () => void,
): Listener {
  let closed = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | null = null;

  const { connectionString: plain, options } = openingOf(connectionString);
  const { Client } = createHosts(plain, 'primary');
  const connect = async () => {
    const fresh = new Client({
      options,
      application_name: 'rialto listen',
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    client = fresh;
    let broken = false;
    const retry = () => {
      if (broken) return;
      broken = true;
      fresh.end().catch(() => {});
      if (!closed) timer = setTimeout(connect, RECONNECT_MS);
    };
    fresh.on('error', retry);
    fresh.on('end', retry);
    fresh.on('notification', ({ channel, payload }) => channels[channel]?.(payload ?? ''));
    try {
      await fresh.connect();
      for (const channel of Object.keys(channels)) await fresh.query(`LISTEN ${channel}`);
      onGap();
    } catch {
      retry();
    }
  };
  connect();

  return {
    close: async () => {
      closed = true;
      if (timer) clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
