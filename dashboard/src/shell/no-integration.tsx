import { useTexts } from '../texts/use-texts.ts';
import { PageLink } from '../ui/page-link.tsx';
import { Empty } from '../ui/states.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';

/** The address names one that there is not, or that is somebody else's: which of them is told to nobody. */
export function NoIntegration() {
  const { t } = useTexts();
  usePageTitle(t('shell.notYours'));
  return (
    <Empty order={1} title={t('shell.notYours')} action={<PageLink to="/">{t('shell.toStart')}</PageLink>}>
      {t('shell.notYoursAdvice')}
    </Empty>
  );
}
