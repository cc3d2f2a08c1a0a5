import { hash } from 'node:crypto';
import { readApiKey } from '../core/api-key.ts';
import type { Database } from '../db/database.ts';
import type { Caller } from '../kernel/command.ts';
import { currentOf, type DataKey, generationOfHash, hashesUnder } from '../kernel/data-key.ts';
import { Refusal } from '../kernel/refusal.ts';
import { createShortCache } from './short-cache.ts';
import { type FoundKey, moveKeyHash, selectKeyByHash } from './store.ts';

const MAX_KNOWN_KEYS = 10_000;
/**
 * An unknown key is looked up again after this time. This delays no new key: its text is disclosed only after it is
 * stored, so nobody can have asked for it before.
 */
const UNKNOWN_MS = 2_000;
const MAX_UNKNOWN_KEYS = 10_000;

export type KeyAuthenticator = {
  /** @throws Refusal 401, with WWW-Authenticate */
  authenticate(key: string): Promise<Caller>;
  /** A key was changed on some node. Without an id, any key may have changed. */
  forget(keyId?: string): void;
};

export type KeyAuthenticatorOptions = {
  readonly pepper: DataKey;
  /** Whether this deployment accepts live keys. */
  readonly live: boolean;
  /** Called on each use of a key. */
  readonly onUse?: (keyId: string) => void;
  /** The hash of a key could not be moved to the current pepper. */
  readonly onError?: (error: unknown) => void;
};

export function createKeyAuthenticator(
  db: Database,
  { pepper, live, onUse, onError }: KeyAuthenticatorOptions,
  elapsed: () => number = () => performance.now(),
): KeyAuthenticator {
  type Known = { row: FoundKey; caller: Caller; ends: number };
  const known = createShortCache<Known>({ most: MAX_KNOWN_KEYS, idsOf: ({ row }) => [row.id] }, elapsed);

  const unknown = new Map<string, number>();

  const findKey = async (key: string, name: string): Promise<Known | null> => {
    if (!readApiKey(key) || (unknown.get(name) ?? 0) > elapsed()) return null;
    const hashes = hashesUnder(pepper, key);
    const [row] = await db.query<FoundKey>(selectKeyByHash, [hashes]);
    if (!row || (row.livemode && !live)) {
      if (unknown.size >= MAX_UNKNOWN_KEYS) unknown.clear();
      unknown.set(name, elapsed() + UNKNOWN_MS);
      return null;
    }
    if (isOlder(row)) row.hash = await moveHash(row, hashes[0]!);
    return { row, caller: toCaller(row), ends: elapsed() + (row.left_ms ?? Number.POSITIVE_INFINITY) };
  };

  /** A failure is no reason to refuse the key: its next use tries again. */
  const moveHash = async ({ id, hash: old }: FoundKey, fresh: Buffer): Promise<Buffer> => {
    try {
      await db.query(moveKeyHash, [id, old, fresh]);
      return fresh;
    } catch (error) {
      onError?.(error);
      return old;
    }
  };
  const isOlder = ({ hash }: FoundKey) =>
    pepper.generations.length > 1 && generationOfHash(hash) < currentOf(pepper).number;

  return {
    authenticate: async (key) => {
      // A plain hash costs a third of an HMAC, on every request. The pepper protects stored hashes, and this one is
      // never stored.
      const name = hash('sha256', key, 'base64');
      let found = await known.find(name, () => findKey(key, name));
      // Found before the current pepper was used. A key in use must not look unused.
      if (found && isOlder(found.row)) {
        known.forget(found.row.id);
        found = await known.find(name, () => findKey(key, name));
      }
      if (!found) throw new Refusal('invalid_api_key');
      if (found.row.revoked_at) throw new Refusal('api_key_revoked');
      if (found.ends <= elapsed())
        throw new Refusal('api_key_revoked', 'This API key was rolled and has expired. Use the key that replaced it.');
      onUse?.(found.row.id);
      return found.caller;
    },
    forget: (id) => {
      unknown.clear();
      known.forget(id);
    },
  };
}

function toCaller(row: FoundKey): Caller {
  return {
    kind: 'key',
    id: row.id,
    world: row.world,
    livemode: row.livemode,
    owner: { type: 'merchant', id: row.merchant_id },
    scopes: new Set(row.scopes),
    person: null,
    integration: row.integration_id,
  };
}
