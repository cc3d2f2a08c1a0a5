import { Kbd, Modal } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { World } from '../api/request.ts';
import { useTexts } from '../texts/use-texts.ts';
import { useKey } from './keys.ts';
import { allPages, type PageLink } from './pages.ts';
import classes from './shell.module.css';

/** `g p` and the like lead to pages; `?` shows what there is. */
export function Shortcuts({ world }: { world: World | null }) {
  const { t } = useTexts();
  const [opened, setOpened] = useState(false);
  useKey('?', () => setOpened(true));
  return (
    <>
      {world && allPages.map((link) => <Shortcut key={link.name} world={world} link={link} />)}
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('shell.shortcuts')}
        closeButtonProps={{ 'aria-label': t('ui.close') }}
      >
        <dl className={classes.shortcuts}>
          <Row keys="/" what={t('shell.search')} />
          {allPages.map(({ name, key }) => (
            <Row key={name} keys={`g ${key}`} what={t(`shell.page.${name}`)} />
          ))}
          <Row keys="j k" what={t('shell.rows')} />
          <Row keys="?" what={t('shell.shortcuts')} />
        </dl>
      </Modal>
    </>
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

function Shortcut({ world, link }: { world: World; link: PageLink }) {
  const navigate = useNavigate();
  useKey(`g ${link.key}`, () => navigate({ to: `/${world.integration}/${world.mode}${link.path}` }));
  return null;
}
