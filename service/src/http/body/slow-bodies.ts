import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

export type SlowBodies = {
  /** Its headers are there. */
  begin(request: IncomingMessage): void;
  /** Its body is. */
  end(request: IncomingMessage): void;
  stop(): void;
};

/**
 * Refuses what has not sent its body after 30 s. For bodies of ordinary length; files and long lists have the time that Node
 * gives all (`requestTimeout`), which knows no difference. All are looked at every five seconds: a timer and two listeners
 * for each request would cost it more than the map does.
 * @param refuse answers on the socket, and ends it
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
