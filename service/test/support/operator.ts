import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Seen = { method: string; path: string; headers: Record<string, string>; body: string };
export type Operator = {
  readonly url: string;
  /** What came in, in order. */
  readonly seen: Seen[];
  /** What the next requests get; null leaves them without an answer. */
  answer: { status: number; body?: unknown; headers?: Record<string, string> } | null;
  close(): Promise<void>;
};

/** An SMS operator on loopback: it writes down what it is asked, exactly, and answers what the test says. */
export async function startOperator(answer: Operator['answer'], port = 0): Promise<Operator> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = request.headers as Record<string, string>;
    operator.seen.push({
      method: request.method!,
      path: request.url!,
      headers,
      body: Buffer.concat(chunks).toString('utf8'),
    });
    if (operator.answer === null) return;
    const { status, body = {}, headers: more = {} } = operator.answer;
    response.writeHead(status, { 'content-type': 'application/json', ...more });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  // A test that fails before it closes this ends all the same.
  server.unref().on('connection', (socket) => socket.unref());
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const operator: Operator = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: [],
    answer,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return operator;
}

/** A port of loopback that nobody listens on. */
export async function closedPort(): Promise<number> {
  const operator = await startOperator(null);
  await operator.close();
  return Number(new URL(operator.url).port);
}
