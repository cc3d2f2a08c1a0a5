import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { startEmbedded } from '../../postgres/start.ts';
import { readSecretKeys } from '../secret-key.ts';
import { holdDataDir } from './hold.ts';
import { findUser, nobody } from './system-user.ts';

const root = process.geteuid?.() === 0;
const settings = { fsync: 'off' };
const { uid, gid } = nobody();

let directory: string;
let dataDir: string;
/** A file that only root may change. Its first line is the id of a living process, as in a postmaster.pid. */
let victim: string;
const text = `${process.pid}\nroot alone writes this\n`;
const at = (...names: string[]) => join(dataDir, ...names);

function startAndStop(): Promise<void> {
  return startEmbedded({ dataDir, settings }).then(({ stop }) => stop());
}

/** Files that belong to nobody, except below the database's folder. */
function theirs(path: string): string[] {
  const { uid: owner } = lstatSync(path);
  const mine = owner === 0 ? [] : [path];
  if (!lstatSync(path).isDirectory() || path === at('postgres')) return mine;
  return [...mine, ...readdirSync(path).flatMap((name) => theirs(join(path, name)))];
}

/** Gives the files to nobody, as root did before this rule. */
function giveAway(): void {
  const names = ['', 'service.lock', 'postgres.password', 'postgres.start.log'];
  for (const name of names) if (existsSync(at(name))) chownSync(at(name), uid, gid);
}

/** Runs a command as the user nobody. */
const asNobody = (...command: string[]) => spawnSync(command[0]!, command.slice(1), { uid, gid }).status;

function isUnharmed(): void {
  const { uid: owner, mode } = statSync(victim);
  assert.deepEqual([owner, mode & 0o777, readFileSync(victim, 'utf8')], [0, 0o600, text]);
}

/** Starts and stops the database of a directory, and prints the owner of its folder. */
const starter = `
  import { startEmbedded } from ${JSON.stringify(import.meta.resolve('../../postgres/start.ts'))};
  import { statSync } from 'node:fs';
  const { stop } = await startEmbedded({ dataDir: process.argv[1], settings: { fsync: 'off' } });
  await stop();
  console.log(statSync(process.argv[1] + '/postgres').uid);`;

