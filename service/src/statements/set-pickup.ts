import { type Doer, recordActs } from '../audit/record.ts';
import type { Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { invalidValue, Refusal } from '../kernel/refusal.ts';
import { sealSecret } from '../kernel/seal.ts';

/** Where the files of a rail are collected. */
export type Pickup =
  | { readonly directory: string }
  | {
      readonly sftp: {
        readonly host: string;
        readonly port: number;
        readonly user: string;
        readonly path: string;
        /** `SHA256:…`, as `ssh-keygen -l` prints it. */
        readonly host_key: string;
      };
    };

export type SftpCredentials =
  | { readonly password: string }
  | { readonly private_key: string; readonly passphrase?: string };

export type PickupOptions = {
  readonly directory?: string;
  readonly sftp?: string;
  readonly hostKey?: string;
  readonly credentials?: unknown;
  /** False: no files are collected. */
  readonly pickup: boolean;
};

const updateStatement: Statement = {
  name: 'reconciled_rails_pickup',
  text: `
    UPDATE reconciled_rails SET pickup = $2, pickup_credentials = $3, picked_up_at = NULL, updated_at = now(),
      version = version + 1
    WHERE rail = $1`,
};

/**
 * Sets where the files of a rail are collected. The credentials are sealed for the rail.
 * @throws Refusal for a wrong address or wrong credentials
 */
export async function setPickup(tx: Tx, rail: string, options: PickupOptions, key: DataKey, doer: Doer): Promise<void> {
  const { directory, sftp, pickup } = options;
  if (pickup && directory === undefined && sftp === undefined) return;
  if (directory !== undefined && sftp !== undefined)
    throw new Refusal('validation_failed', 'Give --directory or --sftp, not both.');
  const where: Pickup | null = !pickup ? null : directory === undefined ? readSftp(options) : { directory };
  const sealed =
    where && 'sftp' in where ? sealSecret(JSON.stringify(readCredentials(options.credentials)), key, rail) : null;
  await tx.query(updateStatement, [rail, where, sealed]);
  await recordActs(tx, [{ ...doer, action: 'reconciliation.pickup_set', target: rail, after: { pickup: where } }]);
}

function readSftp({ sftp = '', hostKey = '' }: PickupOptions): Pickup {
  const url = URL.parse(sftp);
  if (url?.protocol !== 'sftp:' || url.username === '' || url.password !== '')
    throw invalidValue('sftp', 'must be sftp://user@host:port/path, without a password');
  if (!/^SHA256:[A-Za-z0-9+/]{43}$/.test(hostKey))
    throw invalidValue('host-key', 'must be the fingerprint of the server, SHA256:…, as ssh-keygen -l prints it');
  return {
    sftp: {
      ...{ host: url.hostname, port: Number(url.port || 22), user: decodeURIComponent(url.username) },
      ...{ path: decodeURIComponent(url.pathname) || '/', host_key: hostKey },
    },
  };
}

function readCredentials(given: unknown): SftpCredentials {
  const { password, private_key, passphrase } = (given ?? {}) as Record<string, unknown>;
  if (typeof password === 'string' && private_key === undefined) return { password };
  if (typeof private_key === 'string' && password === undefined)
    return { private_key, ...(typeof passphrase === 'string' ? { passphrase } : {}) };
  throw invalidValue('credentials', 'must have password, or private_key and perhaps passphrase');
}
