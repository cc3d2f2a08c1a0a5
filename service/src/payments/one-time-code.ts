import type { DataKey } from '../kernel/data-key.ts';
import { openSecret, sealSecret } from '../kernel/seal.ts';
import type { PaymentJob } from './store.ts';

/** The code of a payment, sealed for it alone. Base64. */
export const sealCode = (code: string, key: DataKey, payment: string): string =>
  sealSecret(code, key, payment).toString('base64');

/** The payer's code, for the send that needs it; null for a payment without one, or whose code was used. */
export function openCode({ id, sealed_code, sending }: PaymentJob, key: DataKey): string | null {
  if (!sealed_code || !sending) return null;
  return openSecret(Buffer.from(sealed_code, 'base64'), key, id);
}
