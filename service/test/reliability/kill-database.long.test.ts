import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  asOwner,
  randomFrom,
  seedFromEnvironment,
  settleAccounts,
  sound,
  startVictim,
  startWriters,
} from '../support/kill.ts';

const KILLS = Number(process.env.KILLS ?? 200);

const seed = seedFromEnvironment();
const random = randomFrom(seed);

describe(`kill -9 of the database under 32 writers (SEED=${seed})`, { skip: process.platform !== 'linux' }, () => {
  it(`${KILLS} times: nothing acknowledged is lost, nothing happens twice`, async (t) => {
    const victim = await startVictim();
    t.after(() => victim.end());
    const writers = await startWriters(victim);
    for (let kill = 0; kill < KILLS; kill++) {
      await writers.progress(100);
      await sleep(random() * 300);
      await victim.killDatabase();
      await victim.start();
    }
    await writers.stop();
    t.diagnostic(`${writers.acknowledged.size} acknowledged, ${writers.unknown()} settled by replaying their keys`);
    assert.deepEqual(await settleAccounts(victim, writers.acknowledged), sound);
  });

  it('control: with synchronous_commit off a kill loses acknowledged work, and the test detects it', async (t) => {
    const victim = await startVictim();
    t.after(() => victim.end());
    await asOwner(victim, 'ALTER DATABASE rialto SET synchronous_commit = off');
    // Data that the WAL writer has not written yet dies with the processes: it writes rarely here.
    await asOwner(victim, "ALTER SYSTEM SET wal_writer_delay = '10s'");
    await asOwner(victim, "ALTER SYSTEM SET wal_writer_flush_after = '1GB'");
    // The service's connections have the old setting until they are new.
    await victim.killDatabase();
    await victim.start();
    const writers = await startWriters(victim, { repeat: false });
    await writers.progress(300);
    await victim.killDatabase();
    await writers.stop();
    await victim.start();
    const { lost } = await settleAccounts(victim, writers.acknowledged);
    t.diagnostic(`${lost.length} of ${writers.acknowledged.size} acknowledged were lost`);
    assert.ok(lost.length > 0, 'acknowledged transfers were lost');
  });
});
