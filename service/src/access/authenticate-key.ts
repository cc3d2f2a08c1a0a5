import { createHmac, hash } from 'node:crypto';
import type { Caller } from '../command.ts';
import { readApiKey } from '../core/api-key.ts';
import type { Database } from '../db/database.ts';
import { type KeyRow, selectKeyByHash } from './store.ts';
import { unauthorized } from './unauthorized.ts';

/**
 * What a node knows of a key is looked up again after this long. A revocation is told by NOTIFY at once; this is what
 * holds when the notification is lost: within 15 s, of the 60 s that are promised.
 */
const TRUST_MS = 10_000;
const MAX_KNOWN_KEYS = 10_000;

export type KeyAuthenticator = {
  /** @throws Refusal 401, with WWW-Authenticate */
  authenticate(key: string): Promise<Caller>;
  /** A key was changed somewhere; without an id, any may have been. */
  forget(keyId?: string): void;
};

export function hashApiKey(key: string, pepper: Buffer): Buffer {
  return createHmac('sha256', pepper).update(key).digest();
}

export type KeyAuthenticatorOptions = {
  readonly pepper: Buffer;
  /** Whether this deployment takes live keys at all. */
  readonly live: boolean;
  /** Told of each use. */
  readonly onUse?: (keyId: string) => void;
};

export function createKeyAuthenticator(
  db: Database,
  { pepper, live, onUse }: KeyAuthenticatorOptions,
  now: () => number = Date.now,
): KeyAuthenticator {
  type Known = { row: KeyRow; caller: Caller; until: number };
  const known = new Map<string, Known>();
  /** Counts `forget`, so that a look-up that was under way when a key changed is not kept. */
  let changes = 0;

  const look = async (key: string, name: string): Promise<Known> => {
    if (!readApiKey(key)) throw unauthorized('invalid_api_key');
    const before = changes;
    const [row] = await db.query<KeyRow>(selectKeyByHash, [hashApiKey(key, pepper)]);
    if (!row || (row.livemode && !live)) throw unauthorized('invalid_api_key');
    const found = { row, caller: toCaller(row), until: now() + TRUST_MS };
    if (known.size >= MAX_KNOWN_KEYS) known.clear();
    if (before === changes) known.set(name, found);
    return found;
  };

  return {
    authenticate: async (key) => {
      // A third of an HMAC's price, on every request. The pepper guards what is stored, and this never is.
      const name = hash('sha256', key, 'base64');
      let found = known.get(name);
      if (!found || found.until < now()) found = await look(key, name);
      if (found.row.revoked_at) throw unauthorized('api_key_revoked');
      if (found.row.expires_at && found.row.expires_at.getTime() <= now()) throw unauthorized('invalid_api_key');
      onUse?.(found.row.id);
      return found.caller;
    },
    forget: (keyId) => {
      changes++;
      for (const [name, { row }] of known) if (!keyId || row.id === keyId) known.delete(name);
    },
  };
}

function toCaller(row: KeyRow): Caller {
  return {
    kind: 'key',
    id: row.id,
    world: row.world,
    livemode: row.livemode,
    owner: { type: 'merchant', id: row.merchant_id },
    scopes: new Set(row.scopes),
    person: null,
  };
}
