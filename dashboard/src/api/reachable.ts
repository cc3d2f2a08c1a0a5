import { addressAt } from '../page.ts';

const PATIENCE_MS = 5_000;
let asking: Promise<boolean> | undefined;
let isAway = false;
const listeners = new Set<() => void>();

/**
 * Whether the service answers at all, whatever it says. The page itself is asked for: it is never from a cache. One question at
 * a time, and none for ever: on a line that died they would hold every connection that a browser has to a service.
 */
export function isReachable(): Promise<boolean> {
  asking ??= fetch(addressAt('/dashboard'), { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) })
    .then(
      ({ status }) => status < 500,
      () => false,
    )
    .then((there) => {
      isAway = !there;
      for (const tell of listeners) tell();
      return there;
    })
    .finally(() => {
      asking = undefined;
    });
  return asking;
}

/** What was found when somebody last asked, for useSyncExternalStore. */
export const lastAsked = {
  isAway: () => isAway,
  subscribe: (tell: () => void) => {
    listeners.add(tell);
    return () => listeners.delete(tell);
  },
};
