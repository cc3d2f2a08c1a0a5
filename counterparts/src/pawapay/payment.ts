import { exponentOf, toDecimal } from '../kit/money.ts';
import { countries, type Operator } from './operators.ts';
import type { Details } from './refusal.ts';
import type { Kind, Reason, Verdict } from './verdicts.ts';

export type Status =
  | 'ACCEPTED'
  | 'ENQUEUED'
  | 'SUBMITTED'
  | 'PROCESSING'
  | 'IN_RECONCILIATION'
  | 'COMPLETED'
  | 'FAILED';

/** A deposit, payout or refund. */
export type Payment = {
  readonly kind: Kind;
  readonly id: string;
  /** Our id. */
  readonly reference: string;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: string;
  readonly operator: Operator;
  /** Digits with the country code. */
  readonly phone: string;
  readonly details: Details;
  /** The deposit that a refund returns. */
  readonly depositId: string | null;
  readonly created: string;
  status: Status;
  verdict: Verdict;
  reason: Reason | null;
  providerTransactionId: string | null;
  nextStep: 'GET_AUTH_URL' | 'REDIRECT_TO_AUTH_URL' | null;
  authorizationUrl: string | null;
};

/** `2026-11-25T20:57:30Z`, as pawaPay writes times. */
export const timeOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** The name of a payment's id in requests and answers. */
export const idField: Readonly<Record<Kind, string>> = { deposit: 'depositId', payout: 'payoutId', refund: 'refundId' };

/**
 * A payment as the status answers and callbacks show it.
 * @param asNumber amounts as JSON numbers, which older answers of pawaPay have
 */
export function viewOf(payment: Payment, asNumber: boolean): Record<string, unknown> {
  const { details, operator } = payment;
  const { preAuthorisationCode: _secret, metadata, ...shown } = details;
  const account = { type: 'MMO', accountDetails: { phoneNumber: payment.phone, provider: operator.code } };
  return {
    [idField[payment.kind]]: payment.id,
    status: payment.status,
    ...amountOf(payment.amount, payment.currency, asNumber),
    country: countries[operator.country]!.alpha3,
    ...(payment.kind === 'deposit' ? { payer: account } : { recipient: account }),
    customerMessage: 'DEMO',
    ...shown,
    created: payment.created,
    ...(payment.nextStep ? { nextStep: payment.nextStep } : {}),
    ...(payment.authorizationUrl ? { authorizationUrl: payment.authorizationUrl } : {}),
    ...(payment.providerTransactionId ? { providerTransactionId: payment.providerTransactionId } : {}),
    ...(payment.reason ? { failureReason: payment.reason } : {}),
    ...(metadata ? { metadata } : {}),
  };
}

/** pawaPay writes two decimals for every currency, also for those without. */
function amountOf(minor: bigint, currency: string, asNumber: boolean) {
  const exponent = exponentOf(currency);
  const text = toDecimal(minor, exponent);
  return { amount: asNumber ? Number(text) : exponent === 0 ? `${text}.00` : text, currency };
}
