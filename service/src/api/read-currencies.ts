import { MAX_AMOUNT } from '../../../contract/src/fields.ts';
import type { CurrencyRule } from '../config/config.ts';
import { renderList } from '../http/list.ts';

/** Every enabled currency on one page, or the first of them. */
export function readCurrencies(
  currencies: ReadonlyMap<string, CurrencyRule>,
  { limit = currencies.size }: { readonly limit?: number },
  url: string,
): string {
  const records = [...currencies.values()].map(({ code, exponent }) =>
    JSON.stringify({ code, exponent, min_amount: 1, max_amount: MAX_AMOUNT }),
  );
  return renderList(url, records.slice(0, limit), limit < records.length);
}
