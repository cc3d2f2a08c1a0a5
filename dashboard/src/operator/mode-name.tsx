import { useTexts } from '../texts/use-texts.ts';
import type { Filter } from '../ui/list-page.tsx';

/** Test or live in words; a dash for a record without a mode. */
export function ModeName({ livemode }: { livemode: boolean | null }) {
  const { t } = useTexts();
  if (livemode === null) return '–';
  return livemode ? <strong>{t('shell.live')}</strong> : t('shell.test');
}

export function useModeFilter(): Filter {
  const { t } = useTexts();
  const options = [
    { value: 'live', label: t('shell.live') },
    { value: 'test', label: t('shell.test') },
  ];
  return { name: 'mode', label: t('shell.mode'), options };
}
