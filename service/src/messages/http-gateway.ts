import { exchange } from './exchange.ts';
import { SendFailure, type SmsMessage, type SmsSender } from './sender.ts';

export type GatewayOptions = {
  /** May have placeholders in its path and query. */
  readonly url: string;
  readonly method: 'POST' | 'PUT' | 'GET';
  readonly headers: Readonly<Record<string, string>>;
  readonly type: 'json' | 'form';
  /** May have placeholders inside its values. Empty for GET. */
  readonly body: string;
  readonly from: string;
  /** A text that the answer must contain; empty if any 2xx is enough. */
  readonly expect: string;
  readonly timeoutMs?: number;
};

const TYPES = { json: 'application/json', form: 'application/x-www-form-urlencoded' };

/**
 * Any gateway that takes a message by one HTTP request. The same library parses the template and writes it again with
 * the values filled in, so that no text can break out of its value.
 */
export function httpGateway(options: GatewayOptions): SmsSender {
  const { url, method, headers, type, body, from, expect, timeoutMs } = options;
  const hasBody = method !== 'GET';
  return {
    send: async (message) => {
      const fill = filler(message, from);
      const answer = await exchange(
        {
          who: 'The SMS gateway',
          url: fill(url, encodeURIComponent),
          method,
          headers: hasBody ? { ...headers, 'content-type': TYPES[type] } : headers,
          body: hasBody ? fillBody(type, body, fill) : null,
        },
        timeoutMs,
      );
      if (expect !== '' && !answer.text.includes(expect))
        throw new SendFailure(`The SMS gateway answered ${answer.status} without the text of SMS_HTTP_EXPECT`);
    },
  };
}

type Fill = (template: string, encode?: (value: string) => string) => string;

/** Filled in one pass, so a `{to}` inside the text stays as it is. */
function filler({ to, text }: SmsMessage, from: string): Fill {
  const values: Readonly<Record<string, string>> = { to, to_digits: to.replace('+', ''), text, from };
  return (template, encode = (value) => value) =>
    template.replace(/\{(to|to_digits|text|from)\}/g, (_all, name: string) => encode(values[name]!));
}

function fillBody(type: 'json' | 'form', template: string, fill: Fill): string {
  if (type === 'json') {
    return JSON.stringify(JSON.parse(template), (_key, value) => (typeof value === 'string' ? fill(value) : value));
  }
  const pairs = [...new URLSearchParams(template)];
  return new URLSearchParams(pairs.map(([name, value]) => [name, fill(value)])).toString();
}
