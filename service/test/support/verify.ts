import { createHmac, timingSafeEqual } from 'node:crypto';

/** An integrator's own code: only the section "Verify the signature" of docs/webhooks.md. */
export function verify(header: string, rawBody: string, secret: string, now: number, tolerance = 300): boolean {
  const parts = new Map(header.split(',').map((part) => part.split('=') as [string, string]));
  const t = Number(parts.get('t'));
  if (!Number.isFinite(t)) return false;
  if (Math.abs(now - t) > tolerance) return false;
  const expected = createHmac('sha256', secret)
    .update(`${parts.get('t')}.${rawBody}`)
    .digest('hex');
  const given = parts.get('v1') ?? '';
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}
