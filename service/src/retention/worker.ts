import { createSweep, type SweepOptions } from './sweep.ts';

const EVERY_MS = 60_000;
/** NTP puts right within minutes what a battery or a snapshot has put wrong, and people within a day's work. */
const STEADY_MS = 6 * 3_600_000;

/**
 * Idempotent answers are kept for 7 days, deliveries that are over and the request log for 30, KYC documents that nobody submits for one; a look at them, and
 * at endpoints that fail, every minute.
 */
export function startRetention(options: Omit<SweepOptions, 'steadyMs'>, onError: (error: unknown) => void) {
  let stopped = false;
  let sweeping: Promise<void> = Promise.resolve();
  const sweep = createSweep({ ...options, steadyMs: STEADY_MS });
  const poll = () => {
    sweeping = sweeping.then(() => sweep(() => stopped)).catch(onError);
  };
  // At once: where nobody has looked for weeks, what ends now has no partition to go to.
  poll();
  const timer = setInterval(poll, EVERY_MS);
  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await sweeping;
    },
  };
}
