/** The service has another build than this page: the files that the page has not loaded yet are gone. */
export class OldPage extends Error {
  constructor() {
    super('old page');
  }
}

let isOld = false;
const listeners = new Set<() => void>();

export function findOld(): OldPage {
  isOld = true;
  for (const tell of listeners) tell();
  return new OldPage();
}

/** For useSyncExternalStore. */
export const oldPage = {
  is: () => isOld,
  subscribe: (tell: () => void) => {
    listeners.add(tell);
    return () => listeners.delete(tell);
  },
};
