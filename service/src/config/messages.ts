import { isSupportedCountry } from 'libphonenumber-js/min';
import { crossesInPlain } from './plain-http.ts';
import { asIs, integer, oneOf, readUrl, secretSetting, setting, type ValuesOf } from './setting.ts';

export const messageSettings = {
  BRAND: setting('Rialto', 'The name of the service in messages to people.', (text) => {
    if (!/^[\p{L}\p{N} .&'-]{1,20}$/u.test(text)) throw new Error('must be a name of at most 20 characters');
    return text;
  }),
  REGISTRATION_COUNTRIES: setting(
    '',
    'Countries whose phones may register in live mode, as ISO 3166 codes such as `SN,HT,KE`. Searches also accept phone numbers as they are dialled in these countries. Default: all. Restrict this: SMS pumping sends codes to premium numbers at your expense.',
    readCountries,
  ),
  REGISTRATIONS_PER_HOUR: setting(
    '500',
    'Registration codes sent per hour to the phones of one country in live mode. Codes that are entered do not count.',
    integer(1, 1_000_000),
  ),
  SMS_SENDER: setting(
    'log',
    'How SMS are sent: `log` writes them, codes included, to the log (not allowed with `LIVE=on`); `http` is any gateway with an HTTP interface; `twilio`; `africas-talking`.',
    oneOf('log', 'http', 'twilio', 'africas-talking'),
  ),
  SMS_FROM: setting('', 'The sender number or name of SMS, as registered with the provider.', asIs),
  SMS_HTTP_URL: secretSetting(
    '',
    'For `http`: the URL of the gateway. These placeholders in its path and query are replaced: `{to}` (`+22990001122`), `{to_digits}` (without the plus), `{text}` and `{from}`.',
    readTemplateUrl,
  ),
  SMS_HTTP_METHOD: setting('POST', 'For `http`.', oneOf('POST', 'PUT', 'GET')),
  SMS_HTTP_HEADERS: secretSetting(
    '',
    'For `http`: headers as a JSON object, such as `{"authorization":"Bearer …"}`.',
    readHeaders,
  ),
  SMS_HTTP_TYPE: setting(
    'json',
    'For `http`: the content type of the body, `json` or `form` (`application/x-www-form-urlencoded`).',
    oneOf('json', 'form'),
  ),
  SMS_HTTP_BODY: secretSetting(
    '',
    'For `http`: the body, with the same placeholders in its values: `{"to":"{to}","message":"{text}"}`, or `to={to}&message={text}`.',
    asIs,
  ),
  SMS_HTTP_EXPECT: setting(
    '',
    'For `http`: the text that a successful answer contains, for a gateway that answers 200 to everything. Default: any 2xx is a success.',
    asIs,
  ),
  TWILIO_ACCOUNT_SID: setting('', 'For `twilio`.', (text) => {
    if (!/^(AC[0-9a-f]{32})?$/.test(text)) throw new Error('must be AC and 32 hexadecimal digits');
    return text;
  }),
  TWILIO_AUTH_TOKEN: secretSetting('', 'For `twilio`.', asIs),
  TWILIO_MESSAGING_SERVICE_SID: setting('', 'For `twilio`: used instead of `SMS_FROM`.', asIs),
  TWILIO_URL: setting('https://api.twilio.com', 'For `twilio`: the URL of another region.', readUrl),
  AFRICAS_TALKING_USERNAME: setting('', 'For `africas-talking`.', asIs),
  AFRICAS_TALKING_API_KEY: secretSetting('', 'For `africas-talking`.', asIs),
  AFRICAS_TALKING_URL: setting(
    '',
    'For `africas-talking`. Default: `https://api.africastalking.com`, or its sandbox for the username `sandbox`.',
    readUrl,
  ),
  SMS_INBOUND_SECRET: secretSetting(
    '',
    'Turns on STOP by SMS ([receipts](receipts.md)): a secret of 32 to 128 letters, digits, `-` and `_`.',
    (text) => {
      if (!/^([\w-]{32,128})?$/.test(text)) throw new Error('must be 32 to 128 letters, digits, - and _');
      return text;
    },
  ),
  SMTP_URL: secretSetting(
    '',
    'The mail server: `smtps://user:password@host`, or `smtp://` for STARTTLS, which is required in live mode and whenever there is a password. Default, outside live mode: e-mail is written to the log.',
    readSmtpUrl,
  ),
  EMAIL_FROM: setting('', 'The sender address of e-mail: `Name <address>` or `address`.', (text) => {
    if (text !== '' && !/^(?:[^<>"@\p{Cc}]+ )?<?[^\s<>",;:@]+@[^\s<>",;:@]+>?$/u.test(text))
      throw new Error('must be an address, or a name and an address in angle brackets');
    return text;
  }),
} as const;

export type MessageConfig = ValuesOf<typeof messageSettings>;

/** @returns a line for each setting that is missing or conflicts with another */
export function missingForMessages(config: MessageConfig & { LIVE: boolean }): string[] {
  const wrong: string[] = [];
  const needs = (why: string, ...names: readonly (keyof MessageConfig)[]) => {
    for (const name of names) if (config[name] === '') wrong.push(`${why} needs ${name}`);
  };
  const sender = config.SMS_SENDER;
  if (sender === 'log' && config.LIVE)
    wrong.push('LIVE=on needs an SMS_SENDER other than log, because log writes codes to the log');
  if (sender === 'twilio') {
    needs('SMS_SENDER=twilio', 'TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN');
    if (config.SMS_FROM === '' && config.TWILIO_MESSAGING_SERVICE_SID === '')
      wrong.push('SMS_SENDER=twilio needs SMS_FROM or TWILIO_MESSAGING_SERVICE_SID');
  }
  if (sender === 'africas-talking')
    needs('SMS_SENDER=africas-talking', 'AFRICAS_TALKING_USERNAME', 'AFRICAS_TALKING_API_KEY');
  if (sender === 'http') {
    needs('SMS_SENDER=http', 'SMS_HTTP_URL', ...(config.SMS_HTTP_METHOD === 'GET' ? [] : ['SMS_HTTP_BODY' as const]));
    wrong.push(...wrongTemplates(config));
  }
  if (config.LIVE) {
    needs('LIVE=on', 'SMTP_URL', 'EMAIL_FROM');
    for (const name of ['SMS_HTTP_URL', 'TWILIO_URL', 'AFRICAS_TALKING_URL'] as const)
      if (crossesInPlain(config[name])) wrong.push(`LIVE=on needs an https ${name}: codes are sent to it`);
  } else if (config.SMTP_URL !== '') needs('SMTP_URL', 'EMAIL_FROM');
  return wrong;
}

function wrongTemplates(config: MessageConfig): string[] {
  const { SMS_HTTP_URL: url, SMS_HTTP_METHOD: method, SMS_HTTP_TYPE: type, SMS_HTTP_BODY: body, SMS_FROM } = config;
  const wrong: string[] = [];
  if (method === 'GET' && body !== '') wrong.push('SMS_HTTP_BODY must be empty if SMS_HTTP_METHOD=GET');
  if (type === 'json' && body !== '' && !isJsonObject(body))
    wrong.push('SMS_HTTP_BODY must be a JSON object with its placeholders inside strings if SMS_HTTP_TYPE=json');
  const all = url + body;
  if (url !== '' && (method === 'GET' || body !== '')) {
    if (!/\{to(_digits)?\}/.test(all)) wrong.push('SMS_HTTP_URL or SMS_HTTP_BODY must contain {to} or {to_digits}');
    if (!all.includes('{text}')) wrong.push('SMS_HTTP_URL or SMS_HTTP_BODY must contain {text}');
  }
  if (all.includes('{from}') && SMS_FROM === '') wrong.push('{from} in SMS_HTTP_URL or SMS_HTTP_BODY needs SMS_FROM');
  return wrong;
}

function isJsonObject(text: string): boolean {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/**
 * Placeholders are not allowed in scheme, host and port, so that the content of a message never decides where it goes.
 */
function readTemplateUrl(text: string): string {
  if (text === '') return '';
  if (!/^https?:\/\/[^/?#{}\s]+(?:[/?][^#\s]*)?$/.test(text) || !URL.canParse(text))
    throw new Error('must be an http or https URL with placeholders only in its path or query');
  if (new URL(text).username !== '' || new URL(text).password !== '')
    throw new Error('must not contain a user and password; put them into SMS_HTTP_HEADERS as "authorization"');
  return text;
}

function readHeaders(text: string): Readonly<Record<string, string>> {
  if (text === '') return {};
  if (!isJsonObject(text)) throw new Error('must be a JSON object');
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(JSON.parse(text))) {
    if (!/^[A-Za-z0-9-]+$/.test(name) || typeof value !== 'string' || !/^[\x20-\x7e]*$/.test(value))
      throw new Error('must contain header names and their values, in printable ASCII');
    if (/^(host|connection|content-length|content-type|transfer-encoding)$/i.test(name))
      throw new Error(
        'must not contain host, connection, content-length, content-type or transfer-encoding, which the service sets',
      );
    headers[name.toLowerCase()] = value;
  }
  return headers;
}

function readSmtpUrl(text: string): string {
  if (text === '') return '';
  if (!/^smtps?:\/\/[^/?#\s]+\/?$/.test(text) || !URL.canParse(text) || new URL(text).hostname === '')
    throw new Error('must be smtps://user:password@host:port or smtp://host:port');
  try {
    decodeURIComponent(new URL(text).username + new URL(text).password);
  } catch {
    throw new Error('must have a percent-encoded user and password');
  }
  return text;
}

function readCountries(text: string): ReadonlySet<string> | null {
  if (text === '') return null;
  const codes = text.split(',').map((part) => part.trim());
  for (const code of codes)
    if (!isSupportedCountry(code)) throw new Error(`must contain ISO 3166 codes such as SN; "${code}" is not one`);
  return new Set(codes);
}
