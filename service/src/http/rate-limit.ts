import { Refusal } from '../kernel/refusal.ts';

export type RateLimiter = {
  /**
   * Counts one request.
   * @returns the headers of the answer
   * @throws Refusal rate_limited
   */
  take(world: number, livemode: boolean): Record<string, string>;
};

/** Requests per second of one integration in one mode, on one node. `null`: no limit. */
export type RateLimits = { readonly live: number; readonly test: number } | null;

const WINDOW_MS = 1_000;
/** Every person who ever came would be one more: from so many on, those whose second is over are forgotten. */
const MOST_KNOWN = 100_000;

type Window = { start: number; used: number };

/**
 * A window of one second for each world: the form that draft-ietf-httpapi-ratelimit-headers describes. `now` never goes back, as
 * the machine's clock does where it is set: a window would last until that is where it was, an hour perhaps.
 */
export function createRateLimiter(
  limits: RateLimits,
  now: () => number = () => performance.now(),
  windows: Map<number, Window> = new Map(),
): RateLimiter {
  if (!limits) return { take: () => ({}) };
  return {
    take(world, livemode) {
      const quota = livemode ? limits.live : limits.test;
      const at = now();
      let window = windows.get(world);
      if (!window || at - window.start >= WINDOW_MS) {
        if (windows.size >= MOST_KNOWN)
          for (const [known, { start }] of windows) if (at - start >= WINDOW_MS) windows.delete(known);
        window = { start: at, used: 0 };
        windows.set(world, window);
      }
      window.used++;
      const headers = {
        'RateLimit-Policy': `"default";q=${quota};w=1`,
        RateLimit: `"default";r=${Math.max(quota - window.used, 0)};t=1`,
      };
      if (window.used > quota) {
        const message = `More than ${quota} requests per second`;
        throw new Refusal('rate_limited', message, { headers: { ...headers, 'Retry-After': '1' } });
      }
      return headers;
    },
  };
}
