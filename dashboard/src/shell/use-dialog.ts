import { type ComponentType, useState } from 'react';

/**
 * A dialog that is no part of the first load: its file is fetched when it is opened. Without a network it does not open, and
 * the next time it may. A page of an older build says that it is (`ui/old-page.ts`).
 */
export function useDialog<Props>(load: () => Promise<ComponentType<Props>>) {
  const [Dialog, setDialog] = useState<ComponentType<Props>>();
  const open = () =>
    load().then(
      (loaded) => setDialog(() => loaded),
      () => undefined,
    );
  return { Dialog, open, close: () => setDialog(undefined) };
}
