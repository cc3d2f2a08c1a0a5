import { resolve } from 'node:path';
import currencyCodes from 'currency-codes';
import ipaddr from 'ipaddr.js';
import { readAmounts } from './amounts.ts';
import { backupSettings, missingForBackups } from './backups.ts';
import { checkoutSettings } from './checkout.ts';
import { databaseSettings } from './database.ts';
import { documentSettings, missingForDocuments } from './documents.ts';
import { messageSettings, missingForMessages } from './messages.ts';
import { payoutSettings } from './payouts.ts';
import { crossesInPlain } from './plain-http.ts';
import { readPublicUrl } from './public-url.ts';
import { quotaSettings } from './quotas.ts';
import { missingForSeal, sealSettings } from './seal.ts';
import { asIs, integer, oneOf, onOff, type Setting, secretSetting, setting, type ValuesOf } from './setting.ts';
import { splitSettings } from './splits.ts';
import { StartupError } from './startup-error.ts';
import { telemetrySettings } from './telemetry.ts';
import { fileVariable, type SettingText, textOfSetting } from './text-of-setting.ts';

/** Every setting. `npm run settings` renders docs/settings.md from these texts, and a test compares the two. */
export const settings = {
  PORT: setting('3000', 'The port to listen on. 0 takes a free port.', integer(0, 65_535)),
  HOST: setting('127.0.0.1', 'The address to listen on. `0.0.0.0` listens on every interface.', asIs),
  TRUSTED_PROXIES: setting(
    '',
    "Address ranges of the reverse proxies in front of the service, comma-separated. Their `X-Forwarded-For` gives the client's address for the audit log, sessions and limits. Without this setting every client has the proxy's address.",
    readCidrs,
  ),
  PUBLIC_URL: setting(
    '',
    'The URL at which clients reach the service, such as `https://pay.example`, or `https://example.com/pay` below a path. Default: `http://localhost:<PORT>`.',
    readPublicUrl,
  ),
  CALLBACK_URL: setting(
    '',
    'The URL for callbacks of rails, which need only the paths below `/rails` and `/sms`. Default: `PUBLIC_URL`.',
    readPublicUrl,
  ),
  SHUTDOWN_DELAY_SECONDS: setting(
    '0',
    "After SIGTERM, `/readyz` answers 503 for this long while requests are still answered. Set it higher than the load balancer's health-check interval.",
    integer(0, 300),
  ),
  ...databaseSettings,
  DATABASE_POOL: setting('10', 'The maximum number of database connections.', integer(4, 1_000)),
  DATA_DIR: setting('./data', 'The folder of the embedded database and the generated secrets.', (text) =>
    resolve(text),
  ),
  ...backupSettings,
  ROLE: setting(
    'all',
    '`api` answers requests, `worker` does the background work, `all` does both.',
    oneOf('all', 'api', 'worker'),
  ),
  WORKERS: setting(
    '1',
    'Processes that share the port. Each is a node: `DATABASE_POOL` and the limits of a node apply to each. For machines with more than two cores; on two cores it costs a tenth of the transfers or more.',
    integer(1, 64),
  ),
  LIVE: setting(
    'off',
    '`on` opens live mode in addition to test mode. Needs `SECRET_KEY`, `PUBLIC_URL`, an `SMS_SENDER`, `SMTP_URL` and `EMAIL_FROM`.',
    onOff,
  ),
  SECRET_KEY: secretSetting(
    '',
    'At least 32 characters. Keep it safe and use the same value on every node: it seals the keys that hash API keys and encrypt webhook secrets and documents ([rotation](docs/rotation.md)). Default: generated once, in `DATA_DIR`.',
    readSecretKey,
  ),
  SECRET_KEY_OLD: secretSetting(
    '',
    'The earlier `SECRET_KEY` during a rotation, until `npm run admin -- secrets retire`. Both are accepted.',
    readSecretKey,
  ),
  CURRENCIES: setting('XOF,USD,HTG,KES,GHS,NGN,TND', 'The enabled currencies, as ISO 4217 codes.', readCurrencies),
  APPROVAL_CODE_FROM: setting(
    '',
    "The amounts (minor units) from which a customer needs a one-time code to approve a payment, such as `XOF:100000,USD:20000`. A customer's own transfers need no code. Default: none.",
    readAmounts,
  ),
  PASSWORD_MEMORY: setting('64', 'Argon2id: the memory in MiB for hashing one password.', integer(19, 1_024)),
  PASSWORD_PASSES: setting('3', 'Argon2id: the number of passes over that memory.', integer(2, 20)),
  RATE_LIMIT: setting('on', '`off` disables rate limits, for a benchmark.', onOff),
  RATE_LIMIT_LIVE: setting(
    '100',
    'Requests per second of one integration in live mode, on one node.',
    integer(1, 1_000_000),
  ),
  RATE_LIMIT_TEST: setting('25', 'The same in test mode.', integer(1, 1_000_000)),
  ...quotaSettings,
  ...checkoutSettings,
  REQUEST_LOG: setting(
    'on',
    'Keeps the requests of integrations and their answers for 30 days, with masked bodies, for their dashboards. `off` writes nothing.',
    onOff,
  ),
  HEADER_PREFIX: setting(
    'Service',
    'The word before `-Signature` and `-Webhook-Id` in the headers of webhooks, and before `-Integration`, `-Mode` and `-Session` in the headers of requests.',
    (text) => {
      if (!/^[A-Za-z][A-Za-z0-9]{0,29}$/.test(text)) throw new Error('must be one word of letters and digits');
      return text;
    },
  ),
  PAYOUT_PENDING_SECONDS: setting(
    '2',
    'Seconds that a payout stays pending before its items are paid. It can be canceled during this time.',
    integer(0, 86_400),
  ),
  PAYOUT_APPROVAL_ABOVE: setting(
    '',
    'The totals of items (minor units) above which a payout made by a person waits for a second person, such as `XOF:500000,USD:100000`. Default: no payout waits.',
    readAmounts,
  ),
  ...payoutSettings,
  ...splitSettings,
  UNKNOWN_CASE_HOURS: setting(
    '24',
    'Hours after which a record whose outcome a provider does not tell becomes a case. The service keeps asking.',
    integer(1, 720),
  ),
  STATEMENTS_DIR: setting(
    '',
    'The directory that has the folders of `reconcile set --directory`. Empty: no folder is searched.',
    (text) => (text === '' ? '' : resolve(text)),
  ),
  WEBHOOK_ALLOW_CIDRS: setting(
    '',
    'Address ranges, comma-separated, that webhooks may reach although they are not public, also over http. List loopback too, unless `HOST` is loopback and `PUBLIC_URL` is unset or local: a sandbox in a container needs `127.0.0.0/8`.',
    readCidrs,
  ),
  WEBHOOK_PROXY: secretSetting(
    '',
    'An http(s) proxy for outgoing webhooks, used with CONNECT. The proxy resolves host names, so it must refuse private addresses itself.',
    readProxy,
  ),
  ...messageSettings,
  ...documentSettings,
  ...sealSettings,
  ...telemetrySettings,
  DEMO: setting('on', 'Creates the demo merchant, wallets and key at the first start. Not used in live mode.', onOff),
  LOG_LEVEL: setting('info', 'The log level.', oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')),
} as const;

/** Former names of settings, which are still read. */
export const formerNames: Readonly<Record<string, string>> = { SHUTDOWN_DELAY_SECONDS: 'LEAVE_SECONDS' };

/** The variables that name the files of secret settings, by setting. */
export const fileVariables: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries<Setting<unknown>>(settings)
    .filter(([, { secret }]) => secret)
    .map(([name]) => [name, fileVariable(name)]),
);

