import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seedFromEnvironment } from '../../service/test/support/kill.ts';
import { canBuild } from './bad-disk.ts';
import { everyHarm, type Fire, mayMount, runBank } from './bank.ts';
import { sound } from './checker.ts';
import type { Harm } from './nemesis.ts';

const SECONDS = Number(process.env.FIRE_SECONDS ?? 240);
const seed = seedFromEnvironment();
const mounts = mayMount();
const builds = {
  skip: canBuild ? false : 'NOT RUN: the breakable disk needs a C compiler, and there is no cc',
};

describe(`a bank under every fire (SEED=${seed})`, { skip: process.platform !== 'linux' }, () => {
  it(`64 clients, ${SECONDS} s: nothing lost, doubled, changed or undelivered`, async (t) => {
    const { verdict, summary } = await runBank({
      seed,
      clients: 64,
      seconds: SECONDS,
      stops: [5, 30],
      harms: everyHarm,
    });
    t.diagnostic(summary);
    assert.deepEqual(verdict, sound);
  });

  it('on a small disk that fills up: the same', {
    skip: mounts ? false : 'NOT RUN: only root may mount a tmpfs, and only where the machine permits it',
  }, async (t) => {
    const { verdict, summary } = await runBank({
      seed,
      clients: 32,
      seconds: SECONDS / 4,
      stops: [1, 2],
      harms: ['a full disk', 'kill -9 of the database', 'kill -9 of a node'],
      diskMib: 700,
      settings: { max_wal_size: '96MB', min_wal_size: '64MB' },
    });
    t.diagnostic(summary);
    assert.deepEqual(verdict, sound);
  });

  it('on a disk that fails to sync, and loses the written data: the same', builds, async (t) => {
    const harms: Harm[] = ['a sync of the WAL fails', 'a checkpoint fails to sync'];
    const stops: [number, number] = [1, 2];
    const { verdict, summary } = await runBank({
      seed,
      clients: 32,
      seconds: SECONDS / 8,
      stops,
      harms,
      badDisk: 'fails',
    });
    t.diagnostic(summary);
    assert.deepEqual(verdict, sound);
  });
});

describe('controls: a bank without its defences is caught', { skip: process.platform !== 'linux' }, () => {
  const burn = (more: Partial<Fire>) =>
    runBank({
      seed,
      clients: 32,
      seconds: 5,
      stops: [1, 2],
      harms: [],
      patience: 5,
      settings: { fsync: 'off' },
      ...more,
    });

  it('row locks removed', async (t) => {
    const { verdict } = await burn({ sabotage: 'row locks removed' });
    const wrong = [...verdict.ledger, ...verdict.balances, ...verdict.seen];
    t.diagnostic(`${wrong.length} faults, such as ${wrong[0]}`);
    assert.ok(wrong.length > 0);
  });

  it('the idempotency row in another transaction', async (t) => {
    const { verdict } = await burn({
      sabotage: 'key in another transaction',
      harms: ['kill -9 of a node after COMMIT'],
    });
    t.diagnostic(`${verdict.doubled.length} happened twice`);
    assert.ok(verdict.doubled.length > 0);
  });

  it('enqueue after commit', async (t) => {
    const { verdict } = await burn({ sabotage: 'enqueue after commit', harms: ['kill -9 of a node after COMMIT'] });
    t.diagnostic(`${verdict.ledger.length} invariants broken: ${verdict.ledger[0]}`);
    assert.ok(verdict.ledger.some((finding) => finding.includes('_has_its_')));
  });

  it('synchronous_commit off and the power cut', async (t) => {
    // Data that the WAL writer has not written yet dies with the processes: it writes rarely here.
    const settings = { synchronous_commit: 'off', wal_writer_delay: '10s', wal_writer_flush_after: '1GB' };
    const { verdict } = await burn({ settings, harms: ['kill -9 of the database'] });
    t.diagnostic(`${verdict.lost.length} acknowledged were lost`);
    assert.ok(verdict.lost.length > 0);
  });

  it('a disk that reports the WAL as written, and has not written it', builds, async (t) => {
    const { verdict } = await burn({ settings: {}, badDisk: 'lies', harms: ['a sync of the WAL lies'] });
    t.diagnostic(`${verdict.lost.length} acknowledged were lost`);
    assert.ok(verdict.lost.length > 0);
  });

  it('a disk that reports a checkpoint’s tables as written, and has not written them', builds, async (t) => {
    const { verdict } = await burn({ settings: {}, badDisk: 'lies', losesCheckpoint: true });
    t.diagnostic(`${verdict.lost.length} acknowledged were lost`);
    assert.ok(verdict.lost.length > 0);
  });
});
