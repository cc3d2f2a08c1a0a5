import type { Database } from '../../src/db/database.ts';
import { dataKeyOf } from '../../src/kernel/data-key.ts';
import { secretKeyOf } from '../../src/secrets/secret-keys.ts';
import { names, purposes, type Secrets } from '../../src/secrets/secrets.ts';

/** The keys that earlier versions derived, which are the first generation in their databases. */
export function deriveSecrets(text: string): Secrets {
  const { derive } = secretKeyOf(text);
  return Object.fromEntries(names.map((name) => [name, dataKeyOf(derive(purposes[name].derived))])) as Secrets;
}

/** Makes the keys that a SECRET_KEY derives the first data keys, as in a database of an earlier version. */
export async function keepDerivedKeys(db: Database, text: string): Promise<void> {
  const { rows } = await db.pool.query('SELECT FROM data_keys LIMIT 1');
  // A database may be read-only by now.
  if (rows.length > 0) return;
  const { derive, seal, fingerprint } = secretKeyOf(text);
  const all = names.map((name) => purposes[name]);
  const sealed = all.map(({ purpose, derived }) => seal(derive(derived), purpose, 1));
  await db.pool.query(
    `WITH made AS (
       INSERT INTO data_keys (purpose, generation, derived)
       SELECT *, 1, true FROM unnest($1::text[]) WHERE NOT EXISTS (SELECT FROM data_keys)
       ON CONFLICT DO NOTHING RETURNING purpose)
     INSERT INTO data_key_seals (purpose, generation, secret, sealed)
     SELECT k.purpose, 1, $3, k.sealed
      FROM unnest($1::text[], $2::bytea[]) AS k (purpose, sealed) JOIN made USING (purpose)`,
    [all.map(({ purpose }) => purpose), sealed, fingerprint],
  );
}
