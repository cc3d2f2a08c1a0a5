import type { Statement } from '../db/database.ts';

/** A key as it is stored. `secret` and `sealed` are null if no given SECRET_KEY seals it. */
export type DataKeyRow = {
  purpose: string;
  generation: number;
  derived: boolean;
  starts_in_ms: number;
  secret: string | null;
  sealed: Buffer | null;
};

/** $1: the fingerprints of the SECRET_KEYs at hand. */
export const selectDataKeys: Statement = {
  name: 'data_keys_select',
  text: `
    SELECT k.purpose, k.generation, k.derived,
           (extract(epoch FROM k.used_from - clock_timestamp()) * 1000)::float8 AS starts_in_ms,
           s.secret, s.sealed
    FROM data_keys k LEFT JOIN data_key_seals s
      ON s.purpose = k.purpose AND s.generation = k.generation AND s.secret = ANY ($1::text[])
    ORDER BY k.purpose, k.generation DESC, s.secret`,
};

/** One node at a time makes the first keys. Any constant will do: 'RLDK' in ASCII. */
export const lockKeys: Statement = {
  name: 'data_keys_lock',
  text: `SELECT pg_advisory_xact_lock(${0x524c444b})`,
};

/** $4: seconds until it begins to seal. */
export const insertDataKey: Statement = {
  name: 'data_keys_insert',
  text: `
    INSERT INTO data_keys (purpose, generation, derived, used_from)
    VALUES ($1, $2, $3, now() + make_interval(secs => $4))`,
};

export const insertSeal: Statement = {
  name: 'data_key_seals_insert',
  text: `INSERT INTO data_key_seals (purpose, generation, secret, sealed) VALUES ($1, $2, $3, $4)`,
};

/** Nodes load the keys again. */
export const CHANNEL = 'rialto_data_keys';
export const notifyNodes: Statement = { name: 'data_keys_notify', text: `SELECT pg_notify('${CHANNEL}', '')` };

/**
 * The contents of a database of an earlier version: something that a key seals, by which a SECRET_KEY is proved, or
 * hashes and logins, which prove nothing.
 */
export const selectOldest: Statement = {
  name: 'data_keys_oldest',
  text: `
    SELECT coalesce((SELECT private_key FROM signing_keys ORDER BY signs_from, kid LIMIT 1),
                    (SELECT secret FROM webhook_endpoints ORDER BY id LIMIT 1)) AS sealed,
           EXISTS (SELECT FROM api_keys) OR EXISTS (SELECT FROM accounts) OR EXISTS (SELECT FROM throttles) AS hashes`,
};

export type DataKeySealRow = { purpose: string; generation: number; secret: string };
export const selectSeals: Statement = {
  name: 'data_key_seals_select',
  text: `SELECT purpose, generation, secret FROM data_key_seals ORDER BY purpose, generation, secret`,
};
