import { once } from 'node:events';
import { Agent, createServer, request as forward, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../service/test/support/harness.ts';

export type Balancer = {
  readonly base: string;
  /** Resolves when this many nodes are ready. */
  sees(count: number): Promise<unknown>;
  close(): void;
};

const POLL_MS = 100;
/** A node that reports its shutdown is dropped at once; a node that does not answer, after this many health checks. */
const MOST_SILENT = 3;

/**
 * A load balancer as people use them: it polls /readyz, keeps connections open, and sends each request to the next
 * ready node. It retries nothing: a broken request is the client's 502.
 */
export async function startBalancer(nodes: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const silent = new Map(nodes.map((node) => [node, MOST_SILENT]));
  const ready = () => nodes.filter((node) => silent.get(node)! < MOST_SILENT);
  const poll = async (node: string) => {
    // A node that is gone refuses at once; a node on a busy machine takes its time.
    const response = await fetch(`${node}/readyz`, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
    await response?.text().catch(() => {});
    if (response) silent.set(node, response.ok ? 0 : MOST_SILENT);
    else silent.set(node, silent.get(node)! + 1);
  };
  let closed = false;
  const keepPolling = async (node: string) => {
    for (; !closed; await sleep(POLL_MS)) await poll(node);
  };
  for (const node of nodes) keepPolling(node);
  const sees = (count: number) => until(async () => ready().length === count);
  await sees(nodes.length);
  let turn = 0;
  // By default Node closes an idle connection after 5 s: on a busy machine a request was already on its way then.
  const server = createServer({ keepAliveTimeout: 65_000 }, (incoming, outgoing) => {
    const fail = (error: Error) => {
      if (!outgoing.headersSent) outgoing.writeHead(502);
      outgoing.end(error.message);
    };
    const there = ready();
    const node = there[turn++ % Math.max(there.length, 1)];
    if (!node) return fail(new Error('no node is ready'));
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
    sees,
    close: () => {
      closed = true;
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}
