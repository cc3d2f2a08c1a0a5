import { resolve } from 'node:path';
import currencyCodes from 'currency-codes';
import ipaddr from 'ipaddr.js';
import { readAmounts } from './amounts.ts';
import { databaseSettings } from './database.ts';
import { documentSettings, missingForDocuments } from './documents.ts';
import { messageSettings, missingForMessages } from './messages.ts';
import { payoutSettings } from './payouts.ts';
import { crossesInPlain } from './plain-http.ts';
import { readPublicUrl } from './public-url.ts';
import { quotaSettings } from './quotas.ts';
import { asIs, integer, oneOf, type Setting, secretSetting, setting, type ValuesOf } from './setting.ts';
import { StartupError } from './startup-error.ts';

const onOff = (text: string) => oneOf('on', 'off')(text) === 'on';

/** Every setting. The README's table has the same rows, and a test holds the two together. */
export const settings = {
  PORT: setting('3000', 'The port to listen on; 0 takes a free one.', integer(0, 65_535)),
  HOST: setting('127.0.0.1', 'The address to listen on. `0.0.0.0` for every interface.', asIs),
  TRUSTED_PROXIES: setting(
    '',
    'Address ranges of the proxies in front, comma-separated: their `X-Forwarded-For` says who the client is, for the audit log, sessions and limits. Without it the proxy is taken for the client of all.',
    readCidrs,
  ),
  PUBLIC_URL: setting(
    '',
    'Where clients reach the service, such as `https://pay.example` or, below a path, `https://example.com/pay`. Default: `http://localhost:<PORT>`.',
    readPublicUrl,
  ),
  SHUTDOWN_DELAY_SECONDS: setting(
    '0',
    "After SIGTERM, `/readyz` answers 503 for this long while requests are still answered. Set it higher than the load balancer's health-check interval.",
    integer(0, 300),
  ),
  ...databaseSettings,
  DATABASE_POOL: setting('10', 'Connections to the database, at most.', integer(4, 1_000)),
  DATA_DIR: setting('./data', 'Where the embedded database and generated secrets are kept.', (text) => resolve(text)),
  BACKUP_DIR: setting(
    '',
    'Where the embedded database archives its WAL and `npm run admin -- backup` puts its backups; best another disk. Default: nothing is archived.',
    (text) => (text === '' ? '' : resolve(text)),
  ),
  ROLE: setting(
    'all',
    '`api` answers requests, `worker` does what comes after them, `all` does both.',
    oneOf('all', 'api', 'worker'),
  ),
  WORKERS: setting(
    '1',
    'Processes that serve behind the port, each a node: `DATABASE_POOL` and what is limited on a node hold for each. For machines with more than two cores; on two it costs a tenth of the transfers and more.',
    integer(1, 64),
  ),
  LIVE: setting(
    'off',
    '`on` opens the live world beside the test world. Needs `SECRET_KEY`, `PUBLIC_URL`, an `SMS_SENDER`, `SMTP_URL` and `EMAIL_FROM`.',
    onOff,
  ),
  SECRET_KEY: secretSetting(
    '',
    'At least 32 characters, kept safe and the same on every node: API keys are hashed, webhook secrets and documents encrypted under it. Default: made once, in `DATA_DIR`.',
    (text) => {
      if (text !== '' && text.length < 32) throw new Error('must have at least 32 characters');
      return text;
    },
  ),
  CURRENCIES: setting('XOF,USD,HTG,KES,GHS,NGN,TND', 'The currencies that are on, as ISO 4217 codes.', readCurrencies),
  APPROVAL_CODE_FROM: setting(
    '',
    'From which amounts on (minor units) a customer needs a one-time code to approve a payment, such as `XOF:100000,USD:20000`. Their own transfers are asked for none. Default: none.',
    readAmounts,
  ),
  PASSWORD_MEMORY: setting('64', 'Argon2id: MiB that hashing one password takes.', integer(19, 1_024)),
  PASSWORD_PASSES: setting('3', 'Argon2id: passes over that memory.', integer(2, 20)),
  RATE_LIMIT: setting('on', '`off` for a benchmark.', onOff),
  RATE_LIMIT_LIVE: setting(
    '100',
    'Requests a second of one integration in live mode, on one node.',
    integer(1, 1_000_000),
  ),
  RATE_LIMIT_TEST: setting('25', 'The same in test mode.', integer(1, 1_000_000)),
  ...quotaSettings,
  REQUEST_LOG: setting(
    'on',
    'Keep what integrations ask and are answered for 30 days, bodies masked, for their dashboards. `off` writes nothing.',
    onOff,
  ),
  HEADER_PREFIX: setting(
    'Service',
    'The word before `-Signature` and `-Webhook-Id` in the headers of webhooks, and before `-Integration`, `-Mode` and `-Session` in those of requests.',
    (text) => {
      if (!/^[A-Za-z][A-Za-z0-9]{0,29}$/.test(text)) throw new Error('must be one word of letters and digits');
      return text;
    },
  ),
  PAYOUT_PENDING_SECONDS: setting(
    '2',
    'How long a payout stays pending, so that it can be canceled, before its items are paid.',
    integer(0, 86_400),
  ),
  PAYOUT_APPROVAL_ABOVE: setting(
    '',
    'Above which totals of its items (minor units) a payout that a person makes waits for a second person, such as `XOF:500000,USD:100000`. Default: none does.',
    readAmounts,
  ),
  ...payoutSettings,
  WEBHOOK_ALLOW_CIDRS: setting(
    '',
    'Address ranges that webhooks may reach although they are not public, comma-separated, also over http. Loopback is one of them unless `HOST` is loopback and `PUBLIC_URL` unset or local: a sandbox in a container names `127.0.0.0/8`.',
    readCidrs,
  ),
  WEBHOOK_PROXY: secretSetting(
    '',
    'An http(s) proxy that webhooks go out through, by CONNECT. It looks the names up, so it must refuse private addresses itself.',
    readProxy,
  ),
  ...messageSettings,
  ...documentSettings,
  DEMO: setting('on', 'Outside live: make the demo merchant, wallets and key at the first start.', onOff),
  LOG_LEVEL: setting(
    'info',
    'How much is logged.',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ),
} as const;

