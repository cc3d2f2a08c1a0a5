import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What Linux counts in, on every machine that Node runs on. */
const TICKS_PER_SECOND = 100;

export type Cpu = { readonly service: number; readonly database: number };

/** Seconds of CPU that the service, with what it forked, and its PostgreSQL have used; zero where there is no /proc to tell. */
export function readCpu(servicePid: number, cluster: string): Cpu {
  const postmaster = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const all = statsOfAll();
  const usedBelow = (pid: number) => all.reduce((sum, { parent, used }) => sum + (parent === pid ? used : 0), 0);
  const own = (pid: number) => statOf(pid) ?? { used: 0, usedByEnded: 0 };
  // A backend that has ended is counted in the postmaster, which waited for it.
  const database = own(postmaster).used + own(postmaster).usedByEnded + usedBelow(postmaster);
  return { service: own(servicePid).used + usedBelow(servicePid), database };
}

/** Seconds of CPU that a process has used. */
export const readOwnCpu = (pid: number) => statOf(pid)?.used ?? 0;

/** MiB that the service has in memory now; zero where there is no /proc to tell. */
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
    // The name of the program stands in parentheses and may hold anything; what follows it is numbers.
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
