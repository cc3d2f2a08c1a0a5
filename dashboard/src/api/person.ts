import { keyOf } from '../page.ts';

const PERSON = keyOf('rialto-person');
let shown: string | null = null;

/**
 * Whom the pages of this tab are of. The cookies are the browser's, and may be somebody else's since: each request says for
 * whom it is, and the service refuses it where that is another.
 */
export const personShown = (): string | null => shown;

/** Null until it is known. */
export function showPerson(id: string | null): void {
  shown = id;
  if (id !== null) localStorage.setItem(PERSON, id);
}

/** Somebody else has signed in in another tab: this one need not wait for its next request. */
export function onSomebodyElse(listener: () => void): () => void {
  const hear = ({ key, newValue }: StorageEvent) =>
    key === PERSON && shown !== null && newValue !== shown && listener();
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}
