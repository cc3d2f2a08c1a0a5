/**
 * The mobile networks that a provider reaches, as Google's numbering plan names them. `all`: an aggregator, which
 * reaches every network of its countries. A provider without networks is reached by the request, by memory or by a
 * lookup: its customers may have any number.
 */
type Networks = 'all' | readonly string[];

/** Every provider has an entry (`route.test.ts`). */
export const networks: Readonly<Record<string, Networks>> = {
  // The plan still has two older names: Areeba is MTN in Guinea-Conakry, Lonestar Cell is MTN in Liberia.
  'mtn-momo': ['MTN', 'MTN Cameroon', 'Swazi MTN', 'Areeba', 'Lonestar Cell'],
  daraja: ['Safaricom'],
  pawapay: 'all',
  wave: [],
  bank: [],
};

/** Numbers of the provider's own sandbox, as digits with country code. They belong to no country of its rails. */
const testNumbers: Readonly<Record<string, readonly string[]>> = { 'mtn-momo': ['46733123'] };

/** Whether a provider reaches a phone, by the numbering plan. */
export type Reach =
  /** The phone's network is one of the provider's. */
  | 'network'
  /** The provider reaches every network. */
  | 'all'
  /** The network of the phone is unknown. */
  | 'unknown'
  /** The phone was given out by another network. The number may have been ported since. */
  | 'other'
  /** The provider's customers have numbers of any network. */
  | 'any';

/** @param network the network that gave out the number; null if the plan does not say */
export function reachOf(provider: string, network: string | null): Reach {
  const known = networks[provider] ?? [];
  if (known === 'all') return 'all';
  if (known.length === 0) return 'any';
  if (network === null) return 'unknown';
  return known.includes(network) ? 'network' : 'other';
}

/** @param phone E.164 */
export function isTestNumber(provider: string, phone: string): boolean {
  return (testNumbers[provider] ?? []).some((prefix) => phone.startsWith(`+${prefix}`));
}
