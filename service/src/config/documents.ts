import { asIs, integer, oneOf, readBucket, readUrl, secretSetting, setting, type ValuesOf } from './setting.ts';

export const documentSettings = {
  DOCUMENTS: setting(
    'local',
    'Where the images of KYC documents are stored, encrypted with `SECRET_KEY`: `local` is `DATA_DIR/documents` (several nodes must share it), `s3` is an S3-compatible store.',
    oneOf('local', 's3'),
  ),
  KYC_KEPT_YEARS: setting(
    '5',
    'The years for which the law keeps the identity of an erased customer of live mode. `0` keeps nothing.',
    integer(0, 10),
  ),
  S3_ENDPOINT: setting('', 'For `s3`: the URL of the store, such as `https://s3.eu-west-3.amazonaws.com`.', readUrl),
  S3_REGION: setting('auto', 'For `s3`: the region for which requests are signed.', asIs),
  S3_BUCKET: setting('', 'For `s3`: the bucket. It must exist.', readBucket),
  S3_ACCESS_KEY_ID: secretSetting('', 'For `s3`.', asIs),
  S3_SECRET_ACCESS_KEY: secretSetting('', 'For `s3`.', asIs),
} as const;

export type DocumentConfig = ValuesOf<typeof documentSettings>;

/** @returns a line for each missing setting */
export function missingForDocuments(config: DocumentConfig): string[] {
  if (config.DOCUMENTS === 'local') return [];
  const needed = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  return needed.filter((name) => config[name] === '').map((name) => `DOCUMENTS=s3 needs ${name}`);
}
