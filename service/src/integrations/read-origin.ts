const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * An origin as browsers send it, or null. It is https, or http on the user's own machine, without a path, name or
 * password.
 */
export function readOrigin(text: string): string | null {
  const url = URL.parse(text);
  if (url?.pathname !== '/' || /[?#@*]/.test(text)) return null;
  if (url.protocol === 'https:') return url.origin;
  return url.protocol === 'http:' && LOOPBACK.test(url.hostname) ? url.origin : null;
}
