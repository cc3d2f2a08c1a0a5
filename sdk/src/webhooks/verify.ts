import { RialtoError } from '../errors.ts';
import type { WebhookEvent } from '../generated/events.ts';
import { hex, hmac } from './hmac.ts';

export type VerifyOptions = {
  /** How far `t` may be from now, in seconds. */
  toleranceSeconds?: number;
  /** The word that the service's own headers begin with (its setting HEADER_PREFIX). */
  headerPrefix?: string;
};

/** The headers of a request, as any framework has them. */
export type WebhookHeaders = Pick<Headers, 'get'> | Fields;
type Fields = Record<string, string | readonly string[] | undefined>;

export type WebhookErrorCode =
  | 'body_not_raw'
  | 'signature_missing'
  | 'signature_malformed'
  | 'timestamp_out_of_tolerance'
  | 'signature_mismatch'
  | 'body_not_an_event';

/** A delivery that must not be trusted. Answer 400. */
export class WebhookError extends RialtoError {
  override readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode, message: string) {
    super(message, null);
    this.name = 'WebhookError';
    this.code = code;
  }
}

/**
 * The event of a delivery, once its signature is found right: by the five rules of the interface, over the raw bytes of the body.
 * While a secret is rolled the new one is found in `Service-Signature-Next`.
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string,
  { toleranceSeconds = 300, headerPrefix = 'Service' }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const bytes = rawBytes(body);
  if (typeof secret !== 'string' || secret === '') throw new TypeError('secret must be the endpoint’s signing secret');
  const name = `${headerPrefix}-Signature`;
  const current = headerOf(headers, name);
  if (!current) throw new WebhookError('signature_missing', `the header ${name} is missing`);
  const next = headerOf(headers, `${name}-Next`);
  try {
    await check(current, bytes, secret, toleranceSeconds);
  } catch (error) {
    if (!next) throw error;
    await check(next, bytes, secret, toleranceSeconds);
  }
  return parse(bytes);
}

/** The five rules, in their order. */
async function check(header: string, body: Uint8Array, secret: string, tolerance: number): Promise<void> {
  const { t = '', v1 = '' } = Object.fromEntries(header.split(',').map((part) => part.split('=')));
  if (t === '' || !Number.isFinite(Number(t))) {
    throw new WebhookError('signature_malformed', 'the signature has no time t');
  }
  if (!(Math.abs(Math.floor(Date.now() / 1000) - Number(t)) <= tolerance)) {
    throw new WebhookError('timestamp_out_of_tolerance', `the signature’s time is more than ${tolerance} s from now`);
  }
  const expected = hex(await hmac(secret, `${t}.`, body));
  if (!equal(expected, v1)) {
    throw new WebhookError(
      'signature_mismatch',
      'the signature does not fit: another secret, or a body that is not byte for byte what was sent',
    );
  }
}

/** Takes as long whatever the characters are; only the length, which is no secret, shows. */
function equal(expected: string, given: string): boolean {
  let difference = expected.length ^ given.length;
  for (let i = 0; i < expected.length; i++) difference |= expected.charCodeAt(i) ^ given.charCodeAt(i);
  return difference === 0;
}

const utf8 = new TextEncoder();

function rawBytes(body: unknown): Uint8Array {
  if (typeof body === 'string') return utf8.encode(body);
  if (body instanceof Uint8Array) return body;
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  const got = body === null ? 'null' : body === undefined ? 'nothing' : `a parsed ${typeof body}`;
  throw new WebhookError(
    'body_not_raw',
    `the raw body is needed, and ${got} was given: what was signed are the bytes as they came, and JSON that was parsed and ` +
      'written again has others. Take the body before a JSON parser does (Express: express.raw(); Next.js: await request.text()).',
  );
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  // Not `instanceof`: libraries bring Headers of their own.
  if (typeof headers.get === 'function') return (headers as Pick<Headers, 'get'>).get(name) ?? undefined;
  const wanted = name.toLowerCase();
  const found = Object.entries(headers as Fields).find(([key]) => key.toLowerCase() === wanted)?.[1];
  return typeof found === 'string' ? found : found?.[0];
}

function parse(bytes: Uint8Array): WebhookEvent {
  try {
    const event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (event?.object === 'event' && typeof event.type === 'string') return event;
  } catch {}
  throw new WebhookError('body_not_an_event', 'the body is rightly signed and is no event');
}
