import { checkUrl, type Policy } from './guard.ts';

/** The characters of a URL in RFC 3986. */
const isWritten = /^[\w\-.~!*'();:@&=+$,/?#[\]%]+$/;
/** The WHATWG parser silently drops these characters, and the URL would differ from its appearance. */
const hasInvisible = /[\p{Cc}\p{Cf}]/u;

/** The URL as it is stored, and the reason why an endpoint cannot have it, or null. */
export async function convertUrl(given: string, policy: Policy): Promise<{ url: string; urlFault: string | null }> {
  if (hasInvisible.test(given)) {
    const urlFault =
      'The URL contains a control character or an invisible character. Type it again without that character.';
    return { url: given, urlFault };
  }
  return { url: asSent(given), urlFault: await checkUrl(given, policy) };
}

/**
 * Writes a host of other scripts in punycode, and other characters of path and query with percent signs. Text that is
 * already in this form stays unchanged.
 */
function asSent(url: string): string {
  return isWritten.test(url) ? url : (URL.parse(url)?.href ?? url);
}
