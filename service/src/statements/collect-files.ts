import type { Statement } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { openSecret } from '../kernel/seal.ts';
import { collectDirectory } from './collect-directory.ts';
import { collectSftp } from './collect-sftp.ts';
import type { FoundFile } from './found-file.ts';
import { keepFile } from './keep-file.ts';
import { type FileStores, receiveFile } from './receive-file.ts';
import type { Pickup, SftpCredentials } from './set-pickup.ts';
import { type ImportedRail, railColumns } from './store.ts';

/** How often each place is searched for new files. */
export const COLLECT_EVERY_MS = 300_000;

const claimStatement: Statement = {
  name: 'statement_pickups_claim',
  text: `
    UPDATE reconciled_rails SET picked_up_at = now()
    WHERE pickup IS NOT NULL AND (picked_up_at IS NULL OR picked_up_at <= now() - make_interval(secs => $1))
    RETURNING ${railColumns}, pickup, pickup_credentials`,
};
type PickupRow = ImportedRail & { pickup: Pickup; pickup_credentials: Buffer | null };

/** Files that were collected: by hash, or by name and size where the bytes are far away. */
const selectKnown: Statement = {
  name: 'statement_files_collected',
  text: `
    SELECT EXISTS (
      SELECT FROM statement_files WHERE rail = $1 AND status <> 'receiving'
        AND (sha256 = $2::bytea OR ($2::bytea IS NULL AND source = 'sftp' AND name = $3 AND size = $4))) AS known`,
};

export type Collector = FileStores & {
  /** The root of all directories, or an empty text: no directory is searched. */
  readonly root: string;
  /** Opens the credentials: 32 bytes. */
  readonly key: DataKey;
  readonly onError: (error: unknown) => void;
  readonly everyMs?: number;
};

/**
 * Collects new files from directories and SFTP servers. Files stay where they are, and are remembered.
 * @returns a round, which returns how many files it took
 */
export function createCollector({ db, documents, root, key, onError, everyMs = COLLECT_EVERY_MS }: Collector) {
  const seen = new Set<string>();
  const isKnown = async (rail: string, { sha256, name, size }: FoundFile) =>
    (await db.query<{ known: boolean }>(selectKnown, [rail, sha256, name, BigInt(size)]))[0]!.known;

  const collect = async (row: PickupRow): Promise<number> => {
    const found =
      'directory' in row.pickup
        ? collectDirectory(root, row.pickup.directory, seen)
        : collectSftp(row.pickup.sftp, credentialsOf(row, key), seen);
    let taken = 0;
    for await (const file of found) {
      if (await isKnown(row.rail, file)) continue;
      const draft = { rail: row, source: file.source, name: file.name, createdBy: 'service' } as const;
      const received = await receiveFile({ db, documents }, draft, file.open());
      const doer = { actor: { type: 'service', id: 'statements' } } as const;
      await transaction(db, (tx) => keepFile(tx, received, doer));
      taken++;
    }
    return taken;
  };

  let next = 0;
  return async (): Promise<number> => {
    if (performance.now() < next) return 0;
    next = performance.now() + Math.min(everyMs, 30_000);
    let taken = 0;
    for (const row of await db.query<PickupRow>(claimStatement, [everyMs / 1_000])) {
      try {
        taken += await collect(row);
      } catch (error) {
        onError(error);
      }
    }
    return taken;
  };
}

const credentialsOf = ({ rail, pickup_credentials: sealed }: PickupRow, key: DataKey): SftpCredentials =>
  JSON.parse(openSecret(sealed!, key, rail));
