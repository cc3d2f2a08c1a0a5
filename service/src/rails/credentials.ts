import { type DataKey, hmacUnder } from '../kernel/data-key.ts';
import { openSecret, sealSecret } from '../kernel/seal.ts';

/** Seals credentials for the rail with this id. `key` has 32 bytes. */
export function sealCredentials(credentials: unknown, key: DataKey, rail: string): Buffer {
  return sealSecret(JSON.stringify(credentials), key, rail);
}

/** @throws if the key or the rail is another, or a byte was changed */
export function openCredentials(sealed: Buffer, key: DataKey, rail: string): unknown {
  return JSON.parse(openSecret(sealed, key, rail));
}

/**
 * Identifies a base URL with credentials and the scheme account, for two operators who must mean the same. The key
 * keeps a reader of the database from trying out short secrets. @returns 16 hexadecimal digits
 */
export function fingerprintOf(baseUrl: string, credentials: unknown, key: DataKey, scheme: object | null): string {
  const text = JSON.stringify([baseUrl, sortKeys(credentials), ...(scheme ? [sortKeys(scheme)] : [])]);
  return hmacUnder(key).update(text).digest('hex').slice(0, 16);
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortKeys(inner)]));
}

/** A shorter text may also be a word, such as a country or a name of an environment. */
const SHORTEST_SECRET = 6;

/** Secrets of one request: its token, fields that are computed from the credentials, and addresses for callbacks. */
const requestSecrets = [
  /(\b(?:Bearer|Basic) +)[\w.~+/=-]{16,}/gi,
  /("\w*(?:password|credential|token|secret)\w*" *: *")[^"]+/gi,
  /(\/rails\/rail_\w+\/)[0-9a-f]{40}/g,
];

/**
 * Hides secrets in a message of a connector, which may quote the provider's answer, and that may quote the request:
 * every text of the credentials, and the secrets of one request.
 */
export function hideSecrets(message: string, credentials: unknown): string {
  const hidden = textsOf(credentials)
    .filter((text) => text.length >= SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length)
    .reduce((shown, text) => shown.replaceAll(text, '[hidden]'), message);
  return requestSecrets.reduce((shown, secret) => shown.replace(secret, '$1[hidden]'), hidden);
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
