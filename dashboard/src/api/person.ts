const PERSON = 'rialto-person';
let shown: string | null = null;

/** Whom the pages of this tab are of, until they are of another. */
export function showPerson(id: string): void {
  shown = id;
  localStorage.setItem(PERSON, id);
}

/** Somebody else has signed in in another tab: the cookies, which all tabs send, are theirs. */
export const isSomebodyElse = (): boolean => shown !== null && localStorage.getItem(PERSON) !== shown;

export function onSomebodyElse(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent) => key === PERSON && isSomebodyElse() && listener();
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}
