import { isWithoutCode } from './faults.ts';
import type { Line } from './map-columns.ts';

/** The numbering plans of all countries are 30 kB: they load when a file has numbers without a country code. */
export const loadPhones = () => import('../../../service/src/core/phone.ts');
export type Phones = Awaited<ReturnType<typeof loadPhones>>;

const countryOfCurrency: Readonly<Record<string, string>> = {
  ...{ XOF: 'SN', XAF: 'CM', HTG: 'HT', KES: 'KE', TZS: 'TZ', UGX: 'UG', RWF: 'RW', GHS: 'GH', NGN: 'NG', CDF: 'CD' },
  ...{ GNF: 'GN', ZMW: 'ZM', MWK: 'MW', MZN: 'MZ', AOA: 'AO', ETB: 'ET', MGA: 'MG', BIF: 'BI', SLE: 'SL', ZAR: 'ZA' },
  ...{ DOP: 'DO', BRL: 'BR', MXN: 'MX', COP: 'CO', PEN: 'PE', GTQ: 'GT', HNL: 'HN', INR: 'IN', EUR: 'FR' },
};

/** The country of most numbers that have a code; otherwise the one of the currency. */
export function likelyCountry(lines: readonly Line[], currency: string, { toE164, countryOf }: Phones): string {
  const counts = new Map<string, number>();
  for (const { cells } of lines.slice(0, 500)) {
    const phone = cells.recipient.startsWith('+') ? toE164(cells.recipient) : null;
    const country = phone && countryOf(phone);
    if (country && /^[A-Z]{2}$/.test(country)) counts.set(country, (counts.get(country) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? countryOfCurrency[currency] ?? 'SN';
}

/** The numbers without a code that are numbers of this country, by line. */
export function withCode(lines: readonly Line[], country: string, { dialledIn }: Phones): ReadonlyMap<number, string> {
  return new Map(
    lines.flatMap(({ line, cells: { recipient } }) => {
      const phone = isWithoutCode(recipient) ? dialledIn(country, recipient) : null;
      return phone ? [[line, phone] as const] : [];
    }),
  );
}
