import { Kbd, Modal } from '@mantine/core';
import { useTexts } from '../texts/use-texts.ts';
import { useFocusBack } from '../ui/use-focus-back.ts';
import type { PageLink } from './pages.ts';
import classes from './shell.module.css';

export function ShortcutsDialog({ links, onClose }: { links: readonly PageLink[]; onClose: () => void }) {
  const { t } = useTexts();
  useFocusBack();
  return (
    <Modal opened onClose={onClose} title={t('shell.shortcuts')} closeButtonProps={{ 'aria-label': t('ui.close') }}>
      <dl className={classes.shortcuts}>
        <Row keys="/" what={t('shell.search')} />
        {links.map(({ name, key }) => (
          <Row key={name} keys={`g ${key}`} what={t(`shell.page.${name}`)} />
        ))}
        <Row keys="j k" what={t('shell.rows')} />
        <Row keys="?" what={t('shell.shortcuts')} />
      </dl>
    </Modal>
  );
}

function Row({ keys, what }: { keys: string; what: string }) {
  return (
    <div>
      <dt>
        {keys.split(' ').map((key) => (
          <Kbd key={key} size="sm">
            {key}
          </Kbd>
        ))}
      </dt>
      <dd>{what}</dd>
    </div>
  );
}
