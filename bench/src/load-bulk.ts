import { randomUUID } from 'node:crypto';
import { openConnection } from './http-connection.ts';
import { closedLoop, type Window } from './measure.ts';
import { serve } from './process.ts';
import { CURRENCY, drawTransfers, type Shape } from './transfers.ts';

/** Bulk requests of transfers over HTTP, each item with its own reference. */
export type BulkJob = Window & {
  readonly base: string;
  readonly key: string;
  readonly wallets: readonly string[];
  readonly shape: Shape;
  readonly seed: number;
  /** Items of a request. */
  readonly items: number;
  /** Requests that are built before the first is sent: the generator shares the cores with the service. */
  readonly prepared: number;
};

serve(async (job: BulkJob) => {
  const { host, hostname, port } = new URL(job.base);
  const connections = await Promise.all(
    Array.from({ length: job.clients }, () => openConnection(hostname, Number(port))),
  );
  const draw = drawTransfers(job.wallets, job.shape, job.seed);
  const build = () => {
    let moved = 0;
    const items = Array.from({ length: job.items }, () => {
      const { from, to, amount } = draw();
      moved += amount;
      return JSON.stringify({ from, to, amount, currency: CURRENCY, reference: randomUUID() });
    });
    const body = `{"mode":"each","items":[${items.join()}]}`;
    const text =
      `POST /api/v1/transfers/bulk HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${job.key}\r\n` +
      `Content-Type: application/json\r\nIdempotency-Key: ${randomUUID()}\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`;
    return { text, moved };
  };
  const ready = Array.from({ length: job.prepared }, build);
  const measured = await closedLoop(job, async (client) => {
    const { text, moved } = ready.pop() ?? build();
    const answer = await connections[client]!.request(text);
    if (!answer.startsWith('HTTP/1.1 201 ') || !answer.includes('"failed_count":0'))
      throw new Error(`Expected 201 without failures: ${answer.slice(0, 2_000)}`);
    return moved;
  });
  for (const connection of connections) connection.close();
  return measured;
});
