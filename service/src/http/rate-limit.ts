import { Refusal } from '../kernel/refusal.ts';

export type RateLimiter = {
  /**
   * Counts one request.
   * @returns the headers of the answer
   * @throws Refusal rate_limited
   */
  take(world: number, livemode: boolean): Record<string, string>;
};

/** Requests per second of one integration in one mode, on one node. `null` means no limit. */
export type RateLimits = { readonly live: number; readonly test: number } | null;

const WINDOW_MS = 1_000;
/** The map would grow with every person who ever called. Above this size, windows that are over are removed. */
const MOST_KNOWN = 100_000;

type Window = { start: number; used: number };

/**
 * A window of one second for each world, as draft-ietf-httpapi-ratelimit-headers describes.
 * `now` must be monotonic. The wall clock may be set back, and a window would then last until it catches up, perhaps an
 * hour.
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
