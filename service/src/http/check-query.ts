import type { Route } from '../../../contract/src/route.ts';
import { invalidField } from '../refusal.ts';
import { checkString, INTEGER } from './json.ts';

/**
 * What is lost once a query was read by its schema: that a parameter stood twice, that a number was written as `0x10` or
 * `1e1`, that a `+` was meant. A body's strings were checked as it was read.
 * @throws Refusal validation_failed
 */
export function checkQuery(query: Readonly<Record<string, unknown>>, { query: schema }: Route): void {
  const { properties } = (schema ?? {}) as { properties?: Record<string, { type?: string; format?: string }> };
  for (const [param, value] of Object.entries(query)) {
    if (typeof value !== 'string') throw invalidField(param, 'stands twice: give it once');
    checkString(param, value);
    const { type, format } = properties?.[param] ?? {};
    if (type === 'integer' && !INTEGER.test(value)) throw invalidField(param, 'must be a whole number (digits only)');
    if (format === 'date-time' && value.includes(' '))
      throw invalidField(param, 'must be an RFC 3339 time such as 2026-01-31T09:30:00Z: in a query, write + as %2B');
  }
}
