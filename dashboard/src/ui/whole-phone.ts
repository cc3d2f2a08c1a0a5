/**
 * The E.164 form of a typed phone number with country code; null while it is incomplete. It only avoids a request at
 * every key: the service decides whether the number exists. Without the plus it must be as long as with a country code:
 * nine digits are a national number.
 */
export function wholePhone(typed: string): string | null {
  const bare = typed.replace(/[\s().\-/\u2010-\u2015]/g, '').replace(/^00/, '+');
  if (/^\+[1-9]\d{7,14}$/.test(bare)) return bare;
  return /^[1-9]\d{9,14}$/.test(bare) ? `+${bare}` : null;
}
