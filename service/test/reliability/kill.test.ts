import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  randomFrom,
  seedFromEnvironment,
  settleAccounts,
  sound,
  startVictim,
  startWriters,
  type Victim,
} from '../support/kill.ts';

const SERVICE_KILLS = Number(process.env.KILLS ?? 2);
const DATABASE_KILLS = process.env.KILLS ? 2 : 1;

const seed = seedFromEnvironment();
const random = randomFrom(seed);
let victim: Victim;

describe(`kill -9 under 32 writers (SEED=${seed})`, { skip: process.platform !== 'linux' }, () => {
  before(async () => {
    victim = await startVictim();
  });
  after(() => victim.end());

  it(`of the service, ${SERVICE_KILLS} times: nothing acknowledged is lost, nothing happens twice`, async (t) => {
    const writers = await startWriters(victim);
    for (let kill = 0; kill < SERVICE_KILLS; kill++) {
      await writers.progress(100);
      await sleep(random() * 100);
      await victim.killService();
      await victim.start();
    }
    await writers.stop();
    t.diagnostic(`${writers.acknowledged.size} acknowledged, ${writers.unknown()} settled by replaying their keys`);
    assert.ok(writers.unknown() > 0, 'kills interrupted requests');
    assert.deepEqual(await settleAccounts(victim, writers.acknowledged), sound);
  });

  it(`of the database, ${DATABASE_KILLS} times: the same`, async (t) => {
    const writers = await startWriters(victim);
    for (let kill = 0; kill < DATABASE_KILLS; kill++) {
      await writers.progress(100);
      await sleep(random() * 100);
      await victim.killDatabase();
      await victim.start();
    }
    await writers.stop();
    t.diagnostic(`${writers.acknowledged.size} acknowledged, ${writers.unknown()} settled by replaying their keys`);
    assert.deepEqual(await settleAccounts(victim, writers.acknowledged), sound);
  });

  it('control: repetitions without an idempotency key do happen twice, and the test detects it', async () => {
    const accountOf = async (keyed: boolean) => {
      const writers = await startWriters(victim, { keyed, deaf: true });
      await writers.progress(100);
      await writers.stop();
      return settleAccounts(victim, writers.acknowledged);
    };
    assert.deepEqual(await accountOf(true), sound);
    assert.ok((await accountOf(false)).doubled.length >= 100);
  });
});
