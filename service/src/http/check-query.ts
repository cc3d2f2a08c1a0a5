import type { Route } from '../../../contract/src/route.ts';
import { invalidField } from '../kernel/refusal.ts';
import { checkString, INTEGER } from './body/json.ts';

/**
 * Checks what the schema cannot see in a parsed query: a parameter given twice, a number written as `0x10` or `1e1`, a
 * `+` that became a space. A list takes one cursor.
 * Strings in a body were checked while it was read.
 * @throws Refusal validation_failed
 */
export function checkQuery(query: Readonly<Record<string, unknown>>, { query: schema }: Route): void {
  const { properties } = (schema ?? {}) as { properties?: Record<string, { type?: string; format?: string }> };
  const isPaged = properties?.starting_after !== undefined;
  if (isPaged && query.starting_after !== undefined && query.ending_before !== undefined)
    throw invalidField('ending_before', 'not_together', { other: 'starting_after' });
  for (const [param, value] of Object.entries(query)) {
    if (typeof value !== 'string') throw invalidField(param, 'given_twice');
    checkString(param, value);
    const { type, format } = properties?.[param] ?? {};
    if (type === 'integer' && !INTEGER.test(value)) throw invalidField(param, 'not_digits');
    if (format === 'date-time' && value.includes(' ')) throw invalidField(param, 'not_time_in_query');
  }
}

/**
 * A broken escape would be kept as it is, and name another reference than the client meant.
 * @throws Refusal validation_failed
 */
export function checkEscapes(url: string): void {
  const start = url.indexOf('?');
  if (start < 0 || !url.includes('%', start)) return;
  for (const pair of url.slice(start + 1).split('&')) {
    try {
      decodeURIComponent(pair);
    } catch {
      const [param = ''] = pair.split('=');
      throw invalidField(/^\w{1,64}$/.test(param) ? param : 'query', 'broken_escape');
    }
  }
}
