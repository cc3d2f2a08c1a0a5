import type { PageMethod } from '../checkout/page.ts';
import type { Frame } from './frame.ts';

/** The names by which payers know the providers. */
const names: Readonly<Record<string, string>> = {
  'mtn-momo': 'MTN MoMo',
  daraja: 'M-PESA',
  wave: 'Wave',
  pawapay: 'Mobile money',
};

/** A way to pay by the name that payers know. Two rails of one provider show their slugs too. */
export function methodName({ rail, provider }: PageMethod, all: readonly PageMethod[], { words }: Frame): string {
  if (provider === 'sandbox') return words('sandbox');
  const name = names[provider] ?? provider;
  return all.some((other) => other.rail !== rail && other.provider === provider) ? `${name} (${rail})` : name;
}

/** The name of the rail of a payment that has begun. */
export function railName(rail: string, { brand, words, providerOf }: Frame): string {
  if (rail === 'wallet') return brand;
  return rail === 'sandbox' ? words('sandbox') : (names[providerOf(rail)] ?? providerOf(rail));
}

/** The methods of the form. The own wallet has a form of its own: the payer logs in first. */
export const formMethods = (all: readonly PageMethod[]): readonly PageMethod[] =>
  all.filter(({ provider }) => provider !== 'wallet');

export const hasWallet = (all: readonly PageMethod[]): boolean =>
  all.some(({ provider, available }) => provider === 'wallet' && available);
