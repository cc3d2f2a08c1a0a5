/** Periods of a list, which begin and end at midnight of the viewer's time zone. */
export const periods = ['today', '7d', '30d', 'month', 'lastMonth'] as const;
export type Period = (typeof periods)[number];

/** `2026-01-05..2026-01-11`, the last day included. Either day may be missing. */
const RANGE = /^(\d{4}-\d\d-\d\d)?\.\.(\d{4}-\d\d-\d\d)?$/;
export const daysOf = (value: string): readonly [from: string, to: string] | null => {
  const range = RANGE.exec(value);
  return range && [range[1] ?? '', range[2] ?? ''];
};

/** The start of a day, `plus` days later. */
function startOf(day: string, plus = 0): string | undefined {
  const [year, month, date] = day.split('-').map(Number);
  const at = new Date(year!, month! - 1, date! + plus);
  return day === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** The times of a period as query parameters. */
export function timesOf(value: string | undefined): Record<string, string | undefined> {
  if (!value) return {};
  const days = daysOf(value);
  if (days) return { 'created_at[gte]': startOf(days[0]), 'created_at[lt]': startOf(days[1], 1) };
  const now = new Date();
  const [year, month, date] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const at = (y: number, m: number, d: number) => new Date(y, m, d).toISOString();
  if (value === 'today') return { 'created_at[gte]': at(year, month, date) };
  if (value === '7d') return { 'created_at[gte]': at(year, month, date - 6) };
  if (value === '30d') return { 'created_at[gte]': at(year, month, date - 29) };
  if (value === 'month') return { 'created_at[gte]': at(year, month, 1) };
  if (value === 'lastMonth') return { 'created_at[gte]': at(year, month - 1, 1), 'created_at[lt]': at(year, month, 1) };
  return {};
}
