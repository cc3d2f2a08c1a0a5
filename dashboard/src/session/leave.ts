import { keyOf } from '../page.ts';

const LEFT = keyOf('rialto-left');

/** Signing out applies to all tabs, so that no tab shows data to the next user of the device. */
export const leaveAllTabs = (): void => localStorage.setItem(LEFT, String(Date.now()));

export function onLeft(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => key === LEFT && listener();
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
