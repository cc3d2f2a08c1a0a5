import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { S3mini, S3NetworkError, S3ServiceError } from 's3mini';
import type { BackupConfig } from '../config/backups.ts';
import { StartupError } from '../config/startup-error.ts';

/** An object as the store lists it. Ages are measured by the store's clock only. */
export type StoredObject = { readonly name: string; readonly bytes: number; readonly at: Date };

/** The folder of one deployment in an S3-compatible store. Names are below the folder. */
export type Bucket = {
  /** Durable when it resolves. */
  put(name: string, bytes: Buffer): Promise<void>;
  get(name: string): Promise<Buffer | null>;
  /** In the order of names, from the first name after `after`. */
  list(prefix: string, after?: string): AsyncGenerator<StoredObject>;
  remove(names: readonly string[]): Promise<void>;
};

/** Enough for the largest object (16 MiB) over a line of 2 Mbit/s. */
const TIMEOUT_MS = 90_000;
/** The most that one request of S3 lists or deletes. */
const PAGE = 1_000;

export function openBucket(config: BackupConfig, timeoutMs = TIMEOUT_MS): Bucket {
  const { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_BUCKET: bucket, BACKUP_S3_PREFIX: prefix } = config;
  const s3 = new S3mini({
    endpoint: `${endpoint}/${bucket}`,
    region: config.BACKUP_S3_REGION,
    accessKeyId: config.BACKUP_S3_ACCESS_KEY_ID,
    secretAccessKey: config.BACKUP_S3_SECRET_ACCESS_KEY,
    requestAbortTimeout: timeoutMs,
    // A redirect would receive the signature.
    fetch: (url, init) => fetch(url, { ...init, redirect: 'manual' }),
  });
  const keyOf = (name: string) => `${prefix}/${name}`;
  return {
    put: async (name, bytes) => {
      // The store refuses bytes that were damaged on the way: they would be missed only by a restore.
      const checksum = { 'x-amz-checksum-crc32': crc32Of(bytes) };
      const answer = await repeat(() =>
        s3.putObject(keyOf(name), bytes, 'application/octet-stream', undefined, checksum),
      );
      await answer.arrayBuffer();
    },
    get: async (name) => {
      const bytes = await repeat(() => s3.getObjectArrayBuffer(keyOf(name)));
      return bytes && Buffer.from(bytes);
    },
    async *list(names, after) {
      const from = after ? { 'start-after': keyOf(after) } : {};
      let token: string | undefined;
      do {
        const asked = token;
        const page = await repeat(() => s3.listObjectsPaged('/', keyOf(names), PAGE, asked, from));
        if (!page) throw new StartupError(`the backup store has no bucket ${bucket}`);
        for (const { Key, Size, LastModified } of page.objects ?? [])
          yield { name: Key.slice(prefix.length + 1), bytes: Size, at: LastModified };
        token = page.nextContinuationToken;
      } while (token);
    },
    remove: async (names) => {
      for (let i = 0; i < names.length; i += PAGE) {
        const removed = await repeat(() => s3.deleteObjects(names.slice(i, i + PAGE).map(keyOf)));
        if (removed.includes(false)) throw new StartupError('the backup store did not delete some objects');
      }
    },
  };
}

function crc32Of(bytes: Buffer): string {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(bytes));
  return sum.toString('base64');
}

/** The pauses before a request is repeated: a connection that was just closed must not end a restore. */
const PAUSES_MS = [200, 1_000, 3_000];

async function repeat<T>(act: () => Promise<T>): Promise<T> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await act();
    } catch (error) {
      if (isRefusal(error)) explain(error);
      await sleep(pauseMs);
    }
  }
  return act().catch(explain);
}

/** A list reports its status only in a text. */
function isRefusal(error: unknown): boolean {
  const [, inText] = /Request failed with status (\d{3})/.exec((error as Error).message) ?? [];
  const status = error instanceof S3ServiceError ? error.status : Number(inText ?? 500);
  return status < 500 && status !== 429;
}

/** The library's error holds the store's answer, which repeats the key id, so it stays out of logs. */
function explain(error: unknown): never {
  if (error instanceof S3ServiceError)
    throw new StartupError(`the backup store answered ${error.status} ${error.serviceCode ?? ''}`.trimEnd());
  if (error instanceof S3NetworkError) throw new StartupError(`the backup store cannot be reached (${error.code})`);
  const [, answer] = /Request failed with status (\d{3}: \w+)/.exec((error as Error).message) ?? [];
  if (answer) throw new StartupError(`the backup store answered ${answer.replace(':', '')}`);
  throw new StartupError(`the backup store did not answer (${(error as Error).name})`);
}
