/** @returns the rail that collects a payment; null where the one that is asked for moves no live money */
export function railForPayment(livemode: boolean, asked: 'sandbox' | 'wallet' | undefined): string | null {
  if (livemode) return asked === 'sandbox' ? null : 'wallet';
  return asked ?? 'sandbox';
}

/** @returns the rail that pays phones without a wallet here; null: no operator is connected, so that live money reaches none */
export const railForPayout = (livemode: boolean): string | null => (livemode ? null : 'sandbox');
