import type { Mode } from '../api/request.ts';
import type { Say } from '../texts/use-texts.ts';

/** Whose money, whether it is real, and whose hours: on a screen the band and the pointer say so, on paper nothing else does. */
export const sheetFacts = (merchant: string, mode: Mode, t: Say): [name: string, value: string][] => [
  [t('settings.merchant'), merchant],
  [t('shell.mode'), mode === 'test' ? `${t('shell.band.test')}. ${t('shell.bandMore.test')}` : t('shell.band.live')],
  [t('wallets.timeZone'), new Intl.DateTimeFormat().resolvedOptions().timeZone],
];
