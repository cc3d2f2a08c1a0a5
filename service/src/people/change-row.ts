import type { TableMap } from './map.ts';
import { ERASED, emptyOf, type Matcher } from './match.ts';
import type { Relation } from './relation.ts';

export type RowChange = Record<string, unknown>;

/** The answer of a receiver may repeat the event. */
const answers = ['response_body', 'response_headers'];

/** The columns of a row that change when the person is taken out of it. */
export function changesOf(
  map: TableMap,
  row: Record<string, unknown>,
  relation: Exclude<Relation, null>,
  matcher: Matcher,
): RowChange {
  const isOwn = relation === 'own';
  const change: RowChange = {};
  const set = (column: string, value: unknown) => {
    if (JSON.stringify(value) !== JSON.stringify(row[column])) change[column] = value;
  };
  for (const column of map.text) set(column, replaceIn(row[column], isOwn, matcher));
  for (const column of map.json) {
    const left = replaceIn(row[column], isOwn, matcher);
    set(column, column === 'attempts' && isOwn ? withoutAnswers(left) : left);
  }
  for (const column of map.erase)
    set(column, isOwn ? emptyOf(column, row[column]) : replaceIn(row[column], false, matcher));
  for (const column of map.blank) {
    const isEmpty = row[column] === null || row[column] === undefined;
    if (!isEmpty) set(column, isOwn ? blankOf(row[column]) : replaceIn(row[column], false, matcher));
  }
  return change;
}

/** The new value of a column of text, JSON as text, or JSON. */
export function replaceIn(value: unknown, isOwn: boolean, matcher: Matcher): unknown {
  if (value === null || value === undefined) return value;
  if (typeof value !== 'string') return matcher.redact(value, isOwn);
  const parsed = /^\s*[[{]/.test(value) ? parse(value) : undefined;
  if (parsed === undefined) return matcher.replace(value, isOwn);
  const left = matcher.redact(parsed, isOwn);
  return JSON.stringify(left) === JSON.stringify(parsed) ? value : JSON.stringify(left);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const blankOf = (value: unknown) =>
  typeof value === 'string' && value.startsWith('\\x') ? `\\x${Buffer.from(ERASED).toString('hex')}` : ERASED;

function withoutAnswers(attempts: unknown): unknown {
  if (!Array.isArray(attempts)) return attempts;
  return attempts.map((attempt) =>
    Object.fromEntries(Object.entries(attempt).map(([key, value]) => [key, answers.includes(key) ? null : value])),
  );
}
