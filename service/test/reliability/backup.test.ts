import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { inspectRestored } from '../../src/admin/inspect-restored.ts';
import { readDescription } from '../../src/backup/description.ts';
import { restoreBackup } from '../../src/backup/restore.ts';
import { secretKeyOf, secretKeysOf } from '../../src/secrets/secret-keys.ts';
import { until } from '../support/harness.ts';
import { inLongSuite } from '../support/in-long-suite.ts';
import { asOwner, makeDirectory, startVictim, type Victim } from '../support/kill.ts';
import {
  type Answered,
  admin,
  archiveAll,
  failToArchive,
  pauseAt,
  queryDirectory,
  read,
  send,
  startKeeper,
  trade,
} from './backup-drill.ts';

/** The receiver refuses these until the drill is over, so they are pending at every check of the database. */
const isSour = (event: any) => event.type === 'transfer.succeeded' && event.data.object.amount % 5 === 0;

let victim: Victim;
let key: string;
let shop: { url: string; came: { event: string; delivery: string; about: string; at: number }[]; close(): void };
let backups: string;
let backup: string;
let wallets: string[];
let moment: string;
const answered: Record<'before' | 'since' | 'later', Answered[]> = { before: [], since: [], later: [] };
let refusing = true;
let fingerprints: readonly string[];
let archiveFault = '';
let warned: Awaited<ReturnType<typeof admin>>;

/** A new directory as an administrator prepares it: with the generated secret restored. */
function prepare(directory = makeDirectory()) {
  const dataDir = join(directory, 'data');
  mkdirSync(dataDir);
  copyFileSync(join(victim.dataDir, 'secret-key'), join(dataDir, 'secret-key'));
  return { directory, DATA_DIR: dataDir };
}

/** The SECRET_KEY after the rotation. */
const NEXT = 'the next secret of the victim, of 32 characters';

/** As the command does it, in this process. */
async function restoreHere(
  dataDir: string,
  to?: Date,
  secret = readFileSync(join(victim.dataDir, 'secret-key'), 'utf8'),
) {
  const secrets = secretKeysOf([secret]);
  const target = { dataDir, secrets, documents: join(dataDir, 'documents') };
  return restoreBackup(target, backup, to, inspectRestored(secrets));
}

/** After the backup: another SECRET_KEY, without the old one, and another password of the database. */
async function rotateAll(): Promise<void> {
  const both = { DATA_DIR: victim.dataDir, BACKUP_DIR: backups, SECRET_KEY: NEXT };
  const env = { ...both, SECRET_KEY_OLD_FILE: join(victim.dataDir, 'secret-key') };
  const rotated = await admin(env, 'secrets', 'rotate');
  assert.equal(rotated.code, 0, rotated.err);
  const during = await admin(env, 'backup');
  assert.equal(during.code, 0, during.err);
  fingerprints = readDescription(during.out).secret_checks ?? [];
  assert.equal((await admin(env, 'database', 'rotate-password')).code, 0);
}

/** The answers that the database contains, by their keys. */
async function keptIn(dataDir: string): Promise<ReadonlyMap<string, string>> {
  const rows = await queryDirectory(dataDir, 'SELECT key, body FROM idempotency_keys');
  return new Map(rows.map((row) => [row.key, row.body]));
}

/** The answers that are not kept word for word. */
const missing = (kept: ReadonlyMap<string, string>, answers: readonly Answered[]): string[] =>
  answers.filter((one) => kept.get(one.key) !== one.answer).map((one) => one.path);

