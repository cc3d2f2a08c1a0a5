/** The body of an error: `{requestId, errorCode, errorMessage}`. A requestId can be empty. */
export type ErrorBody = { readonly errorCode: string; readonly errorMessage: string };

/** @returns null if the body is not the provider's error, so that the request's outcome is unknown */
export function readErrorBody(body: unknown): ErrorBody | null {
  if (typeof body !== 'object' || body === null) return null;
  const { errorCode, errorMessage } = body as Record<string, unknown>;
  if (typeof errorCode !== 'string' && typeof errorCode !== 'number') return null;
  return { errorCode: String(errorCode), errorMessage: String(errorMessage ?? '') };
}

export type HttpVerdict =
  /** A new token is needed; the same request may be sent again. */
  | 'token'
  /** Consumer key, passkey, short code or the app's products: our set-up. */
  | 'set_up'
  /** The gateway took nothing: the same request may be sent later. */
  | 'not_taken'
  /** The provider had this OriginatorConversationID before. */
  | 'sent_before'
  | 'waiting'
  /** Another session of the same phone is open. Nothing was sent to the phone. */
  | 'locked'
  | 'bad_phone'
  | 'refused'
  | 'unknown';

/** 404.001.03 comes with HTTP 404 and says nothing about the path or the record. */
const TOKEN: ReadonlySet<string> = new Set(['400.003.01', '401.002.01', '401.003.01', '404.001.03', '401.001']);
const SET_UP: ReadonlySet<string> = new Set(['400.008.01', '400.008.02', '404.001.04']);
const NOT_TAKEN: ReadonlySet<string> = new Set(['500.003.02', '500.003.03']);

/**
 * The meaning of an HTTP error of a request.
 * @param status the HTTP status
 */
export function httpVerdict(status: number, { errorCode, errorMessage }: ErrorBody): HttpVerdict {
  // The app lacks the product, or calls the wrong version. A new token would not help.
  if (/no apiproduct match/i.test(errorMessage)) return 'set_up';
  if (TOKEN.has(errorCode)) return 'token';
  if (SET_UP.has(errorCode)) return 'set_up';
  if (NOT_TAKEN.has(errorCode) || /spike arrest/i.test(errorMessage) || status === 429) return 'not_taken';
  if (errorCode === '500.002.1001') return /duplicate/i.test(errorMessage) ? 'sent_before' : 'unknown';
  if (errorCode === '500.001.1001') return byText(errorMessage);
  if (status >= 400 && status < 500)
    return /invalid (phonenumber|partya|partyb)/i.test(errorMessage) ? 'bad_phone' : 'refused';
  return 'unknown';
}

/** 500.001.1001 has several meanings that only its text tells apart. */
function byText(message: string): HttpVerdict {
  if (/being processed/i.test(message)) return 'waiting';
  if (/lock subscriber|already in process/i.test(message)) return 'locked';
  if (/wrong credentials|merchant does not exist|invalid initiator/i.test(message)) return 'set_up';
  return 'unknown';
}
