import type { DataKey } from '../kernel/data-key.ts';
import { invalidField, type Refusal } from '../kernel/refusal.ts';
import { sealSecret } from '../kernel/seal.ts';
import type { createOpener } from './secret.ts';

export type OwnHeaders = Readonly<Record<string, string>>;
/** Headers as they are stored; null without headers. */
export type SealedHeaders = { readonly sealed: Buffer | null; readonly names: readonly string[] };
export const none: SealedHeaders = { sealed: null, names: [] };

/** Replaces a value, as in the request log. */
const MASK = '[masked]';

const MOST = 16;

/** HTTP's own headers, and those that describe the body. */
const reserved = new Set(
  'host connection keep-alive te trailer transfer-encoding upgrade expect content-type content-length content-encoding user-agent date via traceparent'.split(
    ' ',
  ),
);

/** Prefixes of the service's headers for the signature and the delivery. */
const isReserved = (name: string, headerPrefix: string) =>
  reserved.has(name) || /^(proxy|webhook)-/.test(name) || name.startsWith(`${headerPrefix.toLowerCase()}-`);

/** Applies `changes` to existing headers. Names are not case-sensitive, and null removes a header. */
export function mergeHeaders(
  before: OwnHeaders,
  changes: Readonly<Record<string, string | null>>,
  headerPrefix: string,
): OwnHeaders | Refusal {
  const merged = new Map(Object.entries(before).map((pair) => [pair[0].toLowerCase(), pair]));
  for (const [name, value] of Object.entries(changes)) {
    const key = name.toLowerCase();
    if (isReserved(key, headerPrefix)) return invalidField('headers', 'headers_of_service', { header: name });
    // The masked value as read means no change.
    if (value === MASK && merged.has(key)) continue;
    if (value === null) merged.delete(key);
    else merged.set(key, [name, value]);
  }
  if (merged.size > MOST) return invalidField('headers', 'too_many_headers', { maximum: MOST, found: merged.size });
  return Object.fromEntries(merged.values());
}

export function sealHeaders(headers: OwnHeaders, key: DataKey, endpoint: string): SealedHeaders {
  const names = Object.keys(headers);
  return names.length === 0 ? none : { sealed: sealSecret(JSON.stringify(headers), key, endpoint), names };
}

export const openHeaders = (
  sealed: Buffer | null,
  open: ReturnType<typeof createOpener>,
  endpoint: string,
): OwnHeaders => (sealed ? JSON.parse(open(sealed, endpoint)) : {});

export const maskHeaders = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, MASK]));
