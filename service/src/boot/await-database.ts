import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { hostsOf } from '../config/database-hosts.ts';
import { StartupError } from '../config/startup-error.ts';
import { isUnreachable } from '../db/failure.ts';
import { connectClient, createHosts } from '../db/hosts.ts';
import { openingOf } from '../db/session.ts';

/** A failover takes 5 to 25 s. */
const WAIT_MS = 60_000;
const PAUSE_MS = 1_000;

type AwaitOptions = {
  readonly signal?: AbortSignal | undefined;
  readonly onWait: (line: string) => void;
  readonly waitMs?: number;
};

/**
 * Waits until a host of the URL takes writes, so that a node that starts during a failover does not end. A wrong
 * password or database is reported at once.
 * @throws StartupError if none does in time
 */
export async function awaitDatabase(url: string, { signal, onWait, waitMs = WAIT_MS }: AwaitOptions): Promise<void> {
  const { connectionString, ...opening } = openingOf(url);
  const hosts = createHosts(connectionString, 'primary');
  const end = performance.now() + waitMs;
  for (let tries = 1; ; tries++) {
    const why = await whyNot(() => connectClient(hosts, opening), url);
    if (why === null) return;
    if (performance.now() >= end) throw new StartupError(why);
    if (tries === 1) onWait(`${why}; trying for a minute, as a failover needs`);
    await sleep(Math.min(PAUSE_MS, waitMs), undefined, signal ? { signal } : {});
  }
}

async function whyNot(connect: () => Promise<pg.Client>, url: string): Promise<string | null> {
  try {
    const client = await connect();
    try {
      const { rows } = await client.query(`SELECT current_setting('transaction_read_only') = 'off' AS writes`);
      return rows[0].writes ? null : `the database at ${hostsOf(url)} is read-only`;
    } finally {
      await client.end().catch(() => {});
    }
  } catch (error) {
    if (!isUnreachable(error) || isRefused(error)) throw explained(error, url);
    return explained(error, url).message;
  }
}

/** A wrong role, password or database name (SQLSTATE classes 28 and 3D), or a right that is missing. */
const isRefused = (error: unknown) => /^(28|3D|42)/.test((error as { code?: string }).code ?? '');

export function explained(error: unknown, url: string): StartupError {
  if (error instanceof StartupError) return error;
  return new StartupError(`the database at ${hostsOf(url)} cannot be used: ${messageOf(error)}`);
}

/** A refused connection to a name with several addresses is an AggregateError with an empty message. */
function messageOf(error: unknown): string {
  const { message, errors, code } = error as { message?: string; errors?: Error[]; code?: string };
  return message || errors?.map((one) => one.message).join(', ') || code || String(error);
}
