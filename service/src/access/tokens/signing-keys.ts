import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { exportJWK, type JWK } from 'jose';
import type { Database } from '../../db/database.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import type { DataKey } from '../../kernel/data-key.ts';
import { openSecret, sealSecret } from '../../kernel/seal.ts';
import { REFRESH_SECONDS } from './lifetimes.ts';
import { insertSigningKey, lockSigningKeys, retireOthers, type SigningKeyRow, selectSigningKeys } from './store.ts';

/** A node checks for new keys this often, and whenever it meets an unknown kid. */
const LOOK_EVERY_MS = 30_000;
/** A new key signs only after this time, when every node and every reader of the JWKS (cached for a minute) has it. */
const HEAD_START_SECONDS = 120;
const LOOK_AT_MOST_EVERY_MS = 1_000;

type Key = {
  readonly kid: string;
  readonly signs: boolean;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
  readonly jwk: JWK;
};

export type SigningKeys = {
  /** The key that signs now. The first key is made at its first use. */
  current(): Promise<Key>;
  /** The public key for a token's kid, or null if there is none or it has expired. */
  find(kid: string): Promise<KeyObject | null>;
  /** RFC 7517. */
  jwks(): Promise<{ keys: JWK[] }>;
};

/**
 * The service's signing keys, stored in the database, sealed under `encryptionKey`, and cached in this node. `now`
 * never goes back: otherwise a node whose clock is set back would find no new keys until it catches up.
 */
export function openSigningKeys(
  db: Database,
  encryptionKey: DataKey,
  now: () => number = () => performance.now(),
): SigningKeys {
  let known: Key[] = [];
  let lookedAt = Number.NEGATIVE_INFINITY;

  /** Concurrent callers share one poll: at a node's first requests no key may be reported as unknown. */
  let looking: Promise<void> | null = null;
  const poll = () => {
    looking ??= db
      .query<SigningKeyRow>(selectSigningKeys)
      .then((rows) => {
        known = rows.map((row) => open(row, encryptionKey));
        lookedAt = now();
      })
      .finally(() => {
        looking = null;
      });
    return looking;
  };
  const keys = async () => {
    if (now() - lookedAt >= LOOK_EVERY_MS) await poll();
    return known;
  };

  return {
    current: async () => {
      const signing = (await keys()).find((key) => key.signs);
      if (signing) return signing;
      await transaction(db, (tx) => makeFirstKey(tx, encryptionKey));
      // The poll under way may have begun before the key was stored.
      await looking;
      await poll();
      return known.find((key) => key.signs)!;
    },
    find: async (kid) => {
      const found = (await keys()).find((key) => key.kid === kid);
      if (found) return found.publicKey;
      // Anyone can send unknown kids, so they do not each cost a query.
      if (now() - lookedAt >= LOOK_AT_MOST_EVERY_MS) await poll();
      return known.find((key) => key.kid === kid)?.publicKey ?? null;
    },
    jwks: async () => ({ keys: (await keys()).map(({ jwk }) => jwk) }),
  };
}

/**
 * Makes a new signing key. It is published at once and signs after two minutes. Older keys verify until the last
 * refresh token that they signed has expired.
 * @returns its kid
 */
export async function rotateSigningKey(tx: Tx, encryptionKey: DataKey): Promise<string> {
  await tx.query(lockSigningKeys);
  const first = (await tx.query(selectSigningKeys)).length === 0;
  const kid = await makeKey(tx, encryptionKey, first ? 0 : HEAD_START_SECONDS);
  await tx.query(retireOthers, [kid, REFRESH_SECONDS]);
  return kid;
}

/** Makes a signing key if there is none. */
export async function makeFirstKey(tx: Tx, encryptionKey: DataKey): Promise<void> {
  await tx.query(lockSigningKeys);
  if ((await tx.query(selectSigningKeys)).length === 0) await makeKey(tx, encryptionKey, 0);
}

async function makeKey(tx: Tx, encryptionKey: DataKey, signsInSeconds: number): Promise<string> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { kty, crv, x } = await exportJWK(publicKey);
  // RFC 7638: the key is named by its thumbprint.
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
  const jwk = { kty, crv, x, kid, alg: 'EdDSA', use: 'sig' };
  const sealed = sealSecret(privateKey.export({ type: 'pkcs8', format: 'pem' }) as string, encryptionKey);
  await tx.query(insertSigningKey, [kid, JSON.stringify(jwk), sealed, signsInSeconds]);
  return kid;
}

function open(row: SigningKeyRow, encryptionKey: DataKey): Key {
  const privateKey = createPrivateKey(openSecret(row.private_key, encryptionKey));
  return { kid: row.kid, signs: row.signs, jwk: row.public_jwk, privateKey, publicKey: createPublicKey(privateKey) };
}
