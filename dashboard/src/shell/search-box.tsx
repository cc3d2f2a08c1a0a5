import { Kbd, UnstyledButton } from '@mantine/core';
import type { World } from '../api/request.ts';
import { loadTexts } from '../texts/texts.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Search } from '../ui/icons.ts';
import { loadPart } from '../ui/load-page.ts';
import { useKey } from './keys.ts';
import classes from './shell.module.css';
import { useDialog } from './use-dialog.ts';

const loadDialog = () =>
  Promise.all([loadPart(() => import('./search-dialog.tsx')), loadTexts('find')]).then(([file]) => file.SearchDialog);

/** The keys `/` and ⌘K or Ctrl+K open it. */
export function SearchBox({ world }: { world: World | null }) {
  const { t } = useTexts();
  const { Dialog, open, close } = useDialog(loadDialog);
  useKey('/', open);
  useKey('mod+k', open);
  if (!world) return <span />;
  return (
    <>
      <UnstyledButton
        className={classes.search}
        onClick={open}
        aria-label={t('shell.search')}
        aria-keyshortcuts="/ Meta+K Control+K"
      >
        <Search size={15} aria-hidden />
        <span>{t('shell.search')}</span>
        <Kbd size="xs">/</Kbd>
      </UnstyledButton>
      {Dialog && <Dialog world={world} onClose={close} />}
    </>
  );
}
