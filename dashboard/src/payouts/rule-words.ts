import type { Say } from '../texts/use-texts.ts';

/** The texts of `payroll.ruleOf`, and the locale of days and lists. `rrule-temporal` has three of the six languages. */
export type RuleWords = { readonly t: Say; readonly locale: string };

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const frequencies = { DAILY: 'daily', WEEKLY: 'weekly', MONTHLY: 'monthly' } as const;

/**
 * A recurrence rule in words, such as `every month: the first Monday and the last Friday`. A colon stands before the
 * days, because prepositions and genders differ between languages.
 * @param rule without UNTIL, as the service answers it
 * @param first the first day, which gives the weekday or the day of the month where the rule has none
 * @returns null for a rule that it cannot say in full
 */
export function ruleInWords(rule: string, first: string, { t, locale }: RuleWords): string | null {
  const { FREQ = '', INTERVAL = '1', COUNT, BYDAY, BYMONTHDAY, BYSETPOS, ...others } = partsOf(rule);
  if (!isFrequency(FREQ) || Object.keys(others).length > 0) return null;
  // Days of both kinds are days that fit both, and the place in a set of the first day alone says nothing.
  if (BYDAY && BYMONTHDAY) return null;
  if (BYSETPOS && !BYDAY && !BYMONTHDAY) return null;
  const list = (texts: readonly string[]) => new Intl.ListFormat(locale, { type: 'conjunction' }).format(texts);
  const every = t(`payroll.ruleOf.${frequencies[FREQ]}`, { count: Number(INTERVAL) });
  const days = daysInWords();
  if (days === null) return null;
  const said = days === '' ? every : t('payroll.ruleOf.on', { every, days });
  return COUNT ? t('payroll.ruleOf.times', { count: Number(COUNT), said }) : said;

  function daysInWords(): string | null {
    if (BYMONTHDAY) return ofSet(BYMONTHDAY.split(',').map((day) => dayOfMonth(Number(day))));
    if (BYDAY) {
      const isBare = BYSETPOS !== undefined || FREQ !== 'MONTHLY';
      const named = BYDAY.split(',').map((day) => weekdayIn(day, isBare));
      return named.every((day) => day !== null) ? ofSet(named) : null;
    }
    const date = new Date(`${first}T00:00:00Z`);
    if (FREQ === 'WEEKLY') return weekdayName(date);
    return FREQ === 'MONTHLY' ? dayOfMonth(date.getUTCDate()) : '';
  }

  function ofSet(days: readonly string[]): string {
    const all = list(days);
    if (!BYSETPOS) return all;
    return t(`payroll.ruleOf.${BYSETPOS === '1' ? 'firstOf' : 'lastOf'}`, { days: all });
  }

  function dayOfMonth(day: number): string {
    if (day === -1) return t('payroll.ruleOf.lastDay');
    return day > 0 ? t('payroll.ruleOf.day', { n: day }) : t('payroll.ruleOf.dayFromEnd', { n: -day });
  }

  function weekdayIn(text: string, isBare: boolean): string | null {
    const [, place, code = ''] = /^([+-]?\d)?([A-Z]{2})$/.exec(text) ?? [];
    const index = weekdays.indexOf(code);
    if (index < 0) return null;
    // 5 January 2026 was a Monday.
    const weekday = weekdayName(new Date(Date.UTC(2026, 0, 5 + index)));
    const n = Number(place ?? 0);
    if (n === 0) return isBare ? weekday : t('payroll.ruleOf.eachWeekday', { weekday });
    if (n < -1) return t('payroll.ruleOf.weekdayFromEnd', { weekday, n: -n });
    return t(`payroll.ruleOf.${n === -1 ? 'weekdayLast' : places[n - 1]!}`, { weekday });
  }

  function weekdayName(date: Date): string {
    return new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(date);
  }
}

const places = ['weekday1', 'weekday2', 'weekday3', 'weekday4', 'weekday5'] as const;

const isFrequency = (text: string): text is keyof typeof frequencies => text in frequencies;

const partsOf = (rule: string): Readonly<Record<string, string>> =>
  Object.fromEntries(rule.split(';').map((pair) => pair.split('=') as [string, string]));
