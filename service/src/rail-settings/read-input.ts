import type { addRail, updateRailSettings } from '../../../contract/src/rail-settings.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { defaultLimits, type RailDraft, type RailLimits } from './check-draft.ts';

type GivenLimits = Omit<InputOf<typeof updateRailSettings>, 'slug'>;

const toMinor = (amount: number | null) => (amount === null ? null : BigInt(amount));

/** The limits that a body names. */
export function toLimits(given: GivenLimits): Partial<RailLimits> {
  return {
    ...(given.prefixes && { prefixes: given.prefixes }),
    ...(given.minimum !== undefined && { minimum: toMinor(given.minimum) }),
    ...(given.maximum !== undefined && { maximum: toMinor(given.maximum) }),
    ...(given.priority !== undefined && { priority: given.priority }),
    ...(given.calls_per_second !== undefined && { callsPerSecond: given.calls_per_second }),
    ...(given.concurrency !== undefined && { concurrency: given.concurrency }),
    ...(given.payout_day_maximum !== undefined && { payoutDayMaximum: toMinor(given.payout_day_maximum) }),
    ...(given.float_minimum !== undefined && { floatMinimum: toMinor(given.float_minimum) }),
    ...(given.callback_sources && { callbackSources: given.callback_sources }),
  };
}

export function toDraft(input: InputOf<typeof addRail>): RailDraft {
  const { provider, slug, country, currency, livemode, merchant = null, base_url: baseUrl = null, credentials } = input;
  return {
    ...defaultLimits,
    ...toLimits(input),
    provider,
    slug,
    country,
    currency,
    livemode,
    merchant,
    baseUrl,
    credentials,
  };
}
