import { readUrl } from './setting.ts';

/** The URL may have a path, but not one that begins like a page of the service. */
export function readPublicUrl(text: string): string {
  const url = readUrl(text);
  if (url === '') return '';
  const { pathname, search, hash } = new URL(url);
  if (search || hash || !/^(\/[\w.~-]+)*\/*$/.test(pathname) || /^\/(docs|dashboard)(\/|$)/.test(pathname))
    throw new Error('must have no query, and either no path or one such as /pay, but not /docs or /dashboard');
  return url;
}