/** Settings that had another name once. The old name is still read. */
export const formerNames: Readonly<Record<string, string>> = { SHUTDOWN_DELAY_SECONDS: 'LEAVE_SECONDS' };

type Values = ValuesOf<typeof settings>;

export type CurrencyRule = { readonly code: string; readonly exponent: number };

export type Config = Values & {
  /** Where the service's own pages are, for links. */
  readonly docBase: string;
};

/**
 * Reads the environment once.
 * @throws StartupError naming every setting that is wrong
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const wrong: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, { standard, read, secret }] of Object.entries<Setting<unknown>>(settings)) {
    const text = env[name]?.trim() || env[formerNames[name] ?? name]?.trim() || standard;
    try {
      values[name] = read(text);
    } catch (error) {
      wrong.push(`${name} ${(error as Error).message}${secret ? '' : ` (it is "${text}")`}`);
    }
  }
  if (wrong.length > 0) throw new StartupError(wrong.join('; '));
  const known = values as Values;
  const missing = [...missingForLive(known), ...missingForMessages(known), ...missingForDocuments(known)];
  if (missing.length > 0) throw new StartupError(missing.join('; '));
  return Object.freeze({ ...known, docBase: known.PUBLIC_URL || `http://localhost:${known.PORT}` });
}

function missingForLive({ LIVE, SECRET_KEY, PUBLIC_URL }: Values): string[] {
  if (!LIVE) return [];
  const missing = SECRET_KEY === '' ? ['LIVE=on needs SECRET_KEY: live never runs on generated secrets'] : [];
  if (PUBLIC_URL === '') missing.push('LIVE=on needs PUBLIC_URL');
  if (crossesInPlain(PUBLIC_URL)) missing.push('LIVE=on needs PUBLIC_URL to be https: keys and sessions travel by it');
  return missing;
}

function readProxy(text: string): string {
  if (text === '') return '';
  if (!/^https?:\/\/[^/?#]+\/?$/.test(text) || !URL.canParse(text))
    throw new Error('must be an http or https URL without a path');
  decodeURIComponent(text);
  return text;
}

function readCurrencies(text: string): ReadonlyMap<string, CurrencyRule> {
  const rules = new Map<string, CurrencyRule>();
  for (const code of text.split(',').map((part) => part.trim())) {
    const rule = currencyRule(code);
    if (!rule) throw new Error(`must hold ISO 4217 codes; "${code}" is none`);
    rules.set(code, rule);
  }
  return rules;
}

/** ISO 4217's, of a currency that is on or was. */
export function currencyRule(code: string): CurrencyRule | null {
  const known = currencyCodes.code(code);
  return known?.code === code ? { code, exponent: known.digits } : null;
}

/** Decimals by currency, of those that have not two. */
export function unusualDecimals(): Readonly<Record<string, number>> {
  const rules = currencyCodes.codes().map((code) => currencyRule(code)!);
  return Object.fromEntries(
    rules.filter(({ exponent }) => exponent !== 2).map(({ code, exponent }) => [code, exponent]),
  );
}

function readCidrs(text: string): readonly string[] {
  const cidrs = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  for (const cidr of cidrs)
    if (!ipaddr.isValidCIDR(cidr))
      throw new Error(`must hold address ranges; "${cidr}" is none (one address is 10.0.0.1/32)`);
  return cidrs;
}
