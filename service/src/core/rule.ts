import { RRuleTemporal } from 'rrule-temporal';
import { type Fault, fault } from '../../../contract/src/reasons.ts';

/** Recurrence rules: the part of RFC 5545 that schedules take. Dates are ISO text. */

const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY'];
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const MOST_COUNT = 1_000;
const MOST_INTERVAL = 366;

type Parts = ReadonlyMap<string, string>;
type Check = { readonly expected: string; readonly fits: (value: string, parts: Parts) => boolean };

const isNumber = (text: string, least: number, most: number) =>
  /^\d{1,4}$/.test(text) && Number(text) >= least && Number(text) <= most;
const each = (value: string, fits: (one: string) => boolean) => value.split(',').every(fits);

function isDay(text: string): boolean {
  if (!/^\d{8}$/.test(text)) return false;
  try {
    return Temporal.PlainDate.from(text).year > 0;
  } catch {
    return false;
  }
}

/** The parts, with their values. `expected` is for people in all languages, so it has no words. */
const checks: Readonly<Record<string, Check>> = {
  FREQ: { expected: frequencies.join(', '), fits: (value) => frequencies.includes(value) },
  INTERVAL: { expected: `1–${MOST_INTERVAL}`, fits: (value) => isNumber(value, 1, MOST_INTERVAL) },
  BYDAY: {
    expected: `${weekdays.join(', ')}; FREQ=MONTHLY: 1MO–5SU, -1MO–-5SU`,
    fits: (value, parts) =>
      each(value, (one) => {
        const [, place, day] = /^([+-]?[1-5])?([A-Z]{2})$/.exec(one) ?? [];
        return weekdays.includes(day ?? '') && (place === undefined || parts.get('FREQ') === 'MONTHLY');
      }),
  },
  BYMONTHDAY: {
    expected: '1–31, -1–-31',
    fits: (value) => each(value, (one) => isNumber(one.replace(/^-/, ''), 1, 31)),
  },
  BYSETPOS: { expected: '1, -1', fits: (value) => value === '1' || value === '-1' },
  COUNT: { expected: `1–${MOST_COUNT}`, fits: (value) => isNumber(value, 1, MOST_COUNT) },
  UNTIL: { expected: '20261231', fits: isDay },
};
const allowed = Object.keys(checks).join(', ');

/** The rule as it is kept, without UNTIL, and the last day, if the rule names one. */
export type ReadRule = { readonly rule: string; readonly until: string | null };

/** Reads a rule. A fault names the part that is not supported. */
export function readRule(text: string): ReadRule | Fault {
  const parts = new Map<string, string>();
  for (const pair of text
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .replace(/;$/, '')
    .split(';')) {
    const [name = '', value = '', ...more] = pair.split('=');
    if (name === '' || value === '' || more.length > 0 || parts.has(name)) return fault('not_rule');
    parts.set(name, value);
  }
  for (const [part, found] of parts) {
    const check = checks[part];
    if (!check) return fault('rule_part', { part, allowed });
    if (!check.fits(found, parts)) return fault('rule_value', { part, found, expected: check.expected });
  }
  const frequency = parts.get('FREQ');
  if (frequency === undefined) return fault('not_rule');
  const apart = (part: string, other: string) => (parts.has(part) && parts.has(other) ? { part, other } : null);
  const ofMonth = (part: string) =>
    parts.has(part) && frequency !== 'MONTHLY' ? { part, other: `FREQ=${frequency}` } : null;
  const clash = apart('COUNT', 'UNTIL') ?? ofMonth('BYMONTHDAY') ?? ofMonth('BYSETPOS');
  if (clash) return fault('rule_parts', clash);
  const until = parts.get('UNTIL');
  parts.delete('UNTIL');
  const rule = [...parts].map(([name, value]) => `${name}=${value}`).join(';');
  return { rule, until: until === undefined ? null : Temporal.PlainDate.from(until).toString() };
}

/** Whether the rule ends after a number of runs. */
export const hasCount = (rule: string): boolean => /(^|;)COUNT=/.test(rule);

/**
 * The first day of the rule after `day`; null if there is none. The rule is computed on days alone: the time of day and
 * the time zone are added by `runs.ts`.
 */
export function dayAfter(rule: string, firstDate: string, day: string): string | null {
  try {
    const next = parsed(rule, firstDate).next(new Date(`${day}T00:00:00Z`));
    return next ? next.toPlainDate().toString() : null;
  } catch (error) {
    // The library gives up a rule that has no day within 10 000 periods. Another fault must not end a schedule.
    if (error instanceof Error && error.message.startsWith('Maximum iterations')) return null;
    throw error;
  }
}

let last: { readonly text: string; readonly rule: RRuleTemporal } | undefined;

/** Reading a rule takes 20 times as long as a step, so the steps of one schedule share it. */
function parsed(rule: string, firstDate: string): RRuleTemporal {
  const text = `DTSTART:${firstDate.replaceAll('-', '')}T000000Z\nRRULE:${rule}`;
  if (last?.text !== text) last = { text, rule: new RRuleTemporal({ rruleString: text, tzid: 'UTC' }) };
  return last.rule;
}

/** The rule of the short forms. A month without the day has its run on the last day. */
export function ruleOf(interval: 'once' | 'weekly' | 'monthly', firstDate: string): string {
  if (interval === 'once') return 'FREQ=DAILY;COUNT=1';
  const { day, dayOfWeek } = Temporal.PlainDate.from(firstDate);
  if (interval === 'weekly') return `FREQ=WEEKLY;BYDAY=${weekdays[dayOfWeek - 1]}`;
  if (day <= 28) return `FREQ=MONTHLY;BYMONTHDAY=${day}`;
  if (day === 31) return 'FREQ=MONTHLY;BYMONTHDAY=-1';
  return `FREQ=MONTHLY;BYMONTHDAY=${day === 29 ? '28,29' : '28,29,30'};BYSETPOS=-1`;
}