describe('a restore drill', { skip: process.platform !== 'linux' }, () => {
  before(async () => {
    shop = await startKeeper((event) => refusing && isSour(event));
    const directory = makeDirectory();
    backups = join(directory, 'backups of "Ama\'s" 100 %');
    victim = await startVictim({ BACKUP_DIR: backups, PAYOUT_PENDING_SECONDS: '0' }, directory);
    key = victim.key;
    const body = { url: shop.url, events: ['*'] };
    assert.equal((await send(victim, key, { path: '/webhooks', body, key: 'hook' })).status, 201);
    const { data } = await read(victim, key, '/wallets?currency=XOF');
    const to = JSON.parse((await send(victim, key, { path: '/wallets', body: { currency: 'XOF' }, key: 'to' })).answer);
    wallets = [data[0].id, to.id];
    answered.before = await trade(victim, key, wallets, 5);
    const items = [{ recipient: to.id, amount: 5 }];
    const days = { interval: 'monthly', first_date: '2036-01-31', time: '09:00' };
    const plan = { name: 'Salaries', currency: 'XOF', ...days, items };
    assert.equal((await send(victim, key, { path: '/schedules', body: plan, key: 'schedule' })).status, 201);
    await asOwner(
      victim,
      `UPDATE payout_schedules SET status = 'active', approved_by = 'usr_1', approved_at = now(), due_at = run_at`,
    );
    const made = await admin({ DATA_DIR: victim.dataDir, BACKUP_DIR: backups }, 'backup');
    assert.equal(made.code, 0, made.err);
    assert.match(made.err, /can be restored to any time after its end/);
    backup = made.out;
    answered.since = await trade(victim, key, wallets, 6);
    moment = await pauseAt(victim);
    answered.later = await trade(victim, key, wallets, 4);
    archiveFault = await failToArchive(victim, join(dirname(backup), 'wal'), async () => {
      warned = await admin({ DATA_DIR: victim.dataDir, BACKUP_DIR: backups }, 'backup');
    });
    await rotateAll();
    await archiveAll(victim);
    await victim.end({ keep: true });
  });
  after(() => {
    shop.close();
    rmSync(victim.directory, { recursive: true, force: true });
  });

  it('a failing archive is an error in the log, with the segment that waits', () => {
    assert.match(archiveFault, /"level":50.*"segment":"[0-9A-F]{24}".*WAL archiving fails/);
  });

  inLongSuite('a backup does not wait for a failing archive: it warns, and restores to its own end', async (t) => {
    assert.equal(warned.code, 0, warned.err);
    assert.match(warned.err, /WARNING: WAL archiving fails/);
    const { directory, DATA_DIR } = prepare();
    t.after(() => rmSync(directory, { recursive: true, force: true }));
    const wal = join(dirname(backup), 'wal');
    renameSync(wal, `${wal}.away`);
    t.after(() => renameSync(`${wal}.away`, wal));
    const restored = await admin({ DATA_DIR }, 'restore', warned.out);
    assert.equal(restored.code, 0, restored.err);
    assert.deepEqual(missing(await keptIn(DATA_DIR), [...answered.before, ...answered.since, ...answered.later]), []);
  });

  it('a backup that cannot be written says where and why', async () => {
    const file = join(victim.dataDir, 'secret-key');
    const { code, err } = await admin({ DATA_DIR: victim.dataDir }, 'backup', file);
    assert.deepEqual([code, /^rialto: no backup was made: .*secret-key.*\n$/.test(err)], [1, true], err);
  });

  it('to a point in time: everything acknowledged before is there, nothing later; webhooks continue', async (t) => {
    const { directory, DATA_DIR } = prepare();
    const restored = await admin({ DATA_DIR }, 'restore', backup, '--to', moment);
    assert.equal(restored.code, 0, restored.err);
    assert.match(restored.out, /The ledger is clean/);
    assert.match(restored.out, /^Active schedules of payouts that were paused: 1\./m);
    const schedules = await queryDirectory(DATA_DIR, 'SELECT status, due_at, version FROM payout_schedules');
    assert.deepEqual(schedules, [{ status: 'paused', due_at: null, version: 2 }]);
    const [found] = await queryDirectory(
      DATA_DIR,
      `SELECT (SELECT json_object_agg(key, body) FROM idempotency_keys) AS kept,
              (SELECT json_agg(json_build_object('id', id, 'event_id', event_id, 'status', status)) FROM deliveries)
                AS deliveries`,
    );
    const kept = new Map<string, string>(Object.entries(found!.kept));
    assert.deepEqual(missing(kept, [...answered.before, ...answered.since]), []);
    assert.equal(missing(kept, answered.later).length, answered.later.length);
    const deliveries = found!.deliveries as { id: string; event_id: string; status: string }[];
    const final = new Set(deliveries.filter(({ status }) => status === 'succeeded').map(({ event_id }) => event_id));
    const pending = deliveries.filter(({ status }) => status === 'pending');
    assert.ok(final.size > 20 && pending.length > 0, `${final.size} final, ${pending.length} pending`);

    const earlier = shop.came.splice(0);
    refusing = false;
    const again = await startVictim({ PAYOUT_PENDING_SECONDS: '0' }, directory);
    t.after(() => again.end());
    for (const one of answered.since) {
      assert.deepEqual(await send(again, key, one), { status: statusOf(one), replayed: true, answer: one.answer });
    }
    await trade(again, key, wallets, 3);
    await send(again, key, { path: '/test/clock/advance', body: { seconds: 3_600 }, key: 'advance' });
    await until(async () => pending.every(({ event_id }) => shop.came.some(({ event }) => event === event_id)));
    assert.deepEqual(
      shop.came.filter(({ event }) => final.has(event)),
      [],
      'final deliveries are not sent again',
    );
    const ids = new Map(deliveries.map(({ id, event_id }) => [id, event_id]));
    const knew = new Map(earlier.filter(({ delivery }) => ids.has(delivery)).map((one) => [one.about, one.event]));
    const renamed = shop.came.filter(({ about, event }) => knew.has(about) && knew.get(about) !== event);
    assert.deepEqual(renamed, [], 'nor under a new id');
    for (const { delivery, event } of shop.came) if (ids.has(delivery)) assert.equal(ids.get(delivery), event);
    const check = await admin({ DATA_DIR }, 'ledger', 'check');
    assert.match(check.out, /^The ledger is clean\.\nSealed postings verified: \d+\. Head: \d+:[0-9a-f]{64}$/);
    t.diagnostic(`${final.size} final and not sent again, ${pending.length} pending and sent under their ids`);
  });

  inLongSuite('without a time: everything that was archived', async (t) => {
    const { directory, DATA_DIR } = prepare();
    t.after(() => rmSync(directory, { recursive: true, force: true }));
    await restoreHere(DATA_DIR);
    assert.deepEqual(missing(await keptIn(DATA_DIR), [...answered.before, ...answered.since, ...answered.later]), []);
  });

  it('control: without the archive everything after the backup is lost, and the test detects it', async (t) => {
    const { directory, DATA_DIR } = prepare();
    t.after(() => rmSync(directory, { recursive: true, force: true }));
    const wal = join(dirname(backup), 'wal');
    renameSync(wal, `${wal}.away`);
    t.after(() => renameSync(`${wal}.away`, wal));
    await assert.rejects(restoreHere(DATA_DIR, new Date(moment)), /no archived WAL next to/);
    await restoreHere(DATA_DIR);
    const kept = await keptIn(DATA_DIR);
    assert.deepEqual(missing(kept, answered.before), []);
    assert.equal(missing(kept, answered.since).length, answered.since.length);
  });

  inLongSuite('a backup says which SECRET_KEY it needs; its WAL may need a later one', async (t) => {
    const own = readFileSync(join(victim.dataDir, 'secret-key'), 'utf8');
    const of = (text: string) => secretKeyOf(text).fingerprint;
    assert.deepEqual(readDescription(backup).secret_checks, [of(own)]);
    assert.deepEqual(fingerprints, [of(NEXT), of(own)], 'of a backup during the rotation');
    const { directory, DATA_DIR } = prepare();
    t.after(() => rmSync(directory, { recursive: true, force: true }));
    await restoreHere(DATA_DIR, undefined, NEXT);
    assert.deepEqual(missing(await keptIn(DATA_DIR), answered.later), []);
    const wal = join(dirname(backup), 'wal');
    renameSync(wal, `${wal}.away`);
    t.after(() => renameSync(`${wal}.away`, wal));
    const other = prepare();
    t.after(() => rmSync(other.directory, { recursive: true, force: true }));
    await assert.rejects(
      restoreHere(other.DATA_DIR, undefined, NEXT),
      new RegExp(`with the fingerprint ${of(own)}\\.`),
    );
  });

  inLongSuite('refuses a backup that is not complete, and leaves no database behind', async (t) => {
    const { directory, DATA_DIR } = prepare();
    t.after(() => rmSync(directory, { recursive: true, force: true }));
    const refused = async (why: RegExp, to?: Date, secret?: string) => {
      await assert.rejects(restoreHere(DATA_DIR, to, secret), (error: Error) => {
        assert.equal(error.name, 'StartupError');
        assert.match(error.message, why);
        return true;
      });
      assert.equal(existsSync(join(DATA_DIR, 'postgres')), false);
    };
    await refused(/SECRET_KEY differs from the one/, undefined, 'another secret, of more than 32 characters');
    await refused(/at the earliest/, new Date(0));
    await refused(/Remove --to/, new Date(Date.now() + 3_600_000));
    await spoilt(join(backup, 'base.tar.gz'), flip, () => refused(/base\.tar\.gz is damaged/));
    const { first_segment: name } = readDescription(backup);
    const segment = join(dirname(backup), 'wal', `${name}.gz`);
    await spoilt(segment, flip, () => refused(new RegExp(`${name} is damaged`)));
    await spoilt(
      segment,
      (file) => truncateSync(file, 100),
      () => refused(new RegExp(`${name} is damaged`)),
    );
    await spoilt(segment, rmSync, () => refused(new RegExp(`${name} is missing`)));
    await spoilt(join(backup, 'backup.json'), claimDocuments, () => refused(/has 0 of 2 documents/));
    // A backup without a segment size is from a time when all segments had 16 MiB; these have two.
    await spoilt(join(backup, 'backup.json'), forgetSegments, () =>
      refused(new RegExp(`${name} is damaged .2097152 bytes`)),
    );
    await assert.rejects(restoreHere(victim.dataDir), /already contains a database/);
  });

  inLongSuite('says in one line why a backup could not be unpacked', async (t) => {
    const { directory, DATA_DIR } = prepare();
    const path = process.env.PATH;
    t.after(() => {
      process.env.PATH = path;
      rmSync(directory, { recursive: true, force: true });
    });
    // As tar ends on a full disk: one line for each file, and nobody reads the rest of the input.
    const complaint = 'echo "tar: base/1/1259: Cannot write: No space left on device" >&2';
    writeFileSync(join(directory, 'tar'), `#!/bin/sh\nhead -c 9 >/dev/null\n${complaint}\n${complaint}\nexit 2\n`, {
      mode: 0o755,
    });
    process.env.PATH = `${directory}:${path}`;
    await assert.rejects(restoreHere(DATA_DIR), {
      name: 'StartupError',
      message: `the backup could not be unpacked: the disk that holds ${DATA_DIR} is full`,
    });
    assert.equal(existsSync(join(DATA_DIR, 'postgres')), false);
  });

  inLongSuite('names the right tools for another database, and the right form of a time', async () => {
    const elsewhere = { DATABASE_URL: 'postgres://elsewhere/rialto' };
    const empty = makeDirectory();
    const [backedUp, restored, timed, keyless] = await Promise.all([
      admin(elsewhere, 'backup'),
      admin(elsewhere, 'restore', backup),
      admin({ DATA_DIR: victim.dataDir }, 'restore', backup, '--to', '2026-03-01 14:05'),
      admin({ DATA_DIR: join(empty, 'data') }, 'restore', backup),
    ]);
    assert.match(keyless.err, /set SECRET_KEY\. If it was generated/);
    assert.equal(existsSync(join(empty, 'data')), false);
    rmSync(empty, { recursive: true });
    assert.match(backedUp.err, /PostgreSQL's own tools/);
    assert.match(restored.err, /PostgreSQL's own tools/);
    assert.match(timed.err, /must be a time with a time zone/);
  });
});

const statusOf = ({ path }: Answered) => (path === '/payouts' ? 202 : 201);

async function spoilt(file: string, spoil: (file: string) => void, act: () => Promise<void>): Promise<void> {
  const whole = readFileSync(file);
  spoil(file);
  await act().finally(() => writeFileSync(file, whole));
}

/** As if there had been documents that nobody copied along. */
function claimDocuments(file: string): void {
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), documents: 2 }));
}

function forgetSegments(file: string): void {
  const { segment_bytes: _, ...earlier } = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify(earlier));
}

/** Near the beginning: in compressed zeros a changed bit may make no difference. */
function flip(file: string): void {
  const bytes = readFileSync(file);
  bytes[64] = bytes[64]! ^ 1;
  writeFileSync(file, bytes);
}
