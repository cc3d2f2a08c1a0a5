import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Empty } from '../ui/states.tsx';

export function NoPage() {
  const { t } = useTranslation();
  return (
    <main>
      <Empty
        title={t('shell.noPage')}
        action={
          <Anchor component={Link} to="/">
            {t('shell.toStart')}
          </Anchor>
        }
      >
        {t('shell.noPageAdvice')}
      </Empty>
    </main>
  );
}