type Values = ValuesOf<typeof settings>;

export type CurrencyRule = { readonly code: string; readonly exponent: number };

export type Config = Values & {
  /** The base URL of the service's pages, for links. */
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
    let from: SettingText;
    try {
      from = textOfSetting(name, secret, env);
    } catch (error) {
      wrong.push((error as Error).message);
      continue;
    }
    const text = from.text || env[formerNames[name] ?? name]?.trim() || standard;
    try {
      values[name] = read(text);
    } catch (error) {
      const where = from.file ? ` (it is in ${from.file})` : '';
      wrong.push(`${name} ${(error as Error).message}${secret ? where : ` (it is "${text}")`}`);
    }
  }
  if (wrong.length > 0) throw new StartupError(wrong.join('; '));
  const known = values as Values;
  const missing = [
    ...missingForLive(known),
    ...missingForMessages(known),
    ...missingForDocuments(known),
    ...missingForSeal(known),
    ...missingForBackups(known),
  ];
  if (missing.length > 0) throw new StartupError(missing.join('; '));
  return Object.freeze({ ...known, docBase: known.PUBLIC_URL || `http://localhost:${known.PORT}` });
}

function missingForLive({ LIVE, SECRET_KEY, PUBLIC_URL, CALLBACK_URL }: Values): string[] {
  if (!LIVE) return [];
  const missing = SECRET_KEY === '' ? ['LIVE=on needs SECRET_KEY: live mode never uses generated secrets'] : [];
  if (PUBLIC_URL === '') missing.push('LIVE=on needs PUBLIC_URL');
  if (crossesInPlain(PUBLIC_URL)) missing.push('LIVE=on needs an https PUBLIC_URL: keys and sessions are sent to it');
  if (CALLBACK_URL !== '' && crossesInPlain(CALLBACK_URL))
    missing.push('LIVE=on needs an https CALLBACK_URL: its addresses contain secrets');
  return missing;
}

function readSecretKey(text: string): string {
  if (text !== '' && text.length < 32) throw new Error('must have at least 32 characters');
  return text;
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
    if (!rule) throw new Error(`must contain ISO 4217 codes; "${code}" is not one`);
    rules.set(code, rule);
  }
  return rules;
}

/** The ISO 4217 rule of a currency that is or was enabled. */
export function currencyRule(code: string): CurrencyRule | null {
  const known = currencyCodes.code(code);
  return known?.code === code ? { code, exponent: known.digits } : null;
}

/** The three digits of ISO 4217. */
export const currencyNumber = (code: string): string => currencyCodes.code(code)!.number;

/** Decimals of the currencies that do not have two. */
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
      throw new Error(`must contain address ranges; "${cidr}" is not one (write a single address as 10.0.0.1/32)`);
  return cidrs;
}
