import { loadErrors } from './errors-load.ts';
import { quotaErrors } from './errors-quotas.ts';
import { requestErrors } from './errors-requests.ts';
import { sessionErrors } from './errors-sessions.ts';
import { webhookErrors } from './errors-webhooks.ts';
import { workErrors } from './errors-work.ts';

/**
 * The error catalogue: the only place where a code gets its status, title and advice. The service's answers, openapi.json
 * and the page behind `doc_url` are all made from it.
 */

export type ErrorType =
  | 'invalid_request'
  | 'authentication'
  | 'permission'
  | 'not_found'
  | 'payment_required'
  | 'conflict'
  | 'unprocessable'
  | 'rate_limit'
  | 'service';

type Entry = {
  readonly status: number;
  readonly type: ErrorType;
  /** What went wrong, as a heading. */
  readonly title: string;
  /** When it happens and what to do, for the error's page. */
  readonly advice: string;
};

export const catalogue = {
  ...requestErrors,
  missing_credentials: {
    status: 401,
    type: 'authentication',
    title: 'No credentials were sent',
    advice: 'Send `Authorization: Bearer <API key>`, or the access token of a person who is logged in.',
  },
  invalid_api_key: {
    status: 401,
    type: 'authentication',
    title: 'This API key is not known',
    advice:
      'Check that the whole key was copied (it ends in a checksum), and that it belongs to this deployment. What is neither a key nor a token is answered so too: a token that was cut, or a variable of your shell that is empty.',
  },
  api_key_revoked: {
    status: 401,
    type: 'authentication',
    title: 'This API key was revoked',
    advice:
      'It was revoked, or rolled and its overlap is over; the message says which. Put the key that took its place there, or make another. A revoked key never works again.',
  },
  invalid_token: {
    status: 401,
    type: 'authentication',
    title: 'This token is not valid',
    advice:
      'It is no token of this deployment, or its session has ended: by logging out, a changed password, a suspension, or a refresh token that was used twice. Log in again.',
  },
  token_expired: {
    status: 401,
    type: 'authentication',
    title: 'This token has run out',
    advice:
      'Access tokens are good for 15 minutes. Get a new pair with `POST /api/v1/auth/refresh`; when the refresh token has run out too, or the session itself (a year after the login; 90 days for developers, 30 for operators), log in again.',
  },
  invalid_credentials: {
    status: 401,
    type: 'authentication',
    title: 'The phone, e-mail address or password is wrong',
    advice:
      'Which of them is wrong is not told. After five failures the account waits, longer each time; `POST /api/v1/auth/password/forgot` sets a new password.',
  },
  invalid_2fa_code: {
    status: 401,
    type: 'authentication',
    title: 'The code is wrong',
    advice:
      'A challenge takes five tries. Ask for the code again with `POST /api/v1/auth/2fa/resend`, or begin again for a new challenge.',
  },
  refresh_token_reused: {
    status: 401,
    type: 'authentication',
    title: 'This refresh token was used before',
    advice:
      'Each refresh token is good once. Another client used it again, or the same one after more than 30 seconds, so it may have been stolen: its whole session has ended. Log in again, and keep the newest pair only.',
  },
  insufficient_funds: {
    status: 402,
    type: 'payment_required',
    title: 'The wallet does not hold enough',
    advice:
      "The wallet's available balance (what it holds less what is reserved) is below the amount. No money was moved. Fund the wallet or send a smaller amount, with a new Idempotency-Key (the old one keeps this answer) and the same `reference`.",
  },
  insufficient_scope: {
    status: 403,
    type: 'permission',
    title: 'The key lacks the scope for this',
    advice: '`WWW-Authenticate` names the scope. Make a key that carries it.',
  },
  forbidden_account_type: {
    status: 403,
    type: 'permission',
    title: 'This kind of caller may not do this',
    advice:
      'The route belongs to another kind of account or to test mode. Its page in the reference says who may call it.',
  },
  account_suspended: {
    status: 403,
    type: 'permission',
    title: 'This account is suspended',
    advice: 'The operator has suspended it. Ask their support.',
  },
  ...sessionErrors,
  ...workErrors,
  ...quotaErrors,
  not_found: {
    status: 404,
    type: 'not_found',
    title: 'There is nothing here',
    advice:
      'The path or the id is not known. An id of the other mode (test or live) or of another integration is answered in the same way.',
  },
  method_not_allowed: {
    status: 405,
    type: 'invalid_request',
    title: 'This path does not take this method',
    advice: 'The `Allow` header lists the methods that it takes.',
  },
  not_acceptable: {
    status: 406,
    type: 'invalid_request',
    title: 'This route has no answer in a type that the Accept header takes',
    advice:
      'Send `Accept: application/json`, or leave the header out. `text/csv` is answered where the route says that it has CSV.',
  },
  reference_already_used: {
    status: 409,
    type: 'conflict',
    title: 'This reference belongs to another record',
    advice:
      'A reference is unique for its kind of record, integration and mode. The message names the record that has it: read that one. It keeps its reference also where it has failed: another try takes a new one.',
  },
  wallet_frozen: {
    status: 409,
    type: 'conflict',
    title: 'The wallet is frozen',
    advice:
      'A frozen wallet takes no new debits or credits. What was under way still settles. The operator can unfreeze it; then send the request with a new Idempotency-Key (the old one keeps this answer) and the same `reference`.',
  },
  wallet_closed: {
    status: 409,
    type: 'conflict',
    title: 'The wallet is closed',
    advice: 'Use another wallet.',
  },
  payment_not_refundable: {
    status: 409,
    type: 'conflict',
    title: 'The payment cannot be refunded',
    advice: 'Only a payment that has succeeded can be refunded. Cancel it instead while it waits.',
  },
  payment_already_final: {
    status: 409,
    type: 'conflict',
    title: 'The payment is already final',
    advice: 'A payment ends once, as succeeded or failed, and then never changes. Read it to see which.',
  },
  payment_not_cancelable: {
    status: 409,
    type: 'conflict',
    title: 'The payment can no longer be canceled',
    advice:
      'The operator is already moving the money, so the outcome is not ours to decide. Wait for the final event; refund the payment if it succeeds.',
  },
  payment_not_approvable: {
    status: 409,
    type: 'conflict',
    title: 'The payment does not wait for an approval here',
    advice:
      'Only a payment out of a wallet here is approved through the API, until `expires_at`, and in test mode one of the sandbox. Others are approved where the operator asks: on the phone.',
  },
  account_already_exists: {
    status: 409,
    type: 'conflict',
    title: 'There is an account already',
    advice: 'Log in, or set a new password with `POST /api/v1/auth/password/forgot`.',
  },
  name_already_used: {
    status: 409,
    type: 'conflict',
    title: 'The merchant has an integration of this name',
    advice: "A name stands for one of a merchant's integrations. Choose another, or rename the one that has it.",
  },
  last_owner: {
    status: 409,
    type: 'conflict',
    title: 'This is the last owner of the integration',
    advice:
      'An integration that has an owner keeps one. Make somebody else an owner first, or ask the merchant: its own people may do this.',
  },
  key_not_active: {
    status: 409,
    type: 'conflict',
    title: 'The key was revoked or has expired',
    advice: 'Only a key that still works can be rolled. Make another with `POST /api/v1/integrations/{id}/keys`.',
  },
  invitation_expired: {
    status: 410,
    type: 'authentication',
    title: 'This invitation is over',
    advice:
      'It is unknown, has run out (after 7 days), was accepted or withdrawn, or a newer one took its place. Ask for another.',
  },
  approval_not_pending: {
    status: 409,
    type: 'conflict',
    title: 'This is decided already',
    advice:
      'It was approved, rejected or canceled before, or needs nobody; a request of an operator also ends after three days. Read it; ask anew where it expired.',
  },
  kyc_transition_not_allowed: {
    status: 409,
    type: 'conflict',
    title: 'The KYC status does not allow this',
    advice:
      'A status goes `none → pending → verified | rejected`, and from `rejected` or `verified` to `pending` with a new submission. A submission is decided once, and a customer has one pending at a time. The message says how things stand; read the submission again.',
  },
  challenge_expired: {
    status: 410,
    type: 'authentication',
    title: 'This challenge is over',
    advice:
      'It has run out (after 300 seconds), was used, or a newer one took its place. Begin again: log in, register or ask anew.',
  },
  payout_not_cancelable: {
    status: 409,
    type: 'conflict',
    title: 'The payout can no longer be canceled',
    advice:
      'Only a pending payout can be canceled; once its items are being paid it runs to its end. Read it to see how far it is.',
  },
  body_too_large: {
    status: 413,
    type: 'invalid_request',
    title: 'The body is too large',
    advice:
      'A body may have up to 64 KiB, a KYC document and a payout up to 5 MiB. Split a larger payout into several.',
  },
  unsupported_media_type: {
    status: 415,
    type: 'invalid_request',
    title: 'This content type is not taken',
    advice:
      'Send `Content-Type: application/json`; `POST /api/v1/payouts` takes `text/csv` too, and `POST /api/v1/kyc/documents` takes `image/png`, `image/jpeg` and `application/pdf` instead.',
  },
  idempotency_key_reused: {
    status: 422,
    type: 'unprocessable',
    title: 'This Idempotency-Key belongs to another request',
    advice:
      'A key stands for one request: same method, path and body. Use a new key for a new operation. Nothing was done.',
  },
  currency_mismatch: {
    status: 422,
    type: 'unprocessable',
    title: 'The currencies differ',
    advice: 'A wallet holds one currency, and money moves only between wallets of the same one.',
  },
  same_wallet: {
    status: 422,
    type: 'unprocessable',
    title: 'Both wallets are the same',
    advice: 'Name two different wallets.',
  },
  refund_exceeds_remaining: {
    status: 422,
    type: 'unprocessable',
    title: 'The refund is more than what remains',
    advice:
      "A payment's refunds, pending and succeeded, never exceed its amount. `remaining` says what can still be refunded.",
  },
  limit_exceeded: {
    status: 422,
    type: 'unprocessable',
    title: 'This goes over a limit',
    advice:
      '`param` says which side and `limit` which limit: `single`, `day` or `month` of what a customer sends (UTC days and calendar months; with `maximum` and `remaining`), or `balance`, the most that the receiving wallet may hold. Without `limit` it is the largest number the books can keep, or, of `POST /wallets`, a second wallet of a customer in one currency. Where a customer approves a payment `param` is absent: the limit is their own. Send less, or wait for the next day or month. No money was moved.',
  },
  kyc_required: {
    status: 422,
    type: 'unprocessable',
    title: 'The customer must be verified first',
    advice:
      'A customer who is not verified may not do this at all; one who is may. `param` says whether it is the sender (`from`) or the receiver (`to`); where a customer approves a payment it is absent, and they are the sender. No money was moved.',
  },
  recipient_not_found: {
    status: 422,
    type: 'unprocessable',
    title: 'The recipient has no wallet here',
    advice: 'No wallet in this currency belongs to this phone or id in this mode. No money was moved.',
  },
  two_factor_required: {
    status: 422,
    type: 'unprocessable',
    title: 'This needs a second factor',
    advice:
      'Some acts need a one-time code, and some an account that has a second factor on (`POST /api/v1/auth/2fa/enable`). The message says which.',
  },
  ...webhookErrors,
  too_many_records: {
    status: 422,
    type: 'unprocessable',
    title: 'There are too many of these already',
    advice:
      'A merchant has up to 20 integrations; an integration up to 100 active keys and 50 developers and open invitations. Remove what is no longer used.',
  },
  too_many_documents: {
    status: 422,
    type: 'unprocessable',
    title: 'Too many documents',
    advice:
      'Ten may wait for a submission, and thirty come in 30 days. Name the documents that are uploaded in a submission (`POST /api/v1/kyc/submissions`); those that are in none are deleted after a day, and those of a rejected one may be submitted again.',
  },
  ...loadErrors,
  too_many_attempts: {
    status: 429,
    type: 'rate_limit',
    title: 'Too many tries',
    advice:
      'Wait as long as `Retry-After` says. A challenge that has had its five codes, or was sent again three times, is not waited for but begun again; its `Retry-After` is its own end. Five wrong passwords from strangers make an account wait, from 30 seconds up to an hour; a known device (its cookie, or `Service-Device`), an open session or a network that the account logged in from does not wait for strangers, and a new device passes with a code from `POST /api/v1/auth/device`. Twenty wrong codes in a row block codes for a day. Codes for registrations are so many in an hour for the phones of one country.',
  },
  resend_too_soon: {
    status: 429,
    type: 'rate_limit',
    title: 'The code was sent just now',
    advice:
      'A code is sent again after 30 seconds, three times at most. The challenge still runs out when it would have.',
  },
  internal_error: {
    status: 500,
    type: 'service',
    title: 'Something failed on our side',
    advice:
      'Send the same request with the same Idempotency-Key again. If it persists, give the operator the `request_id`.',
  },
  service_unavailable: {
    status: 503,
    type: 'service',
    title: 'The service cannot answer just now',
    advice:
      'Nothing is known to be lost, but the outcome of this request may be unknown: send it again with the same Idempotency-Key, and it happens once.',
  },
} as const satisfies Record<string, Entry>;

export type ErrorCode = keyof typeof catalogue;
