import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';

/** Nobody sees them: contacts set a number between direction marks, and pages put joiners and zero-width spaces into it. */
const INVISIBLE = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
/** The no-break spaces, which the library does not all know. */
const SPACE = /[\u00a0\u2007\u202f]/g;

/**
 * The E.164 form of a phone number that was given with its country code, or null where it is no such number. Nothing else may
 * stand beside it: of two numbers, or of one with an extension, the first would be paid and the rest never be missed.
 */
export function toE164(text: string): string | null {
  const trimmed = text.replace(INVISIBLE, '').replace(SPACE, ' ').trim();
  if (!trimmed.startsWith('+')) return null;
  const parsed = parsePhoneNumberFromString(trimmed, { extract: false });
  return parsed?.isValid() && parsed.ext === undefined ? parsed.number : null;
}

/** Digits, and what people write between them. */
const PHONE_LIKE = /^\+?[\d\s\p{Pd}().]+$/u;
/** Fewer begin too many numbers; more are none. */
const LOCAL = /^\d{5,15}$/;
const everyCode = [...new Set(getCountries().map((country) => getCountryCallingCode(country)))];

/**
 * The numbers that somebody may mean, or how they begin, without their plus: with it or without, after `00`, or as they are
 * dialled in one of the countries (none: in any). Null where the text is no phone.
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

/** To read a number by the rules of every country would take 30 ms; nearly all leave one zero out. */
function dialled(digits: string, countries: readonly CountryCode[]): string[] {
  const codes = countries.length > 0 ? countries.map((country) => getCountryCallingCode(country)) : everyCode;
  const byRule = countries.flatMap((defaultCountry) => {
    const parsed = parsePhoneNumberFromString(digits, { defaultCountry, extract: false });
    return parsed?.isValid() ? parsed.number.slice(1) : [];
  });
  return [...byRule, ...codes.flatMap((code) => [code + digits, code + digits.replace(/^0/, '')])];
}

/** ISO 3166, or the calling code (`+1`) of a number that several countries could have. */
export function countryOf(e164: string): string {
  const { country, countryCallingCode } = parsePhoneNumberFromString(e164)!;
  return country ?? `+${countryCallingCode}`;
}
