import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  addRail,
  ledgerOf,
  type Played,
  type ProviderName,
  play,
  providers,
} from '../../test/promises/rail-counterparts.ts';
import type { CustomersOfRail } from './load-payments.ts';
import type { Findings, Options } from './options.ts';
import { measureCallbacks } from './rails-callbacks.ts';
import { measureHanging } from './rails-hanging.ts';
import { measureRates } from './rails-rate.ts';
import type { Stage, StageOptions } from './stage.ts';
import { verifyBalances } from './verify.ts';
import { query, SECRET_KEY } from './world.ts';

const names = Object.keys(providers) as ProviderName[];
const CURRENCIES = ['XOF', ...new Set(names.map((name) => providers[name].currency))].join();
/** Every node reads the table of rails within a second of its change. */
const ADDED_MS = 2_000;

/** A provider's counterpart, its rail, and customers who were not used yet. */
export type BenchRail = Played & { customers(count: number): CustomersOfRail };
export type BenchRails = Readonly<Record<ProviderName, BenchRail>>;

/** Settings that the workload needs: addresses for callbacks, the rails' currencies, and times of commits. */
export async function railStage(): Promise<Pick<StageOptions, 'database' | 'service'>> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return {
    database: { track_commit_timestamp: 'on' },
    service: { PORT: String(port), CALLBACK_URL: `http://127.0.0.1:${port}`, CURRENCIES },
  };
}

/** Measures rails that speak to the providers' counterparts, which run on the same cores. */
export async function measureRails(stage: Stage, options: Options, signal: AbortSignal): Promise<Findings> {
  const started: BenchRail[] = [];
  try {
    for (const name of names) started.push(await startRail(stage, name));
    await sleep(ADDED_MS);
    const rails = Object.fromEntries(started.map((one) => [one.provider, one])) as BenchRails;
    const rates = await measureRates(stage, rails, options, signal);
    const callbacks = await measureCallbacks(stage, rails, options, signal);
    const hanging = await measureHanging(stage, rails, options, signal);
    for (const one of started) await verifyRail(stage, one);
    await verifyBalances(stage.service);
    const parts = [rates, callbacks, hanging];
    return {
      settings: `seed ${options.seed}, the counterparts on the same cores`,
      report: parts.map(({ report }) => report).join('\n\n'),
      verified: "each payment has succeeded, and is in its provider's books once.",
      results: { rates: rates.results, callbacks: callbacks.results, hanging: hanging.results },
    };
  } finally {
    await Promise.all(started.map((one) => one.stop()));
  }
}

async function startRail(stage: Stage, name: ProviderName): Promise<BenchRail> {
  const played = await play(name);
  const { url, base } = stage.service;
  await addRail(played, { DATABASE_URL: url, SECRET_KEY, CURRENCIES, CALLBACK_URL: base });
  const { currency, unit, phone } = providers[name];
  let first = 0;
  const customers = (count: number): CustomersOfRail => {
    first += count;
    return { rail: played.slug, currency, unit, prefix: phone('', 0).slice(0, -3), first: first - count };
  };
  return { ...played, customers };
}

/** @throws if a payment has not succeeded, or has another number of movements than one in the provider's books */
async function verifyRail({ service }: Stage, rail: BenchRail): Promise<void> {
  const rows = await query<{ status: string; count: number }>(
    service.url,
    `SELECT status, count(*)::int AS count FROM payments WHERE rail = '${rail.slug}' GROUP BY status`,
  );
  const { entries } = await ledgerOf(rail);
  const collections = entries.filter(({ kind }) => kind === 'collection');
  const references = new Set(collections.map(({ reference }) => reference));
  const paid = rows.find(({ status }) => status === 'succeeded')?.count ?? 0;
  if (rows.length === 1 && collections.length === paid && references.size === paid) return;
  const books = `${collections.length} movements of ${references.size} payments`;
  throw new Error(`${rail.slug}: ${JSON.stringify(rows)} here, ${books} at the provider`);
}
