import { type ExportFilters, type ExportResource, exportFilters } from '../../../contract/src/exports.ts';
import { isId } from '../core/id.ts';
import { toE164 } from '../core/phone.ts';
import { readTimeFilter } from '../http/list.ts';
import { invalidField, Refusal } from '../kernel/refusal.ts';

export type Filters = Readonly<Record<string, string>>;

const comparisons = ['gte', 'gt', 'lte', 'lt'] as const;
const isTime = (name: string) => name.startsWith('created_at[');

/**
 * Checks that the filters are those of the resource's list, and writes a phone in E.164 form.
 * @throws Refusal naming the first filter that the resource does not have, or whose value it does not have
 */
export function checkFilters(resource: ExportResource, given: ExportFilters): Filters {
  const known = exportFilters[resource];
  for (const [name, value] of Object.entries(given)) {
    const param = `filters.${name}`;
    if (isTime(name)) continue;
    const words = known[name];
    if (words === undefined) throw invalidField(param, 'not_a_filter', { resource, allowed: Object.keys(known) });
    if (words !== true && !words.includes(value)) throw invalidField(param, 'not_allowed', { allowed: words });
  }
  if (given.customer === undefined || isId('cus', given.customer)) return given;
  const customer = toE164(given.customer);
  if (customer === null) throw invalidField('filters.customer', 'not_phone');
  return { ...given, customer };
}

/** Whole milliseconds since 1970, `before` not included. `since` is null without a lower bound. */
export type TimeRange = { readonly since: number | null; readonly before: number };

/**
 * The times that the filters leave, up to `now`. Records are shown with whole milliseconds, so `gt` and `lte` mean the
 * next one.
 * @throws Refusal for a time that is not RFC 3339
 */
export function timeRangeOf(filters: Filters, now: number): TimeRange {
  let since: number | null = null;
  let before = now + 1;
  for (const word of comparisons) {
    const param = `created_at[${word}]` as const;
    const text = filters[param];
    if (text === undefined) continue;
    const at = readTime(param, text) + (word === 'gt' || word === 'lte' ? 1 : 0);
    if (word.startsWith('g')) since = Math.max(since ?? at, at);
    else before = Math.min(before, at);
  }
  return { since, before };
}

function readTime(param: Parameters<typeof readTimeFilter>[0], text: string): number {
  try {
    return readTimeFilter(param, text);
  } catch (error) {
    throw error instanceof Refusal ? invalidField(`filters.${param}`, 'not_time') : error;
  }
}
