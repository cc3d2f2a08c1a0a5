import { useTexts } from '../texts/use-texts.ts';
import { PageLink } from '../ui/page-link.tsx';
import { Empty } from '../ui/states.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';

export function NoPage() {
  const { t } = useTexts();
  usePageTitle(t('shell.noPage'));
  return (
    <main>
      <Empty order={1} title={t('shell.noPage')} action={<PageLink to="/">{t('shell.toStart')}</PageLink>}>
        {t('shell.noPageAdvice')}
      </Empty>
    </main>
  );
}
