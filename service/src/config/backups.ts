import { resolve } from 'node:path';
import { asIs, integer, readBucket, readUrl, secretSetting, setting, type ValuesOf } from './setting.ts';

export const backupSettings = {
  BACKUP_DIR: setting(
    '',
    'The folder where the embedded database archives its WAL and `npm run admin -- backup` stores its ' +
      'backups, preferably on another disk. Default: nothing is archived.',
    (text) => (text === '' ? '' : resolve(text)),
  ),
  BACKUP_S3_BUCKET: setting(
    '',
    'The bucket of an S3-compatible store to which the embedded database is backed up all the time, ' +
      'encrypted. It must exist. Needs `SECRET_KEY` and `BACKUP_KEY`. Default: none.',
    readBucket,
  ),
  BACKUP_S3_ENDPOINT: setting(
    '',
    'The URL of that store, such as `https://s3.eu-west-3.amazonaws.com`. Use another company or region ' +
      'than the one that runs the service.',
    readUrl,
  ),
  BACKUP_S3_REGION: setting('auto', 'The region for which its requests are signed.', asIs),
  BACKUP_S3_PREFIX: setting('rialto', 'The folder in the bucket. Each deployment needs its own.', (text) => {
    if (!/^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*$/.test(text))
      throw new Error('must be names of letters, digits, - and _, separated by /');
    return text;
  }),
  BACKUP_S3_ACCESS_KEY_ID: secretSetting('', 'The key that may list, read, write and delete in that folder.', asIs),
  BACKUP_S3_SECRET_ACCESS_KEY: secretSetting('', 'The secret of that key.', asIs),
  BACKUP_KEY: secretSetting(
    '',
    'At least 32 characters, and not `SECRET_KEY`. Backups in the store are encrypted under it. Keep it ' +
      'and `SECRET_KEY` where a loss of the machine does not reach them: without both a backup is useless.',
    readKey,
  ),
  BACKUP_KEY_OLD: secretSetting(
    '',
    'The former `BACKUP_KEY`, with which older backups are still read. Remove it `BACKUP_KEEP_DAYS` after the change.',
    readKey,
  ),
  BACKUP_KEEP_DAYS: setting(
    '14',
    'The days for which backups stay in the store. Erased personal data remains in them for that long, ' +
      'so 35 is the most.',
    integer(2, 35),
  ),
  BACKUP_EVERY_HOURS: setting('24', 'The hours between two base backups in the store.', integer(1, 168)),
  BACKUP_VERIFY_DAYS: setting(
    '7',
    'The days between two restores of the newest backup into `DATA_DIR/verifying`, which prove that it ' +
      'can be restored. Each needs room for a second copy of the database. 0: none.',
    integer(0, 30),
  ),
} as const;

export type BackupConfig = ValuesOf<typeof backupSettings>;

function readKey(text: string): string {
  if (text !== '' && text.length < 32) throw new Error('must have at least 32 characters');
  return text;
}

/** @returns a line for each missing setting */
export function missingForBackups(config: BackupConfig & { readonly SECRET_KEY: string }): string[] {
  if (config.BACKUP_S3_BUCKET === '') return [];
  const needed = [
    'BACKUP_S3_ENDPOINT',
    'BACKUP_S3_ACCESS_KEY_ID',
    'BACKUP_S3_SECRET_ACCESS_KEY',
    'BACKUP_KEY',
    // A generated secret is lost with the machine, and the backup is useless without it.
    'SECRET_KEY',
  ] as const;
  const missing = needed.filter((name) => config[name] === '').map((name) => `BACKUP_S3_BUCKET needs ${name}`);
  if (config.BACKUP_KEY !== '' && config.BACKUP_KEY === config.SECRET_KEY)
    missing.push('BACKUP_KEY must differ from SECRET_KEY: one stolen key would open both');
  return missing;
}
