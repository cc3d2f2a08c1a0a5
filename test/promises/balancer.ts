import { once } from 'node:events';
import { Agent, createServer, request as forward, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Balancer = { readonly base: string; close(): void };

const LOOK_MS = 100;

/**
 * A load balancer as people have one: it looks at /readyz, keeps connections, sends each request to the next node that is
 * ready, and repeats nothing: what breaks is the client's 502.
 */
export async function startBalancer(nodes: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  let ready: string[] = [];
  const look = async () => {
    const found = await Promise.all(
      nodes.map(async (node) => {
        const response = await fetch(`${node}/readyz`, { signal: AbortSignal.timeout(1_000) }).catch(() => null);
        await response?.text().catch(() => {});
        return response?.ok ? node : null;
      }),
    );
    ready = found.filter((node) => node !== null);
  };
  await look();
  const looking = setInterval(look, LOOK_MS);
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const fail = () => {
      if (!outgoing.headersSent) outgoing.writeHead(502);
      outgoing.end();
    };
    const node = ready[turn++ % Math.max(ready.length, 1)];
    if (!node) return fail();
    const { method, url, headers } = incoming;
    const onward = forward(node + url, { method, headers, agent } as object, (answer: IncomingMessage) => {
      const { connection: _, ...rest } = answer.headers;
      outgoing.writeHead(answer.statusCode!, rest);
      answer.on('error', fail).pipe(outgoing);
    });
    onward.on('error', fail);
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
    close: () => {
      clearInterval(looking);
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}
