import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

export type SlowBodies = {
  /** Called when the headers have arrived. */
  begin(request: IncomingMessage): void;
  /** Called when the body has arrived. */
  end(request: IncomingMessage): void;
  stop(): void;
};

/**
 * Refuses a request whose body does not arrive within 30 s. This is for bodies of ordinary length; files and long lists
 * have Node's `requestTimeout`, which is the same for all requests.
 * A single timer checks all requests every five seconds: a timer and two listeners for each request would cost more
 * than the map does.
 * @param refuse answers on the socket and closes it
 */
export function createSlowBodies(
  refuse: (socket: Socket) => void,
  { withinMs = 30_000, everyMs = 5_000 } = {},
): SlowBodies {
  const underWay = new Map<IncomingMessage, number>();
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [request, began] of underWay) {
      if (request.complete || request.destroyed) underWay.delete(request);
      else if (now - began > withinMs) {
        underWay.delete(request);
        refuse(request.socket);
      }
    }
  }, everyMs).unref();
  return {
    begin: (request) => void underWay.set(request, performance.now()),
    end: (request) => void underWay.delete(request),
    stop: () => clearInterval(timer),
  };
}
