// One set-up of a checkout at a time: a file with the processes that hold it.
import { appendFileSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { say } from './say.mjs';

/** Waits while another set-up holds `file`, and takes it. */
export async function lock(file) {
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, identify(process.pid));
  let waiting = false;
  try {
    while (!take(mine, file)) {
      const holders = read(file);
      if (holders?.split('\n').some((process) => identify(process.split(' ')[0]) === process)) {
        if (!waiting) say('waiting for an install that is under way');
        waiting = true;
        await new Promise((resolve) => setTimeout(resolve, 100));
      } else if (holders !== undefined) {
        dropStale(file, holders);
      }
    }
  } finally {
    rmSync(mine, { force: true });
  }
}

/** A killed set-up leaves its npm running: the lock holds until both are gone. */
export function holdWith(file, pid) {
  appendFileSync(file, `\n${identify(pid)}`);
}

/** A link appears with its content and fails where there is one: no process ever reads half a lock. */
function take(mine, file) {
  try {
    linkSync(mine, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** The stale lock is moved away first: if it turns out to be the fresh lock of a faster process, it goes back. */
function dropStale(file, holders) {
  const moved = `${file}.${process.pid}.stale`;
  try {
    renameSync(file, moved);
    if (read(moved) !== holders) take(moved, file);
    rmSync(moved, { force: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

/** A pid and, where the system tells, the time its process started, as pids are used again. */
function identify(pid) {
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if (error.code === 'ESRCH') return undefined;
  }
  const started = read(`/proc/${pid}/stat`)?.replace(/.*\) /s, '').split(' ')[19] ?? '';
  return `${pid} ${started}`;
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
