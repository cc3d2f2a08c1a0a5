import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { DocumentStore } from './document-store.ts';
import { encryptedStore } from './encrypt.ts';
import { localStore } from './local.ts';
import { s3Store } from './s3.ts';

/** Opens the configured store. Every store receives only sealed bytes. */
export function openDocuments(config: Config, secrets: Secrets): DocumentStore {
  const store =
    config.DOCUMENTS === 's3'
      ? s3Store({
          endpoint: config.S3_ENDPOINT,
          region: config.S3_REGION,
          bucket: config.S3_BUCKET,
          accessKeyId: config.S3_ACCESS_KEY_ID,
          secretAccessKey: config.S3_SECRET_ACCESS_KEY,
        })
      : localStore(join(config.DATA_DIR, 'documents'));
  return encryptedStore(store, secrets.documentKey);
}
