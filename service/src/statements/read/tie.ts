import { currencyRule } from '../../config/config.ts';
import { amountText } from '../../rails/amount-text.ts';
import type { StatementLine } from './statement-line.ts';

/** Minor units by which a line changes the balance. Only booked lines do. */
export const netOf = ({ amount, fee, state }: StatementLine): bigint => (state === 'booked' ? amount - fee : 0n);

/**
 * Compares the balances of a statement with its booked lines.
 * @param sum the sum of `netOf` over the lines
 * @returns the gap in plain English; null if the statement ties
 */
export function findGap(opening: bigint, sum: bigint, closing: bigint, currency: string): string | null {
  const gap = closing - opening - sum;
  if (gap === 0n) return null;
  const shown = (minor: bigint) => `${amountText(minor, currencyRule(currency)?.exponent ?? 0)} ${currency}`;
  return (
    `the statement does not tie: opening ${shown(opening)} and lines of ${shown(sum)} make ${shown(opening + sum)}, ` +
    `but the closing balance is ${shown(closing)}. The gap is ${shown(gap)}. Get the complete file from the provider`
  );
}
