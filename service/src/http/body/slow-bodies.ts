import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

export type SlowBodies = {
  /**
   * Called when the headers have arrived, and again when the route is known.
   * @param withinMs default: for bodies of ordinary length
   */
  begin(request: IncomingMessage, withinMs?: number): void;
  /** Called when the body has arrived. */
  end(request: IncomingMessage): void;
  stop(): void;
};

/**
 * Refuses a request whose body does not arrive in time: 30 s for bodies of ordinary length, longer for files and long
 * lists. Node's `requestTimeout` is the same for all requests, so it allows the longest.
 * A single timer checks all requests every five seconds: a timer and two listeners for each request would cost more
 * than the map does.
 * @param refuse answers on the socket and closes it
 */
export function createSlowBodies(
  refuse: (socket: Socket) => void,
  { withinMs = 30_000, everyMs = 5_000 } = {},
): SlowBodies {
  const underWay = new Map<IncomingMessage, { readonly began: number; readonly within: number }>();
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [request, { began, within }] of underWay) {
      if (request.complete || request.destroyed) underWay.delete(request);
      else if (now - began > within) {
        underWay.delete(request);
        refuse(request.socket);
      }
    }
  }, everyMs).unref();
  return {
    begin: (request, within = withinMs) => void underWay.set(request, { began: performance.now(), within }),
    end: (request) => void underWay.delete(request),
    stop: () => clearInterval(timer),
  };
}
