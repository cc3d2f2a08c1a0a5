import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { StartupError } from '../config/startup-error.ts';
import { isAlive } from '../postgres/postmaster.ts';
import { type ArchiveHead, findHead, objects } from './catalog.ts';
import { type Remote, writeJson } from './remote.ts';

/** An owner that has written no head for this long has ended. It writes one at least each third of this time. */
const OWNER_TIMEOUT_MS = 90_000;

/** Only one process writes to an archive. The database has one owner; this also stops a copy of its DATA_DIR. */
export type Ownership = {
  /**
   * Records that the WAL before this position is in the store.
   * @throws ArchiveTaken if another process has taken the archive
   */
  write(position: bigint, closed?: boolean): Promise<void>;
};

export class ArchiveTaken extends StartupError {
  constructor({ owner }: ArchiveHead) {
    super(
      `another service (on ${owner.host}, pid ${owner.pid}) backs up to this archive. If this DATA_DIR is a copy, ` +
        'delete its file `archive` before the start, so that it begins an archive of its own',
    );
  }
}

type Owner = ArchiveHead['owner'];

/** @throws ArchiveTaken while another process owns the archive */
export async function ownArchive(remote: Remote, archive: string, segmentBytes: number): Promise<Ownership> {
  const owner: Owner = { id: randomUUID(), host: hostname(), boot: bootId(), pid: process.pid };
  const head = await findHead(remote, archive);
  if (head && !head.closed && !hasEnded(head.owner)) {
    const age = await headAge(remote, archive);
    if (age < OWNER_TIMEOUT_MS) throw new ArchiveTaken(head);
  }
  let isOurs = false;
  return {
    write: async (position, closed = false) => {
      const now = isOurs ? await findHead(remote, archive) : null;
      if (now && now.owner.id !== owner.id) throw new ArchiveTaken(now);
      const next: ArchiveHead = { position: position.toString(), segment_bytes: segmentBytes, owner, closed };
      await writeJson(remote, objects.head(archive), next);
      isOurs = true;
    },
  };
}

/** How long ago the head was written, by the store's clock alone. */
async function headAge(remote: Remote, archive: string): Promise<number> {
  const now = await storeTime(remote, archive);
  return now - (await timeOf(remote, objects.head(archive)));
}

/** The store's clock: the time of an object that is written now. */
export async function storeTime(remote: Remote, archive: string): Promise<number> {
  await writeJson(remote, objects.clock(archive), {});
  return timeOf(remote, objects.clock(archive));
}

async function timeOf(remote: Remote, name: string): Promise<number> {
  for await (const found of remote.list(name)) if (found.name === name) return found.at.getTime();
  throw new StartupError(`the backup store does not list ${name}`);
}

/** A process of the same boot of the same machine. Containers have host names of their own. */
function hasEnded({ host, boot, pid }: Owner): boolean {
  return host === hostname() && boot === bootId() && pid !== process.pid && !isAlive(pid);
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}
