import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type ObjectStore, settingsOf, startObjectStore } from '../../test/support/object-store.ts';
import { readConfig } from '../config/config.ts';
import type { StoredObject } from './bucket.ts';
import { type ArchiveHead, chainFrom, listBases, listWal, type Manifest, objects } from './catalog.ts';
import { newestOf } from './document-objects.ts';
import { expireBackups } from './expire.ts';
import { ownArchive } from './own-archive.ts';
import { openRemote, type Remote, readJson, writeJson } from './remote.ts';
import { type Agent, createRounds } from './rounds.ts';
import { createDocumentShipper } from './ship-documents.ts';
import { createWalQueue } from './wal-queue.ts';

const DAY_MS = 86_400_000;
const MIB = 1024n * 1024n;

let store: ObjectStore;
let remote: Remote;
let directory: string;
before(async () => {
  store = await startObjectStore();
  directory = mkdtempSync(join(tmpdir(), 'stored-'));
  remote = openRemote(
    readConfig({
      SECRET_KEY: 's'.repeat(32),
      BACKUP_KEY: 'b'.repeat(32),
      ...settingsOf(store),
    }),
  );
});
beforeEach(() => {
  store.objects.clear();
  store.refusal = null;
  store.clockMs = 0;
});
after(async () => {
  await store.close();
  rmSync(directory, { recursive: true });
});

const storedNames = () => [...store.objects.keys()].map((path) => path.slice('/documents/rialto/'.length)).sort();

describe('an object in the store', () => {
  it('is sealed, and opens only under its own name', async () => {
    const bytes = Buffer.concat([Buffer.from('Ana Dossou'), randomBytes(1_000)]);
    await remote.put('a/wal/1', bytes);
    assert.deepEqual(await remote.get('a/wal/1'), bytes);
    const [sealed] = store.objects.values();
    assert.ok(!sealed!.includes('Ana Dossou'));
    store.objects.set('/documents/rialto/a/wal/2', sealed!);
    await assert.rejects(
      remote.get('a/wal/2'),
      /^StartupError: a\/wal\/2 was changed, or is another object's content$/,
    );
    store.objects.set('/documents/rialto/a/wal/3', sealed!.subarray(0, 20));
    await assert.rejects(remote.get('a/wal/3'), /a\/wal\/3 is damaged/);
    await assert.rejects(remote.get('a/wal/4'), /a\/wal\/4 is missing/);
    assert.equal(await remote.find('a/wal/4'), null);
  });

  it('carries a checksum, so that the store refuses bytes that were damaged on the way', async () => {
    await remote.put('a/whole', Buffer.from('whole'));
    const { headers } = store.requests.at(-1)!;
    assert.match(headers['x-amz-checksum-crc32'] ?? '', /^[\w+/]{6}==$/);
  });

  it('reports a refusal by its status only, because the answer repeats the key', async () => {
    store.refusal = { status: 403, code: 'AccessDenied' };
    for (const act of [() => remote.put('a', Buffer.alloc(1)), () => remote.get('a'), () => remote.list('').next()])
      await assert.rejects(act, { message: /^the backup store answered 403 AccessDenied$/ });
    await assert.rejects(remote.remove(['a']), { message: 'the backup store answered 403 AccessDenied' });
  });
});

describe('a request to the store', () => {
  it('is repeated when the store fails for a moment', async () => {
    await remote.put('a/b', Buffer.from('b'));
    store.refusal = { status: 503, code: 'SlowDown' };
    const got = remote.get('a/b');
    const asked = store.requests.length;
    while (store.requests.length < asked + 2) await new Promise((done) => setTimeout(done, 10));
    store.refusal = null;
    assert.deepEqual(await got, Buffer.from('b'));
  });
});

describe('the owner of an archive', () => {
  it('is one process at a time, also if DATA_DIR was copied', async () => {
    const first = await ownArchive(remote, 'a', 1);
    await first.write(1n);
    // The other process is of another machine.
    const head = await readJson<ArchiveHead>(remote, objects.head('a'));
    const elsewhere = { ...head, owner: { ...head.owner, id: 'x', host: 'elsewhere' } };
    await writeJson(remote, objects.head('a'), elsewhere);
    await assert.rejects(ownArchive(remote, 'a', 1), /another service \(on elsewhere, pid \d+\) backs up to this/);
    await assert.rejects(first.write(2n), /another service/);
    assert.equal((await readJson<ArchiveHead>(remote, objects.head('a'))).position, '1');
    // By the store's clock the other one has ended.
    store.clockMs = 91_000;
    const next = await ownArchive(remote, 'a', 1);
    await next.write(3n);
    await assert.rejects(first.write(4n), /another service/);
    await next.write(5n, true);
    await (await ownArchive(remote, 'a', 1)).write(6n);
  });
});

