import type { RailLimits } from './check-draft.ts';
import type { RailRecord } from './store.ts';

/** In the order of the parameters of `insertRail` and `updateLimits`. */
export const limitValues = (limits: RailLimits): unknown[] => [
  limits.prefixes,
  limits.minimum,
  limits.maximum,
  limits.priority,
  limits.callsPerSecond,
  limits.concurrency,
  limits.payoutDayMaximum,
  limits.floatMinimum,
  limits.callbackSources,
];

export const limitsOf = (row: RailRecord): RailLimits => ({
  prefixes: row.prefixes,
  minimum: row.minimum,
  maximum: row.maximum,
  priority: row.priority,
  callsPerSecond: row.calls_per_second,
  concurrency: row.concurrency,
  payoutDayMaximum: row.payout_day_maximum,
  floatMinimum: row.float_minimum,
  callbackSources: row.callback_sources,
});
