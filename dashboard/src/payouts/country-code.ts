import { countriesOf } from '../../../service/src/core/country-currency.ts';
import { isWithoutCode } from './faults.ts';
import type { Line } from './map-columns.ts';

/** The numbering plans of all countries are 30 kB: they load when a file has numbers without a country code. */
export const loadPhones = () => import('../../../service/src/core/phone.ts');
export type Phones = Awaited<ReturnType<typeof loadPhones>>;

/** The country of most numbers that have a code; otherwise the reader's own, or one where the currency is used. */
export function likelyCountry(
  lines: readonly Line[],
  { currency, ownPhone }: { readonly currency: string; readonly ownPhone: string | null },
  { toE164, countryOf }: Phones,
): string {
  const counts = new Map<string, number>();
  for (const { cells } of lines.slice(0, 500)) {
    const phone = cells.recipient.startsWith('+') ? toE164(cells.recipient) : null;
    const country = phone && countryOf(phone);
    if (country && /^[A-Z]{2}$/.test(country)) counts.set(country, (counts.get(country) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  const own = ownPhone && countryOf(ownPhone);
  const paidIn = countriesOf(currency);
  const likely = own && (paidIn.includes(own) || paidIn.length === 0) ? own : paidIn[0];
  return most?.[0] ?? likely ?? 'SN';
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
