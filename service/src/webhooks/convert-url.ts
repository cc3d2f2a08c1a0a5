import { checkUrl, type Policy } from './guard.ts';

/** What RFC 3986 lets a URL be written with. */
const isWritten = /^[\w\-.~!*'();:@&=+$,/?#[\]%]+$/;
/** The WHATWG parser drops these without a word, and the URL would be another one than it looks. */
const hasInvisible = /[\p{Cc}\p{Cf}]/u;

/** The URL as it is stored, and why it cannot be an endpoint's, or null. */
export async function convertUrl(given: string, policy: Policy): Promise<{ url: string; urlFault: string | null }> {
  if (hasInvisible.test(given)) {
    const urlFault =
      'The URL contains a control character or an invisible character. Type it again without that character.';
    return { url: given, urlFault };
  }
  return { url: asSent(given), urlFault: await checkUrl(given, policy) };
}

/** A host of other scripts in punycode, a path and query with percent signs. What is written so stays as it is. */
function asSent(url: string): string {
  return isWritten.test(url) ? url : (URL.parse(url)?.href ?? url);
}
