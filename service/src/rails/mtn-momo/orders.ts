import { amountText } from '../amount-text.ts';
import { derivedUuid } from '../derived-uuid.ts';
import { plainText } from '../plain-text.ts';
import type { Collection, Disbursement, Repayment } from '../rail.ts';

/** A request that moves money. */
export type MtnOrder = {
  /** X-Reference-Id: the idempotency key, and the id under which its state is read. */
  readonly referenceId: string;
  readonly body: string;
  readonly callbackUrl: string | null;
};

const MOST_TEXT = 160;

/** Digits with country code, without the plus. */
const msisdn = (e164: string) => ({ partyIdType: 'MSISDN', partyId: e164.replace('+', '') });

/** The provider refuses an empty text in some countries, and characters such as an apostrophe. */
const textOf = (parts: readonly (string | null)[], otherwise: string): string =>
  plainText(parts.filter((part) => part !== null && part !== '').join(' '), MOST_TEXT) || otherwise;

export function collectionOrder(collection: Collection, exponent: number): MtnOrder {
  const { id, amount, currency, customer, merchant, description, reference, callbackUrl } = collection;
  return {
    referenceId: derivedUuid(id),
    body: JSON.stringify({
      amount: amountText(amount, exponent),
      currency,
      externalId: id,
      payer: msisdn(customer),
      payerMessage: textOf([merchant, description ?? reference], 'Payment'),
      payeeNote: textOf([reference, description], 'Payment'),
    }),
    callbackUrl,
  };
}

export function payoutOrder(item: Disbursement, exponent: number, attempt: number): MtnOrder {
  const { id, amount, currency, recipient, merchant, description, reference, callbackUrl } = item;
  return {
    referenceId: derivedUuid(id, attempt),
    body: JSON.stringify({
      amount: amountText(amount, exponent),
      currency,
      externalId: id,
      payee: msisdn(recipient),
      payerMessage: textOf([reference, description], 'Payout'),
      payeeNote: textOf([merchant, description ?? reference], 'Payout'),
    }),
    callbackUrl,
  };
}

export function refundOrder(refund: Repayment, exponent: number, attempt: number): MtnOrder {
  const { id, amount, currency, payment, merchant, callbackUrl } = refund;
  return {
    referenceId: derivedUuid(id, attempt),
    body: JSON.stringify({
      amount: amountText(amount, exponent),
      currency,
      externalId: id,
      payerMessage: textOf(['Refund', merchant], 'Refund'),
      payeeNote: textOf(['Refund', merchant], 'Refund'),
      referenceIdToRefund: derivedUuid(payment.id),
    }),
    callbackUrl,
  };
}
