import type { Product } from './access.ts';

/** Money comes to us (`in`), goes to a phone (`out`), or goes back to its payer (`back`). */
export type Direction = 'in' | 'out' | 'back';

const collection = { direction: 'in', partyField: 'payer', booked: 'collection', operation: 'collect' } as const;
const payout = { direction: 'out', partyField: 'payee', booked: 'payout', operation: 'payout' } as const;

export const kinds = {
  requesttopay: collection,
  requesttowithdraw: collection,
  transfer: payout,
  deposit: payout,
  refund: { direction: 'back', partyField: null, booked: 'refund', operation: 'refund' },
} as const;
export type Kind = keyof typeof kinds;

/** The versions of the paths at which orders are created. Their states are read at v1_0. */
export const offers: readonly { product: Product; kind: Kind; versions: readonly string[] }[] = [
  { product: 'collection', kind: 'requesttopay', versions: ['v1_0'] },
  { product: 'collection', kind: 'requesttowithdraw', versions: ['v1_0', 'v2_0'] },
  { product: 'disbursement', kind: 'transfer', versions: ['v1_0'] },
  { product: 'disbursement', kind: 'deposit', versions: ['v1_0', 'v2_0'] },
  { product: 'disbursement', kind: 'refund', versions: ['v1_0', 'v2_0'] },
  { product: 'remittance', kind: 'transfer', versions: ['v1_0'] },
];
