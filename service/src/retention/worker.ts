import { noteRound } from '../workers/note-round.ts';
import { createSweep, type SweepOptions } from './sweep.ts';

const EVERY_MS = 60_000;
/** NTP corrects a dead battery's or a snapshot's time within minutes, and people do within a working day. */
const STEADY_MS = 6 * 3_600_000;

/**
 * Idempotent answers are kept for 7 days, finished deliveries, the request log and callbacks of rails for 30, exports
 * for 7, KYC documents that nobody submits for one. A round each minute deletes them and checks for failing endpoints.
 */
export function startRetention(options: Omit<SweepOptions, 'steadyMs'>, onError: (error: unknown) => void) {
  let stopped = false;
  let sweeping: Promise<void> = Promise.resolve();
  const sweep = createSweep({ ...options, steadyMs: STEADY_MS });
  const poll = () => {
    sweeping = sweeping
      .then(() => sweep(() => stopped))
      .catch(onError)
      .then(() => noteRound(options.db.node, 'retention'));
  };
  noteRound(options.db.node, 'retention');
  // The first round runs at once: after weeks without one, deliveries that end now have no partition.
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
