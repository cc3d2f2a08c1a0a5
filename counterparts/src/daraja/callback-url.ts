/** The provider refuses addresses with these words anywhere. */
const FORBIDDEN = /mpesa|m-pesa|safaricom|exe|cmd|sql|query/i;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** True: a URL that the provider calls back. https, or http on loopback for tests on one machine. */
export function isCallbackUrl(value: unknown): value is string {
  if (typeof value !== 'string' || /\s/.test(value) || FORBIDDEN.test(value)) return false;
  const url = URL.parse(value);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
}

/**
 * Our id that a callback is about: the last part of the path is its hexadecimal form.
 * @returns null for the addresses of other programs
 */
export function referenceIn(callbackUrl: unknown): string | null {
  const last = URL.parse(String(callbackUrl))?.pathname.split('/').at(-1) ?? '';
  if (!/^([0-9a-f]{2})+$/i.test(last)) return null;
  const text = Buffer.from(last, 'hex').toString('latin1');
  return /^[a-z]{2,8}_[0-9a-z]{10,40}$/.test(text) ? text : null;
}
