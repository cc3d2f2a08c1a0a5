import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const main = new URL('../../counterparts/src/main.ts', import.meta.url).pathname;
const admin = new URL('../../service/src/admin.ts', import.meta.url).pathname;

/** The provider's own books of one movement. */
export type LedgerEntry = {
  readonly reference: string;
  readonly operation: string;
  readonly kind: string;
  readonly amount: string;
  readonly currency: string;
};

export type Played = {
  readonly provider: string;
  readonly slug: string;
  readonly country: string;
  readonly currency: string;
  readonly url: string;
  readonly credentials: object;
  readonly pid: number;
  control(method: string, path: string, body?: object): Promise<any>;
  ledger(): Promise<{ readonly entries: readonly LedgerEntry[]; readonly balances: Readonly<Record<string, string>> }>;
  stop(): Promise<void>;
};

/** The four providers, with a phone of their country that ends with these four digits. */
export const providers = {
  'mtn-momo': { country: 'UG', currency: 'UGX', unit: 1, phone: (end: string, n: number) => `+25677${pad(n)}${end}` },
  daraja: { country: 'KE', currency: 'KES', unit: 100, phone: (end: string, n: number) => `+25471${pad(n)}${end}` },
  wave: { country: 'SN', currency: 'XOF', unit: 1, phone: (end: string, n: number) => `+22177${pad(n)}${end}` },
  pawapay: { country: 'ZM', currency: 'ZMW', unit: 100, phone: (end: string, n: number) => `+26096${pad(n)}${end}` },
} as const;
export type ProviderName = keyof typeof providers;

/** Three digits of a national number of nine. */
const pad = (n: number) => String(n % 1000).padStart(3, '0');

/** Starts a provider's counterpart as its own process. */
export async function play(provider: ProviderName): Promise<Played> {
  const { country, currency } = providers[provider];
  const child: ChildProcess = spawn(process.execPath, [main, provider, '--port', '0', '--float', '100000000000'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout! }), 'line');
  const { url, control, credentials } = JSON.parse(line);
  const call = async (method: string, path: string, body?: object): Promise<any> => {
    const answer = await fetch(control + path, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    });
    if (!answer.ok) throw new Error(`${provider} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  return {
    ...{ provider, slug: `${provider}-fire`, country, currency, url, credentials, pid: child.pid! },
    control: call,
    ledger: () => call('GET', '/ledger'),
    stop: async () => {
      if (child.exitCode === null) child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

/** Configures the counterpart as a rail, by the operators' command. */
export async function addRail(played: Played, env: Readonly<Record<string, string>>): Promise<void> {
  const { provider, slug, country, currency, url, credentials } = played;
  const options = { slug, country, currency, mode: 'test', 'base-url': url, 'credentials-file': '-' };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn(process.execPath, [admin, 'rails', 'add', provider, ...args], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr!.on('data', (chunk) => (errors += chunk));
  child.stdin!.end(JSON.stringify(credentials));
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`rails add ${provider}: ${errors}`);
}
