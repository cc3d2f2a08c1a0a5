/** Prices are the server's: a form names the product and never the amount. Whole numbers, in the currency's minor unit. */
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

/** As `GET /currencies` has them. Intl has its own, and would make 4 500 of 45.00 in COP, PKR or MGA. */
const exponents: Readonly<Record<string, number>> = { XOF: 0 };

export function money(amount: number, currency: string): string {
  const digits = exponents[currency]!;
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code', ...decimals });
  return format.format(amount / 10 ** digits);
}
