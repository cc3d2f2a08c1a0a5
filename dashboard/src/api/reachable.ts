const PATIENCE_MS = 5_000;
let asking: Promise<boolean> | undefined;

/**
 * Whether the service answers at all, whatever it says. The page itself is asked for: it is never from a cache. One question at
 * a time, and none for ever: on a line that died they would hold every connection that a browser has to a service.
 */
export function isReachable(): Promise<boolean> {
  asking ??= fetch('/dashboard', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) })
    .then(
      ({ status }) => status < 500,
      () => false,
    )
    .finally(() => {
      asking = undefined;
    });
  return asking;
}
