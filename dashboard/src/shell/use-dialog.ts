import { type ComponentType, useState } from 'react';

/**
 * A dialog whose file is loaded when it opens. If the file does not load, a band says that the service is not reachable
 * (`offline-band.tsx`) or that the page must be reloaded (`old-page-band.tsx`).
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
