import type { FailureCode } from '../../../../contract/src/payments.ts';
import type { Failure, NotTaken } from '../../core/payment.ts';
import { readAmount } from '../amount-text.ts';
import type { RailResponse } from '../http.ts';
import { type PawapayOperation, type PawapayReason, verdictOn, verdictOnFinal } from './codes.ts';

/** The answer to a request that moves money. */
export type Initiation =
  | { readonly kind: 'accepted'; readonly nextStep: string | null }
  /** pawaPay has accepted this id before. */
  | { readonly kind: 'duplicate' }
  /** Certain and final: nothing happened. */
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'not_taken'; readonly answer: NotTaken }
  | { readonly kind: 'unknown' };

/** The state of a payment at pawaPay. `amount` is in minor units, null if it cannot be read. */
export type PawapayState =
  | { readonly kind: 'not_found' }
  | { readonly kind: 'unknown' }
  | {
      readonly kind: 'open';
      readonly isReconciled: boolean;
      /** pawaPay's code of the operator. */
      readonly provider: string | null;
      readonly authorizationUrl: string | null;
    }
  /** The page of the operator is not ready yet. */
  | { readonly kind: 'page_later' }
  | {
      readonly kind: 'completed';
      readonly railReference: string | null;
      readonly amount: bigint | null;
      readonly currency: string;
      readonly phone: string | null;
    }
  | {
      readonly kind: 'failed';
      readonly failure: Failure;
      /** Our wallet was empty, or another refund of the deposit was open: the money may be sent under another id. */
      readonly isOurFault: boolean;
    };

type Json = Readonly<Record<string, unknown>>;
const record = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** A refund of the same deposit takes some seconds. */
const BUSY_MS = 5_000;
const AGAIN_MS = 2_000;

/** Reads the response to `POST /v2/deposits`, `/payouts` or `/refunds`. */
export function readInitiation(response: RailResponse, operation: PawapayOperation): Initiation {
  if (response.kind === 'not_taken') return { kind: 'not_taken', answer: notTakenOf(response) };
  if (response.kind === 'unknown') return { kind: 'unknown' };
  const { status, json } = response;
  if (status === 200) return readInitiated(json, operation);
  if (status === 400 || status === 401 || status === 403) return readRefusal(status, json, operation);
  return { kind: 'unknown' };
}

/** Reads one answer of the API, or one of a bulk answer. */
export function readInitiated(json: unknown, operation: PawapayOperation): Initiation {
  const { status, nextStep } = record(json);
  switch (status) {
    case 'ACCEPTED':
    case 'ENQUEUED':
      return { kind: 'accepted', nextStep: text(nextStep) };
    case 'DUPLICATE_IGNORED':
      return { kind: 'duplicate' };
    case 'REJECTED':
      return decide(reasonIn(json) ?? { code: 'REJECTED', message: '' }, operation, 'rail_error');
    default:
      return { kind: 'unknown' };
  }
}

/** 400, 401 and 403: pawaPay did not take the request. */
function readRefusal(status: number, json: unknown, operation: PawapayOperation): Initiation {
  const reason = reasonIn(json);
  if (status === 400) return reason ? decide(reason, operation, 'rail_error') : { kind: 'unknown' };
  return { kind: 'not_taken', answer: faultOf(reason, operation, status) };
}

/** @param otherwise the meaning of a code that is not a decision by itself */
function decide(reason: PawapayReason, operation: PawapayOperation, otherwise: FailureCode): Initiation {
  const verdict = verdictOn(reason, operation);
  switch (verdict.kind) {
    case 'failed':
      return { kind: 'failed', failure: failureOf(verdict.code, reason) };
    case 'fault':
      return { kind: 'not_taken', answer: { state: 'not_taken', fault: verdict.fault, why: whyOf(reason, 200) } };
    case 'busy':
      return { kind: 'not_taken', answer: { state: 'not_taken', askAgainInMs: BUSY_MS, why: reason.code } };
    default:
      if (reason.code === 'UNKNOWN_ERROR') return { kind: 'unknown' };
      return { kind: 'failed', failure: failureOf(otherwise, reason) };
  }
}

