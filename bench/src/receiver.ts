import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** Times are milliseconds since 1970 with fractions, so that processes can compare them. */
export type Receipts = { readonly first: number; readonly last: number; readonly cpu: number };

export type Receiver = {
  /** One URL per port: each is a separate origin, like each integrator's server. */
  readonly urls: readonly string[];
  /** Starts counting now. Resolves with the times of the first and the last of `count` requests after `skip` others. */
  expect(skip: number, count: number): Promise<Receipts>;
};

/** Starts an integrator's server in its own process. It ends with this process, or when `signal` aborts. */
export async function startReceiver(ports: number, signal: AbortSignal): Promise<Receiver & { close(): void }> {
  const child = fork(new URL('./receive.ts', import.meta.url), { signal, execArgv: [] });
  child.on('error', () => {});
  const urls = await ask<string[]>(child, { ports });
  return {
    urls,
    expect: (skip, count) => ask<Receipts>(child, { skip, count }),
    close: () => child.kill(),
  };
}

/** One question at a time. */
async function ask<Answer>(child: ChildProcess, question: object): Promise<Answer> {
  const ended = new AbortController();
  const answered = once(child, 'message', { signal: ended.signal });
  const gone = once(child, 'exit', { signal: ended.signal }).then(() => {
    throw new Error('The receiver has ended');
  });
  try {
    child.send(question);
    const [answer] = await Promise.race([answered, gone]);
    return answer as Answer;
  } finally {
    gone.catch(() => {});
    answered.catch(() => {});
    ended.abort();
  }
}
