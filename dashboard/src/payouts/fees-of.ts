import type { Fee } from '../../../contract/src/fees.ts';
import { feeBy } from '../../../service/src/core/fee.ts';
import { amountOf } from './faults.ts';
import type { Line } from './map-columns.ts';

/** The fees in minor units if every line is paid, counted item by item as the service does. */
export function feesOf(lines: readonly Line[], fee: Fee | undefined): bigint {
  if (!fee || fee.tiers.length === 0) return 0n;
  const tiers = fee.tiers.map(({ from, basis_points: basisPoints, fixed, minimum, maximum }) => ({
    ...{ from: BigInt(from), basisPoints, fixed: BigInt(fixed) },
    minimum: minimum === null ? null : BigInt(minimum),
    maximum: maximum === null ? null : BigInt(maximum),
  }));
  return lines.reduce((sum, { cells }) => {
    const amount = amountOf(cells.amount) ?? 0n;
    return amount > 0n ? sum + feeBy(amount, tiers) : sum;
  }, 0n);
}
