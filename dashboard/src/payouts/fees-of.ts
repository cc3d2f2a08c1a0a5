import type { Fee } from '../../../contract/src/fees.ts';
import { feeOn } from '../../../service/src/core/fee.ts';
import { amountOf } from './faults.ts';
import type { Line } from './map-columns.ts';

/** The fees in minor units if every line is paid, counted item by item as the service does. */
export function feesOf(lines: readonly Line[], rate: Fee | undefined): bigint {
  if (!rate) return 0n;
  const asked = { basisPoints: rate.basis_points, fixed: BigInt(rate.fixed) };
  return lines.reduce((sum, { cells }) => sum + feeOn(amountOf(cells.amount) ?? 0n, asked), 0n);
}
