import type { ErrorBody } from '../../../contract/src/error-body.ts';

/** An answer that is an error, with the words of the service: it says which field and what to do. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly param: string | undefined;
  readonly details: readonly { param: string; message: string }[];
  readonly requestId: string | null;
  readonly docUrl: string | null;
  /** Seconds, where the service said when to try again. */
  readonly retryAfter: number | null;

  constructor(response: Response, body: Partial<ErrorBody> | undefined) {
    const error = body?.error;
    super(error?.message ?? `The service answered ${response.status}`);
    this.status = response.status;
    this.code = error?.code ?? 'unknown';
    this.param = error?.param;
    this.details = error?.details ?? (error?.param ? [{ param: error.param, message: error.message }] : []);
    this.requestId = error?.request_id ?? response.headers.get('request-id');
    this.docUrl = docUrl(error?.doc_url);
    this.retryAfter = Number(response.headers.get('retry-after')) || null;
  }
}

/** What asking again would not change: not allowed, not there, wrong. */
export const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && error.status !== 429;

/** Only where it leads to a page: an address that came over the wire is not to become a script. */
function docUrl(url: string | undefined): string | null {
  return url && /^https?:\/\//.test(url) ? url : null;
}

/** The first with this key is not at its end: this one says nothing of what will have become of it. */
export const isUnderWay = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'idempotency_in_progress';

/** Nobody is signed in any more. A wrong password or code is 401 too: asked again, it would count twice. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status === 401 &&
  error.code !== 'invalid_credentials' &&
  error.code !== 'invalid_2fa_code';

/** Somebody else is signed in than whose page this is. */
export const isOfAnother = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'session_of_another';

/** The service could not be reached at all. */
export class Unreachable extends Error {
  constructor() {
    super('unreachable');
  }
}
