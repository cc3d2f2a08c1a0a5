import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 50;
/** Longer than any refresh with all its retries. In a container a new process can have the pid of the one that died. */
const LONGEST = 300_000;
let count = 0;

/**
 * Runs the work under a lock file, so that one process on this machine runs it at a time. A dead process's lock is
 * removed.
 */
export async function alone<T>(file: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const mine = `${process.pid} ${++count}`;
  while (!take(file, mine)) {
    const owner = read(file);
    if (owner !== null && (isDead(owner) || isOld(file))) clear(file, owner);
    else await sleep(POLL_MS);
  }
  try {
    return await work();
  } finally {
    if (read(file) === mine) rmSync(file, { force: true });
  }
}

function take(file: string, mine: string): boolean {
  try {
    writeFileSync(file, mine, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** A lock that was just created has no pid yet. Its owner is assumed to be alive. */
function isDead(owner: string): boolean {
  const pid = Number.parseInt(owner, 10);
  if (Number.isNaN(pid)) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

function isOld(file: string): boolean {
  const made = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return made !== undefined && Date.now() - made > LONGEST;
}

/**
 * Several processes may find a dead lock, but one rename succeeds. If it moved a lock that was taken meanwhile, it
 * moves it back.
 */
function clear(file: string, dead: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (read(aside) === dead) rmSync(aside, { force: true });
  else renameSync(aside, file);
}
