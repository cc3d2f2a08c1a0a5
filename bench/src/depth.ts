// Compares transfers on tables with 10 000 000 postings and on empty tables, and reads pages of a statement at several
// depths: `node bench/src/depth.ts [--postings N] [--quick]`. It takes about 11 minutes and 8 GB of disk.
import { parseArgs } from 'node:util';
import { entryId } from '../../service/src/core/id.ts';
import type { ServiceJob } from './load-service.ts';
import { type Measured, perSecond, together } from './measure.ts';
import { inProcess } from './process.ts';
import { type Stage, setStage } from './stage.ts';
import { table, whole } from './table.ts';
import { CURRENCY, FUNDS, type Shape, WALLETS } from './transfers.ts';
import { verifyBalances } from './verify.ts';
import { warmUp } from './warm-up.ts';
import { query } from './world.ts';

const { values } = parseArgs({ options: { postings: { type: 'string' }, quick: { type: 'boolean', default: false } } });
/** Each wallet has the same number, so that its balance does not change. */
const POSTINGS = Math.ceil(Number(values.postings ?? (values.quick ? 100_000 : 10_000_000)) / WALLETS) * WALLETS;
const PORTION = 500 * WALLETS;
const ROUNDS = values.quick ? 1 : 4;
const WINDOW_MS = values.quick ? 500 : 4_000;
const PAGES = 50;
const AMOUNT = 1;

async function main(): Promise<void> {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort());
  const stages: Stage[] = [];
  try {
    const empty = await setStage({ profile: undefined }, interrupted.signal);
    stages.push(empty);
    const full = await setStage({ profile: undefined }, interrupted.signal);
    stages.push(full);
    const first = await fill(full, interrupted.signal);
    await compare(empty, full, interrupted.signal);
    await leaf(full, first);
    for (const { service } of stages) await verifyBalances(service);
    console.log('\nVerified: balances sum to zero and equal their postings.');
  } catch (error) {
    if (!interrupted.signal.aborted) throw error;
    process.exitCode = 130;
  } finally {
    for (const stage of stages) await stage.clear();
  }
}

/**
 * Inserts transfers from each wallet to the next, in rounds, with the same running balances that the service would have
 * written one by one.
 * @returns the position of the first
 */
async function fill({ service }: Stage, signal: AbortSignal): Promise<bigint> {
  const [row] = await query<{ last: string }>(service.url, 'SELECT max(position)::text AS last FROM balances');
  const first = BigInt(row!.last) + 1n;
  const wallets = `(ARRAY[${service.wallets.map((id) => `'${id}'`).join(',')}])`;
  for (let from = 0; from < POSTINGS; from += PORTION) {
    signal.throwIfAborted();
    const to = Math.min(from + PORTION, POSTINGS) - 1;
    await query(
      service.url,
      `SET session_replication_role = replica;
       INSERT INTO transfers (world, id, from_wallet, to_wallet, amount, currency, created_at)
       SELECT ${service.world}, 'trf_' || lpad(k::text, 26, '0'), ${wallets}[k % ${WALLETS} + 1],
              ${wallets}[(k + 1) % ${WALLETS} + 1], ${AMOUNT}, '${CURRENCY}', to_timestamp((${first} + k) / 1e6)
       FROM generate_series(${from}, ${to}) k;
       INSERT INTO postings (position, debit_wallet, credit_wallet, amount, currency, livemode, debit_balance, credit_balance,
                             kind, source)
       SELECT ${first} + k, ${wallets}[k % ${WALLETS} + 1], ${wallets}[(k + 1) % ${WALLETS} + 1], ${AMOUNT}, '${CURRENCY}', false,
              ${FUNDS} - CASE k % ${WALLETS} WHEN 0 THEN ${AMOUNT} ELSE 0 END,
              ${FUNDS} + CASE k % ${WALLETS} WHEN ${WALLETS - 1} THEN 0 ELSE ${AMOUNT} END,
              'transfer', 'trf_' || lpad(k::text, 26, '0')
       FROM generate_series(${from}, ${to}) k`,
    );
    process.stderr.write(`${whole(to + 1)} postings\n`);
  }
  await query(service.url, `UPDATE balances SET position = ${first} + ${POSTINGS} WHERE NOT overdraft`);
  await query(service.url, 'VACUUM ANALYZE');
  await query(service.url, 'CHECKPOINT');
  return first;
}

/** Measures both alternately, so that both run under the same machine load. */
async function compare(empty: Stage, full: Stage, signal: AbortSignal): Promise<void> {
  const run = ({ service }: Stage, shape: Shape, seed: number) => {
    const window = { clients: 256, warmupMs: WINDOW_MS / 4, windowMs: WINDOW_MS };
    const job = { ...window, shape, seed, ...service } satisfies ServiceJob;
    return inProcess<Measured>('./load-service.ts', job, signal);
  };
  for (const stage of [empty, full]) await warmUp(stage, { quick: values.quick, seed: 1 }, signal);
  const rows: string[][] = [];
  for (const shape of ['spread', 'hot'] satisfies Shape[]) {
    const measured: [Measured[], Measured[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      const order = round % 2 === 0 ? [0, 1] : [1, 0];
      for (const which of order) measured[which]!.push(await run([empty, full][which]!, shape, round + 1));
    }
    const [before, after] = measured.map(together) as [Measured, Measured];
    const byRound = measured[1].map((one, i) => (perSecond(one) / perSecond(measured[0][i]!)).toFixed(2)).join(' ');
    const ratio = perSecond(after) / perSecond(before);
    const verdict = ratio >= 0.9 ? 'met' : 'NOT MET';
    const rates = [before, after].map((one) => whole(perSecond(one)));
    rows.push([shape, ...rates, ratio.toFixed(2), byRound, '≥ 0.9', verdict]);
  }
  const head = ['256 connections', 'none', whole(POSTINGS), 'ratio', 'by round', 'expected', ''];
  console.log(`${ROUNDS} rounds of each, ${WINDOW_MS / 1e3} s a window\n\n${table(head, rows)}\n`);
}

/** Reads pages of 20 entries of a wallet, and of all transfers, from the newest to the oldest. */
async function leaf({ service }: Stage, first: bigint): Promise<void> {
  const places = [1, 0.5, 0.001].map((share) => Math.floor((POSTINGS - 1) * share));
  const rows: string[][] = [];
  for (const place of places) {
    const transfer = `trf_${String(place).padStart(26, '0')}`;
    const entries = `/wallets/${service.wallets[0]}/entries?starting_after=${entryId(first + BigInt(place), transfer)}`;
    const transfers = `/transfers?starting_after=${transfer}`;
    rows.push([
      `${whole(POSTINGS - place)} back`,
      ...(await Promise.all([entries, transfers].map((path) => time(service, path)))),
    ]);
  }
  console.log(table([`a page of 20, p50 ms of ${PAGES}`, 'a wallet’s statement', 'transfers'], rows));
}

async function time({ base, key }: Stage['service'], path: string): Promise<string> {
  const took: number[] = [];
  for (let i = 0; i < PAGES; i++) {
    const start = performance.now();
    const answer = await fetch(`${base}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } });
    const { data, error } = (await answer.json()) as { data?: unknown[]; error?: unknown };
    if (!data || data.length === 0) throw new Error(`${path}: ${JSON.stringify(error ?? data)}`);
    took.push(performance.now() - start);
  }
  return took.sort((a, b) => a - b)[PAGES >> 1]!.toFixed(1);
}

await main();
