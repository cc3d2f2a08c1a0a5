import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** The E.164 form of a phone number that was given with its country code, or null where it is no such number. */
export function toE164(text: string): string | null {
  if (!text.trimStart().startsWith('+')) return null;
  const parsed = parsePhoneNumberFromString(text);
  return parsed?.isValid() ? parsed.number : null;
}

/** ISO 3166, or the calling code (`+1`) of a number that several countries could have. */
export function countryOf(e164: string): string {
  const { country, countryCallingCode } = parsePhoneNumberFromString(e164)!;
  return country ?? `+${countryCallingCode}`;
}
