import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type ArchiveHead, findHead, listArchives, listBases } from '../../src/backup/catalog.ts';
import { openRemote, type Remote } from '../../src/backup/remote.ts';
import { readConfig } from '../../src/config/config.ts';
import { parseLsn } from '../../src/postgres/stream-wal.ts';
import { until } from '../support/harness.ts';
import { asOwner, childrenOf, makeDirectory, startVictim, type Victim } from '../support/kill.ts';
import { credentials, type ObjectStore, startObjectStore } from '../support/object-store.ts';
import { type Answered, admin, pauseAt, queryDirectory, read, send, trade } from './backup-drill.ts';

let store: ObjectStore;
let settings: Record<string, string>;
let remote: Remote;
let victim: Victim;
let archive: string;
let wallets: [string, string];
let moment: string;
const answered: Record<'before' | 'later', Answered[]> = { before: [], later: [] };

/** Everything that was committed until now is in the store. */
async function allStored(): Promise<ArchiveHead> {
  const [row] = await asOwner(victim, 'SELECT pg_current_wal_lsn()::text AS lsn');
  const position = parseLsn(String(row!.lsn));
  let head: ArchiveHead | null = null;
  await until(async () => {
    head = await findHead(remote, archive);
    return head !== null && BigInt(head.position) >= position;
  }, 60);
  return head!;
}

/** An empty machine with nothing but the settings. */
function emptyMachine() {
  const directory = makeDirectory();
  return { directory, env: { ...settings, DATA_DIR: join(directory, 'data') } };
}

async function keptIn(dataDir: string): Promise<ReadonlyMap<string, string>> {
  const rows = await queryDirectory(dataDir, 'SELECT key, body FROM idempotency_keys');
  return new Map(rows.map((row) => [row.key, row.body]));
}

const missing = (kept: ReadonlyMap<string, string>, answers: readonly Answered[]): string[] =>
  answers.filter((one) => kept.get(one.key) !== one.answer).map((one) => one.path);

describe('backups in an S3-compatible store', { skip: process.platform !== 'linux' }, () => {
  before(async () => {
    store = await startObjectStore();
    settings = {
      SECRET_KEY: 'the secret of this drill, which is not the other',
      BACKUP_KEY: 'the key of the backups of this drill, another one',
      BACKUP_S3_ENDPOINT: store.url,
      BACKUP_S3_REGION: store.region,
      BACKUP_S3_BUCKET: 'documents',
      BACKUP_S3_ACCESS_KEY_ID: credentials.accessKeyId,
      BACKUP_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      BACKUP_VERIFY_DAYS: '0',
    };
    remote = openRemote(readConfig(settings));
    victim = await startVictim({ ...settings, PAYOUT_PENDING_SECONDS: '0', LOG_LEVEL: process.env.DRILL_LOG ?? 'silent' });
    await until(async () => (await listArchives(remote)).length === 1, 60);
    archive = (await listArchives(remote))[0]!.archive;
    await until(async () => (await listBases(remote, archive)).length === 1, 60);
    const { data } = await read(victim, victim.key, '/wallets?currency=XOF');
    const body = { currency: 'XOF' };
    const to = JSON.parse((await send(victim, victim.key, { path: '/wallets', body, key: 'to' })).answer);
    wallets = [data[0].id, to.id];
    answered.before = await trade(victim, victim.key, wallets, 4);
    moment = await pauseAt(victim);
    answered.later = await trade(victim, victim.key, wallets, 4);
    await allStored();
  });
  after(async () => {
    await victim.end();
    await store.close();
  });

  it('the loss of the machine loses nothing that the store has', async (t) => {
    const { directory, env } = emptyMachine();
    t.after(() => rmSync(directory, { recursive: true, force: true }));
    const restored = await admin(env, 'restore', '--from', 's3');
    assert.equal(restored.code, 0, restored.err);
    assert.match(restored.out, /The ledger is clean/);
    assert.deepEqual(missing(await keptIn(env.DATA_DIR), [...answered.before, ...answered.later]), []);
  });
});

void [existsSync, mkdirSync, readdirSync, childrenOf, moment];
