import type { FailureCode } from '../../../../contract/src/payments.ts';

export type MtnOperation = 'collect' | 'pay_out' | 'refund';

/** The meaning of a code for one record. */
export type MtnVerdict =
  | { readonly does: 'fail'; readonly code: FailureCode; readonly message: string }
  /** The code says nothing final. */
  | { readonly does: 'ask' }
  /** The provider does not know the record. */
  | { readonly does: 'not_found' }
  /** Our account at the provider is empty. The record waits. */
  | { readonly does: 'wait_for_float' };

const fail = (code: FailureCode, message: string): MtnVerdict => ({ does: 'fail', code, message });
const ask: MtnVerdict = { does: 'ask' };
const notFound: MtnVerdict = { does: 'not_found' };

const declined = fail('customer_declined', 'The customer declined.');
const expired = fail('approval_expired', 'The customer did not approve in time.');
const notPaid = fail('rail_error', 'The provider did not make the transfer.');
const ourAccount = fail('rail_error', 'The provider does not accept our account there.');
const configuration = fail('rail_error', 'The provider does not allow this request. The rail is not set up correctly.');
const noReceipt = fail('recipient_cannot_receive', "The recipient's account cannot receive this amount.");
const refused = fail('rail_error', 'The provider refused the request.');
const internal = fail('rail_error', 'The provider reported an internal error.');
const unavailable = fail('rail_unavailable', 'The provider is unavailable.');

/** The operator's page "Common error codes": a collection, then a payout or refund. */
const verdicts: Readonly<Record<string, readonly [collection: MtnVerdict, moneyOut: MtnVerdict]>> = {
  NOT_ENOUGH_FUNDS: [
    fail('insufficient_funds', "The customer's account has insufficient funds."),
    { does: 'wait_for_float' },
  ],
  APPROVAL_REJECTED: [declined, notPaid],
  TRANSACTION_CANCELED: [declined, notPaid],
  PAYMENT_NOT_APPROVED: [declined, notPaid],
  EXPIRED: [expired, notPaid],
  COULD_NOT_PERFORM_TRANSACTION: [expired, notPaid],
  PAYER_NOT_FOUND: [fail('customer_not_found', 'The provider has no account with this phone.'), ourAccount],
  PAYEE_NOT_FOUND: [ourAccount, fail('recipient_not_found', 'The provider has no account with this phone.')],
  PAYER_LIMIT_REACHED: [
    fail('customer_limit_reached', 'The customer has reached a limit of their account.'),
    fail('rail_unavailable', 'Our account at the provider has reached a limit.'),
  ],
  PAYEE_NOT_ALLOWED_TO_RECEIVE: [ourAccount, noReceipt],
  INTERNAL_PROCESSING_ERROR: [internal, internal],
  SERVICE_UNAVAILABLE: [unavailable, unavailable],
  NOT_ALLOWED: [configuration, configuration],
  NOT_ALLOWED_TARGET_ENVIRONMENT: [configuration, configuration],
  INVALID_CALLBACK_URL_HOST: [configuration, configuration],
  INVALID_CURRENCY: [configuration, configuration],
  TRANSFER_TYPE_UNKNOWN: [configuration, configuration],
  CONSENT_MISMATCH: [configuration, configuration],
  RESOURCE_ALREADY_EXIST: [ask, ask],
  TRANSACTION_NOT_COMPLETED: [ask, ask],
  PAYER_DELAYED: [ask, ask],
  PAYEE_DELAYED: [ask, ask],
  ONGOING: [ask, ask],
  PENDING: [ask, ask],
  RESOURCE_NOT_FOUND: [notFound, notFound],
  TRANSACTION_NOT_FOUND: [notFound, notFound],
};

/** Codes of a 500 that certainly had no effect. All other answers from 500 on leave the outcome unknown. */
const refusedWith500: ReadonlySet<string> = new Set([
  'NOT_ALLOWED',
  'NOT_ALLOWED_TARGET_ENVIRONMENT',
  'INVALID_CALLBACK_URL_HOST',
  'INVALID_CURRENCY',
]);

/** @param status of an answer to a request that moves money */
export const isPlainRefusal = (status: number, code: string | null): boolean =>
  (status >= 400 && status < 500) || refusedWith500.has(code ?? '');

/** @param code of a transaction that the provider reports as FAILED, or of a refused request */
export function verdictOf(operation: MtnOperation, code: string | null): MtnVerdict {
  const [collection, moneyOut] = verdicts[code ?? ''] ?? [refused, refused];
  const verdict = operation === 'collect' ? collection : moneyOut;
  // The refund itself is known. The collection that it names is not.
  if (operation === 'refund' && verdict === notFound)
    return fail('rail_error', 'The provider does not know the payment that is refunded.');
  return verdict;
}

/** The code in an error's body, or in the `reason` of a transaction, which is a bare text or an object. */
export function codeIn(value: unknown): string | null {
  if (typeof value === 'string' && value !== '') return value;
  const code = typeof value === 'object' && value !== null ? (value as { code?: unknown }).code : undefined;
  return typeof code === 'string' && code !== '' ? code : null;
}
