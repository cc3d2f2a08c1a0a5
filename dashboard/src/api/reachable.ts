/** Whether the service answers at all, whatever it says. The page itself is asked for: it is never from a cache. */
export const isReachable = (): Promise<boolean> =>
  fetch('/dashboard', { cache: 'no-store' }).then(
    ({ status }) => status < 500,
    () => false,
  );
