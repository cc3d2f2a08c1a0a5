/** @returns the rail that collects a payment; null if the requested rail moves no live money */
export function railForPayment(livemode: boolean, asked: 'sandbox' | 'wallet' | undefined): string | null {
  if (livemode) return asked === 'sandbox' ? null : 'wallet';
  return asked ?? 'sandbox';
}

/**
 * @returns the rail that pays phones without a wallet here; null when no provider is connected, so live money reaches
 * no such phone
 */
export const railForPayout = (livemode: boolean): string | null => (livemode ? null : 'sandbox');
