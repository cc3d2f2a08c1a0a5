import { Refusal } from '../refusal.ts';

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

/** A window of one second for each world: the form that draft-ietf-httpapi-ratelimit-headers describes. */
export function createRateLimiter(limits: RateLimits, now: () => number = Date.now): RateLimiter {
  if (!limits) return { take: () => ({}) };
  const windows = new Map<number, { start: number; used: number }>();
  return {
    take(world, livemode) {
      const quota = livemode ? limits.live : limits.test;
      const at = now();
      let window = windows.get(world);
      if (!window || at - window.start >= WINDOW_MS) {
        window = { start: at, used: 0 };
        windows.set(world, window);
      }
      window.used++;
      const headers = {
        'RateLimit-Policy': `"default";q=${quota};w=1`,
        RateLimit: `"default";r=${Math.max(quota - window.used, 0)};t=1`,
      };
      if (window.used > quota) {
        const message = `More than ${quota} requests in a second`;
        throw new Refusal('rate_limited', message, { headers: { ...headers, 'Retry-After': '1' } });
      }
      return headers;
    },
  };
}
