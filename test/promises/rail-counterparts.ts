import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { type CounterpartProcess, startCounterpartProcess } from '../../counterparts/test/start-process.ts';

const admin = new URL('../../service/src/admin.ts', import.meta.url).pathname;

/** The provider's own books of one movement. */
export type LedgerEntry = {
  readonly reference: string;
  readonly operation: string;
  readonly kind: string;
  readonly amount: string;
  readonly currency: string;
};

export type Played = CounterpartProcess & {
  readonly provider: ProviderName;
  readonly slug: string;
  readonly country: string;
  readonly currency: string;
};

type Ledger = { readonly entries: readonly LedgerEntry[]; readonly balances: Readonly<Record<string, string>> };

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
  const counterpart = await startCounterpartProcess(provider, '--float', '100000000000');
  return { ...counterpart, provider, slug: `${provider}-fire`, country, currency };
}

export const ledgerOf = ({ ask }: Played): Promise<Ledger> => ask('GET', '/ledger');

/** How an account's owner enters one callback address for the account. The other providers get one with each call. */
const registration: { readonly [name in ProviderName]?: (url: string) => readonly [path: string, body: object] } = {
  wave: (url) => ['/webhooks', { url }],
  pawapay: (url) => ['/settings', { callback_url: url }],
};

/** Configures the counterpart as a rail by the operators' commands, and registers its callback address there. */
export async function addRail(played: Played, env: Readonly<Record<string, string>>): Promise<void> {
  const { provider, slug, country, currency, url, credentials } = played;
  const options = { slug, country, currency, mode: 'test', 'base-url': url, 'credentials-file': '-' };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  await runRails(['add', provider, ...args], env, JSON.stringify(credentials));
  const register = registration[provider];
  if (register) await played.ask('POST', ...register(await runRails(['callback-url', slug], env)));
}

/** @returns what `npm run admin -- rails` prints */
async function runRails(args: readonly string[], env: Readonly<Record<string, string>>, input = ''): Promise<string> {
  const child = spawn(process.execPath, [admin, 'rails', ...args], { env: { ...process.env, ...env } });
  child.stdin.end(input);
  const [printed, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  if (code !== 0) throw new Error(`rails ${args[0]} ${args[1]}: ${errors}`);
  return printed.trim();
}
