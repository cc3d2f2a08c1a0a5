import type { Mode } from '../api/request.ts';
import type { Say } from '../texts/use-texts.ts';

/**
 * The merchant, the mode and the time zone. On a screen the band and the tooltips show them; on paper only this does.
 */
export const sheetFacts = (merchant: string, mode: Mode, t: Say): [name: string, value: string][] => [
  [t('record.merchant'), merchant],
  [t('shell.mode'), mode === 'test' ? `${t('shell.band.test')}. ${t('shell.bandMore.test')}` : t('shell.band.live')],
  [t('wallets.timeZone'), new Intl.DateTimeFormat().resolvedOptions().timeZone],
];
