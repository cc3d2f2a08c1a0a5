import { type ComponentType, useState } from 'react';
import { isReachable } from '../api/reachable.ts';

/**
 * A dialog that is no part of the first load: its file is fetched when it is opened. Without a network it does not open, and
 * the next time it may; with one, its file is of an older build, and the whole page is loaded anew.
 */
export function useDialog<Props>(load: () => Promise<ComponentType<Props>>) {
  const [Dialog, setDialog] = useState<ComponentType<Props>>();
  const open = () =>
    load().then(
      (loaded) => setDialog(() => loaded),
      async () => {
        if (await isReachable()) location.reload();
      },
    );
  return { Dialog, open, close: () => setDialog(undefined) };
}
