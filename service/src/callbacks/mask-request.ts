import { isUtf8 } from 'node:buffer';
import { MASK, maskAnswered, maskLine } from '../request-log/mask.ts';

/** They prove who sent the request, and whoever reads them could send another. */
const secretHeader = /authorization|cookie|token|secret|key|signature|password/i;

/** The headers of a callback, without the values of those that authenticate it. */
export function maskCallbackHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const masked = Object.entries(headers).map(([name, value]) => {
    return [name, secretHeader.test(name) ? MASK : maskLine(value)];
  });
  return Object.fromEntries(masked);
}

/** The body of a callback, without secrets. A body that is not text is kept as it is. */
export function maskBody(body: Buffer): Buffer {
  if (body.length === 0 || !isUtf8(body)) return body;
  const text = body.toString();
  try {
    const masked = maskAnswered(text);
    return masked === text ? body : Buffer.from(masked);
  } catch {
    return Buffer.from(maskLine(text));
  }
}

export const maskQuery = (query: string): string | null =>
  query === '' ? null : maskLine(`?${query}`).slice(1).replaceAll('\u0000', '');
