import type { DataKey } from '../kernel/data-key.ts';
import { callbackUrl } from './callback-address.ts';

type Addresses = { readonly CALLBACK_URL: string; readonly PUBLIC_URL: string };

/** The public base address for callbacks; null if the deployment has none. */
export const callbackBaseOf = ({ CALLBACK_URL, PUBLIC_URL }: Addresses): string | null =>
  CALLBACK_URL || PUBLIC_URL || null;

/** @returns the address for a rail's callbacks about no single record, by the rail's id; null without a base address */
export function railAddresses(config: Addresses, key: DataKey): (rail: string) => string | null {
  const base = callbackBaseOf(config);
  return (rail) => (base === null ? null : callbackUrl(base, key, rail, null));
}
