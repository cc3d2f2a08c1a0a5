import { keyOf } from '../page.ts';

const PERSON = keyOf('rialto-person');
let shown: string | null = null;

/**
 * The person whose pages this tab shows. The browser's cookies may meanwhile belong to someone else. Each request names
 * its person, and the service refuses it if the cookies are another's.
 */
export const personShown = (): string | null => shown;

/** Null until it is known. */
export function showPerson(id: string | null): void {
  shown = id;
  if (id !== null) localStorage.setItem(PERSON, id);
}

/** Someone else has signed in in another tab, so this tab need not wait for its next request. */
export function onSomebodyElse(listener: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) =>
    key === PERSON && shown !== null && newValue !== shown && listener();
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
