import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type FileStore = {
  /** The settings of backups to it. */
  readonly settings: Record<string, string>;
  close(): Promise<void>;
};

type S3Server = { run(): Promise<AddressInfo>; close(): Promise<void> };

/**
 * s3rver: an S3 server on files, which shares no code with the service or its other tests. It computes the signature of
 * a list without the slash at the end of the path, so signatures are left to `object-store.ts`.
 */
export async function startFileStore(): Promise<FileStore> {
  const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: object) => S3Server;
  const directory = mkdtempSync(join(tmpdir(), 's3rver-'));
  const server = new S3rver({
    ...{ port: 0, address: '127.0.0.1', silent: true, directory, allowMismatchedSignatures: true },
    configureBuckets: [{ name: 'backups' }],
  });
  const { port } = await server.run();
  return {
    settings: {
      BACKUP_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      BACKUP_S3_REGION: 'eu-west-3',
      BACKUP_S3_BUCKET: 'backups',
      // The only key that it knows.
      BACKUP_S3_ACCESS_KEY_ID: 'S3RVER',
      BACKUP_S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    close: async () => {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
