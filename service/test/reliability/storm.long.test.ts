import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { checkLedger } from '../../src/ledger/check.ts';
import { type Reply, startTestService, type TestService, until } from '../support/harness.ts';
import { randomFrom, seedFromEnvironment } from '../support/kill.ts';
import { actsOn, openStage } from './storm.ts';

const CLIENTS = 100;
const SECONDS = 60;

let one: TestService;
let other: TestService;
before(async () => {
  const env = { PAYOUT_APPROVAL_ABOVE: 'XOF:300', PAYOUT_PENDING_SECONDS: '1' };
  one = await startTestService(env);
  other = await startTestService(env, one);
});
after(async () => {
  await other.stop();
  await one.stop();
});

it('everything that moves money meets everything that stops it, and the ledger is sound at every moment', async () => {
  const seed = seedFromEnvironment();
  console.log(`seed ${seed}`);
  const stage = await openStage(one, other);
  const next = randomFrom(seed);
  const int = (below: number) => Math.floor(next() * below);
  const random = { int, pick: <T>(list: readonly T[]) => list[int(list.length)]! };
  const acts = actsOn(other);
  const counts = new Map<string, number>();
  let over = false;
  const count = ({ status, body }: Reply) => {
    const what = `${status} ${body.error?.code ?? ''}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  };
  const client = async () => {
    while (!over) {
      const reply = await random.pick(acts)(stage, random);
      if (reply) count(reply);
    }
  };
  const watch = async () => {
    while (!over) {
      assert.deepEqual(await checkLedger(one.db), []);
      await setTimeout(1_000);
    }
  };
  const all = Promise.all([watch(), ...Array.from({ length: CLIENTS }, client)]);
  await Promise.race([all, setTimeout(SECONDS * 1_000)]);
  over = true;
  await all;

  // Open records reach their end, except those that wait for a second person.
  const open = `
    SELECT FROM payments WHERE due_at IS NOT NULL UNION ALL SELECT FROM refunds WHERE due_at IS NOT NULL
    UNION ALL SELECT FROM payouts WHERE due_at IS NOT NULL UNION ALL SELECT FROM payout_items WHERE due_at IS NOT NULL`;
  await until(async () => {
    for (const shop of stage.shops) await shop.call('POST', '/test/clock/advance', { seconds: 4_000 });
    return (await one.db.query({ name: 'storm_open', text: open })).length === 0;
  }, 60);
  assert.deepEqual(await checkLedger(one.db), []);
  console.log(Object.fromEntries([...counts].sort()));
  assert.deepEqual(
    [...counts.keys()].filter((what) => what >= '500'),
    [],
  );
  const deadlocks = 'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()';
  console.log(...(await one.db.query({ name: 'storm_deadlocks', text: deadlocks })));
});
