import type { DataKey } from '../kernel/data-key.ts';
import { openSecret } from '../kernel/seal.ts';

const MOST_OPENED = 10_000;

/** Opens each secret once. A rolled secret has a new sealed value, so the cache never becomes stale. */
export function createOpener(key: DataKey): (sealed: Buffer, boundTo?: string) => string {
  const opened = new Map<string, string>();
  return (sealed, boundTo) => {
    const name = sealed.toString('latin1');
    const known = opened.get(name);
    if (known !== undefined) return known;
    if (opened.size >= MOST_OPENED) opened.clear();
    const secret = openSecret(sealed, key, boundTo);
    opened.set(name, secret);
    return secret;
  };
}
