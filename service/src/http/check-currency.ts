import type { CurrencyRule } from '../config/config.ts';
import { Refusal } from '../kernel/refusal.ts';

type Currencies = ReadonlyMap<string, CurrencyRule>;
type Leg = { readonly currency: string };
type Body = { readonly currency?: string; readonly debits?: readonly Leg[]; readonly credits?: readonly Leg[] };

/**
 * The currency of a body, and of each leg of a movement.
 * @throws Refusal unsupported_currency
 */
export function checkCurrencies({ currency, debits = [], credits = [] }: Body, currencies: Currencies): void {
  checkCurrency(currency, currencies);
  for (const [side, legs] of Object.entries({ debits, credits }))
    for (const [i, leg] of legs.entries()) checkCurrency(leg.currency, currencies, `${side}[${i}].currency`);
}

/** @throws Refusal unsupported_currency */
export function checkCurrency(currency: string | undefined, currencies: Currencies, param = 'currency'): void {
  if (currency === undefined || currencies.has(currency)) return;
  const on = [...currencies.keys()].join(', ');
  throw new Refusal('unsupported_currency', `The currency ${currency} is not enabled. Enabled currencies: ${on}.`, {
    param,
  });
}
