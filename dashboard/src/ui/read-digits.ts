/**
 * Typed digits of a phone as the service searches them: with the plus if they begin with a country code, without the 0
 * that is only dialled in a country. Null if they are too few.
 */
export function readDigits(typed: string): string | null {
  const bare = typed.replace(/[\s().\-/\u2010-\u2015]/g, '').replace(/^00/, '+');
  const part = bare.replace(/^0(?=\d{5})/, '');
  return /^\+?\d{3,15}$/.test(part) ? part : null;
}
