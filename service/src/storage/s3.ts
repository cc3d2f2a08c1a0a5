import { S3mini, S3NetworkError, S3ServiceError } from 's3mini';
import { checkName, type DocumentStore } from './document-store.ts';

export type S3Options = {
  /** Without a trailing slash. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly timeoutMs?: number;
};

/** Enough for 5 MiB over a slow line. */
const TIMEOUT_MS = 30_000;

/** An S3-compatible store with the bucket in the path, which every such store understands. */
export function s3Store(options: S3Options): DocumentStore {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey, timeoutMs = TIMEOUT_MS } = options;
  const s3 = new S3mini({
    endpoint: `${endpoint}/${bucket}`,
    region,
    accessKeyId,
    secretAccessKey,
    requestAbortTimeout: timeoutMs,
    // A redirect would receive the signature.
    fetch: (url, init) => fetch(url, { ...init, redirect: 'manual' }),
  });
  return {
    put: async (name, bytes) => {
      checkName(name);
      const answer = await s3.putObject(name, bytes, 'application/octet-stream').catch(explain);
      await answer.arrayBuffer();
    },
    get: async (name) => {
      checkName(name);
      const bytes = await s3.getObjectArrayBuffer(name).catch(explain);
      return bytes && Buffer.from(bytes);
    },
    delete: async (name) => {
      checkName(name);
      await s3.deleteObject(name).catch((error) => {
        if (error instanceof S3ServiceError && error.serviceCode === 'NoSuchKey') return;
        explain(error);
      });
    },
  };
}

/**
 * The library's error holds the store's answer, which repeats the key id and the signed text, so it stays out of logs.
 */
function explain(error: unknown): never {
  if (error instanceof S3ServiceError)
    throw new Error(`the document store answered ${error.status} ${error.serviceCode ?? ''}`.trimEnd());
  if (error instanceof S3NetworkError) throw new Error(`the document store cannot be reached (${error.code})`);
  throw new Error(`the document store did not answer (${(error as Error).name})`);
}
