import { fork } from 'node:child_process';

/** In the child: runs one job, sends its result and exits. It also exits when the parent is gone. */
export function serve<Job, Answer>(run: (job: Job) => Promise<Answer>): void {
  process.once('disconnect', () => process.exit());
  process.once('message', async (job) => {
    const answer = await run(job as Job).then(
      (value) => ({ value }),
      (error) => ({ failed: error.stack }),
    );
    process.send!(answer, () => process.exit());
  });
}

/** In the parent: runs one job in its own process, which is killed when `signal` aborts. */
export function inProcess<Answer>(file: string, job: object, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL(file, import.meta.url), { signal, execArgv: [] });
    child.once('message', ({ value, failed }: { value?: Answer; failed?: string }) => {
      if (failed === undefined) resolve(value!);
      else reject(new Error(failed));
    });
    child.once('error', reject);
    child.once('exit', (code, by) => reject(new Error(`${file} ended without a result (${by ?? code})`)));
    child.send(job);
  });
}