describe('WAL in the store', () => {
  it('continues without a gap up to the head, or the missing range is named', async () => {
    const at = (start: bigint, end: bigint) => objects.range('a', 1, start, end);
    for (const [start, end] of [
      [0n, 16n * MIB],
      [16n * MIB, 20n * MIB],
      // After a crash the same WAL is stored in other pieces.
      [18n * MIB, 32n * MIB],
      [32n * MIB, 33n * MIB],
    ] as const)
      await remote.put(at(start, end), Buffer.from('wal'));
    const ranges = await listWal(remote, 'a', 1, 17n * MIB);
    assert.deepEqual(
      ranges.map(({ start }) => start / MIB),
      [16n, 18n, 32n],
      'ranges that end before are not listed',
    );
    assert.deepEqual(
      [chainFrom(ranges, 17n * MIB, 33n * MIB).fault, chainFrom(ranges, 17n * MIB, 0n).end],
      [null, 33n * MIB],
    );
    assert.match(
      chainFrom(ranges, 17n * MIB, 34n * MIB).fault!,
      /from 0000000002100000 to 0000000002200000 is missing/,
    );
    const holed = ranges.filter(({ start }) => start !== 18n * MIB);
    assert.match(chainFrom(holed, 17n * MIB, 33n * MIB).fault!, /from 0000000001400000 to 0000000002000000 is missing/);
  });

  it('is cut at multiples of 16 MiB, sent four objects at a time, and counts as stored in order', async () => {
    const sent: { start: bigint; end: bigint; done: () => void }[] = [];
    const queue = createWalQueue({
      from: 15n * MIB,
      mostAgeMs: 3_600_000,
      send: (start, end, bytes) => {
        assert.equal(BigInt(bytes.length), end - start);
        return new Promise((resolve) => sent.push({ start, end, done: resolve }));
      },
    });
    for (let i = 0; i < 90; i++) queue.add(Buffer.alloc(Number(MIB)));
    assert.deepEqual(
      sent.map(({ start, end }) => [start / MIB, end / MIB]),
      [
        [15n, 16n],
        [16n, 32n],
        [32n, 48n],
        [48n, 64n],
      ],
    );
    sent[1]!.done();
    await new Promise(setImmediate);
    assert.equal(queue.storedTo(), 15n * MIB, 'the first is not stored yet');
    sent[0]!.done();
    await new Promise(setImmediate);
    assert.equal(queue.storedTo(), 32n * MIB);
    assert.equal(sent.length, 6);
    for (const { done } of sent) done();
    await new Promise(setImmediate);
    assert.deepEqual([queue.storedTo(), queue.isEmpty(), sent.length], [96n * MIB, false, 6]);
    queue.flush();
    assert.deepEqual([sent[6]!.start, sent[6]!.end], [96n * MIB, 105n * MIB]);
  });
});

const segment = (mib: bigint) => `0000000100000000${(mib / 2n).toString(16).toUpperCase().padStart(8, '0')}`;
async function storeBase(archive: string, mib: bigint, documents: string[] = []): Promise<void> {
  const id = `${(mib * MIB).toString(16).toUpperCase().padStart(16, '0')}-2026`;
  await remote.put(objects.part(archive, id, 1), Buffer.from('tar'));
  const manifest = { first_segment: segment(mib), segment_bytes: 2 * Number(MIB), timeline: 1, documents };
  await writeJson(remote, objects.manifest(archive, id), manifest as unknown as Manifest);
  await remote.put(objects.range(archive, 1, mib * MIB, (mib + 16n) * MIB), Buffer.from('wal'));
}

