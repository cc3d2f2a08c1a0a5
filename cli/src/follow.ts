import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, ConnectionError, type Rialto, type WebhookEvent } from '../../sdk/src/rialto.ts';
import type { Cursor } from './cursor.ts';

const PAUSE = 500;
const LONGEST_PAUSE = 15_000;

/** Every event from the cursor on, and then as they come. A connection that is lost is waited for. */
export async function* followEvents(
  rialto: Rialto,
  cursor: Cursor,
  { signal, onTrouble }: { signal: AbortSignal; onTrouble: (what: string) => void },
): AsyncGenerator<WebhookEvent> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      const query = { order: 'asc', created_at: { gte: cursor.from() }, limit: 100 } as const;
      for await (const page of rialto.events.list(query, { signal, maxRetries: 0 }).pages()) {
        for (const event of page.data) if (cursor.isNew(event)) yield event;
        if (failures > 0) onTrouble('The service is there again.');
        failures = 0;
      }
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error;
      if (failures++ === 0) onTrouble(`Lost the service (${(error as Error).message}); waiting for it.`);
    }
    await sleep(Math.min(PAUSE * 2 ** failures, LONGEST_PAUSE), undefined, { signal });
  }
}

const isPassing = (error: unknown) =>
  error instanceof ConnectionError || (error instanceof ApiError && (error.status >= 500 || error.status === 429));
