import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { World } from '../api/request.ts';
import { useKey } from './keys.ts';
import { allPages, type PageLink } from './pages.ts';
import type { ShortcutsDialog } from './shortcuts-dialog.tsx';

/** `g p` and the like lead to pages; `?` shows what there is. */
export function Shortcuts({ world }: { world: World | null }) {
  const [Dialog, setDialog] = useState<typeof ShortcutsDialog>();
  // No part of the first load. Without a network it does not open, and the next time it may.
  const open = () =>
    import('./shortcuts-dialog.tsx').then(
      (file) => setDialog(() => file.ShortcutsDialog),
      () => undefined,
    );
  const close = () => setDialog(undefined);
  useKey('?', open);
  return (
    <>
      {world && allPages.map((link) => <Shortcut key={link.name} world={world} link={link} />)}
      {Dialog && <Dialog onClose={close} />}
    </>
  );
}

function Shortcut({ world, link }: { world: World; link: PageLink }) {
  const navigate = useNavigate();
  useKey(`g ${link.key}`, () => navigate({ to: `/${world.integration}/${world.mode}${link.path}` }));
  return null;
}
