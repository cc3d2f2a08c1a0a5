import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = { method: string; path: string; headers: Record<string, string>; body: string };
export type Provider = {
  readonly url: string;
  /** The requests that arrived, in order. */
  readonly received: Received[];
  /** The answer to the next requests; null leaves them without an answer. */
  answer: { status: number; body?: unknown; headers?: Record<string, string> } | null;
  close(): Promise<void>;
};

/** An SMS provider on loopback. It records each request exactly and answers as the test sets it. */
export async function startProvider(answer: Provider['answer'], port = 0): Promise<Provider> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = request.headers as Record<string, string>;
    provider.received.push({
      method: request.method!,
      path: request.url!,
      headers,
      body: Buffer.concat(chunks).toString('utf8'),
    });
    if (provider.answer === null) return;
    const { status, body = {}, headers: more = {} } = provider.answer;
    response.writeHead(status, { 'content-type': 'application/json', ...more });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  // Unreferenced: a test that fails before it closes this server still ends.
  server.unref().on('connection', (socket) => socket.unref());
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const provider: Provider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    answer,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return provider;
}

/** A loopback port without a listener. */
export async function closedPort(): Promise<number> {
  const provider = await startProvider(null);
  await provider.close();
  return Number(new URL(provider.url).port);
}
