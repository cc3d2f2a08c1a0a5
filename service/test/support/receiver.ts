import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from './harness.ts';

export type Received = { method: string; path: string; headers: IncomingHttpHeaders; raw: string; event: any };
export type Answer = {
  status: number;
  headers?: Record<string, string>;
  body?: string;
  /** The receiver waits for this before it answers. */
  after?: Promise<unknown>;
};

export type Receiver = {
  readonly url: string;
  readonly received: Received[];
  /** The answer from now on. */
  answer: Answer;
  /** Waits until this many requests have come, and returns the last of them. */
  nth(count: number): Promise<Received>;
  close(): void;
};

/** An integrator's own server. */
export async function startReceiver(port = 0): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    let raw = '';
    for await (const chunk of request.setEncoding('utf8')) raw += chunk;
    const { method = '', url: path = '', headers } = request;
    receiver.received.push({ method, path, headers, raw, event: raw && JSON.parse(raw) });
    const { status, headers: answerHeaders, body, after } = receiver.answer;
    await after;
    response.writeHead(status, answerHeaders).end(body);
  });
  // A test that fails before it closes the receiver still ends its process.
  server.unref().on('connection', (socket) => socket.unref());
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    answer: { status: 200 },
    nth: (count) => until(async () => receiver.received.length >= count && receiver.received[count - 1]),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return receiver;
}
