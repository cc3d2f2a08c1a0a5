import { currencyRule } from '../config/config.ts';
import { amountText } from '../rails/amount-text.ts';
import type { LineRow } from './line-row.ts';
import type { FileProblem } from './read/statement-line.ts';

/** An imported line under the key of a line that is being read. */
export type KnownLine = Pick<
  LineRow,
  'id' | 'rail' | 'key' | 'occurrence' | 'amount' | 'fee' | 'booked_on' | 'state'
> & {
  readonly line: number;
  /** The name of its file. */
  readonly name: string;
  readonly currency: string;
};

type Line = Pick<LineRow, 'line' | 'operation' | 'amount' | 'fee' | 'booked_on' | 'state'>;

/**
 * Compares a line with the imported one under its key.
 * @returns `update` if a pending line was booked or refused since; a problem that names both if they differ
 */
export function compareLine(line: Line, known: KnownLine): 'same' | 'update' | FileProblem {
  if (known.state === 'pending') return line.state === 'pending' ? 'same' : 'update';
  // An older file may still show it as pending.
  if (line.state === 'pending') return 'same';
  const field = (['state', 'amount', 'fee', 'booked_on'] as const).find((name) => line[name] !== known[name]);
  if (!field) return 'same';
  const shown = (value: bigint | string) =>
    typeof value === 'string'
      ? value
      : `${amountText(value, currencyRule(known.currency)?.exponent ?? 0)} ${known.currency}`;
  const name = field === 'booked_on' ? 'date' : field;
  return {
    line: line.line,
    field: name,
    problem:
      `line ${line.line}${line.operation ? ` (${line.operation})` : ''} has the ${name} ${shown(line[field])}, but ` +
      `line ${known.line} of "${known.name}", which was imported before, has ${shown(known[field])} for the same ` +
      'movement. Ask the provider which is right',
  };
}
