import { type ComponentType, useState } from 'react';

/**
 * A dialog that is no part of the first load: its file is fetched when it is opened. Where it does not come a band says whether
 * there is no service (`offline-band.tsx`) or the page has to be loaded anew (`old-page-band.tsx`).
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