describe('old backups', () => {
  it('expire by the clock of the store, with their WAL and documents; the newest is kept', async () => {
    const documents = join(directory, 'documents');
    mkdirSync(documents);
    writeFileSync(join(documents, 'doc_present'), 'sealed');
    for (const name of ['doc_present', 'doc_gone', 'doc_kept'])
      await remote.put(objects.document('a', name), Buffer.alloc(1));
    await storeBase('a', 0n, ['doc_gone']);
    await remote.put(objects.part('a', '0000000000000001-unfinished', 1), Buffer.from('tar'));
    store.clockMs = 5 * DAY_MS;
    await storeBase('a', 16n, ['doc_kept']);
    store.clockMs = 8 * DAY_MS;
    // A part of a backup that another command is making.
    const making = objects.part('a', '0000000000000002-making', 1);
    await remote.put(making, Buffer.from('tar'));
    await storeBase('a', 32n);
    const expire = (keepDays: number) => expireBackups({ remote, archive: 'a', keepDays, documents });
    assert.equal(await expire(14), 1, 'what a backup that was never completed left');
    assert.ok(await remote.find(making));
    await remote.remove([making]);
    store.clockMs = 15 * DAY_MS;
    // Two objects of the first backup, its WAL and its document.
    assert.equal(await expire(14), 4);
    assert.deepEqual(
      (await listBases(remote, 'a')).map(({ id }) => id.slice(0, 16)),
      ['0000000001000000', '0000000002000000'],
    );
    store.clockMs = 400 * DAY_MS;
    await expire(14);
    assert.equal((await listBases(remote, 'a')).length, 1);
    assert.deepEqual(storedNames(), [
      'a/base/0000000002000000-2026/000001',
      'a/base/0000000002000000-2026/manifest',
      'a/clock',
      'a/documents/doc_present',
      'a/wal/00000001/0000000002000000-0000000003000000',
    ]);
  });

  it('of a database that a restore replaced expire too, to the last object', async () => {
    const head = { position: '0' };
    await writeJson(remote, objects.head('gone'), head);
    await storeBase('gone', 0n);
    await remote.put(objects.document('gone', 'doc_1'), Buffer.alloc(1));
    store.clockMs = 10 * DAY_MS;
    await writeJson(remote, objects.head('beside'), head);
    await storeBase('beside', 0n);
    await storeBase('a', 0n);
    const expire = () => expireBackups({ remote, archive: 'a', keepDays: 14, documents: null });
    assert.equal(await expire(), 0);
    store.clockMs = 14.5 * DAY_MS;
    await writeJson(remote, objects.head('beside'), head);
    await expire();
    assert.deepEqual(
      storedNames().filter((name) => name.startsWith('gone')),
      [],
    );
    assert.equal((await listBases(remote, 'beside')).length, 1, 'a service that lives expires its own');
  });
});

it('a gap between the newest base backup and the WAL of now makes a base backup due at each start', async () => {
  const config = readConfig({ SECRET_KEY: 's'.repeat(32), DATA_DIR: directory, BACKUP_VERIFY_DAYS: '0' });
  const log = { info: () => {}, error: () => {} } as unknown as Agent['log'];
  const isTakenFrom = async (from: bigint) => {
    let isTaken = false;
    const query = async () => {
      isTaken = true;
      throw new Error('no database');
    };
    const stop = new AbortController();
    const db = { query } as unknown as Agent['db'];
    const rounds = await createRounds({ config, log, db, url: '', remote, archive: 'a', signal: stop.signal }, from);
    const ended = rounds.run();
    stop.abort();
    await ended;
    return isTaken;
  };
  assert.equal(await isTakenFrom(0n), true, 'without a base backup');
  await storeBase('a', 0n);
  await remote.put(objects.range('a', 1, 18n * MIB, 32n * MIB), Buffer.from('wal'));
  assert.deepEqual(
    [await isTakenFrom(16n * MIB), await isTakenFrom(18n * MIB), await isTakenFrom(32n * MIB)],
    [false, true, true],
  );
  await storeBase('a', 18n);
  assert.equal(await isTakenFrom(32n * MIB), false);
});

it('documents are stored once, and a deleted one does not stop the others', async () => {
  const documents = join(directory, 'more');
  assert.deepEqual(await createDocumentShipper(remote, 'a', documents).ship(), []);
  mkdirSync(documents);
  for (const name of ['doc_1', 'doc_2', 'doc_3.tmp']) writeFileSync(join(documents, name), name);
  const shipper = createDocumentShipper(remote, 'a', documents);
  assert.deepEqual((await shipper.ship()).sort(), ['doc_1', 'doc_2']);
  const puts = () => store.requests.filter(({ method }) => method === 'PUT').length;
  const before = puts();
  await shipper.ship();
  await createDocumentShipper(remote, 'a', documents).ship();
  assert.equal(puts(), before);
  assert.deepEqual(await remote.get(objects.document('a', 'doc_2')), Buffer.from('doc_2'));
  // A rotation seals a document again. Backups from before need the old bytes.
  const again = Buffer.from('RDK1\0\x02doc_2', 'latin1');
  writeFileSync(join(documents, 'doc_2'), again);
  assert.deepEqual((await shipper.ship()).sort(), ['doc_1', 'doc_2.2']);
  assert.deepEqual(await remote.get(objects.document('a', 'doc_2')), Buffer.from('doc_2'));
  assert.deepEqual(await remote.get(objects.document('a', 'doc_2.2')), again);
  const [first, second] = [new Date(1_000), new Date(2_000)];
  const stored = [
    { name: 'a/documents/doc_2.2', at: second },
    { name: 'a/documents/doc_2', at: first },
  ] as StoredObject[];
  const chosen = (to?: Date) => newestOf(stored, to).get('doc_2');
  assert.deepEqual(
    [chosen(), chosen(second), chosen(first), chosen(new Date(0))],
    ['doc_2.2', 'doc_2.2', 'doc_2', 'doc_2'],
  );
});
