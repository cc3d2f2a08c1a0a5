import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

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

/** ISO 3166, or the calling code (`+1`) of a number that several countries could have. */
export function countryOf(e164: string): string {
  const { country, countryCallingCode } = parsePhoneNumberFromString(e164)!;
  return country ?? `+${countryCallingCode}`;
}
