import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../src/db/database.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { runningEmbeddedUrl } from '../../src/postgres/start.ts';
import { until } from '../support/harness.ts';
import { asOwner, randomFrom, seedFromEnvironment, startVictim, type Victim } from '../support/kill.ts';

const ITEMS = 4_000;
const KILLS = Number(process.env.PAYOUT_KILLS ?? 3);

const seed = seedFromEnvironment();
const random = randomFrom(seed);
let victim: Victim;

const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(victim.base + path, {
    method,
    headers: { authorization: `Bearer ${victim.key}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  });
  return { status: response.status, body: (await response.json()) as any };
};

/** Half of the items go to a wallet here, half through the rail, where every tenth fails. */
const items = (wallet: string) =>
  Array.from({ length: ITEMS }, (_, i) => ({
    recipient: i % 2 ? wallet : i % 10 === 0 ? '+50937000011' : '+50937001234',
    amount: 1 + (i % 5),
    reference: `i-${i}`,
  }));

describe(`kill -9 in the middle of a payout (SEED=${seed})`, { skip: process.platform !== 'linux' }, () => {
  before(async () => {
    victim = await startVictim({ PAYOUT_PENDING_SECONDS: '0' });
  });
  after(() => victim.end());

  it('pays every item once, loses none, and completes once', async (t) => {
    const wallet = (await call('POST', '/wallets', { currency: 'XOF' })).body.id;
    const key = { 'idempotency-key': 'the-payout' };
    const order = { currency: 'XOF', items: items(wallet) };
    const first = await call('POST', '/payouts', order, key);
    assert.equal(first.status, 202, JSON.stringify(first.body));
    const { id } = first.body;
    const ended = async () => {
      const [row] = await asOwner(
        victim,
        `SELECT succeeded_count + failed_count AS ended FROM payouts WHERE id = '${id}'`,
      );
      return Number(row!.ended);
    };
    const progress: number[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      // The first kill comes when some items have ended and others have not; later kills come at random times.
      if (kill === 0) await until(async () => (await ended()) > 0);
      else await sleep(random() * 150);
      await victim.killService();
      progress.push(await ended());
      await victim.start();
      // A dead worker's claim is free after its lease. This test moves the time forward.
      await asOwner(victim, `UPDATE payouts SET due_at = now() WHERE due_at IS NOT NULL`);
      await asOwner(victim, `UPDATE payout_items SET due_at = now() WHERE due_at IS NOT NULL`);
    }
    t.diagnostic(`items that had ended at each kill: ${progress.join(', ')}`);
    // The client never got an answer: it sends its request again.
    const again = await call('POST', '/payouts', order, key);
    assert.deepEqual([again.status, again.body.id], [202, id]);
    const done = await until(async () => {
      const { body } = await call('GET', `/payouts/${id}`);
      return body.status === 'completed' && body;
    }, 120);
    assert.ok(
      progress.some((ended) => ended > 0 && ended < ITEMS),
      'a kill came in the middle',
    );
    assert.deepEqual([done.totals.succeeded_count, done.totals.failed_count], [ITEMS * 0.9, ITEMS * 0.1]);
    const [events] = await asOwner(victim, `SELECT count(*)::int AS count FROM events WHERE type = 'payout.completed'`);
    assert.deepEqual(events, { count: 1 });
    const doubled = await asOwner(
      victim,
      `SELECT source FROM postings WHERE kind = 'payout' GROUP BY source HAVING count(*) > 1`,
    );
    assert.deepEqual(doubled, []);
    const db = openDatabase((await runningEmbeddedUrl(victim.dataDir))!, { max: 1 });
    try {
      assert.deepEqual(await checkLedger(db), []);
    } finally {
      await db.close();
    }
  });
});
