import { isUtf8 } from 'node:buffer';
import { MASK, maskAnswered, maskLine } from '../request-log/mask.ts';

/** Headers that authenticate the request. A reader of them could send another. */
const secretHeader = /authorization|cookie|token|secret|key|signature|password/i;

/** The headers of a callback, without the values of those that authenticate it. */
export function maskCallbackHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const masked = Object.entries(headers).map(([name, value]) => {
    return [name, secretHeader.test(name) ? MASK : maskLine(value)];
  });
  return Object.fromEntries(masked);
}

/** The body of a callback, without secrets. A body without secrets keeps its bytes. */
export function maskBody(body: Buffer): Buffer {
  if (body.length === 0 || !isUtf8(body)) return body;
  const text = body.toString();
  const value = parse(text);
  if (value === undefined) return Buffer.from(maskLine(text));
  const plain = JSON.stringify(value);
  const masked = maskAnswered(plain);
  return masked === plain ? body : Buffer.from(masked);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const maskQuery = (query: string): string | null =>
  query === '' ? null : maskLine(`?${query}`).slice(1).replaceAll('\u0000', '');
