import { useTexts } from '../texts/use-texts.ts';
import { PageLink } from '../ui/page-link.tsx';
import { Empty } from '../ui/states.tsx';

export function NoPage() {
  const { t } = useTexts();
  return (
    <main>
      <Empty order={1} title={t('shell.noPage')} action={<PageLink to="/">{t('shell.toStart')}</PageLink>}>
        {t('shell.noPageAdvice')}
      </Empty>
    </main>
  );
}
