/**
 * The service is reachable, but a file of this page does not load. Either the service has a newer build, or the file
 * was requested during an outage: Chromium remembers that failure until the page is reloaded.
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
  for (const notify of listeners) notify();
  return new OldPage();
}

/** For useSyncExternalStore. */
export const oldPage = {
  is: () => isOld,
  subscribe: (notify: () => void) => {
    listeners.add(notify);
    return () => listeners.delete(notify);
  },
};
