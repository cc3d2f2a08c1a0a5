import { randomBytes } from 'node:crypto';
import { StartupError } from '../config/startup-error.ts';
import type { Tx } from '../db/transaction.ts';
import { openKey } from './open.ts';
import type { SecretKey, SecretKeys } from './secret-keys.ts';
import { names, purposes } from './secrets.ts';
import {
  type DataKeyRow,
  type DataKeySealRow,
  insertDataKey,
  insertSeal,
  lockKeys,
  notifyNodes,
  selectDataKeys,
  selectSeals,
} from './store.ts';

/** A new key is used only after this time, when every node has it: a node that missed the NOTIFY polls. */
export const HEAD_START_SECONDS = 120;

export type RotateOptions = {
  /** Also begins new keys for rows and documents, which are then sealed again. */
  readonly dataKeys: boolean;
  readonly headStartSeconds?: number;
};

/** `seals`: how many keys are now also sealed under SECRET_KEY. `begun`: the purposes that got a new key. */
export type Rotation = { readonly seals: number; readonly begun: readonly string[] };

/**
 * Seals every data key under SECRET_KEY too, and begins a new pepper. Nodes with the old and with the new setting
 * both open all keys, until the old one is retired. A second run finds nothing to do.
 */
export async function rotateSecrets(
  tx: Tx,
  keys: SecretKeys,
  { dataKeys, headStartSeconds = HEAD_START_SECONDS }: RotateOptions,
): Promise<Rotation> {
  await tx.query(lockKeys);
  const rows = await tx.query<DataKeyRow>(selectDataKeys, [keys.map(({ fingerprint }) => fingerprint)]);
  const inUse = findInUse(await tx.query<DataKeySealRow>(selectSeals), keys);
  const [next] = keys;
  const lacking = rows.filter(
    ({ purpose, generation, secret }, i) =>
      (rows[i - 1]?.purpose !== purpose || rows[i - 1]?.generation !== generation) &&
      secret !== next.fingerprint &&
      !rows.some((row) => row.purpose === purpose && row.generation === generation && row.secret === next.fingerprint),
  );
  for (const row of lacking) {
    const sealed = next.seal(openKey(row, keys), row.purpose, row.generation);
    await tx.query(insertSeal, [row.purpose, row.generation, next.fingerprint, sealed]);
  }
  const begun: string[] = [];
  for (const name of names) {
    const { purpose, rotated } = purposes[name];
    const own = rows.filter((row) => row.purpose === purpose);
    const isDue =
      rotated === 'always'
        ? lacking.length > 0 || (dataKeys && own.some(({ derived }) => derived))
        : dataKeys && rotated === 'data keys';
    // While an earlier generation remains, its rotation is under way.
    if (!isDue || new Set(own.map(({ generation }) => generation)).size > 1) continue;
    await beginKey(tx, purpose, own[0]!.generation + 1, new Set([next, ...inUse]), headStartSeconds);
    begun.push(purpose);
  }
  await tx.query(notifyNodes);
  return { seals: lacking.length, begun };
}

async function beginKey(
  tx: Tx,
  purpose: string,
  generation: number,
  sealing: ReadonlySet<SecretKey>,
  headStartSeconds: number,
): Promise<void> {
  const key = randomBytes(32);
  await tx.query(insertDataKey, [purpose, generation, false, headStartSeconds]);
  for (const { fingerprint, seal } of sealing)
    await tx.query(insertSeal, [purpose, generation, fingerprint, seal(key, purpose, generation)]);
}

/** The given SECRET_KEYs that nodes may run with. @throws StartupError if nodes may run with another one */
function findInUse(seals: readonly DataKeySealRow[], keys: SecretKeys): SecretKey[] {
  const fingerprints = new Set(seals.map(({ secret }) => secret));
  const others = [...fingerprints].filter((one) => !keys.some(({ fingerprint }) => fingerprint === one));
  if (others.length > 0)
    throw new StartupError(
      `the data keys are also sealed under the SECRET_KEY ${others.join(', ')}. ` +
        'Set it as SECRET_KEY_OLD, or end the earlier rotation with `npm run admin -- secrets retire`',
    );
  return keys.filter(({ fingerprint }) => fingerprints.has(fingerprint));
}
