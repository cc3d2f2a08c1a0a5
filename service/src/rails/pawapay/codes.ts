import type { FailureCode } from '../../../../contract/src/payments.ts';
import type { Fault } from '../../core/payment.ts';

export type PawapayOperation = 'collect' | 'pay_out' | 'refund';

/** pawaPay's reason, in v2 (`failureReason`) or as older answers spell it (`rejectionReason`). */
export type PawapayReason = { readonly code: string; readonly message: string };

/**
 * Meaning of a code of pawaPay. `fault`: a fault on our side that concerns every payment. `busy`: a refund of the same
 * deposit is still open. `unknown`: the code is not a decision.
 */
export type PawapayVerdict =
  | { readonly kind: 'failed'; readonly code: FailureCode }
  | { readonly kind: 'fault'; readonly fault: Fault }
  | { readonly kind: 'busy' }
  | { readonly kind: 'unknown' };

type ByOperation = Readonly<Record<PawapayOperation, PawapayVerdict>>;

const failed = (code: FailureCode): PawapayVerdict => ({ kind: 'failed', code });
const always = (verdict: PawapayVerdict): ByOperation => ({ collect: verdict, pay_out: verdict, refund: verdict });
/** A code about the customer in a deposit; the same code in money that we send is about our own wallet. */
const aboutPayer = (collect: FailureCode, outgoing: PawapayVerdict): ByOperation => ({
  collect: failed(collect),
  pay_out: outgoing,
  refund: outgoing,
});
const railError = always(failed('rail_error'));
const unavailable = always(failed('rail_unavailable'));
const fault = (fault: Fault): PawapayVerdict => ({ kind: 'fault', fault });
const credentials = always(fault('credentials'));
const setUp = always(fault('setup'));
const floatEmpty = always(fault('float'));
const cannotReceive = always(failed('recipient_cannot_receive'));

/** https://docs.pawapay.io/v2/docs/failure_codes, and the codes of v1 that its operators still send. */
const table: Readonly<Record<string, ByOperation>> = {
  INSUFFICIENT_BALANCE: aboutPayer('insufficient_funds', fault('float')),
  PAYMENT_IN_PROGRESS: unavailable,
  TRANSACTION_ALREADY_IN_PROCESS: unavailable,
  PAYER_NOT_FOUND: aboutPayer('customer_not_found', failed('rail_error')),
  PAYER_LIMIT_REACHED: aboutPayer('customer_limit_reached', failed('rail_unavailable')),
  WALLET_LIMIT_REACHED: aboutPayer('customer_limit_reached', failed('recipient_cannot_receive')),
  RECIPIENT_NOT_FOUND: always(failed('recipient_not_found')),
  RECIPIENT_LIMIT_REACHED: cannotReceive,
  RECIPIENT_NOT_ALLOWED_TO_RECEIVE: cannotReceive,
  PAWAPAY_WALLET_OUT_OF_FUNDS: floatEmpty,
  BALANCE_INSUFFICIENT: floatEmpty,
  PROVIDER_TEMPORARILY_UNAVAILABLE: unavailable,
  CORRESPONDENT_TEMPORARILY_UNAVAILABLE: unavailable,
  // The account's owner has stopped a payout in pawaPay's queue.
  MANUALLY_CANCELLED: railError,
  REFUND_IN_PROGRESS: always({ kind: 'busy' }),
  DEPOSIT_ALREADY_REFUNDED: railError,
  AMOUNT_TOO_LARGE: railError,
  INVALID_STATE: railError,
  NOT_FOUND: railError,
  AMOUNT_OUT_OF_BOUNDS: railError,
  INVALID_AMOUNT: railError,
  INVALID_PHONE_NUMBER: {
    collect: failed('customer_not_found'),
    pay_out: failed('recipient_not_found'),
    refund: failed('recipient_not_found'),
  },
  INVALID_CURRENCY: railError,
  INVALID_PROVIDER: railError,
  INVALID_INPUT: railError,
  MISSING_PARAMETER: railError,
  UNSUPPORTED_PARAMETER: railError,
  INVALID_PARAMETER: railError,
  DUPLICATE_METADATA_FIELD: railError,
  NO_AUTHENTICATION: credentials,
  AUTHENTICATION_ERROR: credentials,
  AUTHORISATION_ERROR: setUp,
  HTTP_SIGNATURE_ERROR: setUp,
  DEPOSITS_NOT_ALLOWED: setUp,
  PAYOUTS_NOT_ALLOWED: setUp,
  REFUNDS_NOT_ALLOWED: setUp,
  REMITTANCES_NOT_ALLOWED: setUp,
  UNSPECIFIED_FAILURE: railError,
  OTHER_ERROR: railError,
  UNKNOWN_ERROR: always({ kind: 'unknown' }),
};

/**
 * Meaning of a reason. A code outside the table is `unknown`: `verdictOnFinal` decides it where pawaPay's own state
 * is final.
 */
export function verdictOn({ code, message }: PawapayReason, operation: PawapayOperation): PawapayVerdict {
  // One code covers the customer's "no" and their silence; only the message tells them apart.
  if (code === 'PAYMENT_NOT_APPROVED') {
    return failed(/cancel|declin|reject/i.test(message) ? 'customer_declined' : 'approval_expired');
  }
  return Object.hasOwn(table, code) ? table[code]![operation] : { kind: 'unknown' };
}

/**
 * Meaning of a reason with the state FAILED. The payment is over at pawaPay under this id, so a code that would wait or
 * be repeated in an answer to a request fails it too.
 */
export function verdictOnFinal(reason: PawapayReason, operation: PawapayOperation): FailureCode {
  const verdict = verdictOn(reason, operation);
  if (verdict.kind === 'failed') return verdict.code;
  return verdict.kind === 'fault' && verdict.fault === 'float' ? 'rail_unavailable' : 'rail_error';
}
