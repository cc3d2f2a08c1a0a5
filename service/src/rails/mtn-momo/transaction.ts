import { readAmount } from '../amount-text.ts';
import { codeIn } from './codes.ts';
import type { MtnReply } from './product.ts';

/** A transaction as the provider reports it. */
export type MtnTransaction =
  | {
      readonly state: 'succeeded';
      readonly railReference: string | null;
      /** Minor units; null if the provider's amount cannot be read. */
      readonly amount: bigint | null;
      readonly currency: string | null;
      /** E.164. */
      readonly payer: string | null;
    }
  /** The code as sent. */
  | { readonly state: 'failed'; readonly code: string | null }
  /** `waits` for the customer; `ongoing` at the provider. */
  | { readonly state: 'waits' | 'ongoing' }
  | { readonly state: 'not_found' }
  /** No answer, or one that says nothing. */
  | { readonly state: 'unknown' };

const neverArrived: ReadonlySet<string | null> = new Set(['RESOURCE_NOT_FOUND', 'TRANSACTION_NOT_FOUND']);

/** Reads the answer to a state query. @param exponent the decimals of the currency */
export function readTransaction(reply: MtnReply, exponent: number): MtnTransaction {
  if (reply.kind !== 'answered') return { state: 'unknown' };
  // A 404 without the API's own code comes from a gateway, which knows nothing of the transaction.
  if (reply.status === 404) return { state: neverArrived.has(codeIn(reply.json)) ? 'not_found' : 'unknown' };
  if (reply.status !== 200 || typeof reply.json !== 'object' || reply.json === null) return { state: 'unknown' };
  const { status, reason, amount, currency, financialTransactionId, payer } = reply.json as Record<string, unknown>;
  switch (status) {
    case 'SUCCESSFUL':
      return {
        state: 'succeeded',
        railReference: isText(financialTransactionId) ? String(financialTransactionId) : null,
        amount: readAmount(amount, exponent),
        currency: typeof currency === 'string' ? currency : null,
        payer: phoneOf(payer),
      };
    case 'FAILED':
      return { state: 'failed', code: codeIn(reason) };
    case 'PENDING':
    case 'CREATED':
      return { state: 'waits' };
    case 'ONGOING':
      return { state: 'ongoing' };
    default:
      return { state: 'unknown' };
  }
}

const isText = (value: unknown) => typeof value === 'string' || typeof value === 'number';

function phoneOf(party: unknown): string | null {
  if (typeof party !== 'object' || party === null) return null;
  const { partyIdType, partyId } = party as { partyIdType?: unknown; partyId?: unknown };
  return partyIdType === 'MSISDN' && typeof partyId === 'string' && /^\d+$/.test(partyId) ? `+${partyId}` : null;
}