describe('a data directory used by root', { skip: !root && 'only root can be led astray' }, () => {
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'hold-'));
    chmodSync(directory, 0o755);
    dataDir = join(directory, 'data');
    victim = join(directory, 'victim');
    writeFileSync(victim, text, { mode: 0o600 });
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  it("belongs to root: the database's user has a separate folder, and cannot create files beside it", async () => {
    await startAndStop();
    readSecretKeys({ SECRET_KEY: '', DATA_DIR: dataDir });
    assert.deepEqual(theirs(dataDir), [at('postgres')]);
    assert.notEqual(asNobody('ln', '-sf', victim, at('service.pid')), 0);
    assert.notEqual(asNobody('mv', at('secret-key'), at('other')), 0);
    assert.notEqual(asNobody('cat', at('postgres.password')), 0);
    assert.equal(asNobody('touch', at('postgres', 'mine')), 0, 'the control: it can write where it may');
    await startAndStop();
  });

  it('is taken back from an earlier version with its secrets and documents, and opens', async () => {
    await startAndStop();
    const files = { 'secret-key': 'k'.repeat(43), archive: '2026-01-02-0a1b2c3d\n' };
    for (const [name, kept] of Object.entries(files)) writeFileSync(at(name), kept);
    mkdirSync(at('documents'));
    writeFileSync(at('documents', 'doc_1'), 'sealed');
    writeFileSync(at('service.pid'), '1\n');
    giveAway();
    for (const name of ['service.pid', 'secret-key', 'archive', 'documents', 'documents/doc_1'])
      chownSync(at(name), uid, gid);
    // Another process keeps it open.
    const open = openSync(at('secret-key'), 'r+');
    await startAndStop();
    assert.deepEqual(theirs(dataDir), [at('postgres')]);
    writeFileSync(open, 'chosen by nobody');
    closeSync(open);
    for (const [name, kept] of Object.entries(files)) assert.equal(readFileSync(at(name), 'utf8'), kept);
    assert.equal(readFileSync(at('documents', 'doc_1'), 'utf8'), 'sealed');
    assert.equal(statSync(at('secret-key')).mode & 0o777, 0o600);
    assert.equal(statSync(dataDir).mode & 0o777, 0o755);
  });

  const names = ['service.pid', 'postgres.start.log', 'service.lock', 'service.lock-journal', 'secret-key'];
  const traps = [...names, 'postgres.password', 'archive', 'documents', 'postgres', 'postgres/postmaster.pid'];
  for (const [kind, link] of [
    ['symbolic link', symlinkSync],
    ['second name', linkSync],
  ] as const)
    it(`does not follow a ${kind} that nobody created`, async () => {
      await startAndStop();
      for (const name of traps) {
        const aside = `${at(name)}.aside`;
        if (existsSync(at(name))) renameSync(at(name), aside);
        giveAway();
        link(victim, at(name));
        if (kind === 'symbolic link') spawnSync('chown', ['-h', `${uid}:${gid}`, at(name)]);
        // The link is removed, or the start is refused with its name.
        const refused = await startAndStop().then(
          () => readSecretKeys({ SECRET_KEY: '', DATA_DIR: dataDir }) && null,
          (error: Error) => error,
        );
        if (refused) assert.ok(refused.message.startsWith(`${at(name)} is a link`), refused.message);
        isUnharmed();
        rmSync(at(name), { recursive: true, force: true });
        if (existsSync(aside)) renameSync(aside, at(name));
      }
    });

  it('control: with the former way of opening, root follows the link', async () => {
    await startAndStop();
    rmSync(at('postgres.start.log'));
    symlinkSync(victim, at('postgres.start.log'));
    closeSync(openSync(at('postgres.start.log'), 'w', 0o600));
    chownSync(at('postgres.start.log'), uid, gid);
    assert.throws(isUnharmed);
    assert.equal(statSync(victim).uid, uid);
  });

  it('is refused if it belongs to another user or is open to every user, and closed if others may write to it', () => {
    mkdirSync(dataDir);
    chownSync(dataDir, 12_345, 12_345);
    assert.throws(() => holdDataDir(dataDir), {
      name: 'StartupError',
      message: `${dataDir} belongs to uid 12345. Root writes only to directories that no other user can write to. Run this as uid 12345, or make root the owner: chown root ${dataDir}`,
    });
    chownSync(dataDir, 0, 0);
    chmodSync(dataDir, 0o1777);
    assert.throws(() => holdDataDir(dataDir), /every user can write to/);
    chmodSync(dataDir, 0o777);
    holdDataDir(dataDir);
    assert.equal(statSync(dataDir).mode & 0o777, 0o755);
  });

  it('keeps its archive below BACKUP_DIR private, except for the WAL, and trusts no path there', async () => {
    const archive = join(directory, 'backups');
    const start = async () => (await startEmbedded({ dataDir, settings, archive })).stop();
    await start();
    const own = join(archive, readFileSync(at('archive'), 'utf8').trim());
    assert.deepEqual([statSync(own).uid, statSync(join(own, 'wal')).uid], [0, (findUser('rialto') ?? nobody()).uid]);
    chownSync(own, uid, gid);
    await start();
    assert.equal(statSync(own).uid, 0);
    writeFileSync(at('archive'), '../elsewhere\n');
    await assert.rejects(start(), /must contain the name of a folder below BACKUP_DIR/);
    assert.equal(existsSync(join(directory, 'elsewhere')), false);
  });

  it('runs the database as the system user rialto if it exists, and keeps the owner of an older database', async (t) => {
    const users = join(directory, 'passwd');
    writeFileSync(
      users,
      `${readFileSync('/etc/passwd', 'utf8')}rialto:x:64001:64001::/nonexistent:/usr/sbin/nologin\n`,
    );
    // Only this process sees the other /etc/passwd.
    const start = (where: string) =>
      spawnSync(
        'unshare',
        [
          '-m',
          'sh',
          '-c',
          'mount --bind "$0" /etc/passwd && exec "$@"',
          users,
          process.execPath,
          '--input-type=module',
          '-e',
          starter,
          where,
        ],
        { encoding: 'utf8' },
      );
    if (spawnSync('unshare', ['-m', 'mount', '--bind', users, '/etc/passwd']).status !== 0)
      return t.skip('another /etc/passwd needs the right to mount');
    const made = start(dataDir);
    assert.deepEqual([made.stdout.trim(), made.stderr], ['64001', '']);
    const older = join(directory, 'older');
    await (await startEmbedded({ dataDir: older, settings })).stop();
    assert.equal(start(older).stdout.trim(), String((findUser('rialto') ?? nobody()).uid));
  });

  it("is unchanged if an ordinary user starts the service, who may not use root's directory", (t) => {
    const program = new URL('../../postgres/start.ts', import.meta.url).pathname;
    if (asNobody('cat', program) !== 0) return t.skip('this checkout is closed to other users');
    const start = (where: string) =>
      spawnSync(process.execPath, ['--input-type=module', '-e', starter, where], { uid, gid, encoding: 'utf8' });
    mkdirSync(dataDir);
    chownSync(dataDir, uid, gid);
    const made = start(dataDir);
    assert.equal(made.stdout.trim(), String(uid), made.stderr);
    assert.deepEqual([statSync(dataDir).uid, statSync(at('service.lock')).uid], [uid, uid]);
    chownSync(dataDir, 0, 0);
    assert.match(start(join(directory, 'another')).stderr, /cannot be written by this user/);
  });
});
