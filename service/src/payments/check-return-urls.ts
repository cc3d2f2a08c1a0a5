import { invalidField, type Refusal } from '../kernel/refusal.ts';

type ReturnUrls = { readonly success_url?: string; readonly cancel_url?: string };

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Providers return payers over https only. In test mode a page of the developer's own machine may use http. */
export function checkReturnUrls(urls: ReturnUrls, livemode: boolean): Refusal | null {
  for (const field of ['success_url', 'cancel_url'] as const) {
    const given = urls[field];
    if (given === undefined) continue;
    const url = URL.parse(given);
    if (!url) return invalidField(field, 'not_return_url');
    if (url.username || url.password) return invalidField(field, 'url_with_password');
    const isLocal = !livemode && url.protocol === 'http:' && LOOPBACK.has(url.hostname);
    if (url.protocol !== 'https:' && !isLocal) return invalidField(field, 'return_not_https');
  }
  return null;
}
