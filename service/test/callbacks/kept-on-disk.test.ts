import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { commitCallbacks } from '../../src/callbacks/commit.ts';
import { openSpool } from '../../src/callbacks/spool.ts';
import { memoryRails, startCallbackNode, testRail } from '../support/callback-rails.ts';
import { openPayment } from '../support/flows.ts';
import { becomes, startTestService, type TestMerchant, type TestService } from '../support/harness.ts';

const here = testRail('here');
const rails = memoryRails(here);
let service: TestService;
let shop: TestMerchant;
before(async () => {
  service = await startTestService({ ROLE: 'api' });
  shop = await service.merchant();
});
after(() => service.stop());

const folder = () => mkdtempSync(join(tmpdir(), 'callbacks-'));
const onDisk = (dataDir: string) => readdirSync(join(dataDir, 'callbacks')).length;

async function sentPayment(): Promise<string> {
  const { id } = await openPayment(shop);
  const text = `UPDATE payments SET rail = 'here', sent_at = now(), due_at = now() + interval '1 hour' WHERE id = $1`;
  await service.db.pool.query(text, [id]);
  return id;
}

const isDue = async (id: string) =>
  (await service.db.pool.query('SELECT due_at <= now() AS due FROM payments WHERE id = $1', [id])).rows[0].due;
const kept = async (id: string) =>
  (await service.db.pool.query('SELECT outcome, times FROM rail_callbacks WHERE record = $1', [id])).rows;

/** While `work` runs, the database takes no callback. */
async function whileLocked(work: () => Promise<void>): Promise<void> {
  const client = await service.db.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('LOCK TABLE rail_callbacks');
    await work();
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

it('a callback that the database does not take is on the disk before the answer, and is committed later', async () => {
  const dataDir = folder();
  const node = await startCallbackNode(service.db, rails, dataDir);
  const id = await sentPayment();
  await whileLocked(async () => {
    const answer = await node.send(node.urlOf(here, id), { about: id, result: 1 });
    assert.equal(answer.status, 200);
    const [file] = readdirSync(join(dataDir, 'callbacks'));
    assert.match(file!, /^clb_\w+\.callbacks$/);
    assert.equal(statSync(join(dataDir, 'callbacks', file!)).mode & 0o777, 0o600);
    assert.equal(await isDue(id), false);
  });
  await becomes(() => onDisk(dataDir), 0);
  assert.equal(await isDue(id), true);
  // The first commit may have succeeded too; the two are one arrival.
  assert.deepEqual(await kept(id), [{ outcome: 'asked', times: 1 }]);
  assert.match(await node.registry.metrics(), /rialto_rail_callbacks_kept_total\{where="disk"\} 1/);
  await node.stop();
});

it('callbacks on the disk are committed after a restart', async () => {
  const dataDir = folder();
  const first = await startCallbackNode(service.db, rails, dataDir);
  const ids = [await sentPayment(), await sentPayment(), await sentPayment()];
  await whileLocked(async () => {
    await Promise.all(ids.map((id) => first.send(first.urlOf(here, id), { about: id })));
    await first.stop();
    assert.ok(onDisk(dataDir) > 0);
  });
  const second = await startCallbackNode(service.db, rails, dataDir);
  await becomes(() => onDisk(dataDir), 0);
  assert.deepEqual(await Promise.all(ids.map(isDue)), [true, true, true]);
  await second.stop();
});

it('where neither the database nor the disk takes a callback, the provider gets 503', async () => {
  const file = join(folder(), 'file');
  writeFileSync(file, '');
  const node = await startCallbackNode(service.db, rails, file);
  const id = await sentPayment();
  await whileLocked(async () => {
    assert.equal((await node.send(node.urlOf(here, id), { about: id })).status, 503);
  });
  assert.equal((await node.send(node.urlOf(here, id), { about: id, result: 2 })).status, 200, 'the control');
  await node.stop();
});

it('a callback that the database refuses for what it contains does not stop the others', async () => {
  const dataDir = folder();
  const errors: unknown[] = [];
  const commit = (callbacks: Parameters<typeof commitCallbacks>[1]) => commitCallbacks(service.db, callbacks);
  const onError = (error: unknown) => void errors.push(error);
  const spool = openSpool({ directory: join(dataDir, 'callbacks'), commit, onError, everyMs: 1_000_000 });
  const [good, bad] = [await sentPayment(), await sentPayment()];
  const callback = (record: string, query: string | null) => ({
    ...{ id: `clb_${record.slice(4)}`, rail: 'here', livemode: false, receivedAt: new Date(), method: 'POST' },
    ...{ source: '192.0.2.1', headers: {}, body: Buffer.from('{}'), digest: Buffer.from(record), record },
    ...{ handle: null, sourceRefused: false, unreadable: false, result: null, incoming: [], query },
  });
  await Promise.all([spool.write(callback(bad, 'a\u0000b')), spool.write(callback(good, null))]);
  await spool.drain();
  assert.equal(await isDue(good), true);
  assert.deepEqual(await kept(bad), []);
  assert.deepEqual(
    readdirSync(join(dataDir, 'callbacks')).map((name) => name.split('.').slice(1)),
    [['callbacks', 'refused']],
  );
  assert.equal(errors.length, 1);
  await spool.stop();
});
