import { Kbd, UnstyledButton } from '@mantine/core';
import { Search } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { World } from '../api/request.ts';
import { useTexts } from '../texts/use-texts.ts';
import { useKey } from './keys.ts';
import classes from './shell.module.css';

/** Loaded when it is opened: no part of the first load. */
const SearchDialog = lazy(() => import('./search-dialog.tsx').then((file) => ({ default: file.SearchDialog })));

/** `/` opens it. */
export function SearchBox({ world }: { world: World | null }) {
  const { t } = useTexts();
  const [opened, setOpened] = useState(false);
  useKey('/', () => setOpened(true));
  if (!world) return <span />;
  return (
    <>
      <UnstyledButton
        className={classes.search}
        onClick={() => setOpened(true)}
        aria-label={t('shell.search')}
        aria-keyshortcuts="/"
      >
        <Search size={15} aria-hidden />
        <span>{t('shell.search')}</span>
        <Kbd size="xs">/</Kbd>
      </UnstyledButton>
      <Suspense>{opened && <SearchDialog world={world} onClose={() => setOpened(false)} />}</Suspense>
    </>
  );
}
