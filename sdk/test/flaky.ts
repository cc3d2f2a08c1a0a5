import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Seen = { method: string; path: string; headers: IncomingHttpHeaders; body: string };
/**
 * `pass` forwards the request. `cut` closes the connection after the service has answered, so after COMMIT; it closes a
 * stream after 8 KiB. A function answers instead of the service.
 */
export type Fate = 'pass' | 'cut' | ((response: ServerResponse) => void);

export type Flaky = {
  readonly url: string;
  readonly seen: Seen[];
  /** Decides the fate of each request. `count` begins at 1. */
  fate: (seen: Seen, count: number) => Fate;
  /** Closes all current connections. */
  cut(): void;
  close(): void;
};

/** A proxy that simulates a bad network between a client and the service. */
export async function startFlaky(base: string): Promise<Flaky> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const { method = '', url: path = '', headers } = request;
    const seen = { method, path, headers, body: body.toString() };
    flaky.seen.push(seen);
    const fate = flaky.fate(seen, flaky.seen.length);
    if (typeof fate === 'function') return fate(response);
    const { host, connection, 'transfer-encoding': _, ...forwarded } = headers;
    const answer = await fetch(base + path, {
      method,
      headers: forwarded as Record<string, string>,
      ...(body.length > 0 ? { body } : {}),
    });
    if (answer.headers.get('content-type')?.startsWith('text/event-stream')) return pipe(answer, response, fate);
    const text = await answer.text();
    if (fate === 'cut') return void request.socket.destroy();
    const {
      'content-encoding': _e,
      'content-length': _l,
      'transfer-encoding': _t,
      ...kept
    } = Object.fromEntries(answer.headers);
    response.writeHead(answer.status, kept).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const flaky: Flaky = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: [],
    fate: () => 'pass',
    cut: () => server.closeAllConnections(),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return flaky;
}

/** Forwards a stream chunk by chunk until either side disconnects. */
async function pipe(answer: Response, response: ServerResponse, fate: Fate): Promise<void> {
  response.writeHead(answer.status, { 'content-type': 'text/event-stream' });
  const reader = answer.body!.getReader();
  response.on('close', () => reader.cancel().catch(() => null));
  for (let left = fate === 'cut' ? 8192 : Number.POSITIVE_INFINITY; left > 0; ) {
    const { value, done } = await reader.read().catch(() => ({ value: undefined, done: true }));
    if (!value || done) break;
    await new Promise((written) => response.write(value.subarray(0, left), written));
    left -= value.length;
  }
  response.destroy();
}

/** Answers instead of the service. */
export const answer =
  (status: number, body: string, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end(body);
