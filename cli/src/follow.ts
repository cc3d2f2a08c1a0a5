import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, ConnectionError, type RequestLogEntry, type WebhookEvent } from '../../sdk/src/rialto.ts';
import type { ListRequestLogsQuery, RialtoUser } from '../../sdk/src/user.ts';

const PAUSE = 500;
const LONGEST_PAUSE = 15_000;
/** A request is logged when it is answered, with the time at which it arrived. */
const LONGEST_REQUEST = 60_000;

export type Following = {
  readonly signal: AbortSignal;
  readonly onTrouble: (what: string) => void;
  /** Called with each resent event. */
  readonly onResent?: (event: WebhookEvent) => void;
};

/** Yields each request that is answered after `onReady` was called, once. */
export function followRequests(
  user: RialtoUser,
  filter: ListRequestLogsQuery,
  following: Following & { readonly onReady: () => void },
): AsyncGenerator<RequestLogEntry> {
  const options = { signal: following.signal, maxRetries: 0 };
  const seen = new Map<string, number>();
  let isReady = false;
  /** By the service's clock. With a local clock that is minutes ahead, no request would ever match. */
  let newest = 0;
  return follow(following, async function* () {
    if (!isReady) {
      const { data } = await user.requestLogs.list({ ...filter, limit: 1 }, options);
      newest = data[0] ? Date.parse(data[0].created_at) : 0;
    }
    const since = Math.max(0, newest - LONGEST_REQUEST);
    const query = { ...filter, order: 'asc', created_at: { gte: new Date(since) }, limit: 100 } as const;
    for await (const entry of user.requestLogs.list(query, options)) {
      if (seen.has(entry.id)) continue;
      const at = Date.parse(entry.created_at);
      seen.set(entry.id, at);
      newest = Math.max(newest, at);
      if (isReady) yield entry;
    }
    if (!isReady) following.onReady();
    isReady = true;
    for (const [id, at] of seen) if (at < newest - LONGEST_REQUEST) seen.delete(id);
  });
}

/** Polls repeatedly until it is aborted, and yields the results. */
export async function* follow<T>({ signal, onTrouble }: Following, poll: () => AsyncIterable<T>): AsyncGenerator<T> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      yield* poll();
      if (failures > 0) onTrouble('Reconnected to the service.');
      failures = 0;
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error;
      const { message } = error as Error;
      if (failures++ === 0) onTrouble(`Lost the connection to the service (${message}). Reconnecting.`);
    }
    await sleep(Math.min(PAUSE * 2 ** failures, LONGEST_PAUSE), undefined, { signal });
  }
}

const isPassing = (error: unknown) =>
  error instanceof ConnectionError || (error instanceof ApiError && (error.status >= 500 || error.status === 429));
