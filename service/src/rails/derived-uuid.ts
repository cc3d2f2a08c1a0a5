import { hash } from 'node:crypto';

/**
 * The UUID version 4 (RFC 9562) under which a provider knows a record of ours: SHA-256 of our id, with version and
 * variant set. It is the same at every repeat. Money out that failed because our account there was empty is sent again
 * under the next attempt's UUID, because the provider keeps the failed one.
 * @param attempt from 1
 */
export function derivedUuid(id: string, attempt = 1): string {
  const bytes = hash('sha256', attempt === 1 ? id : `${id} ${attempt}`, 'buffer').subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
