export type TraceContext = { readonly traceId: string; readonly spanId: string; readonly traceFlags: number };

/** W3C Trace Context. A version above 00 may have more fields at the end. */
const form = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const LONGEST = 256;

/** @returns null if the text is malformed, which is then ignored, as the standard asks */
export function parseTraceparent(text: string): TraceContext | null {
  const [, version, traceId, spanId, flags, more] = (text.length <= LONGEST && form.exec(text)) || [];
  if (!version || (version === '00' && more !== undefined)) return null;
  return { traceId: traceId!, spanId: spanId!, traceFlags: Number.parseInt(flags!, 16) & 1 };
}

export const renderTraceparent = ({ traceId, spanId, traceFlags }: TraceContext): string =>
  `00-${traceId}-${spanId}-0${traceFlags & 1}`;
