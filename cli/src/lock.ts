import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK = 50;
/** Longer than any refresh with all its retries. In containers the next process has the number of the one that died. */
const LONGEST = 300_000;
let count = 0;

/** Runs the work while nobody else on this machine runs what this file locks. A process that died leaves no lock behind. */
export async function alone<T>(file: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const mine = `${process.pid} ${++count}`;
  while (!take(file, mine)) {
    const owner = read(file);
    if (owner !== null && (isDead(owner) || isOld(file))) clear(file, owner);
    else await sleep(LOOK);
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

/** A lock that was made and not written yet has no number, and is taken for somebody's who lives. */
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

/** Of several who find it dead one moves it away; whoever moved another's lock instead, taken meanwhile, gives it back. */
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
