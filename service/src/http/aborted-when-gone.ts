import type { FastifyReply } from 'fastify';

/** Aborted when the client disconnects, so that its password no longer waits for a turn. */
export function abortedWhenGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
