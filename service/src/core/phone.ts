import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';

/**
 * Invisible characters: contacts put direction marks around a number, and web pages insert joiners and zero-width
 * spaces.
 */
const INVISIBLE = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
/** No-break spaces, some of which the library does not know. */
const SPACE = /[\u00a0\u2007\u202f]/g;

/**
 * The E.164 form of a phone number with its country code, or null for any other text. The text must have nothing else:
 * with two numbers or an extension, the first part would be paid and the rest ignored.
 */
export function toE164(text: string): string | null {
  const trimmed = text.replace(INVISIBLE, '').replace(SPACE, ' ').trim();
  if (!trimmed.startsWith('+')) return null;
  const parsed = parsePhoneNumberFromString(trimmed, { extract: false });
  return parsed?.isValid() && parsed.ext === undefined ? parsed.number : null;
}

/**
 * The E.164 form of a number as people of the country dial it: with or without the trunk zero, after `00`, or with the
 * calling code and no plus. Null if the text is no such number.
 */
export function dialledIn(country: string, text: string): string | null {
  const trimmed = text.replace(INVISIBLE, '').replace(SPACE, ' ').trim();
  if (!PHONE_LIKE.test(trimmed)) return null;
  if (trimmed.startsWith('+')) return toE164(trimmed);
  const digits = trimmed.replace(/\D/g, '');
  if (digits.startsWith('00')) return toE164(`+${digits.slice(2)}`);
  const parsed = parsePhoneNumberFromString(digits, { defaultCountry: country as CountryCode, extract: false });
  if (parsed?.isValid() && parsed.ext === undefined) return parsed.number;
  return digits.startsWith(getCountryCallingCode(country as CountryCode)) ? toE164(`+${digits}`) : null;
}

/** Every country with its calling code: `{ country: 'SN', code: '221' }`. */
export const callingCodes = (): { country: string; code: string }[] =>
  getCountries().map((country) => ({ country, code: getCountryCallingCode(country) }));

/** Digits, and the characters that people write between them. */
const PHONE_LIKE = /^\+?[\d\s\p{Pd}().]+$/u;
/** Fewer digits would match too many numbers; no number has more. */
const LOCAL = /^\d{5,15}$/;
const everyCode = [...new Set(getCountries().map((country) => getCountryCallingCode(country)))];

/**
 * The numbers that a text may mean, or their beginnings, without the plus. The text may have the plus or `00`, or be
 * dialled as in one of the countries (an empty list means any). Null if the text is not a phone.
 */
export function phonesMeant(text: string, countries: readonly string[]): string[] | null {
  const trimmed = text.replace(INVISIBLE, '').replace(SPACE, ' ').trim();
  if (!PHONE_LIKE.test(trimmed)) return null;
  const digits = trimmed.replace(/\D/g, '');
  if (digits === '') return null;
  if (trimmed.startsWith('+')) return [digits];
  const abroad = digits.startsWith('00') ? digits.slice(2) : digits;
  return [...new Set([abroad, ...(LOCAL.test(digits) ? dialled(digits, countries as CountryCode[]) : [])])];
}

/** Reading a number by the rules of every country would take 30 ms. Nearly all countries drop one zero. */
function dialled(digits: string, countries: readonly CountryCode[]): string[] {
  const codes = countries.length > 0 ? countries.map((country) => getCountryCallingCode(country)) : everyCode;
  const byRule = countries.flatMap((defaultCountry) => {
    const parsed = parsePhoneNumberFromString(digits, { defaultCountry, extract: false });
    return parsed?.isValid() ? parsed.number.slice(1) : [];
  });
  return [...byRule, ...codes.flatMap((code) => [code + digits, code + digits.replace(/^0/, '')])];
}

/** ISO 3166, or the calling code (`+1`) of a number that may belong to several countries. */
export function countryOf(e164: string): string {
  const { country, countryCallingCode } = parsePhoneNumberFromString(e164)!;
  return country ?? `+${countryCallingCode}`;
}
