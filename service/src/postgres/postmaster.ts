import { execFileSync } from 'node:child_process';
import { closeSync, constants, ftruncateSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPlain } from '../config/data-dir/plain-file.ts';
import { StartupError } from '../config/startup-error.ts';

export type Postmaster = {
  readonly pid: number;
  readonly port: number;
  readonly socketDir: string;
  readonly status: string;
};

const pidFileOf = (cluster: string) => join(cluster, 'postmaster.pid');

/** The data that postgres writes to postmaster.pid. The process may have ended. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  try {
    const lines = readFileSync(pidFileOf(cluster), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), socketDir: lines[4] ?? '', status: lines[7]?.trim() ?? '' };
  } catch {
    return undefined;
  }
}

/** The postgres that runs in this cluster once it accepts connections, no matter which process started it. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const deadline = Date.now() + 300_000;
  for (;;) {
    const found = readPostmaster(cluster);
    if (!found?.pid || !commandOf(found.pid).includes(`postgres -D ${cluster} `)) return undefined;
    if (found.status === 'ready') return found;
    if (Date.now() > deadline)
      throw new StartupError(`postgres (pid ${found.pid}) is still ${found.status || 'starting'} in ${cluster}`);
    await sleep(50);
  }
}

/**
 * After a crash the pid in postmaster.pid may belong to another process (in a container almost surely), and postgres
 * then refuses to start. It accepts its parent's pid there, and still checks with the other lines that no backend of
 * the old server is left.
 */
export function disownPidFile(cluster: string): void {
  const left = readPostmaster(cluster);
  if (!left?.pid || !send(left.pid, 0)) return;
  // The file is in a folder of the database's user, who could have replaced it with a link.
  const file = openPlain(pidFileOf(cluster), constants.O_RDWR);
  try {
    const [, ...rest] = readFileSync(file, 'utf8').split('\n');
    ftruncateSync(file);
    writeSync(file, [process.pid, ...rest].join('\n'), 0);
  } finally {
    closeSync(file);
  }
}

/**
 * Fast shutdown first, and immediate if that takes too long: crash recovery at the next start is better than a service
 * that cannot stop.
 */
export async function stopPostmaster(pid: number): Promise<void> {
  for (const [signal, patience] of [
    ['SIGINT', 6000],
    ['SIGQUIT', 2000],
    ['SIGKILL', 1000],
  ] as const) {
    const deadline = Date.now() + patience;
    send(pid, signal);
    while (Date.now() < deadline) {
      if (!isAlive(pid)) return;
      await sleep(5);
    }
  }
}

export function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/**
 * A process that ended without a parent to wait for it (an adopted one, in a container without an init) is not alive.
 */
export function isAlive(pid: number): boolean {
  return process.platform === 'linux' ? commandOf(pid) !== '' : send(pid, 0);
}

/** The command line of a process; empty if there is none. */
export function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return '';
  }
}
