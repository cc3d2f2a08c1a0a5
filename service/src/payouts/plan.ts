import { setImmediate as turn } from 'node:timers/promises';
import type { NewPayoutItem } from '../../../contract/src/payouts.ts';
import { toMinor } from '../core/money.ts';
import { readRecipient } from '../core/payout.ts';
import { MAX_DETAILS } from '../http/validate.ts';
import { type Detail, Refusal } from '../refusal.ts';

/** An item that was found good. */
export type PlannedItem = {
  readonly recipient: string;
  readonly amount: bigint;
  readonly reference: string | null;
  readonly description: string | null;
  readonly name: string | null;
};

/** Other requests have their turn after so many: a phone takes about 10 µs. */
const PORTION = 250;

/**
 * Checks of each item what its schema cannot say, and makes it ready to be stored.
 * @throws Refusal validation_failed, naming up to 100 bad items of all that it counts
 */
export async function planItems(items: readonly NewPayoutItem[]): Promise<PlannedItem[]> {
  const details: Detail[] = [];
  let faults = 0;
  const referenceAt = new Map<string, number>();
  const planned: PlannedItem[] = [];
  for (const [i, item] of items.entries()) {
    if (i % PORTION === PORTION - 1) await turn();
    const refuse = (field: string, message: string) => {
      if (++faults > MAX_DETAILS) return;
      details.push({ param: `items[${i}].${field}`, code: 'validation_failed', message });
    };
    const recipient = readRecipient(item.recipient);
    if (recipient === null)
      refuse('recipient', 'must be a wallet id (wal_…) or a phone number in international format (+…)');
    const { reference } = item;
    const before = reference === undefined ? undefined : referenceAt.get(reference);
    if (before !== undefined) refuse('reference', `is that of items[${before}] already`);
    else if (reference !== undefined) referenceAt.set(reference, i);
    planned.push({
      recipient: recipient ?? '',
      amount: toMinor(item.amount),
      reference: reference ?? null,
      description: item.description ?? null,
      name: item.name ?? null,
    });
  }
  const [first] = details;
  if (!first) return planned;
  const more = faults > 1 ? ` (and ${faults - 1} more)` : '';
  throw new Refusal('validation_failed', `${first.param}: ${first.message}${more}`, { param: first.param, details });
}
