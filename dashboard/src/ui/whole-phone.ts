/**
 * The E.164 form of a phone number that somebody typed with its country code; null while it is not one yet. Whether it is in
 * use only the service knows: this is for not asking at every key. Without its plus it has to be as long as with a country
 * code in front: nine digits are a number at home.
 */
export function wholePhone(typed: string): string | null {
  const bare = typed.replace(/[\s().\-/\u2010-\u2015]/g, '').replace(/^00/, '+');
  if (/^\+[1-9]\d{7,14}$/.test(bare)) return bare;
  return /^[1-9]\d{9,14}$/.test(bare) ? `+${bare}` : null;
}
