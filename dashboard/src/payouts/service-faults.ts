import { ApiError, type FieldFault } from '../api/api-error.ts';
import { type ColumnName, columns } from './headings.ts';
import type { Line } from './map-columns.ts';

/** The errors that the service found, by line number. */
export type ServiceFaults = ReadonlyMap<number, Partial<Record<ColumnName, string>>>;

/** `items[3].amount` of the error is the fourth line that was sent. */
export function serviceFaultsOf(
  error: unknown,
  lines: readonly Line[],
  say: (fault: FieldFault) => string | undefined,
): ServiceFaults {
  const serviceFaults = new Map<number, Partial<Record<ColumnName, string>>>();
  for (const detail of error instanceof ApiError ? error.details : []) {
    const [, index, name = 'recipient'] = /^items\[(\d+)\](?:\.(\w+))?/.exec(detail.param) ?? [];
    const line = lines[Number(index)]?.line;
    if (index === undefined || line === undefined) continue;
    const column = columns.find((one) => one === name) ?? 'recipient';
    serviceFaults.set(line, { ...serviceFaults.get(line), [column]: say(detail) ?? detail.message });
  }
  return serviceFaults;
}

export const columnsWithFaults = (bad: Partial<Record<ColumnName, unknown>>): ColumnName[] =>
  columns.filter((name) => bad[name] !== undefined);

/** The amount is already checked: whole and below 10^12, so exact as a number. */
export const itemOf = ({ cells }: Line) => ({
  recipient: cells.recipient,
  amount: Number(cells.amount),
  ...(cells.reference ? { reference: cells.reference } : {}),
  ...(cells.description ? { description: cells.description } : {}),
  ...(cells.name ? { name: cells.name } : {}),
});
