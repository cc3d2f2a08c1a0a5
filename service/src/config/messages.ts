import { isSupportedCountry } from 'libphonenumber-js/min';
import { crossesInPlain } from './plain-http.ts';
import { asIs, integer, oneOf, readUrl, secretSetting, setting, type ValuesOf } from './setting.ts';

export const messageSettings = {
  BRAND: setting('Rialto', 'The name that messages to people carry.', (text) => {
    if (!/^[\p{L}\p{N} .&'-]{1,20}$/u.test(text)) throw new Error('must be a name of at most 20 characters');
    return text;
  }),
  REGISTRATION_COUNTRIES: setting(
    '',
    'Countries whose phones may register in live, as ISO 3166 codes such as `SN,HT,KE`; searches also know phones as they are dialled there. Default: all. Restrict this: SMS pumping sends codes to premium numbers at your expense.',
    readCountries,
  ),
  REGISTRATIONS_PER_HOUR: setting(
    '500',
    "Codes for registrations in live that one country's phones are sent within an hour; those that come back do not count.",
    integer(1, 1_000_000),
  ),
  SMS_SENDER: setting(
    'log',
    'Who sends SMS: `log` writes them, codes included, to the log (never where `LIVE=on`); `http` is any gateway with an HTTP interface; `twilio`; `africas-talking`.',
    oneOf('log', 'http', 'twilio', 'africas-talking'),
  ),
  SMS_FROM: setting('', 'The number or name that SMS come from, as the operator registered it.', asIs),
  SMS_HTTP_URL: secretSetting(
    '',
    "For `http`: the gateway's URL. In its path and query `{to}` (`+22990001122`), `{to_digits}` (without the plus), `{text}` and `{from}` are filled in.",
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
    'For `http`: the type of the body, `json` or `form` (`application/x-www-form-urlencoded`).',
    oneOf('json', 'form'),
  ),
  SMS_HTTP_BODY: secretSetting(
    '',
    'For `http`: the body, with the same placeholders inside its values: `{"to":"{to}","message":"{text}"}`, or `to={to}&message={text}`.',
    asIs,
  ),
  SMS_HTTP_EXPECT: setting(
    '',
    'For `http`: what the answer must hold, for a gateway that says 200 to everything. Default: any 2xx is a yes.',
    asIs,
  ),
  TWILIO_ACCOUNT_SID: setting('', 'For `twilio`.', (text) => {
    if (!/^(AC[0-9a-f]{32})?$/.test(text)) throw new Error('must be AC and 32 hexadecimal digits');
    return text;
  }),
  TWILIO_AUTH_TOKEN: secretSetting('', 'For `twilio`.', asIs),
  TWILIO_MESSAGING_SERVICE_SID: setting('', 'For `twilio`: takes the place of `SMS_FROM`.', asIs),
  TWILIO_URL: setting('https://api.twilio.com', 'For `twilio`: another region.', readUrl),
  AFRICAS_TALKING_USERNAME: setting('', 'For `africas-talking`.', asIs),
  AFRICAS_TALKING_API_KEY: secretSetting('', 'For `africas-talking`.', asIs),
  AFRICAS_TALKING_URL: setting(
    '',
    'For `africas-talking`. Default: `https://api.africastalking.com`, and its sandbox for the username `sandbox`.',
    readUrl,
  ),
  SMTP_URL: secretSetting(
    '',
    'Sends e-mail: `smtps://user:password@host`, or `smtp://` for STARTTLS, which is insisted on in live and wherever there is a password. Default, outside live: e-mail goes to the log.',
    readSmtpUrl,
  ),
  EMAIL_FROM: setting('', 'The address that e-mail comes from: `Name <address>` or `address`.', (text) => {
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
    wrong.push('LIVE=on needs an SMS_SENDER other than log, which writes codes where they can be read');
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
      if (crossesInPlain(config[name])) wrong.push(`LIVE=on needs ${name} to be https: it is sent codes`);
  } else if (config.SMTP_URL !== '') needs('SMTP_URL', 'EMAIL_FROM');
  return wrong;
}

function wrongTemplates(config: MessageConfig): string[] {
  const { SMS_HTTP_URL: url, SMS_HTTP_METHOD: method, SMS_HTTP_TYPE: type, SMS_HTTP_BODY: body, SMS_FROM } = config;
  const wrong: string[] = [];
  if (method === 'GET' && body !== '') wrong.push('SMS_HTTP_BODY has no place where SMS_HTTP_METHOD=GET');
  if (type === 'json' && body !== '' && !isJsonObject(body))
    wrong.push('SMS_HTTP_BODY must be a JSON object, its placeholders inside strings, where SMS_HTTP_TYPE=json');
  const all = url + body;
  if (url !== '' && (method === 'GET' || body !== '')) {
    if (!/\{to(_digits)?\}/.test(all)) wrong.push('SMS_HTTP_URL or SMS_HTTP_BODY must hold {to} or {to_digits}');
    if (!all.includes('{text}')) wrong.push('SMS_HTTP_URL or SMS_HTTP_BODY must hold {text}');
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
    throw new Error('must be an http or https URL with placeholders in its path or query only');
  if (new URL(text).username !== '' || new URL(text).password !== '')
    throw new Error('must hold no user and password; put them into SMS_HTTP_HEADERS as "authorization"');
  return text;
}

function readHeaders(text: string): Readonly<Record<string, string>> {
  if (text === '') return {};
  if (!isJsonObject(text)) throw new Error('must be a JSON object');
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(JSON.parse(text))) {
    if (!/^[A-Za-z0-9-]+$/.test(name) || typeof value !== 'string' || !/^[\x20-\x7e]*$/.test(value))
      throw new Error('must hold names of headers and their values, as printable ASCII');
    if (/^(host|connection|content-length|content-type|transfer-encoding)$/i.test(name))
      throw new Error('must leave host, connection, content-length, content-type and transfer-encoding to the service');
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
    throw new Error('must have its user and password percent-encoded');
  }
  return text;
}

function readCountries(text: string): ReadonlySet<string> | null {
  if (text === '') return null;
  const codes = text.split(',').map((part) => part.trim());
  for (const code of codes)
    if (!isSupportedCountry(code)) throw new Error(`must hold ISO 3166 codes such as SN; "${code}" is none`);
  return new Set(codes);
}
