import { randomUUID } from 'node:crypto';
import { openConnection } from './http-connection.ts';
import { closedLoop, type Window } from './measure.ts';
import { serve } from './process.ts';
import { randomFrom } from './random.ts';
import { CURRENCY } from './transfers.ts';

/** Payments over HTTP, each of a different customer who approves, with its own Idempotency-Key. */
export type PaymentsJob = Window & { readonly base: string; readonly key: string; readonly seed: number };

serve(async (job: PaymentsJob) => {
  const { host, hostname, port } = new URL(job.base);
  const connections = await Promise.all(
    Array.from({ length: job.clients }, () => openConnection(hostname, Number(port))),
  );
  const random = randomFrom(job.seed);
  const head =
    `POST /api/v1/payments HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${job.key}\r\n` +
    'Content-Type: application/json\r\nIdempotency-Key: ';
  const measured = await closedLoop(job, async (client) => {
    const amount = 100 + Math.floor(random() * 1_000);
    // The last four digits select the sandbox's behavior: these approve.
    const customer = `+22177${100 + Math.floor(random() * 900)}1234`;
    const body = `{"amount":${amount},"currency":"${CURRENCY}","customer":"${customer}"}`;
    const answer = await connections[client]!.request(
      `${head}${randomUUID()}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    if (!answer.startsWith('HTTP/1.1 201 ')) throw new Error(`Expected 201: ${answer}`);
    return amount;
  });
  for (const connection of connections) connection.close();
  return measured;
});
