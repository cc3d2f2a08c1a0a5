import { createHash, createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { CompactSign, compactVerify, exportJWK, importJWK, type JWK } from 'jose';
import type { Database, Statement } from '../db/database.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { openSecret, sealSecret } from '../kernel/seal.ts';

type KeyRow = { kid: string; public_jwk: JWK; private_key: Buffer };

const selectKeys: Statement = {
  name: 'document_keys_select',
  text: 'SELECT kid, public_jwk, private_key FROM document_keys ORDER BY number DESC',
};
const insertKey: Statement = {
  name: 'document_keys_insert',
  text: `
    INSERT INTO document_keys (number, kid, public_jwk, private_key) VALUES (1, $1, $2, $3) ON CONFLICT DO NOTHING`,
};

export type DocumentKeys = {
  /** A detached JWS (RFC 7515, appendix F) over these bytes: `header..signature`. */
  sign(bytes: Uint8Array): Promise<string>;
  /** The payload of a compact JWS that one of the keys signed; null for anything else. */
  verify(jws: string): Promise<Buffer | null>;
  /** RFC 7517: the public keys of every signature. */
  jwks(): Promise<{ keys: JWK[] }>;
};

/** The keys that sign documents, sealed under `encryptionKey` in the database. The first use makes the first one. */
export function openDocumentKeys(db: Database, encryptionKey: DataKey): DocumentKeys {
  const current = async (): Promise<KeyRow> => {
    const [known] = await db.query<KeyRow>(selectKeys);
    if (known) return known;
    await db.query(insertKey, await makeKey(encryptionKey));
    // Another node may have made it first.
    return (await db.query<KeyRow>(selectKeys))[0]!;
  };
  return {
    sign: async (bytes) => {
      const { kid, private_key } = await current();
      const key = createPrivateKey(openSecret(private_key, encryptionKey));
      const jws = await new CompactSign(bytes).setProtectedHeader({ alg: 'EdDSA', kid }).sign(key);
      const [header, , signature] = jws.split('.');
      return `${header}..${signature}`;
    },
    verify: async (jws) => {
      const keys = await db.query<KeyRow>(selectKeys);
      const find = async ({ kid }: { kid?: string }) => {
        const found = keys.find((key) => key.kid === kid);
        if (!found) throw new Error('unknown key');
        return importJWK(found.public_jwk, 'EdDSA');
      };
      const verified = await compactVerify(jws, find, { algorithms: ['EdDSA'] }).catch(() => null);
      return verified && Buffer.from(verified.payload);
    },
    jwks: async () => ({ keys: (await db.query<KeyRow>(selectKeys)).map(({ public_jwk }) => public_jwk) }),
  };
}

async function makeKey(encryptionKey: DataKey): Promise<unknown[]> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { kty, crv, x } = await exportJWK(publicKey);
  // RFC 7638: the key is named by its thumbprint.
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
  const jwk = { kty, crv, x, kid, alg: 'EdDSA', use: 'sig' };
  const sealed = sealSecret(privateKey.export({ type: 'pkcs8', format: 'pem' }) as string, encryptionKey);
  return [kid, JSON.stringify(jwk), sealed];
}
