import { fork } from 'node:child_process';
import type { Measured } from './measure.ts';

/** In the child: takes one job, answers, ends. It also ends when the parent is gone. */
export function serve<Job>(run: (job: Job) => Promise<Measured>): void {
  process.once('disconnect', () => process.exit());
  process.once('message', async (job) => {
    const answer = await run(job as Job).then(
      (measured) => ({ measured }),
      (error) => ({ failed: error.stack }),
    );
    process.send!(answer, () => process.exit());
  });
}

/** In the parent: runs one job in a process of its own, which is killed when `signal` says so. */
export function inProcess(file: string, job: object, signal: AbortSignal): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL(file, import.meta.url), { signal, execArgv: [] });
    child.once('message', ({ measured, failed }: { measured?: Measured; failed?: string }) => {
      if (measured) resolve(measured);
      else reject(new Error(failed));
    });
    child.once('error', reject);
    child.once('exit', (code, by) => reject(new Error(`${file} ended without an answer (${by ?? code})`)));
    child.send(job);
  });
}
