import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { alone } from '../src/lock.ts';

describe('a lock', () => {
  const directory = mkdtempSync(join(tmpdir(), 'rialto-lock-'));
  const file = join(directory, 'state', 'lock');
  after(() => rmSync(directory, { recursive: true, force: true }));

  /** The highest number that ran at the same time. */
  async function most(run: (work: () => Promise<void>) => Promise<void>): Promise<number> {
    let [running, highest] = [0, 0];
    const work = async () => {
      highest = Math.max(highest, ++running);
      await sleep(2);
      running--;
    };
    await Promise.all(Array.from({ length: 8 }, () => run(work)));
    return highest;
  }

  it('lets one run at a time, and is removed at the end', async () => {
    assert.equal(await most((work) => alone(file, work)), 1);
    assert.equal(existsSync(file), false);
    // Control.
    assert.equal(await most((work) => work()), 8);
  });

  it('is released when the work fails', async () => {
    await assert.rejects(
      alone(file, async () => Promise.reject(new Error('broken'))),
      /broken/,
    );
    assert.equal(existsSync(file), false);
  });

  it('of a dead process blocks no other', async () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    writeFileSync(file, `${pid} 1`);
    assert.equal(await most((work) => alone(file, work)), 1);
    // Control: others wait for the lock of a live process.
    writeFileSync(file, `${process.pid} 1`);
    const waiting = alone(file, async () => 'in');
    assert.equal(await Promise.race([waiting, sleep(200, 'waiting')]), 'waiting');
    rmSync(file);
    assert.equal(await waiting, 'in');
  });

  it('that is older than any refresh blocks no other, even if a new process has its pid', async () => {
    for (const owner of [`${process.pid} 1`, '']) {
      writeFileSync(file, owner);
      const past = new Date(Date.now() - 301_000);
      utimesSync(file, past, past);
      assert.equal(await Promise.race([alone(file, async () => 'in'), sleep(30_000, 'waiting', { ref: false })]), 'in');
    }
  });
});
