import { Kbd, UnstyledButton } from '@mantine/core';
import { Search } from 'lucide-react';
import { useState } from 'react';
import type { World } from '../api/request.ts';
import { useTexts } from '../texts/use-texts.ts';
import { useKey } from './keys.ts';
import type { SearchDialog } from './search-dialog.tsx';
import classes from './shell.module.css';

/** `/` opens it. */
export function SearchBox({ world }: { world: World | null }) {
  const { t } = useTexts();
  const [Dialog, setDialog] = useState<typeof SearchDialog>();
  // No part of the first load. Without a network it does not open, and the next time it may.
  const open = () =>
    import('./search-dialog.tsx').then(
      (file) => setDialog(() => file.SearchDialog),
      () => undefined,
    );
  const close = () => setDialog(undefined);
  useKey('/', open);
  if (!world) return <span />;
  return (
    <>
      <UnstyledButton className={classes.search} onClick={open} aria-label={t('shell.search')} aria-keyshortcuts="/">
        <Search size={15} aria-hidden />
        <span>{t('shell.search')}</span>
        <Kbd size="xs">/</Kbd>
      </UnstyledButton>
      {Dialog && <Dialog world={world} onClose={close} />}
    </>
  );
}
