import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnAs } from '../../service/src/postgres/account.ts';
import { findBinaries } from '../../service/src/postgres/binaries.ts';
import { disownPidFile, findPostmaster, readPostmaster } from '../../service/src/postgres/postmaster.ts';
import { defaults, openDataDir, startEmbedded } from '../../service/src/postgres/start.ts';
import { freePort } from '../../service/test/support/kill.ts';

/** `fails` reports failed writes, `lies` does not. */
export type DiskFault = 'fails' | 'lies';

/** The files to lose: the WAL, or the tables that checkpoints write. Matched by a part of their path. */
export type Lost = '/pg_wal/' | '/base/';

/** A disk for the database that can be told to lose writes. */
export type BadDisk = {
  breakDown(what: Lost): void;
  mend(): void;
  /** How often postgres panicked because of it, according to its log. */
  panics(): number;
  /** Starts postgres on it where none runs, for `startEmbedded` to take over. */
  launch(settings: Readonly<Record<string, string>>): Promise<void>;
};

export const canBuild = spawnSync('cc', ['--version']).status === 0;

export function makeBadDisk(directory: string, dataDir: string, fault: DiskFault): BadDisk {
  const library = join(directory, 'bad-disk.so');
  const flag = join(directory, 'disk-is-bad');
  const source = new URL('./bad-disk.c', import.meta.url).pathname;
  const { status, stderr } = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl'], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  const cluster = join(dataDir, 'postgres');
  const preload = { LD_PRELOAD: library, BAD_DISK: flag, ...(fault === 'lies' ? { BAD_DISK_LIES: 'yes' } : {}) };
  return {
    breakDown: (what) => writeFileSync(flag, what),
    mend: () => rmSync(flag, { force: true }),
    panics: () =>
      globSync(join(cluster, 'log/*.log'))
        .map((file) => readFileSync(file, 'utf8').match(/PANIC: +could not (fsync|fdatasync)/g)?.length ?? 0)
        .reduce((sum, count) => sum + count, 0),
    launch: async (settings) => {
      if (!existsSync(cluster)) await (await startEmbedded({ dataDir, settings })).stop();
      if (await findPostmaster(cluster)) return;
      disownPidFile(cluster);
      const { postgres, share } = findBinaries();
      const { account } = openDataDir(dataDir, [postgres, share, library]);
      const address = { port: String(await freePort()), listen_addresses: '127.0.0.1', unix_socket_directories: '' };
      // It does not restart by itself: the disk must work again by then.
      const chosen = { ...defaults, ...settings, ...address, restart_after_crash: 'off' };
      const flags = Object.entries(chosen).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
      const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', ...preload };
      const child = spawnAs(account, postgres, ['-D', cluster, ...flags], { env, detached: true, stdio: 'ignore' });
      child.unref();
      while (child.exitCode === null && child.signalCode === null) {
        const found = readPostmaster(cluster);
        if (found?.pid === child.pid && found?.status === 'ready') return;
        await sleep(5);
      }
      throw new Error('postgres did not start on the bad disk');
    },
  };
}
