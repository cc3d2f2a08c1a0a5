import { useTexts } from '../texts/use-texts.ts';
import { PageLink } from '../ui/page-link.tsx';
import { Empty } from '../ui/states.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';

/** The integration in the address does not exist or belongs to someone else. The page does not say which. */
export function NoIntegration() {
  const { t } = useTexts();
  usePageTitle(t('shell.notYours'));
  return (
    <Empty order={1} title={t('shell.notYours')} action={<PageLink to="/">{t('shell.toStart')}</PageLink>}>
      {t('shell.notYoursAdvice')}
    </Empty>
  );
}
