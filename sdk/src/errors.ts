import type { ErrorCatalogue, ErrorCode, ErrorFields } from './generated/catalogue.ts';

/** Whatever this package throws, but for a TypeError where it is called wrongly and the reason of a signal that was aborted. */
export abstract class RialtoError extends Error {
  abstract readonly code: string;
  /** What to quote when you ask for help; null where no answer came. */
  readonly requestId: string | null;
  /** What the call was sent with: with it the same call, sent again, is done once. Null where it has none. */
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
  /** Seconds, where the answer said how long to wait. */
  readonly retryAfter: number | null;
};

class Refusal extends RialtoError {
  /** What consoles print before the message. */
  static override readonly name = 'ApiError';
  override readonly code: ErrorCode;
  readonly status: number;
  readonly type: ErrorCatalogue[ErrorCode]['type'];
  /** The field, parameter or header that was wrong. */
  readonly param: string | undefined;
  /** Everything that was wrong, where more than one thing can be. */
  readonly details: NonNullable<ErrorFields['details']>;
  /** The page of this code. */
  readonly docUrl: string;
  /** Seconds, where the answer said how long to wait. */
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

/** What a code brings along for certain. */
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

/** What the service answered in the place of what was asked for. Its `code` narrows it: `switch (error.code) { … }`. */
export type ApiError = { [Code in ErrorCode]: ApiErrorOf<Code> }[ErrorCode];
/** `error instanceof ApiError` gives the union, so that `code` narrows. */
export const ApiError = Refusal as unknown as { new (refused: Refused): ApiError };

/** No answer of the service came: after all retries, and for what could not be sent again. What was asked for may have been done. */
export class ConnectionError extends RialtoError {
  override readonly code: 'connection_failed' | 'timeout' | 'unexpected_answer';

  constructor(code: ConnectionError['code'], message: string, requestId: string | null = null, options?: ErrorOptions) {
    super(message, requestId, options);
    this.name = 'ConnectionError';
    this.code = code;
  }
}

/** Nobody is logged in, or the session ended and cannot be refreshed. */
export class LoginRequiredError extends RialtoError {
  override readonly code = 'login_required';

  constructor(message: string, options?: ErrorOptions) {
    super(message, null, options);
    this.name = 'LoginRequiredError';
  }
}
