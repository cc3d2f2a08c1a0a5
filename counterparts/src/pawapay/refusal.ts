import type { Answer } from '../kit/server.ts';

/** Ends a request with an error of pawaPay: 400 malformed, 401 and 403 set-up, 404 unknown path. */
export class Refusal extends Error {
  readonly answer: Answer;
  constructor(status: number, failureCode: string, failureMessage: string) {
    super(failureMessage);
    this.answer = { status, body: { failureReason: { failureCode, failureMessage } } };
  }
}

type Fields = Record<string, unknown>;

/** The body as an object with known fields alone. pawaPay refuses unknown ones. */
export function readFields(value: unknown, required: readonly string[], optional: readonly string[], at = ''): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal(400, 'INVALID_INPUT', 'Unable to parse the payload of the request.');
  }
  const fields = value as Fields;
  for (const name of Object.keys(fields)) {
    if (!required.includes(name) && !optional.includes(name)) {
      throw new Refusal(400, 'UNSUPPORTED_PARAMETER', `Unsupported parameter: '${at}${name}'.`);
    }
  }
  for (const name of required) {
    if (fields[name] === undefined || fields[name] === null) {
      throw new Refusal(400, 'MISSING_PARAMETER', `Missing parameter: '${at}${name}'.`);
    }
  }
  return fields;
}

/** A text field that fits the pattern. */
export function readText(fields: Fields, name: string, pattern: RegExp): string {
  const value = fields[name];
  if (typeof value !== 'string' || !pattern.test(value)) {
    throw new Refusal(400, 'INVALID_PARAMETER', `Invalid value of parameter '${name}'.`);
  }
  return value;
}

export const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
/** At most 18 digits and two decimals, without leading zeros: 5, 5.0, 0.5, not 5., .5, 00.5 or 5.555. */
export const AMOUNT = /^(0|[1-9]\d{0,17})(\.\d{1,2})?$/;
export const CURRENCY = /^[A-Z]{3}$/;
const CUSTOMER_MESSAGE = /^[A-Za-z0-9 ]{4,22}$/;
const REFERENCE = /^.{1,200}$/;
const CODE = /^.{1,36}$/;
const MAX_METADATA = 10;

/** The optional fields that deposits, payouts and refunds share, as the answers repeat them. */
export type Details = {
  readonly clientReferenceId?: string;
  readonly customerMessage?: string;
  readonly preAuthorisationCode?: string;
  readonly successfulUrl?: string;
  readonly failedUrl?: string;
  readonly metadata?: Readonly<Record<string, string>>;
};

export function readDetails(fields: Fields): Details {
  const text = (name: string, pattern: RegExp) =>
    fields[name] === undefined ? {} : { [name]: readText(fields, name, pattern) };
  return {
    ...text('clientReferenceId', REFERENCE),
    ...text('customerMessage', CUSTOMER_MESSAGE),
    ...text('preAuthorisationCode', CODE),
    ...readUrl(fields, 'successfulUrl'),
    ...readUrl(fields, 'failedUrl'),
    ...(fields.metadata === undefined ? {} : { metadata: readMetadata(fields.metadata) }),
  };
}

/** https, or http on loopback: a laptop has no certificate. */
function readUrl(fields: Fields, name: string): Record<string, string> {
  if (fields[name] === undefined) return {};
  const text = readText(fields, name, /^https?:\/\/\S{1,500}$/);
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLoopback = url !== null && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  if (!url || (url.protocol === 'http:' && !isLoopback)) {
    throw new Refusal(400, 'INVALID_PARAMETER', `Invalid value of parameter '${name}'.`);
  }
  return { [name]: text };
}

/** `[{"orderId": "1"}, {"customer": "a@b", "isPII": true}]` → `{orderId: "1", customer: "a@b"}` */
function readMetadata(value: unknown): Record<string, string> {
  const invalid = () => new Refusal(400, 'INVALID_PARAMETER', "Invalid value of parameter 'metadata'.");
  if (!Array.isArray(value) || value.length > MAX_METADATA) throw invalid();
  const metadata: Record<string, string> = {};
  for (const item of value) {
    if (typeof item !== 'object' || item === null) throw invalid();
    const entries = Object.entries(item).filter(([name]) => name !== 'isPII');
    const [name, text] = entries[0] ?? [];
    if (entries.length !== 1 || name === undefined || typeof text !== 'string') throw invalid();
    if (Object.hasOwn(metadata, name)) {
      throw new Refusal(400, 'DUPLICATE_METADATA_FIELD', `Metadata field '${name}' is given more than once.`);
    }
    metadata[name] = text;
  }
  return metadata;
}
