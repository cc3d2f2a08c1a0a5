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

export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' });
  return format.format(amount / 10 ** format.resolvedOptions().maximumFractionDigits!);
}
