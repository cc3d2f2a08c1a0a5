import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { BaselineJob } from './load-baseline.ts';
import type { ServiceJob } from './load-service.ts';
import { type Measured, perSecond, quantile } from './measure.ts';
import { inProcess } from './process.ts';
import { type Stage, setStage } from './stage.ts';
import { CURRENCY } from './transfers.ts';
import { verifyLedger } from './verify.ts';
import { query } from './world.ts';

/**
 * `npm run bench:payouts` compares payouts of 10 000 items, to wallets and to external phones, with 10 000 single
 * transfers.
 */
const ITEMS = 10_000;
const ROUNDS = 5;
const clientCounts = [1, 8, 32];

type Payout = {
  /** Milliseconds from the first byte of the request to the response. */
  readonly accept: number;
  /** Milliseconds from the response until the payout was read as completed. */
  readonly complete: number;
};

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { profile: { type: 'string' } } });
  // The time that a payout waits for a cancellation is a setting of the deployment, and not work.
  process.env.PAYOUT_PENDING_SECONDS = '0';
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort());
  let stage: Stage | undefined;
  try {
    stage = await setStage({ profile: values.profile }, interrupted.signal);
    await measure(stage, interrupted.signal);
    await verifyLedger(stage.service);
    console.log('Verified: every invariant of the ledger holds.');
  } catch (error) {
    if (!interrupted.signal.aborted) throw error;
    process.exitCode = 130;
  } finally {
    await stage?.clear();
  }
}

async function measure(stage: Stage, signal: AbortSignal): Promise<void> {
  const recipients = await makeCustomers(stage.service.url);
  const payouts: Payout[] = [];
  const external: Payout[] = [];
  const rates: number[] = [];
  await payOut(stage, recipients);
  await payOut(stage, externalPhones);
  const used = { service: 0, database: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const before = stage.cpu();
    payouts.push(await payOut(stage, recipients));
    const after = stage.cpu();
    used.service += after.service - before.service;
    used.database += after.database - before.database;
    external.push(await payOut(stage, externalPhones));
    const each: number[] = [];
    for (const clients of clientCounts) {
      const job = { clients, shape: 'spread', seed: round, warmupMs: 300, windowMs: 700, ...stage.baseline } as const;
      each.push(perSecond(await inProcess('./load-baseline.ts', job satisfies BaselineJob, signal)));
    }
    rates.push(Math.max(...each));
    const { accept, complete } = payouts.at(-1)!;
    console.log(`round ${round}: accepted in ${accept.toFixed(0)} ms, completed ${complete.toFixed(0)} ms later`);
  }
  const baseline = (ITEMS / median(rates)) * 1e3;
  const complete = median(payouts.map((payout) => payout.complete));
  const accept = median(payouts.map((payout) => payout.accept));
  console.log(`accepted → completed: ${complete.toFixed(0)} ms (POST → 202: ${accept.toFixed(0)} ms)`);
  console.log(`${ITEMS} transfers one by one: ${baseline.toFixed(0)} ms; ratio ${(complete / baseline).toFixed(2)}`);
  console.log(`with the POST: ratio ${((accept + complete) / baseline).toFixed(2)}`);
  const phones = median(external.map((payout) => payout.complete));
  console.log(`to external phones: ${phones.toFixed(0)} ms; ratio ${(phones / baseline).toFixed(2)}`);
  const each = (seconds: number) => ((seconds / ROUNDS / ITEMS) * 1e6).toFixed(0);
  console.log(`CPU per item: ${each(used.service)} µs service + ${each(used.database)} µs PostgreSQL`);
  await measureOthers(stage, recipients, signal);
}

/** Measures transfers between other wallets, alone and while payouts run. */
async function measureOthers(stage: Stage, recipients: readonly string[], signal: AbortSignal): Promise<void> {
  const wallets = stage.service.wallets.slice(1);
  const window = { clients: 4, shape: 'spread', seed: 7, warmupMs: 300, windowMs: 4_000 } as const;
  const transfers = () =>
    inProcess<Measured>('./load-service.ts', { ...window, ...stage.service, wallets } satisfies ServiceJob, signal);
  const alone = await transfers();
  let going = true;
  let count = 0;
  const payouts = (async () => {
    for (; going; count++) await payOut(stage, recipients);
  })();
  const beside = await transfers();
  going = false;
  await payouts;
  for (const [what, measured] of Object.entries({ alone, beside })) {
    const [p50, p99, most] = [0.5, 0.99, 1].map((share) => quantile(measured, share).toFixed(1));
    console.log(`transfers ${what}: ${perSecond(measured).toFixed(0)}/s, p50 ${p50} p99 ${p99} max ${most} ms`);
  }
  console.log(`${count} payouts were paid at the same time`);
}

/** The sandbox pays each of them at once: no number has one of its special endings. */
const externalPhones = Array.from(
  { length: ITEMS },
  (_, n) => `+22177${100 + Math.floor(n / 5_000)}${1_000 + (n % 5_000)}`,
);

/** Creates 10 000 customers with one wallet each, and returns their phone numbers. */
async function makeCustomers(url: string): Promise<string[]> {
  await query(
    url,
    `INSERT INTO users (id, livemode, phone) SELECT 'usr_' || lpad(n::text, 26, '0'), false, '+2217' || (70000000 + n) FROM generate_series(1, ${ITEMS}) n;
     INSERT INTO wallets (id, livemode, owner_type, owner_id, currency, is_default)
     SELECT 'wal_' || lpad(n::text, 26, '0'), false, 'customer', 'usr_' || lpad(n::text, 26, '0'), '${CURRENCY}', true FROM generate_series(1, ${ITEMS}) n;
     INSERT INTO balances (wallet_id, position, tier) SELECT 'wal_' || lpad(n::text, 26, '0'), 1, 0 FROM generate_series(1, ${ITEMS}) n;
     ANALYZE users, wallets, balances`,
  );
  return Array.from({ length: ITEMS }, (_, n) => `+2217${70000001 + n}`);
}

async function payOut({ service }: Stage, recipients: readonly string[]): Promise<Payout> {
  const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
  const items = recipients.map((recipient, i) => ({ recipient, amount: 1 + (i % 100), reference: `emp-${i}` }));
  const body = JSON.stringify({ currency: CURRENCY, wallet: service.wallets[0], items });
  const start = performance.now();
  const response = await fetch(`${service.base}/api/v1/payouts`, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    body,
  });
  const { id, error } = (await response.json()) as { id: string; error?: unknown };
  if (response.status !== 202) throw new Error(`Expected 202: ${JSON.stringify(error)}`);
  const accepted = performance.now();
  const deadline = AbortSignal.timeout(60_000);
  for (;;) {
    deadline.throwIfAborted();
    const read = await fetch(`${service.base}/api/v1/payouts/${id}`, { headers });
    const { status, result } = (await read.json()) as { status: string; result: string };
    if (status === 'completed') {
      if (result !== 'all_succeeded') throw new Error(result);
      return { accept: accepted - start, complete: performance.now() - accepted };
    }
    await sleep(5);
  }
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
