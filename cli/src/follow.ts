import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, ConnectionError, type RequestLogEntry } from '../../sdk/src/rialto.ts';
import type { ListRequestLogsQuery, RialtoUser } from '../../sdk/src/user.ts';

const PAUSE = 500;
const LONGEST_PAUSE = 15_000;
/** A request is in the log when it is answered, under the time at which it came. */
const LONGEST_REQUEST = 60_000;

export type Following = { readonly signal: AbortSignal; readonly onTrouble: (what: string) => void };

/** The requests that are answered after `onReady` was called, each once. */
export function followRequests(
  user: RialtoUser,
  filter: ListRequestLogsQuery,
  following: Following & { readonly onReady: () => void },
): AsyncGenerator<RequestLogEntry> {
  const seen = new Map<string, number>();
  let first: Date | undefined;
  return follow(following, async function* () {
    const since = new Date(Math.max(Date.now() - LONGEST_REQUEST, first?.getTime() ?? 0));
    const query = { ...filter, order: 'asc', created_at: { gte: since }, limit: 100 } as const;
    for await (const entry of user.requestLogs.list(query, { signal: following.signal, maxRetries: 0 })) {
      if (seen.has(entry.id)) continue;
      seen.set(entry.id, Date.parse(entry.created_at));
      if (first) yield entry;
    }
    if (!first) following.onReady();
    first ??= since;
    for (const [id, at] of seen) if (at < since.getTime()) seen.delete(id);
  });
}

/** What each look gives, again and again until it is aborted. */
export async function* follow<T>({ signal, onTrouble }: Following, look: () => AsyncIterable<T>): AsyncGenerator<T> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      yield* look();
      if (failures > 0) onTrouble('The service is there again.');
      failures = 0;
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error;
      if (failures++ === 0) onTrouble(`Lost the service (${(error as Error).message}); waiting for it.`);
    }
    await sleep(Math.min(PAUSE * 2 ** failures, LONGEST_PAUSE), undefined, { signal });
  }
}

const isPassing = (error: unknown) =>
  error instanceof ConnectionError || (error instanceof ApiError && (error.status >= 500 || error.status === 429));
