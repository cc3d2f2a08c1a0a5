import { Readable } from 'node:stream';
import pg from 'pg';

export type BaseBackup = {
  /** The file name of the first WAL segment that a restore needs. */
  readonly firstSegment: string;
  readonly timeline: number;
};

/** The name of the file that holds a WAL position, for example `0/3000028`, in a cluster with this segment size. */
export function segmentAt(timeline: number, lsn: string, segmentBytes: bigint): string {
  const [high, low] = lsn.split('/').map((part) => BigInt(`0x${part}`));
  return segmentName(timeline, ((high! << 32n) | low!) / segmentBytes, segmentBytes);
}

export function segmentName(timeline: number, number: bigint, segmentBytes: bigint): string {
  const perLog = 0x1_0000_0000n / segmentBytes;
  const hex = (value: bigint | number) => value.toString(16).toUpperCase().padStart(8, '0');
  return hex(timeline) + hex(number / perLog) + hex(number % perLog);
}

export function segmentNumber(name: string, segmentBytes: bigint): bigint {
  return BigInt(`0x${name.slice(8, 16)}`) * (0x1_0000_0000n / segmentBytes) + BigInt(`0x${name.slice(16)}`);
}

/**
 * A base backup as the server streams it (the replication protocol's BASE_BACKUP, which pg_basebackup uses): one tar
 * with the WAL that makes it consistent. The server verifies the checksum of every page that it reads. The call does
 * not wait until that WAL is archived too, because it would wait forever when archiving fails.
 */
export async function streamBaseBackup(
  url: string,
  segmentBytes: bigint,
  consume: (tar: Readable) => Promise<void>,
): Promise<BaseBackup> {
  const client = new pg.Client({
    connectionString: url,
    replication: 'true',
    application_name: 'rialto backup',
  } as object);
  await client.connect();
  try {
    const tar = new Readable({ read: () => client.connection.stream.resume() });
    const query = new BaseBackupQuery(tar, () => client.connection.stream.pause());
    client.query(query as unknown as pg.QueryConfig);
    // The first failure gives the reason.
    const [[lsn, timeline]] = await Promise.all([query.started, query.ended, consume(tar)]);
    return { firstSegment: segmentAt(Number(timeline), lsn!, segmentBytes), timeline: Number(timeline) };
  } finally {
    await client.end();
  }
}

/** The interface that `pg` requires of a query whose answer is more than rows. */
class BaseBackupQuery {
  readonly #started = Promise.withResolvers<string[]>();
  readonly #ended = Promise.withResolvers<void>();
  readonly started = this.#started.promise;
  readonly ended = this.#ended.promise;
  readonly #tar: Readable;
  readonly #pause: () => void;

  constructor(tar: Readable, pause: () => void) {
    this.#tar = tar;
    this.#pause = pause;
    for (const promise of [this.started, this.ended]) promise.catch(() => {});
  }

  submit(connection: pg.Connection): void {
    connection.query(`BASE_BACKUP (LABEL 'rialto', CHECKPOINT 'fast', WAL true, WAIT false, MANIFEST 'no')`);
  }

  /** The first row holds the start of the backup. */
  handleDataRow({ fields }: { fields: string[] }): void {
    this.#started.resolve(fields);
  }

  /**
   * Each message's first byte is its kind; `d` is a piece of the tar. The cluster has no tablespaces, so there is one
   * tar.
   */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (chunk[0] === 0x64 && !this.#tar.push(Buffer.from(chunk.subarray(1)))) this.#pause();
  }

  handleReadyForQuery(): void {
    this.#tar.push(null);
    this.#ended.resolve();
  }

  handleError(error: Error): void {
    this.#tar.destroy(error);
    this.#started.reject(error);
    this.#ended.reject(error);
  }

  handleRowDescription(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
}
