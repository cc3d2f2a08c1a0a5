import { addressAt } from '../page.ts';

const PATIENCE_MS = 5_000;
let asking: Promise<boolean> | undefined;
let isAway = false;
const listeners = new Set<() => void>();

/**
 * Whether the service answers at all. It requests the page itself, which is never cached. Only one request runs at a
 * time, with a time limit: on a dead connection more would take all of the browser's connections to the service.
 */
export function isReachable(): Promise<boolean> {
  asking ??= fetch(addressAt('/dashboard'), { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) })
    .then(
      ({ status }) => status < 500,
      () => false,
    )
    .then((there) => {
      isAway = !there;
      for (const notify of listeners) notify();
      return there;
    })
    .finally(() => {
      asking = undefined;
    });
  return asking;
}

/** The result of the last check, for useSyncExternalStore. */
export const lastAsked = {
  isAway: () => isAway,
  subscribe: (notify: () => void) => {
    listeners.add(notify);
    return () => listeners.delete(notify);
  },
};
