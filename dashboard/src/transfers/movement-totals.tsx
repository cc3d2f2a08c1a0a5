import type { Movement } from '../../../contract/src/movements.ts';
import { formatMoney } from '../ui/format.ts';

/** One total for each currency: the sum of its debits. */
export function MovementTotals({ movement }: { movement: Movement }) {
  const totals = new Map<string, bigint>();
  for (const { currency, amount } of movement.debits) totals.set(currency, (totals.get(currency) ?? 0n) + amount);
  return <>{[...totals].map(([currency, amount]) => formatMoney(amount, currency)).join(' · ')}</>;
}
