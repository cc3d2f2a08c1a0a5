import { randomUUID } from 'node:crypto';
import { openConnection } from './http-connection.ts';
import { closedLoop, openLoop, type Window } from './measure.ts';
import { serve } from './process.ts';
import { CURRENCY, drawTransfers, type Shape } from './transfers.ts';

/** Transfers over HTTP, each with its own Idempotency-Key. */
export type ServiceJob = Window & {
  readonly base: string;
  readonly key: string;
  readonly wallets: readonly string[];
  readonly shape: Shape;
  readonly seed: number;
  /** Transfers per second in an open loop. Without it the loop is closed. */
  readonly rate?: number;
};

serve(async (job: ServiceJob) => {
  const { host, hostname, port } = new URL(job.base);
  const connections = await Promise.all(
    Array.from({ length: job.clients }, () => openConnection(hostname, Number(port))),
  );
  const draw = drawTransfers(job.wallets, job.shape, job.seed);
  const head =
    `POST /api/v1/wallets/transfer HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${job.key}\r\n` +
    'Content-Type: application/json\r\nIdempotency-Key: ';
  const transfer = async (client: number) => {
    const { from, to, amount } = draw();
    const body = `{"from":"${from}","to":"${to}","amount":${amount},"currency":"${CURRENCY}"}`;
    const answer = await connections[client]!.request(
      `${head}${randomUUID()}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    if (!answer.startsWith('HTTP/1.1 201 ')) throw new Error(`Expected 201: ${answer}`);
    return amount;
  };
  const { rate } = job;
  const measured = await (rate === undefined ? closedLoop(job, transfer) : openLoop({ ...job, rate }, transfer));
  for (const connection of connections) connection.close();
  return measured;
});
