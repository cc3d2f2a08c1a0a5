import type { Fee } from '../../../contract/src/fees.ts';
import { chargeBy } from '../../../service/src/core/fee-tax.ts';
import { amountOf } from './faults.ts';
import type { Line } from './map-columns.ts';

/** The fees and the taxes on them in minor units if every line is paid, counted item by item as the service does. */
export function feesOf(lines: readonly Line[], fee: Fee | undefined): bigint {
  if (!fee || fee.tiers.length === 0) return 0n;
  const tiers = fee.tiers.map(({ from, basis_points: basisPoints, fixed, minimum, maximum }) => ({
    ...{ from: BigInt(from), basisPoints, fixed: BigInt(fixed) },
    minimum: minimum === null ? null : BigInt(minimum),
    maximum: maximum === null ? null : BigInt(maximum),
    taxBasisPoints: fee.tax_basis_points,
  }));
  return lines.reduce((sum, { cells }) => {
    const amount = amountOf(cells.amount) ?? 0n;
    if (amount <= 0n) return sum;
    const charge = chargeBy(amount, tiers);
    return sum + charge.fee + charge.tax;
  }, 0n);
}
