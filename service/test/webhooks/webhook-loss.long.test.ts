import assert from 'node:assert/strict';
import { it } from 'node:test';
import { seedFromEnvironment } from '../support/kill.ts';
import { findFaults, missing, runThroughKills } from '../support/webhook-loss.ts';

it('nothing is lost or sent early when workers of two nodes are killed', {
  timeout: 120_000,
}, async (t) => {
  const seed = seedFromEnvironment();
  t.diagnostic(`SEED=${seed}`);
  let control: string[] = [];
  const options = { events: 1_000, seed, killEvery: 150, leastKills: 3, hangs: 0, atTheEnd: 'expire leases' } as const;
  const { run, faults, attempts } = await runThroughKills(options, async (soFar, db) => {
    // The control: while the leases of the killed nodes run, the checker finds their deliveries missing.
    control = missing(soFar);
    assert.ok((await findFaults(soFar, db)).faults.length >= control.length);
  });
  t.diagnostic(`${run.receipts.length} received, ${attempts} logged, ${run.kills.length} kills`);
  assert.deepEqual(faults, []);
  assert.ok(control.length > 0);
  assert.ok(run.kills.length >= 3 && attempts > run.events.length);
});

it('none of 100 000 events is lost while workers are killed every few seconds', { timeout: 900_000 }, async (t) => {
  const seed = seedFromEnvironment();
  t.diagnostic(`SEED=${seed}`);
  const options = { events: 100_000, seed, killEvery: 5_000, hangs: 20, atTheEnd: 'wait for leases' } as const;
  const { run, faults, attempts } = await runThroughKills(options, async () => {});
  t.diagnostic(`${run.receipts.length} received, ${attempts} logged, ${run.kills.length} kills`);
  assert.deepEqual(faults.slice(0, 10), []);
  assert.equal(new Set(run.events).size, 100_000);
});
