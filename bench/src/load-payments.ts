import { randomUUID } from 'node:crypto';
import { openConnection } from './http-connection.ts';
import { closedLoop, openLoop, type Window } from './measure.ts';
import { serve } from './process.ts';
import { randomFrom } from './random.ts';
import { CURRENCY } from './transfers.ts';

/** Payments over HTTP, each of a different customer who approves, with its own Idempotency-Key. */
export type PaymentsJob = Window & {
  readonly base: string;
  readonly key: string;
  readonly seed: number;
  /** A configured rail. Without it the sandbox serves the payments. */
  readonly at?: CustomersOfRail;
  /** Payments per second in an open loop. Without it the loop is closed. */
  readonly rate?: number;
};

export type CustomersOfRail = {
  readonly rail: string;
  readonly currency: string;
  /** Minor units in the smallest amount that the rail moves. */
  readonly unit: number;
  /** A phone without its last seven digits. */
  readonly prefix: string;
  /** No two payments of a run have the same customer: a provider shows one prompt at a time. */
  readonly first: number;
};

/** Phones that end with 0000 to 0999 may choose another outcome. */
const ENDINGS = 9_000;

serve(async (job: PaymentsJob) => {
  const { host, hostname, port } = new URL(job.base);
  const connections = await Promise.all(
    Array.from({ length: job.clients }, () => openConnection(hostname, Number(port))),
  );
  const random = randomFrom(job.seed);
  const head =
    `POST /api/v1/payments HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${job.key}\r\n` +
    'Content-Type: application/json\r\nIdempotency-Key: ';
  const { at, rate } = job;
  let next = at?.first ?? 0;
  const draw = (): { amount: number; body: string } => {
    const amount = (100 + Math.floor(random() * 1_000)) * (at?.unit ?? 1);
    // The last four digits select the sandbox's behavior: these approve.
    if (!at) {
      const customer = `+22177${100 + Math.floor(random() * 900)}1234`;
      return { amount, body: `{"amount":${amount},"currency":"${CURRENCY}","customer":"${customer}"}` };
    }
    const n = next++;
    const customer = `${at.prefix}${String(Math.floor(n / ENDINGS)).padStart(3, '0')}${1_000 + (n % ENDINGS)}`;
    const { currency, rail } = at;
    return { amount, body: JSON.stringify({ amount, currency, customer, rail }) };
  };
  const create = async (client: number) => {
    const { amount, body } = draw();
    const answer = await connections[client]!.request(
      `${head}${randomUUID()}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    if (!answer.startsWith('HTTP/1.1 201 ')) throw new Error(`Expected 201: ${answer}`);
    return amount;
  };
  const measured = await (rate === undefined ? closedLoop(job, create) : openLoop({ ...job, rate }, create));
  for (const connection of connections) connection.close();
  return measured;
});
