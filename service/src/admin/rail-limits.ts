import type { Command } from 'commander';
import { MAX_AMOUNT } from '../../../contract/src/fields.ts';
import type { RailLimits } from '../rail-settings/check-draft.ts';
import { readWhole } from './options.ts';

/** Commander turns null into an empty string. */
type Most = bigint | 'none';

export type LimitOptions = {
  readonly prefixes?: readonly string[];
  readonly minimum?: Most;
  readonly maximum?: Most;
  readonly priority?: number;
  readonly callsPerSecond?: Most;
  readonly concurrency?: Most;
  readonly payoutDayMaximum?: Most;
  readonly floatMinimum?: Most;
  readonly callbackSources?: readonly string[];
};

const noneOr = (most: number) => {
  const read = readWhole(1, most);
  return (text: string): Most => (text === 'none' ? text : BigInt(read(text)));
};
const readMinor = noneOr(MAX_AMOUNT);
const readCount = noneOr(100_000);
/** Only commas separate, so that an empty text clears the list. */
const readList = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export const addLimitOptions = (command: Command): Command =>
  command
    .option('--prefixes <list>', 'phone prefixes such as 25677,25678, which override the numbering plan', readList)
    .option('--minimum <n>', 'the least amount in minor units, or "none"', readMinor)
    .option('--maximum <n>', 'the most in minor units, or "none"', readMinor)
    .option('--priority <n>', 'of several rails, the lowest is used; default: 100', readWhole(0, 10_000))
    .option('--calls-per-second <n>', 'of all nodes together, or "none"', readCount)
    .option('--concurrency <n>', 'unanswered calls of one node, or "none"', readCount)
    .option('--payout-day-maximum <n>', 'the most paid out per day (UTC) in minor units, or "none"', readMinor)
    .option('--float-minimum <n>', 'alarm when the float is lower, in minor units, or "none"', readMinor)
    .option('--callback-sources <list>', 'networks (CIDR) that may send callbacks; empty: any', readList);

const minor = (most: Most) => (most === 'none' ? null : most);
const count = (most: Most) => (most === 'none' ? null : Number(most));

export function limitsFrom(given: LimitOptions): Partial<RailLimits> {
  const { prefixes, minimum, maximum, priority, callsPerSecond, concurrency } = given;
  const { payoutDayMaximum, floatMinimum, callbackSources } = given;
  return {
    ...(prefixes && { prefixes }),
    ...(minimum !== undefined && { minimum: minor(minimum) }),
    ...(maximum !== undefined && { maximum: minor(maximum) }),
    ...(priority !== undefined && { priority }),
    ...(callsPerSecond !== undefined && { callsPerSecond: count(callsPerSecond) }),
    ...(concurrency !== undefined && { concurrency: count(concurrency) }),
    ...(payoutDayMaximum !== undefined && { payoutDayMaximum: minor(payoutDayMaximum) }),
    ...(floatMinimum !== undefined && { floatMinimum: minor(floatMinimum) }),
    ...(callbackSources && { callbackSources }),
  };
}
