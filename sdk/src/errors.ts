import type { ErrorCatalogue, ErrorCode, ErrorFields } from './generated/catalogue.ts';

/**
 * Base class of every error that this package throws, except a TypeError for wrong usage and the reason of an aborted
 * signal.
 */
export abstract class RialtoError extends Error {
  abstract readonly code: string;
  /** Quote it when you ask for help. Null when no response arrived. */
  readonly requestId: string | null;
  /**
   * The key that the call was sent with. Send the same call with this key again and it is executed once. Null without a
   * key.
   */
  readonly idempotencyKey: string | null = null;

  constructor(message: string, requestId: string | null, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.requestId = requestId;
  }
}

export type Refused = {
  readonly status: number;
  readonly error: Omit<ErrorFields, 'request_id'> & { code: string; type: string; request_id: string | null };
  /** Seconds to wait, when the response had a Retry-After header. */
  readonly retryAfter: number | null;
};

class Refusal extends RialtoError {
  /** Consoles print this name before the message. */
  static override readonly name = 'ApiError';
  override readonly code: ErrorCode;
  readonly status: number;
  readonly type: ErrorCatalogue[ErrorCode]['type'];
  /** The invalid field, parameter or header. */
  readonly param: string | undefined;
  /** All the problems, for errors that can report several. */
  readonly details: NonNullable<ErrorFields['details']>;
  /** The documentation page of this code. */
  readonly docUrl: string;
  /** Seconds to wait, when the response had a Retry-After header. */
  readonly retryAfter: number | null;
  readonly remaining: number | undefined;
  readonly limit: ErrorFields['limit'];
  readonly maximum: number | undefined;

  constructor({ status, error, retryAfter }: Refused) {
    super(error.message, error.request_id);
    this.code = error.code as ErrorCode;
    this.status = status;
    this.type = error.type as ErrorCatalogue[ErrorCode]['type'];
    this.param = error.param;
    this.details = error.details ?? [];
    this.docUrl = error.doc_url;
    this.retryAfter = retryAfter;
    this.remaining = error.remaining;
    this.limit = error.limit;
    this.maximum = error.maximum;
  }
}

/** The fields that are always present with a code. */
type Brings = {
  refund_exceeds_remaining: { readonly remaining: number };
  kyc_required: { readonly limit: NonNullable<ErrorFields['limit']> };
  rate_limited: { readonly retryAfter: number };
  too_many_attempts: { readonly retryAfter: number };
  resend_too_soon: { readonly retryAfter: number };
};

/** An error with one code. */
export type ApiErrorOf<Code extends ErrorCode> = Refusal & { readonly code: Code } & Readonly<ErrorCatalogue[Code]> &
  (Code extends keyof Brings ? Brings[Code] : unknown);

/** An error response of the service. Its `code` narrows its type: `switch (error.code) { … }`. */
export type ApiError = { [Code in ErrorCode]: ApiErrorOf<Code> }[ErrorCode];
/** `error instanceof ApiError` gives the union, so that `code` narrows. */
export const ApiError = Refusal as unknown as { new (refused: Refused): ApiError };

/**
 * The service did not respond, after all retries or to a request that cannot be retried. It may have executed the
 * request.
 */
export class ConnectionError extends RialtoError {
  override readonly code: 'connection_failed' | 'timeout' | 'unexpected_answer';

  constructor(code: ConnectionError['code'], message: string, requestId: string | null = null, options?: ErrorOptions) {
    super(message, requestId, options);
    this.name = 'ConnectionError';
    this.code = code;
  }
}

/** No session exists, or the session ended and cannot be refreshed. */
export class LoginRequiredError extends RialtoError {
  override readonly code = 'login_required';

  constructor(message: string, options?: ErrorOptions) {
    super(message, null, options);
    this.name = 'LoginRequiredError';
  }
}
