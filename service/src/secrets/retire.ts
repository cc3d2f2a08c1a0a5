import { StartupError } from '../config/startup-error.ts';
import type { Queries, Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import { currentOf, type DataKey } from '../kernel/data-key.ts';
import type { SecretKey } from './secret-keys.ts';
import { names, purposes, type Secrets } from './secrets.ts';
import { type DataKeySealRow, lockKeys, notifyNodes, selectSeals } from './store.ts';

/** Answers to repeated requests are kept for so long, and some are sealed. */
const ANSWER_DAYS = 7;

const deleteSeals: Statement = {
  name: 'data_key_seals_retire',
  text: `DELETE FROM data_key_seals WHERE secret <> $1 RETURNING secret`,
};

/** Keys before $2 of the purpose $1. Those that sealed stored answers stay until the last one is deleted. */
const deleteKeys: Statement = {
  name: 'data_keys_retire',
  text: `
    DELETE FROM data_keys WHERE purpose = $1 AND generation < $2
      AND (NOT $3 OR (SELECT used_from FROM data_keys WHERE purpose = $1 AND generation = $2)
                      < now() - interval '${ANSWER_DAYS} days')
    RETURNING generation`,
};

const selectDerived: Statement = {
  name: 'data_keys_derived',
  text: `SELECT purpose FROM data_keys WHERE derived ORDER BY purpose`,
};

const selectDocuments: Statement = {
  name: 'document_reseals_ended',
  text: `SELECT ended_at FROM document_reseals WHERE generation = $1`,
};

/** Whether a purpose has keys that are not used yet. */
const isWaiting = (key: DataKey): boolean => key.generations[0] !== currentOf(key);
export const hasOlder = (key: DataKey): boolean => key.generations.length > 1;

/** The purposes whose newest key is not used by all nodes yet. */
export const findWaitingKeys = (secrets: Secrets): string[] =>
  names.filter((name) => isWaiting(secrets[name])).map((name) => purposes[name].purpose);

export async function areDocumentsSealed(db: Queries, { documentKey }: Secrets): Promise<boolean> {
  if (!hasOlder(documentKey)) return true;
  const [state] = await db.query<{ ended_at: Date | null }>(selectDocuments, [currentOf(documentKey).number]);
  return state?.ended_at != null;
}

/** @throws StartupError if SECRET_KEY does not open every data key yet */
export async function checkSealed(db: Queries, { fingerprint }: SecretKey): Promise<void> {
  const seals = await db.query<DataKeySealRow>(selectSeals);
  const placeOf = ({ purpose, generation }: DataKeySealRow) => `${purpose} ${generation}`;
  const own = new Set(seals.filter(({ secret }) => secret === fingerprint).map(placeOf));
  if (seals.some((seal) => !own.has(placeOf(seal))))
    throw new StartupError('SECRET_KEY does not seal every data key yet. Run `npm run admin -- secrets rotate` first');
}

/** `kept`: purposes whose older key stays a while for stored answers. `derived`: keys that the old SECRET_KEY gives. */
export type Retirement = {
  readonly secrets: readonly string[];
  readonly keys: readonly string[];
  readonly kept: readonly string[];
  readonly derived: readonly string[];
};

/** Removes the seals under other SECRET_KEYs, and older generations. The caller has checked that nothing needs them. */
export async function retireKeys(tx: Tx, secrets: Secrets, { fingerprint }: SecretKey): Promise<Retirement> {
  await tx.query(lockKeys);
  const removed = await tx.query<{ secret: string }>(deleteSeals, [fingerprint]);
  const keys: string[] = [];
  const kept: string[] = [];
  for (const name of names) {
    if (!hasOlder(secrets[name])) continue;
    const { purpose } = purposes[name];
    const sealsAnswers = name === 'encryptionKey' || name === 'identityKey';
    const gone = await tx.query<{ generation: number }>(deleteKeys, [
      purpose,
      currentOf(secrets[name]).number,
      sealsAnswers,
    ]);
    if (gone.length === 0) kept.push(purpose);
    for (const { generation } of gone) keys.push(`${purpose} ${generation}`);
  }
  const derived = (await tx.query<{ purpose: string }>(selectDerived)).map(({ purpose }) => purpose);
  await tx.query(notifyNodes);
  return { secrets: [...new Set(removed.map(({ secret }) => secret))], keys, kept, derived };
}
