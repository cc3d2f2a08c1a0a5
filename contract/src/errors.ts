import { bulkErrors } from './errors-bulk.ts';
import { checkoutErrors } from './errors-checkout.ts';
import { exportErrors } from './errors-exports.ts';
import { holdErrors } from './errors-holds.ts';
import { loadErrors } from './errors-load.ts';
import { openingErrors } from './errors-openings.ts';
import { quotaErrors } from './errors-quotas.ts';
import { railSettingErrors } from './errors-rail-settings.ts';
import { railErrors } from './errors-rails.ts';
import { requestErrors } from './errors-requests.ts';
import { scheduleErrors } from './errors-schedules.ts';
import { sessionErrors } from './errors-sessions.ts';
import { splitErrors } from './errors-splits.ts';
import { tillErrors } from './errors-tills.ts';
import { webhookErrors } from './errors-webhooks.ts';
import { workErrors } from './errors-work.ts';

/**
 * The error catalogue: the only place that gives a code its status, title and advice. The service's answers,
 * openapi.json and the page behind `doc_url` are all made from it.
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
  /** The problem, as a heading. */
  readonly title: string;
  /** The cause and what to do, for the error's page. */
  readonly advice: string;
};

export const catalogue = {
  ...requestErrors,
  missing_credentials: {
    status: 401,
    type: 'authentication',
    title: 'No credentials were sent',
    advice: 'Send `Authorization: Bearer` with an API key, or with the access token of a person who is logged in.',
  },
  invalid_api_key: {
    status: 401,
    type: 'authentication',
    title: 'The API key is unknown',
    advice:
      'Check that the whole key was copied (it ends in a checksum), and that it belongs to this deployment. A credential that is neither a key nor a token gets the same answer, such as a truncated token or an empty shell variable.',
  },
  api_key_revoked: {
    status: 401,
    type: 'authentication',
    title: 'The API key was revoked',
    advice:
      'The key was revoked, or it was rolled and its overlap has ended; the message says which. Use the key that replaced it, or make another. A revoked key never works again.',
  },
  invalid_token: {
    status: 401,
    type: 'authentication',
    title: 'The token is not valid',
    advice:
      'The token comes from another deployment, or its session has ended. A session ends by a logout, a password change, a suspension, or a refresh token that was used twice. Log in again.',
  },
  token_expired: {
    status: 401,
    type: 'authentication',
    title: 'The token has expired',
    advice:
      'An access token expires after 15 minutes: get a new pair with `POST /api/v1/auth/refresh`. If the refresh token or the session has expired too, log in again. A session expires a year after the login; after 90 days for developers, after 30 for operators.',
  },
  invalid_credentials: {
    status: 401,
    type: 'authentication',
    title: 'The phone, e-mail address or password is wrong',
    advice:
      'We do not say which. After five failures the account is locked for an increasing delay; `POST /api/v1/auth/password/forgot` sets a new password.',
  },
  invalid_2fa_code: {
    status: 401,
    type: 'authentication',
    title: 'The code is wrong',
    advice:
      'A challenge allows five attempts. Resend the code with `POST /api/v1/auth/2fa/resend`, or start again with a new challenge.',
  },
  refresh_token_reused: {
    status: 401,
    type: 'authentication',
    title: 'The refresh token was already used',
    advice:
      'A refresh token works once. Another client used it again, or the same client did so after more than 30 seconds. It may be stolen, so its whole session has ended. Log in again, and keep only the newest pair.',
  },
  insufficient_funds: {
    status: 402,
    type: 'payment_required',
    title: 'The wallet has too little money',
    advice:
      "The wallet's available balance (its total less what is reserved) is below the amount. No money was moved. Fund the wallet or send a smaller amount, with a new Idempotency-Key (the old one keeps this answer) and the same `reference`.",
  },
  insufficient_scope: {
    status: 403,
    type: 'permission',
    title: 'The key lacks the required scope',
    advice: '`WWW-Authenticate` names the scope. Use a key that has it, or make one.',
  },
  forbidden_account_type: {
    status: 403,
    type: 'permission',
    title: 'This kind of caller may not use this route',
    advice:
      'The route is for another kind of account, or for test mode only. Its page in the reference says who may call it.',
  },
  account_suspended: {
    status: 403,
    type: 'permission',
    title: 'The account is suspended',
    advice: 'An operator suspended the account. Ask the support of this deployment.',
  },
  ...sessionErrors,
  ...workErrors,
  ...railSettingErrors,
  ...holdErrors,
  ...quotaErrors,
  not_found: {
    status: 404,
    type: 'not_found',
    title: 'Not found',
    advice:
      'The path or the id is unknown: check both. An id of the other mode (test or live) or of another integration gets the same answer.',
  },
  method_not_allowed: {
    status: 405,
    type: 'invalid_request',
    title: 'The path does not support this method',
    advice: 'The `Allow` header lists the supported methods.',
  },
  not_acceptable: {
    status: 406,
    type: 'invalid_request',
    title: 'The Accept header excludes every type that this route answers',
    advice:
      'Send `Accept: application/json`, or leave the header out. A route answers `text/csv` only where its page in the reference lists it.',
  },
  reference_already_used: {
    status: 409,
    type: 'conflict',
    title: 'The reference belongs to another record',
    advice:
      'A reference is unique for its kind of record, integration and mode. The message names the record that has it: read that record. A failed record keeps its reference, so another attempt needs a new one.',
  },
  wallet_frozen: {
    status: 409,
    type: 'conflict',
    title: 'The wallet is frozen',
    advice:
      'A frozen wallet accepts no new debits or credits; transactions in progress still settle. An operator can unfreeze it. Then send the request with a new Idempotency-Key (the old one keeps this answer) and the same `reference`.',
  },
  wallet_closed: {
    status: 409,
    type: 'conflict',
    title: 'The wallet is closed',
    advice: 'A closed wallet moves no money. Use another wallet.',
  },
  payment_not_refundable: {
    status: 409,
    type: 'conflict',
    title: 'The payment cannot be refunded',
    advice: 'Only a payment that has succeeded can be refunded. Cancel a payment that is still waiting.',
  },
  payment_already_final: {
    status: 409,
    type: 'conflict',
    title: 'The payment is already final',
    advice: 'A payment ends once, as succeeded or failed, and then never changes. Read it to see its status.',
  },
  payment_not_cancelable: {
    status: 409,
    type: 'conflict',
    title: 'The payment can no longer be canceled',
    advice:
      'The provider is already processing this payment, so it can no longer be canceled here. Wait for the final event, and refund the payment if it succeeds.',
  },
  payment_not_approvable: {
    status: 409,
    type: 'conflict',
    title: 'The payment cannot be approved here',
    advice:
      'The API approves only payments from a wallet of this deployment, until `expires_at`, and in test mode payments of the sandbox. The customer approves any other payment on the phone, where the provider asks for it.',
  },
  account_already_exists: {
    status: 409,
    type: 'conflict',
    title: 'The account already exists',
    advice: 'Log in, or set a new password with `POST /api/v1/auth/password/forgot`.',
  },
  name_already_used: {
    status: 409,
    type: 'conflict',
    title: 'The merchant already has a record with this name',
    advice:
      "A name is unique among a merchant's integrations, and among the branches of an integration. Choose another name, or rename the record that has it.",
  },
  last_owner: {
    status: 409,
    type: 'conflict',
    title: 'This is the last owner of the integration',
    advice:
      "An integration that has an owner must keep one. Make another developer an owner first, or ask the merchant: the merchant's people may do this.",
  },
  key_not_active: {
    status: 409,
    type: 'conflict',
    title: 'The key was revoked or has expired',
    advice: 'Only a key that still works can be rolled. Make a new key with `POST /api/v1/integrations/{id}/keys`.',
  },
  invitation_expired: {
    status: 410,
    type: 'authentication',
    title: 'The invitation is no longer valid',
    advice:
      'The invitation is unknown, has expired (after 7 days), was accepted or withdrawn, or was replaced by a newer one. Ask for another.',
  },
  approval_not_pending: {
    status: 409,
    type: 'conflict',
    title: 'This is already decided',
    advice:
      "It was already approved, rejected or canceled, or it needs no approval. An operator's request also expires after three days. Read it, and make a new request if it has expired.",
  },
  kyc_transition_not_allowed: {
    status: 409,
    type: 'conflict',
    title: 'The KYC status does not allow this',
    advice:
      'The status goes `none → pending → verified | rejected`; a new submission leads from `rejected` or `verified` back to `pending`. A submission is decided once, and a customer has one pending submission at a time. The message gives the current state: read the submission again.',
  },
  challenge_expired: {
    status: 410,
    type: 'authentication',
    title: 'The challenge is no longer valid',
    advice:
      'The challenge has expired (after 300 seconds), was used, or was replaced by a newer one. Start again: log in, register or ask for a new code.',
  },
  payout_not_cancelable: {
    status: 409,
    type: 'conflict',
    title: 'The payout can no longer be canceled',
    advice:
      'Only a pending payout can be canceled; once it pays its items it runs to completion. Read it to see its progress.',
  },
  payout_not_retryable: {
    status: 409,
    type: 'conflict',
    title: 'The payout has no failed items to pay again',
    advice:
      'Only failed items of a completed payout are paid again. While it is processing, an item may still succeed: wait for `payout.completed`.',
  },
  body_too_large: {
    status: 413,
    type: 'invalid_request',
    title: 'The body is too large',
    advice:
      'A body may have up to 64 KiB; a KYC document, a payout and a bulk request may have up to 5 MiB. Split a larger list into several requests.',
  },
  unsupported_media_type: {
    status: 415,
    type: 'invalid_request',
    title: 'The content type is not supported',
    advice:
      'Send `Content-Type: application/json`. `POST /api/v1/payouts` also accepts `text/csv`; bulk requests also accept `text/csv` and `application/x-ndjson`. `POST /api/v1/kyc/documents` accepts only `image/png`, `image/jpeg` and `application/pdf`.',
  },
  idempotency_key_reused: {
    status: 422,
    type: 'unprocessable',
    title: 'The Idempotency-Key belongs to another request',
    advice:
      'A key identifies one request: its method, path and body. Nothing was changed: use a new key for a new operation.',
  },
  currency_mismatch: {
    status: 422,
    type: 'unprocessable',
    title: 'The currencies differ',
    advice: 'A wallet holds one currency. Name wallets of the same currency: money moves only between those.',
  },
  same_wallet: {
    status: 422,
    type: 'unprocessable',
    title: 'Both wallets are the same',
    advice: 'Money moves between two wallets. Name two different ones.',
  },
  refund_exceeds_remaining: {
    status: 422,
    type: 'unprocessable',
    title: 'The refund exceeds the remaining amount',
    advice:
      "A payment's refunds, pending and succeeded, never exceed its amount. `remaining` is the amount that can still be refunded.",
  },
  limit_exceeded: {
    status: 422,
    type: 'unprocessable',
    title: 'A limit would be exceeded',
    advice:
      '`param` names the side and `limit` the limit. `single`, `day` and `month` limit what a customer sends (UTC days and calendar months), with `maximum` and `remaining`; `balance` is the most that the receiving wallet may hold. Without `limit` the amount exceeds the largest number that the ledger can store, or, for `POST /wallets`, the customer already has a wallet in this currency. When a customer approves a payment, `param` is absent: the limit is their own. No money was moved. Send less, or wait for the next day or month.',
  },
  kyc_required: {
    status: 422,
    type: 'unprocessable',
    title: 'The customer must be verified first',
    advice:
      'Only a verified customer may do this. `param` says whether this is the sender (`from`) or the receiver (`to`). It is absent when a customer approves a payment: they are the sender. No money was moved.',
  },
  recipient_not_found: {
    status: 422,
    type: 'unprocessable',
    title: 'The recipient has no wallet here',
    advice:
      'In this mode, no wallet in this currency belongs to this phone or id. No money was moved: check the recipient and the currency.',
  },
  two_factor_required: {
    status: 422,
    type: 'unprocessable',
    title: 'A second factor is required',
    advice:
      'Some actions need a one-time code, others an account with a second factor (`POST /api/v1/auth/2fa/enable`). The message says which.',
  },
  ...exportErrors,
  ...webhookErrors,
  too_many_records: {
    status: 422,
    type: 'unprocessable',
    title: 'The maximum number of these records is reached',
    advice:
      'A merchant has up to 20 integrations. An integration has up to 100 active keys, and up to 50 developers and open invitations together, and 100 branches in each mode. Remove those that are no longer used.',
  },
  too_many_documents: {
    status: 422,
    type: 'unprocessable',
    title: 'Too many documents',
    advice:
      'Up to ten documents may wait for a submission, and up to thirty may be uploaded in 30 days. Name your uploaded documents in a submission (`POST /api/v1/kyc/submissions`). A document without a submission is deleted after a day. Documents of a rejected submission may be submitted again.',
  },
  ...loadErrors,
  too_many_attempts: {
    status: 429,
    type: 'rate_limit',
    title: 'Too many attempts',
    advice:
      'Wait as long as `Retry-After` says. If a challenge has had its five codes or its three resends, do not wait but start a new one; its `Retry-After` is the time until it expires. After five wrong passwords from strangers an account is locked, for 30 seconds up to an hour. This does not lock out a known device (its cookie, or `Service-Device`), an open session, or a network that the account logged in from; a new device passes with a code from `POST /api/v1/auth/device`. After twenty wrong codes in a row, codes are blocked for a day. Registration codes are limited per hour for the phones of one country.',
  },
  resend_too_soon: {
    status: 429,
    type: 'rate_limit',
    title: 'The code was just sent',
    advice: 'A code can be resent after 30 seconds, three times at most. A resend does not extend the challenge.',
  },
  internal_error: {
    status: 500,
    type: 'service',
    title: 'Something failed on our side',
    advice:
      'Retry the same request with the same Idempotency-Key. If the error persists, give the operator the `request_id`.',
  },
  service_unavailable: {
    status: 503,
    type: 'service',
    title: 'The service is temporarily unavailable',
    advice:
      'No data is known to be lost, but the outcome of this request may be unknown. Retry it with the same Idempotency-Key: it then happens once.',
  },
  ...railErrors,
  ...checkoutErrors,
  ...tillErrors,
  ...scheduleErrors,
  ...bulkErrors,
  ...splitErrors,
  ...openingErrors,
} as const satisfies Record<string, Entry>;

export type ErrorCode = keyof typeof catalogue;
