import type { TextKey } from '../texts/use-texts.ts';
import { parseMoney } from '../ui/format.ts';

export type RailLimit = {
  readonly name:
    | 'prefixes'
    | 'minimum'
    | 'maximum'
    | 'priority'
    | 'calls_per_second'
    | 'concurrency'
    | 'payout_day_maximum'
    | 'float_minimum'
    | 'callback_sources';
  readonly label: TextKey;
  readonly kind: 'list' | 'money' | 'count';
  readonly advice?: TextKey;
  /** Shown in an empty field. */
  readonly none?: TextKey;
};

/** The fields of a rail that one operator changes alone, in the order of its page and of the dialog. */
export const railLimits: readonly RailLimit[] = [
  { name: 'prefixes', label: 'operator.prefixes', kind: 'list', advice: 'operator.prefixesAdvice' },
  { name: 'minimum', label: 'operator.minimum', kind: 'money', none: 'operator.noLimit' },
  { name: 'maximum', label: 'operator.maximum', kind: 'money', none: 'operator.noLimit' },
  { name: 'priority', label: 'operator.priority', kind: 'count', advice: 'operator.priorityAdvice' },
  { name: 'calls_per_second', label: 'operator.callsPerSecond', kind: 'count', none: 'operator.noLimit' },
  { name: 'concurrency', label: 'operator.concurrency', kind: 'count', none: 'operator.noLimit' },
  { name: 'payout_day_maximum', label: 'operator.payoutDayMaximum', kind: 'money', none: 'operator.noLimit' },
  { name: 'float_minimum', label: 'operator.floatMinimum', kind: 'money' },
  { name: 'callback_sources', label: 'operator.callbackSources', kind: 'list', advice: 'operator.sourcesAdvice' },
];

/** @returns the value for the API, where null means no limit; undefined if the text is wrong */
export function readLimit({ name, kind }: RailLimit, text: string, currency: string) {
  const typed = text.trim();
  if (kind === 'list') return typed.split(/[\s,;]+/).filter((part) => part !== '');
  if (typed === '') return name === 'priority' ? undefined : null;
  if (kind === 'count') return /^\d{1,6}$/.test(typed) ? Number(typed) : undefined;
  const amount = parseMoney(typed, currency);
  return amount === null ? undefined : Number(amount);
}
