import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { until } from '../support/harness.ts';
import { freePort, startVictim, type Victim } from '../support/kill.ts';
import { type Answered, admin, read, send, trade } from './backup-drill.ts';

const BIN = '/usr/lib/postgresql/15/bin';
const root = process.geteuid?.() === 0;
const tools = existsSync(join(BIN, 'postgres')) && spawnSync('pgbackrest', ['version']).status === 0;
const skip = tools ? false : "SKIPPED: needs Debian's packages postgresql-15 and pgbackrest";

let directory: string;
let port: number;
let url: string;
let victim: Victim;
let key: string;
const answered: Answered[] = [];
const at = (...names: string[]) => join(directory, ...names);

/** PostgreSQL and pgBackRest do not run as root. A started server keeps the output open, so it is not awaited. */
async function asPostgres(file: string, ...args: string[]): Promise<void> {
  const [first, ...rest] = root ? ['runuser', '-u', 'postgres', '--', file, ...args] : [file, ...args];
  const child = spawn(first!, rest, { cwd: '/', stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  assert.equal(code, 0, `${file} ${args.join(' ')}`);
}

const pgbackrest = (...args: string[]) =>
  asPostgres('pgbackrest', `--config=${at('pgbackrest.conf')}`, '--stanza=rialto', ...args);

const start = (data: string, on = port) =>
  asPostgres(join(BIN, 'pg_ctl'), '-D', data, '-w', '-l', at('server.log'), '-o', `-p ${on} -k ${directory}`, 'start');
const stop = (data: string) => asPostgres(join(BIN, 'pg_ctl'), '-D', data, '-w', '-m', 'fast', 'stop');

async function query(sql: string): Promise<Record<string, any>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The settings of docs/pgbackrest.md, with a repository on disk. */
function configure(): void {
  const global = [
    'repo1-type=posix',
    `repo1-path=${at('repository')}`,
    'repo1-cipher-type=aes-256-cbc',
    'repo1-cipher-pass=a secret of this drill',
    'repo1-retention-full-type=time',
    'repo1-retention-full=14',
    'compress-type=zst',
    'process-max=2',
    'archive-async=y',
    `spool-path=${at('spool')}`,
    `log-path=${at('log')}`,
    `lock-path=${at('lock')}`,
    'log-level-console=warn',
  ];
  const stanza = [`pg1-path=${at('data')}`, `pg1-port=${port}`, `pg1-socket-path=${directory}`, 'pg1-user=postgres'];
  writeFileSync(at('pgbackrest.conf'), `[global]\n${global.join('\n')}\n\n[rialto]\n${stanza.join('\n')}\n`);
  for (const name of ['repository', 'spool', 'log', 'lock']) mkdirSync(at(name));
  if (root) execFileSync('chown', ['-R', 'postgres', directory]);
}

describe('an external PostgreSQL with pgBackRest', { skip }, () => {
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'pgbackrest-'));
    chmodSync(directory, 0o755);
    port = await freePort();
    url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    configure();
    await asPostgres(
      join(BIN, 'initdb'),
      '-D',
      at('data'),
      '-U',
      'postgres',
      '-A',
      'trust',
      '--encoding=UTF8',
      '--locale=C',
    );
    const push = `pgbackrest --config=${at('pgbackrest.conf')} --stanza=rialto archive-push %p`;
    const lines = ['archive_mode = on', 'archive_timeout = 60', `archive_command = '${push}'`];
    await asPostgres('sh', '-c', `printf '%s\\n' "$@" >> ${at('data', 'postgresql.conf')}`, 'sh', ...lines);
    await start(at('data'));
    await pgbackrest('stanza-create');
    await pgbackrest('check');
    const secret = { SECRET_KEY: 'the secret of this drill, which is not another' };
    victim = await startVictim({ DATABASE_URL: url, ...secret, PAYOUT_PENDING_SECONDS: '0' });
    key = victim.key;
    const { data } = await read(victim, key, '/wallets?currency=XOF');
    const made = await send(victim, key, { path: '/wallets', body: { currency: 'XOF' }, key: 'to' });
    const wallets = [data[0].id, JSON.parse(made.answer).id];
    answered.push(...(await trade(victim, key, wallets, 2)));
    await pgbackrest('--type=full', 'backup');
    answered.push(...(await trade(victim, key, wallets, 2)));
  });
  after(async () => {
    await victim?.end();
    try {
      await asPostgres(join(BIN, 'pg_ctl'), '-D', at('data'), '-m', 'immediate', 'stop');
    } catch {
      // It does not run.
    }
    rmSync(directory, { recursive: true, force: true });
  });

  it('the lag of archiving is a metric, and zero once everything is archived', async () => {
    await query('SELECT pg_switch_wal()');
    await until(async () => {
      const text = await (await fetch(victim.base.replace('/api/v1', '/metrics'))).text();
      return /^rialto_wal_archive_lag_segments 0$/m.test(text);
    }, 60);
  });

  it('the loss of the data directory loses nothing that was archived', async () => {
    const [row] = await query('SELECT pg_walfile_name(pg_switch_wal()) AS last');
    await until(async () => {
      const [state] = await query('SELECT last_archived_wal AS last FROM pg_stat_archiver');
      return String(state!.last) >= row!.last;
    }, 60);
    await victim.stop();
    await stop(at('data'));
    rmSync(at('data'), { recursive: true });
    await asPostgres('mkdir', '-m', '700', at('data'));
    await pgbackrest('restore');
    await start(at('data'));
    await until(async () => (await query('SELECT pg_is_in_recovery() AS busy'))[0]!.busy === false, 60);
    const kept = new Map((await query('SELECT key, body FROM idempotency_keys')).map((one) => [one.key, one.body]));
    assert.deepEqual(
      answered.filter((one) => kept.get(one.key) !== one.answer).map(({ path }) => path),
      [],
    );
    const check = await admin({ DATABASE_OWNER_URL: url, DATABASE_URL: url }, 'ledger', 'check');
    assert.match(check.out, /^The ledger is clean/, check.err);
  });

  it('control: without the WAL after the backup, what came later is missing', async () => {
    await stop(at('data'));
    rmSync(at('data'), { recursive: true });
    await asPostgres('mkdir', '-m', '700', at('data'));
    await pgbackrest('--type=immediate', '--target-action=promote', 'restore');
    await start(at('data'));
    await until(async () => (await query('SELECT pg_is_in_recovery() AS busy'))[0]!.busy === false, 60);
    const kept = new Set((await query('SELECT key FROM idempotency_keys')).map((one) => one.key));
    assert.ok(answered.some((one) => !kept.has(one.key)));
  });
});
