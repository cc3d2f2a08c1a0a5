/**
 * First path segments of the service's own pages. Below a base path they identify the rest as a path of the service.
 */
const own = [
  ...['api', 'docs', 'dashboard', 'rails', 'returned', 'pay', 'r', 'logos', '\\.well-known', 'openapi\\.json'],
  ...['llms\\.txt', 'healthz', 'readyz', 'metrics'],
];
const OWN = new RegExp(`^/(${own.join('|')})(?=[/?]|$)`);

/** The path of the public URL, such as `/pay`; empty without one. */
export const basePathOf = (publicUrl: string): string =>
  publicUrl === '' ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '');

/**
 * The path of a request without the base path. Some proxies strip the base path and some do not, so both forms work.
 * It is removed only if a path of the service follows.
 */
export function stripBasePath(url: string, base: string): string {
  if (base === '' || !url.startsWith(base)) return url;
  const rest = url.slice(base.length);
  if (OWN.test(rest)) return rest;
  return rest === '' || rest === '/' ? '/' : url;
}

/** The base path as part of a cookie's name: `/pay/africa` gives `-pay-africa`. */
export const cookieSlug = (base: string): string => base.replace(/[^A-Za-z0-9]+/g, '-');
