import { type DarajaResult, itemOf, type StkCallback } from './messages.ts';
import { readShillings } from './shillings.ts';

/** A result as it is kept with its record: JSON, without names, phones and secrets. */
export type StkReceived = {
  readonly kind: 'stk';
  readonly checkout: string;
  readonly code: string;
  /** Minor units, as text. */
  readonly amount: string | null;
  readonly receipt: string | null;
};

/** A result of B2C, of a reversal, or of a question about one of them. */
export type ResultReceived = {
  readonly kind: 'result';
  readonly code: string;
  readonly text: string;
  readonly conversation: string;
  readonly originator: string;
  readonly receipt: string | null;
  /** Minor units, as text. */
  readonly amount: string | null;
  /** TransactionStatus: only the answer to a status question has one. */
  readonly status: string | null;
  readonly charges: string;
};

export const keepStk = (callback: StkCallback): StkReceived => ({
  kind: 'stk',
  checkout: callback.checkoutRequestId,
  code: callback.code,
  amount: callback.amount?.toString() ?? null,
  receipt: callback.receipt,
});

export function keepResult({ items, ...result }: DarajaResult): ResultReceived {
  return {
    kind: 'result',
    code: result.code,
    text: result.text,
    conversation: result.conversationId,
    originator: result.originatorConversationId,
    receipt: itemOf(items, 'TransactionReceipt', 'ReceiptNo') || result.transactionId,
    amount: readShillings(itemOf(items, 'TransactionAmount', 'Amount'))?.toString() ?? null,
    status: itemOf(items, 'TransactionStatus') || null,
    charges: itemOf(items, 'DebitPartyCharges'),
  };
}

const ofKind =
  <T extends { readonly kind: string }>(kind: T['kind']) =>
  (received: readonly unknown[]): T[] =>
    received.filter((one): one is T => (one as { kind?: unknown } | null)?.kind === kind);

export const stkReceived = ofKind<StkReceived>('stk');
export const resultsReceived = ofKind<ResultReceived>('result');
