import assert from 'node:assert/strict';
import { it } from 'node:test';
import { seedFromEnvironment } from '../support/kill.ts';
import { runThroughKills } from '../support/webhook-loss.ts';

it('none of 100 000 events is lost while workers are killed every few seconds', { timeout: 900_000 }, async (t) => {
  const seed = seedFromEnvironment();
  t.diagnostic(`SEED=${seed}`);
  const options = { events: 100_000, seed, killEvery: 5_000, hangs: 20, atTheEnd: 'wait for leases' } as const;
  const { run, faults, attempts } = await runThroughKills(options, async () => {});
  t.diagnostic(`${run.receipts.length} received, ${attempts} logged, ${run.kills.length} kills`);
  assert.deepEqual(faults.slice(0, 10), []);
  assert.equal(new Set(run.events).size, 100_000);
});
