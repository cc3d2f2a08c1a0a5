import type { StatementLayoutBody } from '../../../contract/src/statement-layouts.ts';
import type { StatementLayout } from './read/layout.ts';

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Names of fields change, values never: the names of columns are values. */
function rename(value: unknown, to: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => rename(item, to));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [to(name), rename(inner, to)]));
}

/** Fields that a body may leave out. */
const defaults = { encoding: 'utf-8', delimiter: ',', decimal: '.', group: ',', columns: {}, sign: 'as_given' };

/** A layout as the readers need it, from the body of a request. Its faults are found by `findLayoutFaults`. */
export function readLayout(name: string, body: StatementLayoutBody): StatementLayout {
  const { format } = body;
  const isTable = format === 'csv' || format === 'xlsx';
  return { ...(isTable ? defaults : {}), ...(rename(body, camel) as object), name } as StatementLayout;
}

/** A layout as answers show it. */
export function viewLayout({ name: _, ...layout }: StatementLayout): StatementLayoutBody {
  return rename(layout, snake) as StatementLayoutBody;
}
