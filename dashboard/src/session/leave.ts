import { keyOf } from '../page.ts';

const LEFT = keyOf('rialto-left');

/** Whoever signs out leaves all tabs: none goes on showing their money to who comes next. */
export const leaveAllTabs = (): void => localStorage.setItem(LEFT, String(Date.now()));

export function onLeft(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent) => key === LEFT && listener();
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}
