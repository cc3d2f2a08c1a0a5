import type { Schedule } from '../../../contract/src/schedules.ts';

/** Rules that people choose by name. Their first day is the schedule's. */
const named = {
  daily: 'FREQ=DAILY',
  workdays: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  fortnight: 'FREQ=WEEKLY;INTERVAL=2',
  lastWorkday: 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
} as const;
type Named = keyof typeof named;

export const dayChoices = [
  'once',
  'daily',
  'workdays',
  'weekly',
  'fortnight',
  'monthly',
  'lastWorkday',
  'rule',
] as const;
export type DayChoice = (typeof dayChoices)[number];

const isNamed = (choice: DayChoice): choice is Named => choice in named;

/** A schedule's rule without its last day, which has a field of its own. */
export const plainRule = ({ rule }: Pick<Schedule, 'rule'>): string => rule.replace(/;UNTIL=\d+$/, '');

export function choiceOf(schedule: Pick<Schedule, 'interval' | 'rule'>): DayChoice {
  if (schedule.interval !== 'rule') return schedule.interval;
  const rule = plainRule(schedule);
  return dayChoices.find((choice) => isNamed(choice) && named[choice] === rule) ?? 'rule';
}

/** The fields of a request for these days. */
export function daysOf(
  choice: DayChoice,
  rule: string,
): { interval: 'once' | 'weekly' | 'monthly' } | { rule: string } {
  if (isNamed(choice)) return { rule: named[choice] };
  return choice === 'rule' ? { rule: rule.trim() } : { interval: choice };
}
