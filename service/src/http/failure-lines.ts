import type { Logger } from 'pino';
import { isUnreachable } from '../db/failure.ts';

const WINDOW_MS = 1_000;

export type FailureLines = {
  /** Logs the error of a request. */
  write(error: unknown, line: object, what: string): void;
  /** Writes the remaining count. */
  stop(): void;
};

/**
 * The log of requests that failed. An unexpected error has a line with its stack. While the database cannot be used,
 * each request fails alike: the first one has a line, and then there is one in a second, with the number of the others.
 */
export function openFailureLines(log: Logger, windowMs = WINDOW_MS): FailureLines {
  let timer: NodeJS.Timeout | null = null;
  let requests = 0;
  let reason = '';
  const writeCount = () => {
    log.error({ reason, requests }, 'the database cannot be used; requests got 503');
    requests = 0;
  };
  const end = () => {
    timer = null;
    if (requests === 0) return;
    writeCount();
    timer = setTimeout(end, windowMs).unref();
  };
  return {
    write: (error, line, what) => {
      if (!isUnreachable(error)) return log.error({ err: error, ...line }, what);
      requests++;
      reason = (error as Error).message;
      if (timer) return;
      writeCount();
      timer = setTimeout(end, windowMs).unref();
    },
    stop: () => {
      if (timer) clearTimeout(timer);
      timer = null;
      if (requests > 0) writeCount();
    },
  };
}
