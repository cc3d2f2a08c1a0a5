/**
 * The server sets the prices: a form names the product, never the amount. Amounts are whole numbers in the minor unit.
 */
export type Product = {
  readonly id: string;
  readonly name: string;
  readonly amount: number;
  readonly currency: string;
};

export const products: readonly Product[] = [
  { id: 'stool', name: 'Stool', amount: 4_500, currency: 'XOF' },
  { id: 'chairs', name: '3 chairs', amount: 12_000, currency: 'XOF' },
];

/** The exponents of `GET /currencies`. Intl's own differ: in COP, PKR or MGA it would print 4 500 instead of 45.00. */
const exponents: Readonly<Record<string, number>> = { XOF: 0 };

export function money(amount: number, currency: string): string {
  const digits = exponents[currency]!;
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code', ...decimals });
  return format.format(amount / 10 ** digits);
}
