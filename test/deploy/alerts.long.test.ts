import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../service/test/support/harness.ts';
import { closeReceivers } from '../../service/test/support/webhook-flows.ts';
import { drills, onDisk, undrilled } from './alert-drills.ts';
import { openStage, type Stage } from './alert-stage.ts';
import { missing } from './prometheus.ts';
import { deploy, readRules } from './read-rules.ts';

const folder = `${deploy}prometheus`;
const promtool = (args: string[], cwd = folder) => spawnSync('promtool', args, { cwd, encoding: 'utf8' });
/** An alert is pending for 5 s. A wrong one that fires after its drill shows in the next. */
const CALM_MS = 7_000;
/** A quiet machine takes a payment in some 20 ms. */
const BUSY_MS = 300;

describe('the alert rules, checked by promtool', { skip: missing() }, () => {
  it('are valid, and so is the example of a configuration', () => {
    const rules = promtool(['check', 'rules', '--lint-fatal', 'rules.yml']);
    assert.equal(rules.status, 0, rules.stdout + rules.stderr);
    const config = promtool(['check', 'config', 'prometheus.yml']);
    assert.equal(config.status, 0, config.stdout + config.stderr);
  });

  it('pass their unit tests, which notice a changed threshold', () => {
    const { status, stdout, stderr } = promtool(['test', 'rules', 'rules.test.yml']);
    assert.equal(status, 0, stdout + stderr);
    const directory = mkdtempSync(join(tmpdir(), 'rules-'));
    try {
      const changed = readFileSync(`${folder}/rules.yml`, 'utf8').replace('rialto_seal_lag_seconds) > 600', '$& * 100');
      writeFileSync(join(directory, 'rules.yml'), changed);
      writeFileSync(join(directory, 'rules.test.yml'), readFileSync(`${folder}/rules.test.yml`));
      const control = promtool(['test', 'rules', 'rules.test.yml'], directory);
      assert.notEqual(control.status, 0, 'the control');
      assert.match(control.stdout + control.stderr, /RialtoSealLate/);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});

describe('the alerts, in a Prometheus beside a service', { skip: missing(), timeout: 1_200_000 }, () => {
  let stage: Stage;
  const known = new Set<string>();
  /** RialtoSlow then fires by itself, and rightly. */
  let busy = false;
  before(async () => {
    stage = await openStage();
  });
  after(async () => {
    await stage?.end();
    closeReceivers();
  });

  const newlyFired = async () =>
    [...(await stage.prometheus.fired())].filter((alert) => !known.has(alert) && !(busy && alert === 'RialtoSlow'));

  it('have a drill each', () => {
    const all = readRules().groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
    assert.deepEqual([...drills.map(({ alert }) => alert), ...undrilled].sort(), all.sort());
  });

  it('are silent while nothing is wrong', async (t) => {
    await stage.prometheus.settle();
    let slowest = 0;
    for (let i = 0; i < 20; i++) {
      const begunAt = performance.now();
      const paid = await stage.shop.call('POST', '/payments', {
        amount: 10,
        currency: 'XOF',
        customer: '+50937001234',
      });
      assert.equal(paid.status, 201);
      slowest = Math.max(slowest, performance.now() - begunAt);
      await sleep(500);
    }
    busy = slowest > BUSY_MS;
    t.diagnostic(`the slowest payment took ${Math.round(slowest)} ms`);
    assert.deepEqual(await newlyFired(), []);
  });

  for (const { alert, plant, again } of drills)
    it(`${alert} fires in its drill, and no other alert`, async (t) => {
      if (onDisk.includes(alert) && !stage.disk)
        return t.skip('a file system of its own cannot be mounted: needs root');
      if (busy && alert === 'RialtoSlow') return t.skip('the machine is too busy: the alert fires without the drill');
      const begunAt = performance.now();
      await plant?.(stage);
      const hasFired = async () => {
        await again?.(stage);
        return (await newlyFired()).includes(alert);
      };
      await until(hasFired, 120).catch(async (error) => assert.fail(`${error}; fired: ${await newlyFired()}`));
      t.diagnostic(`fired after ${Math.round((performance.now() - begunAt) / 1_000)} s`);
      const fired = await newlyFired();
      for (const one of fired) known.add(one);
      assert.deepEqual(fired, [alert]);
    });

  it('are silent after the last drill', async () => {
    await sleep(CALM_MS);
    assert.deepEqual(await newlyFired(), []);
  });
});
