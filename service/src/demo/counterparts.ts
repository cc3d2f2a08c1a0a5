import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A provider that is played on this machine, as its own process. */
export type DemoCounterpart = {
  readonly url: string;
  readonly credentials: object;
  /** Calls the control address, which only a counterpart has. */
  control(method: 'GET' | 'POST', path: string, body?: object): Promise<any>;
  stop(): Promise<void>;
};

const main = fileURLToPath(new URL('../../../counterparts/src/main.ts', import.meta.url));

/** Starts one on a free port, with an empty account, so that its balance and our books both begin at 0. */
export async function startCounterpart(provider: string, country: string, currency: string): Promise<DemoCounterpart> {
  const options = ['--port', '0', '--country', country, '--currency', currency, '--float', '0'];
  const child = spawn(process.execPath, [main, provider, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [first] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended]);
  if (typeof first !== 'string') throw new Error(`the counterpart ${provider} did not start`);
  const { url, control, credentials } = JSON.parse(first);
  return {
    url,
    credentials,
    control: async (method, path, body) => {
      const answer = await fetch(control + path, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
      if (!answer.ok) throw new Error(`the counterpart ${provider}: ${await answer.text()}`);
      return answer.json();
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
