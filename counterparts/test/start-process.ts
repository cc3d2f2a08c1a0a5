import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export type CounterpartProcess = {
  readonly pid: number;
  /** The provider's face. */
  readonly url: string;
  readonly control: string;
  // biome-ignore lint/suspicious/noExplicitAny: each provider has its own credentials.
  readonly credentials: any;
  /** Calls the control address with a JSON body. @returns its JSON answer; throws unless it is 200 */
  // biome-ignore lint/suspicious/noExplicitAny: the answers of the control address are read by tests only.
  ask(method: string, path: string, body?: object): Promise<any>;
  stop(): Promise<void>;
};

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** Starts a counterpart as its own process on a free port. */
export async function startCounterpartProcess(provider: string, ...args: string[]): Promise<CounterpartProcess> {
  const child = spawn(process.execPath, [main, provider, '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([once(lines, 'line'), ended]);
  if (typeof first[0] !== 'string') throw new Error(`the counterpart ${provider} ended with ${first[0]}`);
  const { url, control, credentials } = JSON.parse(first[0]);
  return {
    pid: child.pid!,
    url,
    control,
    credentials,
    ask: async (method, path, body) => {
      const answer = await fetch(control + path, { method, body: body ? JSON.stringify(body) : undefined });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return JSON.parse(text);
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
