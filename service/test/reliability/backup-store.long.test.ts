import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { listArchives } from '../../src/backup/catalog.ts';
import { commandOf } from '../../src/postgres/postmaster.ts';
import { type FileStore, startFileStore } from '../support/file-store.ts';
import { until } from '../support/harness.ts';
import { childrenOf, startVictim } from '../support/kill.ts';
import { type Answered, admin, pauseAt, send, trade } from './backup-drill.ts';
import { missingIn, type StoreDrill, startStoreDrill } from './backup-store-drill.ts';

let store: FileStore;
let drill: StoreDrill;
let moment: string;
const answered: Record<'before' | 'later', Answered[]> = { before: [], later: [] };

const tradeMore = async () => {
  const { victim, wallets } = drill;
  answered.later.push(...(await trade(victim, victim.key, wallets, 1)));
};

/** The store is s3rver, a program that shares no code with the service or its other tests. */
describe('backups in an S3 server', { skip: process.platform !== 'linux' }, () => {
  before(async () => {
    store = await startFileStore();
    drill = await startStoreDrill(store.settings);
    const { victim, wallets } = drill;
    answered.before = await trade(victim, victim.key, wallets, 4);
    moment = await pauseAt(victim);
    await tradeMore();
    await drill.allStored();
  });
  after(async () => {
    await drill?.victim.end();
    await store?.close();
  });

  it('to a point in time: what was acknowledged before it, and nothing later', async (t) => {
    const { directory, env } = drill.emptyMachine();
    t.after(() => rmSync(directory, { recursive: true, force: true }));
    await drill.restoreHere(env.DATA_DIR, { to: new Date(moment) });
    assert.deepEqual(await missingIn(env.DATA_DIR, answered.before), []);
    assert.equal((await missingIn(env.DATA_DIR, answered.later)).length, answered.later.length);
  });

  it('kill -9 of the process of backups, of the service and of PostgreSQL loses nothing', async (t) => {
    const { victim } = drill;
    const agent = () => childrenOf(victim.pid()).find((pid) => commandOf(pid).includes('backup/agent.ts'));
    await tradeMore();
    process.kill(agent()!, 'SIGKILL');
    await tradeMore();
    await until(async () => agent() !== undefined, 30);
    await victim.killService();
    await victim.start();
    await tradeMore();
    await victim.killDatabase();
    await victim.start();
    await tradeMore();
    await drill.allStored();
    const { directory, env } = drill.emptyMachine();
    t.after(() => rmSync(directory, { recursive: true, force: true }));
    await drill.restoreHere(env.DATA_DIR);
    assert.deepEqual(await missingIn(env.DATA_DIR, [...answered.before, ...answered.later]), []);
  });

  it('a verification restores the newest backup beside the service, and records it', async () => {
    const env = { ...drill.settings, DATA_DIR: drill.victim.dataDir };
    const taken = await admin(env, 'backup', '--to-s3');
    assert.equal(taken.code, 0, taken.err);
    await drill.allStored();
    const verified = await admin(env, 'backups', 'verify');
    assert.equal(verified.code, 0, verified.err);
    assert.match(verified.out, /can be restored.* The ledger is clean/);
    assert.ok(verified.out.startsWith(taken.out));
    assert.equal(existsSync(join(env.DATA_DIR, 'verifying')), false);
    const listed = await admin(env, 'backups', 'list');
    assert.match(listed.out, new RegExp(`${drill.archive} .*${taken.out}`));
  });

  it('a stop stores the last WAL, and the restored database begins an archive of its own', async (t) => {
    const { victim, archive, remote } = drill;
    await tradeMore();
    assert.equal(await victim.stop(), 0);
    const { directory, env } = drill.emptyMachine();
    const restored = await admin(env, 'restore', '--from', 's3', '--archive', archive);
    assert.equal(restored.code, 0, restored.err);
    const again = await startVictim(drill.settings, directory);
    t.after(() => again.end());
    for (const one of answered.later) {
      const { replayed, answer } = await send(again, victim.key, one);
      assert.deepEqual([replayed, answer], [true, one.answer]);
    }
    await until(async () => (await listArchives(remote)).length === 2, 60);
    const other = { ...env, DATA_DIR: join(directory, 'other') };
    const { code, err } = await admin(other, 'restore', '--from', 's3');
    assert.deepEqual([code, /several archives\. Choose one with --archive/.test(err)], [1, true], err);
  });
});
