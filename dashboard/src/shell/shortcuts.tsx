import { useNavigate } from '@tanstack/react-router';
import type { World } from '../api/request.ts';
import { loadPart } from '../ui/load-page.ts';
import { useKey } from './keys.ts';
import { usePages } from './navigation.tsx';
import type { PageLink } from './pages.ts';
import { useDialog } from './use-dialog.ts';

const loadDialog = () => loadPart(() => import('./shortcuts-dialog.tsx')).then((file) => file.ShortcutsDialog);

/** `g p` and the like open pages; `?` lists the shortcuts. */
export function Shortcuts({ world }: { world: World | null }) {
  const { Dialog, open, close } = useDialog(loadDialog);
  const links = usePages(world).flatMap((group) => group.links);
  useKey('?', open);
  return (
    <>
      {world && links.map((link) => <Shortcut key={link.name} world={world} link={link} />)}
      {Dialog && <Dialog links={links} onClose={close} />}
    </>
  );
}

function Shortcut({ world, link }: { world: World; link: PageLink }) {
  const navigate = useNavigate();
  useKey(`g ${link.key}`, () => navigate({ to: `/${world.integration}/${world.mode}${link.path}` }));
  return null;
}