/** Reads the response to `GET /v2/deposits/{id}`, `/payouts/{id}` or `/refunds/{id}`. */
export function readState(response: RailResponse, operation: PawapayOperation, exponent: number): PawapayState {
  if (response.kind !== 'answered' || response.status !== 200) return { kind: 'unknown' };
  const { status: found, data } = record(response.json);
  if (found === 'NOT_FOUND') return { kind: 'not_found' };
  if (found !== 'FOUND') return { kind: 'unknown' };
  const { status, nextStep, ...payment } = record(data);
  switch (status) {
    case 'ACCEPTED':
    case 'ENQUEUED':
    case 'SUBMITTED':
    case 'PROCESSING':
    case 'IN_RECONCILIATION': {
      const authorizationUrl = httpUrl(payment.authorizationUrl);
      if (nextStep === 'GET_AUTH_URL' && authorizationUrl === null) return { kind: 'page_later' };
      const provider = text(accountIn(payment.payer ?? payment.recipient).provider);
      return { kind: 'open', isReconciled: status === 'IN_RECONCILIATION', provider, authorizationUrl };
    }
    case 'COMPLETED':
      return {
        kind: 'completed',
        railReference: text(payment.providerTransactionId),
        amount: readAmount(payment.amount, exponent),
        currency: text(payment.currency) ?? '',
        phone: phoneIn(payment.payer ?? payment.recipient),
      };
    case 'FAILED': {
      const reason = reasonIn(data) ?? { code: 'FAILED', message: '' };
      const { kind, ...verdict } = verdictOn(reason, operation);
      const isOurFault = kind === 'busy' || ('fault' in verdict && verdict.fault === 'float');
      return { kind: 'failed', isOurFault, failure: failureOf(verdictOnFinal(reason, operation), reason) };
    }
    default:
      return { kind: 'unknown' };
  }
}

/** pawaPay's reason. The documents show two spellings; an error before the API has its own. */
export function reasonIn(json: unknown): PawapayReason | null {
  const { failureReason, rejectionReason } = record(json);
  const reason = record(failureReason ?? rejectionReason);
  const code = text(reason.failureCode) ?? text(reason.rejectionCode);
  return code === null ? null : { code, message: text(reason.failureMessage) ?? text(reason.rejectionMessage) ?? '' };
}

function notTakenOf(response: Extract<RailResponse, { kind: 'not_taken' }>): NotTaken {
  const { why, retryAfterMs } = response;
  return { state: 'not_taken', why, ...(retryAfterMs === null ? {} : { retryAfterMs }) };
}

/**
 * A payment that could not be sent because a question before it was not answered: the account's configuration, or the
 * operator of the phone.
 */
export function notSent(response: RailResponse): NotTaken {
  if (response.kind === 'not_taken') return notTakenOf(response);
  if (response.kind === 'unknown') return { state: 'not_taken', askAgainInMs: AGAIN_MS, why: response.why };
  const { status, json } = response;
  const reason = reasonIn(json);
  if (status === 401 || status === 403) return faultOf(reason, 'collect', status);
  return { state: 'not_taken', askAgainInMs: AGAIN_MS, why: whyOf(reason, status) };
}

function faultOf(reason: PawapayReason | null, operation: PawapayOperation, status: number): NotTaken {
  const verdict = reason && verdictOn(reason, operation);
  const fault = verdict?.kind === 'fault' ? verdict.fault : 'credentials';
  return { state: 'not_taken', fault, why: whyOf(reason, status) };
}

/** pawaPay's message is for operators and names no secret. */
function whyOf(reason: PawapayReason | null, status: number): string {
  return reason ? `${reason.code}: ${reason.message.slice(0, 200)}` : `pawaPay answered ${status}`;
}

/** A link that the payer's browser follows must be a web address. */
function httpUrl(value: unknown): string | null {
  const url = text(value);
  return url && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : null;
}

const accountIn = (party: unknown): Json => record(record(party).accountDetails);

function phoneIn(party: unknown): string | null {
  const digits = text(accountIn(party).phoneNumber);
  return digits && /^\d{6,15}$/.test(digits) ? `+${digits}` : null;
}

const messages: Readonly<Record<FailureCode, string>> = {
  customer_declined: 'The customer declined.',
  approval_expired: 'The customer did not approve in time.',
  insufficient_funds: "The customer's account has insufficient funds.",
  customer_not_found: 'The mobile-money operator has no account with this phone.',
  customer_limit_reached: 'The customer has reached a limit of their account.',
  recipient_not_found: 'The mobile-money operator has no account with this phone.',
  recipient_cannot_receive: "The recipient's account cannot receive this amount.",
  rail_unavailable: 'The mobile-money operator cannot process this now.',
  canceled: 'The payment was canceled.',
  rail_error: 'The provider refused this.',
};

export const failureOf = (code: FailureCode, reason: PawapayReason | null): Failure => ({
  code,
  message: messages[code],
  rail_code: reason?.code ?? null,
});
