import assert from 'node:assert/strict';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { objects } from '../../src/backup/catalog.ts';
import { until } from '../support/harness.ts';
import { asOwner } from '../support/kill.ts';
import { type ObjectStore, settingsOf, startObjectStore } from '../support/object-store.ts';
import { type Answered, admin, trade } from './backup-drill.ts';
import { leftIn, missingIn, type StoreDrill, startStoreDrill } from './backup-store-drill.ts';

let store: ObjectStore;
let drill: StoreDrill;
const answered: Answered[] = [];
/** Documents in the store. A row names the first; the service has deleted the other. */
const [kept, deleted] = [`doc_${'1'.repeat(26)}`, `doc_${'2'.repeat(26)}`] as const;

/** The WAL in the store, in order. */
const storedWal = () => [...store.objects.keys()].filter((path) => path.includes('/wal/')).sort();

describe('backups in an S3-compatible store', { skip: process.platform !== 'linux' }, () => {
  before(async () => {
    store = await startObjectStore();
    drill = await startStoreDrill(settingsOf(store));
    const { victim, wallets } = drill;
    answered.push(...(await trade(victim, victim.key, wallets, 4)));
    await drill.allStored();
    answered.push(...(await trade(victim, victim.key, wallets, 4)));
    const { remote, archive } = drill;
    for (const name of [kept, deleted]) await remote.put(objects.document(archive, name), Buffer.from('sealed'));
    await asOwner(
      victim,
      `INSERT INTO kyc_documents (id, user_id, content_type, size, sha256)
       SELECT '${kept}', id, 'image/png', 6, 'x' FROM users LIMIT 1`,
    );
    await drill.allStored();
  });
  after(async () => {
    await drill?.victim.end();
    await store?.close();
  });

  it('the loss of the machine loses nothing that the store has', async (t) => {
    const { directory, env } = drill.emptyMachine();
    t.after(() => rmSync(directory, { recursive: true, force: true }));
    const restored = await admin(env, 'restore', '--from', 's3');
    assert.equal(restored.code, 0, restored.err);
    assert.match(restored.out, /The ledger is clean/);
    assert.deepEqual(await missingIn(env.DATA_DIR, answered), []);
    assert.deepEqual(readdirSync(join(env.DATA_DIR, 'documents')), [kept]);
    assert.deepEqual(leftIn(env.DATA_DIR), ['postgres', 'postgres.password', 'postgres.start.log']);
  });

  it('control: a missing, exchanged or changed object is named, and no database is left behind', async (t) => {
    const { directory, env } = drill.emptyMachine();
    t.after(() => rmSync(directory, { recursive: true, force: true }));
    const refused = async (why: RegExp, more?: Parameters<StoreDrill['restoreHere']>[1]) => {
      await assert.rejects(drill.restoreHere(env.DATA_DIR, more), (error: Error) => {
        assert.match(error.message, why);
        assert.equal(error.name, 'StartupError');
        return true;
      });
      assert.deepEqual(leftIn(env.DATA_DIR), []);
    };
    const wal = storedWal();
    const [first, second] = wal as [string, string];
    const last = wal.at(-1)!;
    const nameOf = (path: string) => path.slice('/documents/rialto/'.length);
    const from = (path: string) => new RegExp(`the WAL from ${path.slice(-33, -17)} to [0-9A-F]{16} is missing`);
    await spoilt(
      () => store.objects.delete(second),
      () => refused(from(second)),
    );
    // Without the head a restore would take the object before the last one for the end.
    await spoilt(
      () => store.objects.delete(last),
      () => refused(from(last)),
    );
    const part = [...store.objects.keys()].find((path) => path.endsWith('/000001'))!;
    await spoilt(
      () => store.objects.delete(part),
      () => refused(new RegExp(`${nameOf(part)} is missing`)),
    );
    await spoilt(
      () => flip(part),
      () => refused(new RegExp(`${nameOf(part)} was changed`)),
    );
    const exchange = () => {
      const [a, b] = [store.objects.get(first)!, store.objects.get(second)!];
      store.objects.set(first, b).set(second, a);
    };
    await spoilt(exchange, () => refused(new RegExp(`${nameOf(first)} was changed, or is another object's content`)));
    const other = 'not the key or secret of this drill, as one sees';
    await refused(/is sealed under another BACKUP_KEY/, { settings: { BACKUP_KEY: other } });
    await refused(/SECRET_KEY differs from the one/, { settings: { SECRET_KEY: other } });
    await refused(/no base backup of .* ends before/, { to: new Date(0) });
    const renewed = { BACKUP_KEY: other, BACKUP_KEY_OLD: drill.settings.BACKUP_KEY! };
    await drill.restoreHere(env.DATA_DIR, { settings: renewed });
  });

  it('while the store is down WAL stays in DATA_DIR, and is stored when it is back', async () => {
    const { victim } = drill;
    const numberIn = async (metric: string) => {
      const text = await (await fetch(victim.base.replace('/api/v1', '/metrics'))).text();
      return Number(new RegExp(`^${metric} (\\d+)`, 'm').exec(text)?.[1]);
    };
    store.refusal = { status: 503, code: 'SlowDown' };
    const before = storedWal();
    await asOwner(victim, `SELECT pg_logical_emit_message(true, 'drill', repeat(gen_random_uuid()::text, 220000))`);
    await until(async () => (await numberIn('rialto_wal_archive_lag_segments')) >= 3, 60);
    assert.deepEqual(storedWal(), before);
    store.refusal = null;
    await drill.allStored();
    const bytes = (path: string) => Number(`0x${path.slice(-16)}`) - Number(`0x${path.slice(-33, -17)}`);
    const since = storedWal().slice(before.length);
    assert.ok(since.reduce((sum, path) => sum + bytes(path), 0) > 7_000_000);
    assert.ok((await numberIn('rialto_backup_last_success_timestamp_seconds')) > 1.7e9);
  });
});

async function spoilt(spoil: () => void, act: () => Promise<void>): Promise<void> {
  const whole = new Map(store.objects);
  spoil();
  await act().finally(() => {
    for (const [path, bytes] of whole) store.objects.set(path, bytes);
  });
}

function flip(path: string): void {
  const bytes = Buffer.from(store.objects.get(path)!);
  bytes[100] = bytes[100]! ^ 1;
  store.objects.set(path, bytes);
}
