import type { ErrorBody } from '../../../contract/src/error-body.ts';

/** `values` are those from which the sentence of `reason` is built in another language. */
export type FieldFault = Pick<NonNullable<ErrorBody['error']['details']>[number], 'param' | 'message'> & {
  readonly reason: string;
  readonly values?: Readonly<Record<string, unknown>>;
};

/** An error answer with the service's message, which names the field and what to do. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly param: string | undefined;
  readonly details: readonly FieldFault[];
  readonly requestId: string | null;
  readonly docUrl: string | null;
  /** Seconds from Retry-After, or null. */
  readonly retryAfter: number | null;

  constructor(response: Response, body: Partial<ErrorBody> | undefined) {
    const error = body?.error;
    super(error?.message ?? `The service answered ${response.status}`);
    this.status = response.status;
    this.code = error?.code ?? 'unknown';
    this.param = error?.param;
    this.details = error?.details ?? (error?.param ? [{ param: error.param, reason: '', message: error.message }] : []);
    this.requestId = error?.request_id ?? response.headers.get('request-id');
    this.docUrl = docUrl(error?.doc_url);
    this.retryAfter = Number(response.headers.get('retry-after')) || null;
  }
}

/** A retry would not help: forbidden, not found or invalid. */
export const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && error.status !== 429;

/** Only http and https: an address from the network must not become a script. */
function docUrl(url: string | undefined): string | null {
  return url && /^https?:\/\//.test(url) ? url : null;
}

/** The first request with this key is still in flight, so this refusal says nothing about its outcome. */
export const isUnderWay = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'idempotency_in_progress';

/** The session has ended. A wrong password or code is 401 too, but a retry would count as a second failure. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status === 401 &&
  error.code !== 'invalid_credentials' &&
  error.code !== 'invalid_2fa_code';

/** Someone else is signed in now than the person whose page this is. */
export const isOfAnother = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'session_of_another';

/** The service could not be reached. */
export class Unreachable extends Error {
  constructor() {
    super('unreachable');
  }
}
