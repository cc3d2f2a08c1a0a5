import type { JWK } from 'jose';
import type { Statement } from '../../db/database.ts';

export type SigningKeyRow = { kid: string; public_jwk: JWK; private_key: Buffer; signs: boolean };

/** Every key that still verifies; among the keys that may sign, the newest comes first. */
export const selectSigningKeys: Statement = {
  name: 'signing_keys_select',
  text: `
    SELECT kid, public_jwk, private_key, signs_from <= now() AS signs
    FROM signing_keys WHERE retired_at IS NULL OR retired_at > now() ORDER BY signs_from DESC, kid`,
};

/** One node at a time makes the first key. Any constant will do: 'RLTK' in ASCII. */
export const lockSigningKeys: Statement = {
  name: 'signing_keys_lock',
  text: `SELECT pg_advisory_xact_lock(${0x524c544b})`,
};

/** $4: seconds until it begins to sign. */
export const insertSigningKey: Statement = {
  name: 'signing_keys_insert',
  text: `
    INSERT INTO signing_keys (kid, public_jwk, private_key, signs_from)
    VALUES ($1, $2, $3, now() + make_interval(secs => $4))`,
};

/** The keys before `kid` continue to verify until the tokens that they signed have expired. */
export const retireOthers: Statement = {
  name: 'signing_keys_retire',
  text: `
    UPDATE signing_keys SET retired_at = (SELECT signs_from FROM signing_keys WHERE kid = $1) + make_interval(secs => $2)
    WHERE kid <> $1 AND retired_at IS NULL`,
};
