/**
 * There is a service, and a file of this page does not come: the service has another build by now, or the file was asked for when
 * it could not be reached. Chromium remembers that, and never asks for it again before the page is loaded anew.
 */
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
