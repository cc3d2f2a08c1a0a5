import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Linux counts CPU time in ticks of 10 ms on every machine that Node supports. */
const TICKS_PER_SECOND = 100;

export type Cpu = { readonly service: number; readonly database: number };

/** CPU seconds of the service with its child processes, and of its PostgreSQL. Zero on a system without /proc. */
export function readCpu(servicePid: number, cluster: string): Cpu {
  const postmaster = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const all = statsOfAll();
  const usedBelow = (pid: number) => all.reduce((sum, { parent, used }) => sum + (parent === pid ? used : 0), 0);
  const own = (pid: number) => statOf(pid) ?? { used: 0, usedByEnded: 0 };
  // The postmaster's own figure includes ended backends, because it waited for them.
  const database = own(postmaster).used + own(postmaster).usedByEnded + usedBelow(postmaster);
  return { service: own(servicePid).used + usedBelow(servicePid), database };
}

/** CPU seconds of one process. */
export const readOwnCpu = (pid: number) => statOf(pid)?.used ?? 0;

/** The service's resident memory in MiB. Zero on a system without /proc. */
export function readMemory(servicePid: number): number {
  const processes = [servicePid, ...statsOfAll().flatMap(({ pid, parent }) => (parent === servicePid ? [pid] : []))];
  return processes.reduce((sum, pid) => sum + memoryOf(pid), 0);
}

function memoryOf(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
  } catch {
    return 0;
  }
}

function statsOfAll() {
  const pids = readable('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map((pid) => statOf(Number(pid))).filter((stat) => stat !== null);
}

function readable(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function statOf(pid: number): { pid: number; parent: number; used: number; usedByEnded: number } | null {
  try {
    // The program's name is in parentheses and can contain any character. Only numbers follow it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    const seconds = (at: number) => (fields[at]! + fields[at + 1]!) / TICKS_PER_SECOND;
    return { pid, parent: fields[1]!, used: seconds(11), usedByEnded: seconds(13) };
  } catch {
    return null;
  }
}
