import { setTimeout as sleep } from 'node:timers/promises';
import { addDue, addEndpoints, BULK, FRESH, PROBE, UNSUBSCRIBED, verifyDelivered } from './deliveries.ts';
import { openConnection } from './http-connection.ts';
import type { CeilingJob } from './load-ceiling.ts';
import type { EventsJob } from './load-events.ts';
import type { Findings, Options } from './options.ts';
import { inProcess } from './process.ts';
import { randomFrom } from './random.ts';
import { type Receipts, type Receiver, startReceiver } from './receiver.ts';
import { type Fresh, type Line, type Round, renderReport, waits } from './report-deliveries.ts';
import type { Stage } from './stage.ts';

/** The plain loop's requests in flight: the service's own limit for one endpoint; for many, the faster of the two. */
const plan = [
  { endpoints: 1, clients: [32] },
  { endpoints: 100, clients: [32, 256] },
];
const ROUNDS = 2;
const FRESH_CLIENTS = 64;

/** Compares due deliveries to a receiver on loopback with a plain loop that only POSTs the same bodies to it. */
export async function measureDeliveries(stage: Stage, options: Options, signal: AbortSignal): Promise<Findings> {
  const count = options.quick ? 4_000 : 20_000;
  // Warm up with as many as are measured: a service that has just started is slower, and so is the loop.
  const skip = count;
  const receiver = await startReceiver(Math.max(...plan.map(({ endpoints }) => endpoints)), signal);
  try {
    const run = { stage, receiver, skip, count, signal };
    const lines: Line[] = [];
    let delivered = 0;
    for (const { endpoints, clients } of plan) {
      const ids = await addEndpoints(stage.service, receiver.urls.slice(0, endpoints), BULK);
      const line: Line = { endpoints, service: [], ceilings: clients.map((many) => ({ clients: many, rounds: [] })) };
      for (let round = 0; round < ROUNDS; round++) {
        delivered += skip + count;
        line.service.push(logged(`service  ${endpoints}`, await serviceOnce(run, ids, options.seed + round)));
        await verifyDelivered(stage.service, delivered);
        for (const { clients, rounds } of line.ceilings) {
          rounds.push(logged(`ceiling  ${endpoints} (${clients})`, await ceilingOnce(run, endpoints, clients)));
        }
      }
      lines.push(line);
    }
    const fresh = await freshEvents(run);
    delivered += fresh.length * count;
    await verifyDelivered(stage.service, delivered);
    const idle = await probeIdle(run, options);
    await verifyDelivered(stage.service, delivered + idle.length);
    return {
      settings:
        `seed ${options.seed}, ${ROUNDS} rounds of each, ${skip} deliveries to warm up and ${count} measured, ` +
        `${idle.length} probes`,
      report: renderReport(lines, fresh, waits(idle)),
      verified: 'each delivery was received once, recorded once, and has one attempt in the log.',
      results: { lines, fresh, idle },
    };
  } finally {
    receiver.close();
  }
}

type Run = {
  readonly stage: Stage;
  readonly receiver: Receiver;
  readonly skip: number;
  readonly count: number;
  readonly signal: AbortSignal;
};

async function serviceOnce(run: Run, ids: readonly string[], seed: number): Promise<Round> {
  const { stage, receiver, skip, count } = run;
  const received = receiver.expect(skip, count);
  const before = stage.cpu();
  await addDue(stage.service, ids, skip + count, seed);
  const writing = stage.cpu();
  const receipts = await received;
  const after = stage.cpu();
  const [service, database] = [after.service - before.service, after.database - writing.database];
  return roundOf(run, receipts, service, database);
}

async function ceilingOnce(run: Run, endpoints: number, clients: number): Promise<Round> {
  const { stage, receiver, skip, count, signal } = run;
  const job = { url: stage.service.url, urls: receiver.urls.slice(0, endpoints), posts: skip + count, clients };
  const received = receiver.expect(skip, count);
  const sender = await inProcess<number>('./load-ceiling.ts', job satisfies CeilingJob, signal);
  return roundOf(run, await received, sender, 0);
}

/** The CPU of sender and database covers everything that was sent, the receiver's only the measured part. */
function roundOf({ skip, count }: Run, { first, last, cpu }: Receipts, sender: number, database: number): Round {
  const each = (seconds: number, many: number) => (seconds / many) * 1e6;
  return {
    perSecond: (count / (last - first)) * 1e3,
    cpu: { sender: each(sender, skip + count), database: each(database, skip + count), receiver: each(cpu, count) },
  };
}

/** Compares events that are created and delivered at the same time with the same events without a subscriber. */
async function freshEvents(run: Run): Promise<Fresh[]> {
  const { stage, receiver, count, signal } = run;
  await addEndpoints(stage.service, receiver.urls.slice(0, 1), FRESH);
  const { base, key } = stage.service;
  const make = async (type: string, receipts: Promise<unknown> | null) => {
    const job: EventsJob = { base, key, type, events: count, clients: FRESH_CLIENTS };
    const [before, began] = [stage.cpu(), performance.now()];
    await inProcess<number>('./load-events.ts', job, signal);
    await receipts;
    const perSecond = (count / (performance.now() - began)) * 1e3;
    if (receipts) await sleep(100);
    const after = stage.cpu();
    const each = (seconds: number) => (seconds / count) * 1e6;
    return {
      perSecond,
      service: each(after.service - before.service),
      database: each(after.database - before.database),
    };
  };
  const rounds: Fresh[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const unsubscribed = await make(UNSUBSCRIBED, null);
    const delivered = await make(FRESH, receiver.expect(0, count));
    rounds.push({ unsubscribed, delivered });
    const rates = [delivered, unsubscribed].map(({ perSecond }) => Math.round(perSecond));
    process.stderr.write(`fresh ${rates[0]}/s, without subscriber ${rates[1]}/s\n`);
  }
  return rounds;
}

/** One event at a time with a pause between them. Returns the milliseconds from each request to the event's receipt. */
async function probeIdle({ stage, receiver }: Run, { quick, seed }: Options): Promise<number[]> {
  await addEndpoints(stage.service, receiver.urls.slice(0, 1), PROBE);
  const { base, key } = stage.service;
  const { host, hostname, port } = new URL(base);
  const connection = await openConnection(hostname, Number(port));
  const random = randomFrom(seed);
  const body = JSON.stringify({ type: PROBE });
  const request =
    `POST /api/v1/test/events HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const taken: number[] = [];
  for (let i = 0; i < (quick ? 40 : 200); i++) {
    await sleep(20 + random() * 80);
    const received = receiver.expect(0, 1);
    await sleep(5);
    const sent = performance.timeOrigin + performance.now();
    const answer = await connection.request(request);
    if (!answer.startsWith('HTTP/1.1 201 ')) throw new Error(`Expected 201: ${answer}`);
    taken.push((await received).last - sent);
  }
  connection.close();
  return taken;
}

function logged(what: string, round: Round): Round {
  process.stderr.write(`${what.padEnd(20)}  ${Math.round(round.perSecond)}/s\n`);
  return round;
}
