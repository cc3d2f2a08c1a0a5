import { MAX_AMOUNT } from '../../../contract/src/fields.ts';
import type { CurrencyRule } from '../config.ts';
import { renderList } from '../http/list.ts';

/** Every currency that is on, on one page. */
export function readCurrencies(currencies: ReadonlyMap<string, CurrencyRule>, url: string): string {
  const records = [...currencies.values()].map(({ code, exponent }) =>
    JSON.stringify({ code, exponent, min_amount: 1, max_amount: MAX_AMOUNT }),
  );
  return renderList(url, records, false);
}
