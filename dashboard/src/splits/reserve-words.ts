import type { Reserve } from '../../../contract/src/split-partners.ts';
import { useTexts } from '../texts/use-texts.ts';

/** Says a reserve, such as "10% of each share, for 30 days". */
export function useReserveWords(): (reserve: Reserve | null) => string {
  const { t, language } = useTexts();
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 });
  return (reserve) =>
    reserve === null
      ? t('splits.noReserve')
      : t('splits.reserveRule', { part: percent.format(reserve.basis_points / 10_000), count: reserve.days });
}
