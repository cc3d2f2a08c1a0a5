import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../src/db/database.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { runningEmbeddedUrl } from '../../src/postgres/start.ts';
import { until } from '../support/harness.ts';
import { asOwner, randomFrom, seedFromEnvironment, startVictim, type Victim } from '../support/kill.ts';

const ITEMS = 10_000;
const KILLS = Number(process.env.BULK_KILLS ?? 2);

const seed = seedFromEnvironment();
const random = randomFrom(seed);
let victim: Victim;

const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(victim.base + path, {
    method,
    headers: { authorization: `Bearer ${victim.key}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  });
  return { status: response.status, body: (await response.json()) as any };
};

describe(`kill -9 in the middle of a bulk request (SEED=${seed})`, { skip: process.platform !== 'linux' }, () => {
  before(async () => {
    victim = await startVictim();
  });
  after(() => victim.end());

  it('a repeat with the same key carries out the rest, and each item once', async (t) => {
    const to = (await call('POST', '/wallets', { currency: 'XOF' })).body.id;
    const from = (await call('GET', '/wallets/me?currency=XOF')).body.id;
    await call('POST', `/test/wallets/${from}/fund`, { amount: 1_000_000 });
    const before = (await call('GET', `/wallets/${from}`)).body.balance.total;
    // Half of the items have no reference, so that only the results of the portions prevent a second transfer.
    const items = Array.from({ length: ITEMS }, (_, i) => ({
      ...{ from, to, amount: 1 + (i % 3), currency: 'XOF' },
      ...(i % 2 ? { reference: `i-${i}` } : {}),
    }));
    const send = () => call('POST', '/transfers/bulk', { mode: 'each', items }, { 'idempotency-key': 'the-bulk' });
    const done = async () => {
      const [row] = await asOwner(victim, 'SELECT done FROM bulks');
      return Number(row?.done ?? 0);
    };
    const progress: number[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const last = progress.at(-1) ?? 0;
      const sent = send().catch(() => null);
      await until(async () => (await done()) > last);
      await sleep(random() * 20);
      await victim.killService();
      await sent;
      progress.push(await done());
      await victim.start();
    }
    t.diagnostic(`items that were done at each kill: ${progress.join(', ')}`);
    assert.ok(
      progress.some((ended) => ended > 0 && ended < ITEMS),
      'a kill came in the middle',
    );
    const answer = await send();
    assert.equal(answer.status, 201, JSON.stringify(answer.body).slice(0, 500));
    const { results, totals, id } = answer.body;
    assert.deepEqual([results.length, totals.succeeded_count], [ITEMS, ITEMS]);
    assert.equal(new Set(results.map((one: any) => one.id)).size, ITEMS);
    const [rows] = await asOwner(
      victim,
      `SELECT (SELECT count(*)::int FROM transfers) AS transfers, (SELECT count(*)::int FROM bulks) AS bulks,
              (SELECT count(*)::int FROM events WHERE type = 'bulk.completed') AS events`,
    );
    assert.deepEqual({ ...rows }, { transfers: ITEMS, bulks: 1, events: 1 });
    const moved = items.reduce((sum, { amount }) => sum + amount, 0);
    assert.equal((await call('GET', `/wallets/${from}`)).body.balance.total, before - moved);
    assert.deepEqual((await call('GET', `/transfers/bulk/${id}`)).body.results, results);
    const owner = openDatabase((await runningEmbeddedUrl(victim.dataDir))!, { max: 1 });
    try {
      assert.deepEqual(await checkLedger(owner), []);
    } finally {
      await owner.close();
    }
  });
});
