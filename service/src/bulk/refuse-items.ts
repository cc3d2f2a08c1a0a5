import { atItsLine } from '../http/bulk.ts';
import { Refusal } from '../kernel/refusal.ts';

const MOST_NAMED = 10;

/**
 * One refusal for items of which some cannot be carried out. It names the first ten, each with its own error.
 * @param lines the lines of the items in their file, if they came in one
 */
export function refuseItems(
  refusals: readonly (Refusal | null)[],
  lines: readonly number[] | null | undefined,
): Refusal | null {
  const failed = refusals.flatMap((refusal, i) => (refusal === null ? [] : [{ refusal, i }]));
  if (failed.length === 0) return null;
  const details = failed.slice(0, MOST_NAMED).map(({ refusal: { code, message, param }, i }) => ({
    param: param === undefined ? `items[${i}]` : `items[${i}].${param}`,
    ...{ code, message, reason: 'not_valid' as const },
  }));
  const more = failed.length > 1 ? ` (and ${failed.length - 1} more)` : '';
  const [first] = details as [(typeof details)[number]];
  const message = `${first.param}: ${first.message}${more}`;
  return atItsLine(new Refusal('bulk_item_failed', message, { param: first.param, details }), 'items', lines);
}
