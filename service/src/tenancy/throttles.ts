import type { Database } from '../db/database.ts';
import { Refusal } from '../kernel/refusal.ts';
import { selectThrottles, type ThrottleRow } from './load-store.ts';

const WINDOW_MS = 1_000;
const RETRY_MS = 1_000;

export type Throttles = {
  /** @throws Refusal throttled if the world has an operator's throttle and has used up this second's requests */
  take(world: number): void;
  /** Reads the throttles again, because one may have changed. */
  refresh(): Promise<void>;
  stop(): void;
};

type Throttle = { readonly perSecond: number; start: number; used: number };

/**
 * The throttles set by operators, in memory, so that a request needs no query. Nodes read them again when one changes.
 */
export function openThrottles(
  db: Database,
  onError: (error: unknown) => void,
  now: () => number = () => performance.now(),
): Throttles {
  let throttles = new Map<number, Throttle>();
  let reading: Promise<void> | null = null;
  let again = false;
  let stopped = false;
  let timer: NodeJS.Timeout | null = null;

  const read = async () => {
    do {
      again = false;
      const rows = await db.query<ThrottleRow>(selectThrottles);
      const before = throttles;
      throttles = new Map(
        rows.map(({ world, requests_per_second: perSecond }) => {
          const { start, used } = before.get(world) ?? { start: Number.NEGATIVE_INFINITY, used: 0 };
          return [world, { perSecond, start, used }];
        }),
      );
    } while (again);
  };

  /** A change during the read may not be in its result, so the throttles are read once more. */
  const refresh = (): Promise<void> => {
    if (stopped) return Promise.resolve();
    if (reading) {
      again = true;
      return reading;
    }
    reading = read()
      .catch((error) => {
        onError(error);
        if (!stopped) timer = setTimeout(refresh, RETRY_MS);
      })
      .finally(() => {
        reading = null;
      });
    return reading;
  };

  return {
    take: (world) => {
      const throttle = throttles.get(world);
      if (!throttle) return;
      const at = now();
      if (at - throttle.start >= WINDOW_MS) Object.assign(throttle, { start: at, used: 0 });
      throttle.used++;
      if (throttle.used <= throttle.perSecond) return;
      const rate = throttle.perSecond === 0 ? 'every request' : `more than ${throttle.perSecond} requests per second`;
      throw new Refusal(
        'throttled',
        `The operator of this service refuses ${rate} of this integration. Contact their support.`,
        {
          headers: { 'Retry-After': throttle.perSecond === 0 ? '60' : '1' },
        },
      );
    },
    refresh,
    stop: () => {
      stopped = true;
      if (timer) clearTimeout(timer);
    },
  };
}
