import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { World } from '../api/request.ts';
import { useKey } from './keys.ts';
import { allPages, type PageLink } from './pages.ts';

const ShortcutsDialog = lazy(() =>
  import('./shortcuts-dialog.tsx').then((file) => ({ default: file.ShortcutsDialog })),
);

/** `g p` and the like lead to pages; `?` shows what there is. */
export function Shortcuts({ world }: { world: World | null }) {
  const [opened, setOpened] = useState(false);
  useKey('?', () => setOpened(true));
  return (
    <>
      {world && allPages.map((link) => <Shortcut key={link.name} world={world} link={link} />)}
      <Suspense>{opened && <ShortcutsDialog onClose={() => setOpened(false)} />}</Suspense>
    </>
  );
}

function Shortcut({ world, link }: { world: World; link: PageLink }) {
  const navigate = useNavigate();
  useKey(`g ${link.key}`, () => navigate({ to: `/${world.integration}/${world.mode}${link.path}` }));
  return null;
}
