import type { FailureCode } from '../../../../contract/src/payments.ts';
import type { Failure } from '../../core/payment.ts';

/** An error as Wave sends it, in an answer of its own or inside a record. */
export type WaveError = {
  readonly code: string;
  readonly message: string;
  /** True if Wave names the phone as the bad field. */
  readonly namesPhone: boolean;
};

/**
 * The meaning of an error for the one record, or for all.
 * - `refused`: certain and final for this record.
 * - `credentials`, `float`: our side, and every record of the rail meets it.
 * - `mismatch`: the key was used with another body, so a payout under this key may exist.
 * - `missing`: Wave has no such record.
 * - `unknown`: the record may exist.
 */
export type WaveVerdict =
  | { readonly kind: 'refused'; readonly failure: Failure }
  | { readonly kind: 'credentials' | 'float' | 'mismatch'; readonly failure: Failure }
  | { readonly kind: 'missing' | 'unknown'; readonly code: string };

/** docs.wave.com, "Error codes": the key, or the wallet that it belongs to. */
const credentialCodes = new Set([
  'missing-auth-header',
  'invalid-auth',
  'api-key-not-provided',
  'no-matching-api-key',
  'api-key-revoked',
  'invalid-wallet',
  'disabled-wallet',
  'unauthorized-wallet',
]);

/** The customer's attempts to pay a session: `last_payment_error.code`. */
const sessionCodes: ReadonlyMap<string, FailureCode> = new Map<string, FailureCode>([
  ['insufficient-funds', 'insufficient_funds'],
  ['blocked-account', 'customer_declined'],
  ['payer-mobile-mismatch', 'customer_declined'],
  ['cross-border-payment-not-allowed', 'rail_error'],
  ['customer-age-restricted', 'rail_error'],
  ['kyb-limits-exceeded', 'rail_error'],
  ['payment-failure', 'rail_error'],
]);

/** Errors of `POST /v1/payout` and of `payout_error`. The others of the table are decided in `payoutVerdict`. */
const payoutCodes: ReadonlyMap<string, FailureCode> = new Map<string, FailureCode>([
  ['recipient-minor', 'recipient_cannot_receive'],
  ['recipient-account-blocked', 'recipient_cannot_receive'],
  ['recipient-account-inactive', 'recipient_cannot_receive'],
  ['recipient-limit-exceeded', 'recipient_cannot_receive'],
  ['country-mismatch', 'recipient_cannot_receive'],
  ['currency-mismatch', 'rail_error'],
  ['aggregated-merchant-required', 'rail_error'],
  ['invalid-aggregated-merchant-id', 'rail_error'],
  ['request-not-json', 'rail_error'],
  ['request-parsing-error', 'rail_error'],
]);
/** Errors of a checkout's calls that are final for the one session or refund. */
const checkoutCodes = new Set([
  'checkout-refund-failed',
  'currency-mismatch',
  'aggregated-merchant-required',
  'invalid-aggregated-merchant-id',
  'request-not-json',
  'request-parsing-error',
]);

const floatCodes = new Set(['insufficient-funds', 'disabled-wallet']);
const missingCodes = new Set(['not-found', 'checkout-session-not-found']);
const MISMATCH = 'idempotency-mismatch';
const INVALID = 'request-validation-error';

const messages: Readonly<Partial<Record<FailureCode, string>>> = {
  insufficient_funds: "The customer's account has insufficient funds.",
  customer_declined: 'The customer could not pay from this account.',
  customer_not_found: 'The provider does not accept this phone.',
  approval_expired: 'The customer did not pay in time.',
  recipient_not_found: 'The provider does not accept this phone.',
  recipient_cannot_receive: "The recipient's account cannot receive this amount.",
  rail_unavailable: 'The provider cannot move the money now.',
  rail_error: 'The provider refused the request.',
};

/** @param code Wave's own code, unchanged; null if Wave gave none */
export function waveFailure(failure: FailureCode, code: string | null): Failure {
  return { code: failure, message: messages[failure] ?? 'The provider refused the request.', rail_code: code };
}

/**
 * Reads the error of an answer. The documents spell the code as `code`, in one example as `error`, and inside a payout
 * as `error_code`.
 *
 * @param body the parsed JSON, of any shape
 * @returns null if the body is not an error of Wave's
 */
export function readWaveError(body: unknown): WaveError | null {
  if (typeof body !== 'object' || body === null) return null;
  const { code, error, error_code, message, error_message, details } = body as Record<string, unknown>;
  // One source wraps the whole error: {"error": {"code", "message"}}.
  if (typeof error === 'object' && error !== null) return readWaveError(error);
  const found = [code, error_code, error].find((one) => typeof one === 'string' && one !== '');
  if (found === undefined) return null;
  const text = [message, error_message].find((one) => typeof one === 'string') ?? '';
  return { code: String(found), message: String(text), namesPhone: namesPhone(String(text), details) };
}

function namesPhone(message: string, details: unknown): boolean {
  const places = Array.isArray(details) ? details.map((one) => JSON.stringify(one?.loc ?? one ?? '')) : [];
  return [message, ...places].some((text) => /mobile|phone/i.test(text));
}

/** @param error the error of `POST /v1/checkout/sessions`, expire or refund, or null for an answer without one */
export function checkoutVerdict(error: WaveError | null): WaveVerdict {
  if (!error) return { kind: 'unknown', code: '' };
  const { code } = error;
  if (credentialCodes.has(code)) return { kind: 'credentials', failure: waveFailure('rail_unavailable', code) };
  if (missingCodes.has(code)) return { kind: 'missing', code };
  if (code === INVALID)
    return { kind: 'refused', failure: waveFailure(error.namesPhone ? 'customer_not_found' : 'rail_error', code) };
  return checkoutCodes.has(code)
    ? { kind: 'refused', failure: waveFailure('rail_error', code) }
    : { kind: 'unknown', code };
}

/** @param error the error of `POST /v1/payout` or of a payout's `payout_error`, or null for an answer without one */
export function payoutVerdict(error: WaveError | null): WaveVerdict {
  if (!error) return { kind: 'unknown', code: '' };
  const { code } = error;
  if (floatCodes.has(code)) return { kind: 'float', failure: waveFailure('rail_unavailable', code) };
  if (credentialCodes.has(code)) return { kind: 'credentials', failure: waveFailure('rail_unavailable', code) };
  if (missingCodes.has(code)) return { kind: 'missing', code };
  if (code === MISMATCH) return { kind: 'mismatch', failure: waveFailure('rail_error', code) };
  if (code === INVALID)
    return { kind: 'refused', failure: waveFailure(error.namesPhone ? 'recipient_not_found' : 'rail_error', code) };
  const known = payoutCodes.get(code);
  return known ? { kind: 'refused', failure: waveFailure(known, code) } : { kind: 'unknown', code };
}

/**
 * @param error the session's last payment error, or null
 * @returns why a session that has ended was not paid; an unknown code leaves the certain fact that it expired
 */
export function sessionFailure(error: WaveError | null): Failure {
  const known = error && sessionCodes.get(error.code);
  return waveFailure(known ?? 'approval_expired', error?.code ?? null);
}

/**
 * @param error the `payout_error` of a payout whose status is `failed`
 * @returns the failure; an unknown code is `rail_error`, because the status is final
 */
export function failedPayout(error: WaveError | null): Failure {
  const verdict = payoutVerdict(error);
  return 'failure' in verdict ? verdict.failure : waveFailure('rail_error', error?.code ?? null);
}
