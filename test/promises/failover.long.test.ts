import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { randomFrom, seedFromEnvironment } from '../../service/test/support/kill.ts';
import { sound } from './checker.ts';
import { TTL } from './cluster-config.ts';
import { etcd3LosesWrites, missingPrograms, patroniVersion, soundDriver } from './cluster-programs.ts';
import { dieBehindACut, type Fault, faults } from './failover-faults.ts';
import { type Drill, type Gaps, nothingLost, openDrill } from './failover-run.ts';
import { median } from './growth.ts';

/** How often each fault comes. */
const TIMES = Number(process.env.FAILOVER_TIMES ?? 3);
/** Only the faults whose names contain one of these words, separated by commas. */
const ONLY = (process.env.FAILOVER_FAULTS ?? '').split(',');
/** How often the control with etcd3 tries to lose a write. */
const TRIES = 10;
const seed = seedFromEnvironment();
const skip = missingPrograms();
const chosen = (Object.keys(faults) as Fault[]).filter((name) => ONLY.some((word) => name.includes(word)));
const synchronous = true;

/** Seconds without writes, as medians. */
const aims: Partial<Record<Fault, number>> = {
  'kill -9 of PostgreSQL': 6,
  'kill -9 of the whole host': TTL + 5,
  'the primary’s host frozen for 40 s': TTL + 5,
  'the primary’s host parted from the others for 40 s': TTL + 5,
  'planned switchover': 4,
};

describe(`a bank on a cluster that fails over (SEED=${seed}, Patroni ${patroniVersion})`, { skip }, () => {
  it(`32 clients, ${chosen.length} faults × ${TIMES}: nothing lost, doubled, changed or undelivered`, async (t) => {
    const random = randomFrom(seed + 2);
    const drill = await openDrill({ seed, driver: soundDriver, synchronous });
    const gaps = new Map<Fault, Gaps[]>();
    try {
      for (let round = 1; round <= TIMES; round++) {
        const order = chosen.map((name) => ({ name, place: random() })).sort((a, b) => a.place - b.place);
        for (const { name } of order) {
          const gap = await drill.strike(name, faults[name]);
          gaps.set(name, [...(gaps.get(name) ?? []), gap]);
          t.diagnostic(`${round}: ${name}: ${gap.proxy.toFixed(1)} and ${gap.list.toFixed(1)} s without writes`);
          assert.deepEqual(await drill.lost(), nothingLost, name);
        }
      }
      const { verdict, probe, summary } = await drill.finish();
      t.diagnostic(summary);
      assert.deepEqual(verdict, sound);
      assert.deepEqual(probe, []);
    } finally {
      await drill.end();
      console.table(Object.fromEntries([...gaps].map(([name, all]) => [name, row(name, all)])));
    }
  });
});

/** Two nodes: one finds the primary by HAProxy, the other by a list of hosts. */
function row(name: Fault, gaps: readonly Gaps[]) {
  const show = (values: readonly number[]) => values.map((value) => value.toFixed(1)).join(' ');
  const middle = (values: readonly number[]) => Number(median(values).toFixed(1));
  const [proxy, list] = [gaps.map((gap) => gap.proxy), gaps.map((gap) => gap.list)];
  return {
    proxy: show(proxy),
    median: middle(proxy),
    list: show(list),
    'its median': middle(list),
    aim: aims[name] ?? '',
  };
}

describe('controls: a cluster that loses writes is caught, and its nodes stop', { skip }, () => {
  it('asynchronous replication, both links cut for 5 s, and the host dies', async (t) => {
    const drill = await openDrill({ seed, driver: soundDriver, synchronous: false });
    try {
      const stopped = await drill.strikeHard(dieBehindACut);
      t.diagnostic(await expectLoss(drill, stopped));
    } finally {
      await drill.end();
    }
  });

  it('synchronous replication, and a frozen primary whose Patroni overwrites the leader’s key (etcd3)', {
    skip: etcd3LosesWrites ? false : `NOT RUN: Patroni ${patroniVersion} does not do this; 3.0.2 does`,
  }, async (t) => {
    const drill = await openDrill({ seed, driver: 'etcd3', synchronous });
    try {
      for (let tries = 1; ; tries++) {
        const stopped = await drill.strikeHard(faults['the primary’s host frozen for 40 s']);
        if (!stopped && tries < TRIES) continue;
        t.diagnostic(`in try ${tries}: ${await expectLoss(drill, stopped)}`);
        break;
      }
    } finally {
      await drill.end();
    }
  });
});

async function expectLoss(drill: Drill, stopped: boolean): Promise<string> {
  const { bank, phantoms, probe } = await drill.lost();
  assert.ok(bank.length > 0);
  assert.ok(phantoms.length > 0);
  assert.ok(stopped);
  return `lost: ${bank.length} acknowledged records, ${phantoms.length} delivered events, ${probe.length} rows of the probe`;
}
