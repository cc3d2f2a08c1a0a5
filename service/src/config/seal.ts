import { isAbsolute } from 'node:path';
import { integer, secretSetting, setting, type ValuesOf } from './setting.ts';

export const sealSettings = {
  SEAL_SECONDS: setting('60', 'How often new postings are sealed, in seconds.', integer(1, 86_400)),
  SEAL_WITNESS: secretSetting(
    '',
    "Where the head of the sealed ledger is sent, outside the database's reach: an absolute path of a directory, " +
      'preferably on another machine, or an https URL that gets a signed POST. Default: nowhere.',
    (text) => {
      if (text !== '' && !isAbsolute(text) && !/^https?:\/\/[^/]/.test(text))
        throw new Error('must be an absolute path or an https URL');
      return text;
    },
  ),
  SEAL_WITNESS_SECRET: secretSetting(
    '',
    'For a URL: the secret that signs the POST as a webhook is signed, `whsec_` and at least 32 characters of base64.',
    (text) => {
      if (text !== '' && !/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(text))
        throw new Error('must be whsec_ and at least 32 characters of base64');
      return text;
    },
  ),
  SEAL_WITNESS_MINUTES: setting('60', 'The minutes between two heads that are sent.', integer(1, 1_440)),
} as const;

export type SealConfig = ValuesOf<typeof sealSettings>;

/** @returns a line for each missing setting */
export function missingForSeal({ SEAL_WITNESS, SEAL_WITNESS_SECRET }: SealConfig): string[] {
  if (SEAL_WITNESS === '' || isAbsolute(SEAL_WITNESS) || SEAL_WITNESS_SECRET !== '') return [];
  return ['SEAL_WITNESS with a URL needs SEAL_WITNESS_SECRET, which signs the heads'];
}
