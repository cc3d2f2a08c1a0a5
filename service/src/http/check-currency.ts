import type { CurrencyRule } from '../config/config.ts';
import { Refusal } from '../kernel/refusal.ts';

/** @throws Refusal unsupported_currency */
export function checkCurrency(currency: string | undefined, currencies: ReadonlyMap<string, CurrencyRule>): void {
  if (currency === undefined || currencies.has(currency)) return;
  const on = [...currencies.keys()].join(', ');
  throw new Refusal('unsupported_currency', `The currency ${currency} is not enabled. Enabled currencies: ${on}.`, {
    param: 'currency',
  });
}
