// Generated from openapi.json by scripts/sdk.mjs. Run: npm run sdk

export type NewShare = {
  /** The wallet that receives the share, in the currency of the payment. */
  wallet: string;
  /** A fixed amount in minor units. Give it or `basis_points`. */
  amount?: number;
  /** Hundredths of a percent of the net, rounded down to the minor unit. */
  basis_points?: number;
  /** Your own id of this record, unique for its kind of record, integration and mode. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  reference?: string | null;
};

/** The action that the customer must take while the status is `requires_action`. */
export type NextAction = {
  type: 'prompt' | 'in_app' | 'otp' | 'redirect';
  /** RFC 3339, UTC, milliseconds. */
  expires_at: string;
  /** The instructions to show to the customer. */
  instructions: string;
  redirect_url: string | null;
};

export type Failure = {
  code:
    | 'customer_declined'
    | 'approval_expired'
    | 'insufficient_funds'
    | 'customer_not_found'
    | 'customer_limit_reached'
    | 'recipient_not_found'
    | 'recipient_cannot_receive'
    | 'rail_unavailable'
    | 'canceled'
    | 'rail_error';
  /** The reason, for people. The words may change. */
  message: string;
  /** The provider's own code, unchanged. */
  rail_code: string | null;
};

export type Share = {
  /** The wallet that receives the share. */
  wallet: string;
  /** Null for a fixed amount. */
  basis_points: number | null;
  /** The share in minor units. It is final when the status is `posted` or `kept`. */
  amount: number;
  reference: string | null;
  /** `pending` until the payment is final. `posted`: the wallet has received it. `kept`: it stayed in the wallet of the payment, for the `reason`. `canceled`: the payment failed. */
  status: 'pending' | 'posted' | 'kept' | 'canceled';
  /** Why the share was kept. */
  reason: 'wallet_frozen' | 'wallet_closed' | 'limit_exceeded' | 'kyc_required' | 'payment_reversed' | null;
  /** The part of it that paid a debt of the wallet to you. It stayed in the wallet of the payment, so the wallet received `amount` less `debt_paid`. */
  debt_paid: number;
  /** The part that the reserve of the wallet kept when the share was posted. */
  reserved: number;
  /** The part that refunds took back: out of the wallet, as its debt to you, or borne by you. */
  amount_returned: number;
};

export type Payment = {
  id: string;
  object: 'payment';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Grows by 1 at each change. Ignore a record with a lower version than yours. */
  version: number;
  /** The amount that you ask for, in minor units. */
  amount: number;
  /** The amount that the payer gives, in minor units: the `amount`, and the `fee` and `tax` too if the payer bears them. It is fixed at the creation. */
  charged_amount: number;
  /** `merchant`: the fee and its tax are taken from the `amount`. `payer`: the payer gives them on top, so your `net` is the `amount`. */
  fee_bearer: 'merchant' | 'payer';
  /** `automatic`: the money is yours as soon as the customer has approved. `manual`: it is held then, and you capture it. */
  capture: 'automatic' | 'manual';
  /** The amount that the customer was asked for, in minor units. When a manual payment succeeds, its `amount` becomes what you captured, and this stays. */
  amount_authorized: number;
  /** The amount that you have got so far, in minor units. */
  amount_captured: number;
  /** When what is not captured goes back to the customer. Null with automatic capture. */
  capture_before: string | null;
  currency: string;
  /** The customer's phone in E.164 form. */
  customer: string;
  /** `succeeded` and `failed` are final. A payment with an unknown outcome stays `processing`; a timeout never fails a payment. `requires_capture`: the money of a payment with manual capture is held. */
  status: 'pending' | 'requires_action' | 'processing' | 'requires_capture' | 'succeeded' | 'failed';
  next_action: NextAction | null;
  failure: Failure | null;
  /** The amount refunded so far, in minor units: at most the `amount`, or the `charged_amount` if the rail refunds only whole payments. */
  amount_refunded: number;
  /** The rule of its creation. `returned`: a refund gives back the fee and the tax in proportion to everything refunded so far. `kept`: it does not. A fee that the payer bears is kept, except on a rail that refunds only whole payments: there `returned` gives it back with the whole `charged_amount`. */
  fee_on_refund: 'kept' | 'returned';
  /** The part of the fee that refunds gave back to `wallet`. */
  fee_returned: number;
  /** The part of the tax that refunds gave back to `wallet`. */
  tax_returned: number;
  /** The fee in minor units, taken from the wallet when the payment settles. */
  fee: number;
  /** The tax on the fee, taken with it. */
  tax: number;
  /** The amount that stays yours: the `charged_amount` less the fee and its tax. */
  net: number;
  /** Your wallet that receives the money. */
  wallet: string;
  /** The shares of the net, in the order given. Null without shares. */
  split: Array<Share> | null;
  /** The rail that collects the money: the slug of a provider's rail, as `GET /rails` lists it. `wallet`: from a wallet that the customer has here. `sandbox`: simulated, in test mode. */
  rail: string;
  /** The provider's own id of this collection. */
  rail_reference: string | null;
  reference: string | null;
  /** The checkout session that it pays. The `reference` belongs to the session. */
  checkout_session: string | null;
  /** The branch of the merchant. */
  branch: string | null;
  description: string | null;
  /** Where receipts go by e-mail. */
  receipt_email: string | null;
  /** The public page of its receipt. Null: it has none yet, or it was revoked. Only the answer that reads one record has this field. */
  receipt_url?: string | null;
  success_url: string | null;
  cancel_url: string | null;
  /** The customer can approve the payment until then. The time depends on the rail. */
  expires_at: string;
  /** RFC 3339, UTC, milliseconds. */
  succeeded_at: string | null;
  /** RFC 3339, UTC, milliseconds. */
  failed_at: string | null;
  /** When the provider took the money of a payment back that had succeeded. */
  reversed_at: string | null;
};

export type NewPayment = {
  /** Whole number in the currency's minor unit. */
  amount: number;
  /** ISO 4217 code of an enabled currency. */
  currency: string;
  /** The customer's phone number in international format (E.164). Spaces, hyphens, dots and parentheses between the digits are ignored. The number must exist in the numbering plan of its country. */
  customer: string;
  /** Your own id of this record, unique for its kind of record, integration and mode. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  reference?: string | null;
  /** The branch that takes the payment. */
  branch?: string | null;
  /** Line feeds and tabs are the only control characters allowed. */
  description?: string | null;
  /** Up to 50 key-value pairs of strings for your own use. */
  metadata?: Record<string, string>;
  /** The rail that collects the money: a slug of `GET /rails`, `wallet` or `sandbox`. `wallet`: the customer approves within 5 minutes and pays from their wallet here. Default in test mode: `sandbox`. Default in live mode: `wallet` if the customer has a wallet in this currency here, otherwise the rail that reaches the phone. */
  rail?: string;
  /** The payer's e-mail address, for receipts if the merchant's settings send them by e-mail. */
  receipt_email?: string | null;
  /** The address to which a redirect returns the payer after paying, with https. The return proves nothing: wait for the event. Default: a page of this service. */
  success_url?: string;
  /** The address to which a redirect returns a payer who gave up. Default: `success_url`. */
  cancel_url?: string;
  /** Your wallet that receives the money. Default: your default wallet in this currency, which is opened at its first use. */
  wallet?: string;
  /** Divides the net (the amount less the fee) when the payment succeeds. The shares must sum to at most the net. The rest stays in `wallet`. */
  split?: Array<NewShare>;
  /** `payer`: the payer gives the fee and its tax on top of the `amount`, and sees them before the approval. The limits of the rail and of the payer apply to the `charged_amount`. It cannot be combined with manual capture or `split`, whose fee the merchant bears without it. Default: the `fee_bearer` of the merchant settings. */
  fee_bearer?: 'merchant' | 'payer';
};

export type BulkTotals = {
  /** The number of items. */
  count: number;
  /** The items that succeeded or were accepted so far. */
  succeeded_count: number;
  /** The items that failed so far. */
  failed_count: number;
  /** By currency, for the items that succeeded or were accepted. */
  amounts: Array<{
    currency: string;
    /** The total of the items that succeeded or were accepted so far, in minor units. */
    succeeded_amount: number;
  }>;
};

export type BulkResult = {
  /** `succeeded`: the transfer has moved its money. `accepted`: the payment is created. */
  status: 'succeeded' | 'accepted' | 'failed';
  /** The record of the item; absent if the item failed. */
  id?: string;
  error?: {
    /** The error that the same single request gets. */
    code:
      | 'malformed_json'
      | 'validation_failed'
      | 'unsupported_currency'
      | 'amount_out_of_bounds'
      | 'invalid_idempotency_key'
      | 'missing_credentials'
      | 'invalid_api_key'
      | 'api_key_revoked'
      | 'invalid_token'
      | 'token_expired'
      | 'invalid_credentials'
      | 'invalid_2fa_code'
      | 'refresh_token_reused'
      | 'insufficient_funds'
      | 'insufficient_scope'
      | 'forbidden_account_type'
      | 'account_suspended'
      | 'session_of_another'
      | 'forbidden_origin'
      | 'key_from_browser'
      | 'origin_not_allowed'
      | 'two_factor_setup_required'
      | 'idempotency_in_progress'
      | 'clock_advance_in_progress'
      | 'settlement_refused'
      | 'settlement_resolved'
      | 'case_closed'
      | 'case_holds_money'
      | 'case_not_asked'
      | 'case_record_not_open'
      | 'person_has_open_records'
      | 'case_holds_no_money'
      | 'case_not_an_exception'
      | 'statement_file_damaged'
      | 'close_not_ready'
      | 'close_unexplained'
      | 'close_reviewed'
      | 'match_unequal'
      | 'match_not_undoable'
      | 'transfer_not_reversible'
      | 'reversal_exceeds_remaining'
      | 'rail_slug_used'
      | 'rail_not_approved'
      | 'rail_approved'
      | 'rail_changed'
      | 'rail_in_use'
      | 'hold_is_over'
      | 'hold_in_escrow'
      | 'escrow_is_disputed'
      | 'capture_exceeds_remaining'
      | 'too_many_captures'
      | 'payment_not_capturable'
      | 'registrations_closed'
      | 'quota_reached'
      | 'quota_exceeded'
      | 'rate_limited'
      | 'not_found'
      | 'method_not_allowed'
      | 'not_acceptable'
      | 'reference_already_used'
      | 'wallet_frozen'
      | 'wallet_closed'
      | 'payment_not_refundable'
      | 'payment_already_final'
      | 'payment_not_cancelable'
      | 'payment_not_approvable'
      | 'account_already_exists'
      | 'name_already_used'
      | 'last_owner'
      | 'key_not_active'
      | 'invitation_expired'
      | 'approval_not_pending'
      | 'kyc_transition_not_allowed'
      | 'challenge_expired'
      | 'payout_not_cancelable'
      | 'payout_not_retryable'
      | 'body_too_large'
      | 'unsupported_media_type'
      | 'idempotency_key_reused'
      | 'currency_mismatch'
      | 'same_wallet'
      | 'refund_exceeds_remaining'
      | 'limit_exceeded'
      | 'kyc_required'
      | 'recipient_not_found'
      | 'two_factor_required'
      | 'too_many_exports'
      | 'too_many_export_schedules'
      | 'export_not_completed'
      | 'webhook_disabled'
      | 'webhook_deleted'
      | 'too_many_endpoints'
      | 'too_many_records'
      | 'too_many_documents'
      | 'list_too_expensive'
      | 'throttled'
      | 'too_many_attempts'
      | 'resend_too_soon'
      | 'internal_error'
      | 'service_unavailable'
      | 'refund_must_be_whole'
      | 'rail_unavailable'
      | 'checkout_session_completed'
      | 'shift_open'
      | 'shift_ended'
      | 'sale_not_waiting'
      | 'payment_not_for_sale'
      | 'qr_scheme_missing'
      | 'too_many_schedules'
      | 'schedule_has_no_run'
      | 'schedule_is_over'
      | 'schedule_is_pending'
      | 'schedule_was_changed'
      | 'bulk_item_failed'
      | 'split_not_accepted'
      | 'opening_changed';
    message: string;
    /** The field of the item. */
    param?: string;
    /** With `reference_already_used`: the record that has the reference. */
    record?: string;
  };
};

export type Bulk = {
  id: string;
  object: 'bulk';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  kind: 'transfers' | 'payments';
  mode: 'all_or_nothing' | 'each';
  /** `processing`: the request was interrupted after some of its items. The same request with the same key carries out the others. */
  status: 'processing' | 'completed';
  totals: BulkTotals;
  /** RFC 3339, UTC, milliseconds. */
  completed_at: string | null;
  /** One result for each item that was carried out, in the order of the items. */
  results: Array<BulkResult>;
};

export type DryRunError = {
  /** The error that the request or the item would get. */
  code:
    | 'malformed_json'
    | 'validation_failed'
    | 'unsupported_currency'
    | 'amount_out_of_bounds'
    | 'invalid_idempotency_key'
    | 'missing_credentials'
    | 'invalid_api_key'
    | 'api_key_revoked'
    | 'invalid_token'
    | 'token_expired'
    | 'invalid_credentials'
    | 'invalid_2fa_code'
    | 'refresh_token_reused'
    | 'insufficient_funds'
    | 'insufficient_scope'
    | 'forbidden_account_type'
    | 'account_suspended'
    | 'session_of_another'
    | 'forbidden_origin'
    | 'key_from_browser'
    | 'origin_not_allowed'
    | 'two_factor_setup_required'
    | 'idempotency_in_progress'
    | 'clock_advance_in_progress'
    | 'settlement_refused'
    | 'settlement_resolved'
    | 'case_closed'
    | 'case_holds_money'
    | 'case_not_asked'
    | 'case_record_not_open'
    | 'person_has_open_records'
    | 'case_holds_no_money'
    | 'case_not_an_exception'
    | 'statement_file_damaged'
    | 'close_not_ready'
    | 'close_unexplained'
    | 'close_reviewed'
    | 'match_unequal'
    | 'match_not_undoable'
    | 'transfer_not_reversible'
    | 'reversal_exceeds_remaining'
    | 'rail_slug_used'
    | 'rail_not_approved'
    | 'rail_approved'
    | 'rail_changed'
    | 'rail_in_use'
    | 'hold_is_over'
    | 'hold_in_escrow'
    | 'escrow_is_disputed'
    | 'capture_exceeds_remaining'
    | 'too_many_captures'
    | 'payment_not_capturable'
    | 'registrations_closed'
    | 'quota_reached'
    | 'quota_exceeded'
    | 'rate_limited'
    | 'not_found'
    | 'method_not_allowed'
    | 'not_acceptable'
    | 'reference_already_used'
    | 'wallet_frozen'
    | 'wallet_closed'
    | 'payment_not_refundable'
    | 'payment_already_final'
    | 'payment_not_cancelable'
    | 'payment_not_approvable'
    | 'account_already_exists'
    | 'name_already_used'
    | 'last_owner'
    | 'key_not_active'
    | 'invitation_expired'
    | 'approval_not_pending'
    | 'kyc_transition_not_allowed'
    | 'challenge_expired'
    | 'payout_not_cancelable'
    | 'payout_not_retryable'
    | 'body_too_large'
    | 'unsupported_media_type'
    | 'idempotency_key_reused'
    | 'currency_mismatch'
    | 'same_wallet'
    | 'refund_exceeds_remaining'
    | 'limit_exceeded'
    | 'kyc_required'
    | 'recipient_not_found'
    | 'two_factor_required'
    | 'too_many_exports'
    | 'too_many_export_schedules'
    | 'export_not_completed'
    | 'webhook_disabled'
    | 'webhook_deleted'
    | 'too_many_endpoints'
    | 'too_many_records'
    | 'too_many_documents'
    | 'list_too_expensive'
    | 'throttled'
    | 'too_many_attempts'
    | 'resend_too_soon'
    | 'internal_error'
    | 'service_unavailable'
    | 'refund_must_be_whole'
    | 'rail_unavailable'
    | 'checkout_session_completed'
    | 'shift_open'
    | 'shift_ended'
    | 'sale_not_waiting'
    | 'payment_not_for_sale'
    | 'qr_scheme_missing'
    | 'too_many_schedules'
    | 'schedule_has_no_run'
    | 'schedule_is_over'
    | 'schedule_is_pending'
    | 'schedule_was_changed'
    | 'bulk_item_failed'
    | 'split_not_accepted'
    | 'opening_changed';
  message: string;
  param?: string;
  /** With `reference_already_used`: the record that has the reference. */
  record?: string;
};

export type DryRunTotals = {
  /** The number of items; 1 for a transfer. */
  count: number;
  /** The items that would succeed or be accepted. */
  succeeded_count: number;
  failed_count: number;
  /** By currency, for the items that would succeed or be accepted. */
  amounts: Array<{
    currency: string;
    /** Whole number in the currency's minor unit. */
    succeeded_amount: number;
  }>;
  /** For a payout: the fees of all its items. */
  fee?: number;
  /** For a payout: the taxes on these fees. */
  tax?: number;
};

export type DryRunResult = {
  /** The outcome that it would have now. */
  status: 'succeeded' | 'accepted' | 'failed';
  error?: DryRunError;
};

/** The outcome that a request would have now. Nothing is written, the key is not kept, and the same request without `dry_run` may have another outcome later. */
export type DryRun = {
  object: 'dry_run';
  livemode: boolean;
  /** The outcome that it would have now. */
  status: 'succeeded' | 'accepted' | 'failed';
  error?: DryRunError;
  totals: DryRunTotals;
  /** For a bulk request: one result for each item, in the order of the items. */
  results?: Array<DryRunResult>;
};

export type PaymentTotals = {
  object: 'payment_totals';
  livemode: boolean;
  /** False: there are more payments. The figures are those of the payments that were counted. */
  exact: boolean;
  /** All payments that match. */
  count: number;
  /** The number of payments in each status. */
  by_status: {
    pending: number;
    requires_action: number;
    processing: number;
    requires_capture: number;
    succeeded: number;
    failed: number;
  };
  /** The succeeded payments of each currency. */
  succeeded: Array<{
    currency: string;
    count: number;
    /** The sum of `charged_amount`, before fees and refunds. */
    amount: number;
  }>;
};

export type TimelineEntry = {
  object: 'timeline_entry';
  /** RFC 3339, UTC, milliseconds. */
  at: string;
  kind: 'created' | 'succeeded' | 'failed' | 'posting' | 'event';
  /** The payment or refund that this entry is about. */
  record: string;
  /** Whole number in the currency's minor unit. */
  amount: number | null;
  currency: string | null;
  failure_code: string | null;
  posting: {
    kind: string;
    /** From the view of the merchant's wallet. */
    direction: 'credit' | 'debit';
    wallet: string;
    /** Whole number in the currency's minor unit. */
    balance_after: number;
  } | null;
  event: {
    id: string;
    type: string;
    /** To the webhook endpoints and the inbox. Empty for a key without `webhooks:read`. */
    deliveries: Array<{
      id: string;
      /** The endpoint's host. Null for the inbox. */
      host: string | null;
      status: 'pending' | 'succeeded' | 'dead' | 'held';
      /** The answer to the last attempt. */
      response_status: number | null;
    }>;
  } | null;
};

export type Branch = {
  id: string;
  object: 'branch';
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Grows by 1 at each change. Ignore a record with a lower version than yours. */
  version: number;
  name: string;
  /** Since when no new record may name it. Its payments stay. */
  archived_at: string | null;
};

export type CheckoutSession = {
  id: string;
  object: 'checkout_session';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Grows by 1 at each change. Ignore a record with a lower version than yours. */
  version: number;
  /** The address of the hosted page. Anybody with it can pay. */
  url: string;
  /** `completed`: a payment has succeeded; with manual capture, after the last capture. `expired`: the time has ended and no payment is unfinished. Both are final. */
  status: 'open' | 'completed' | 'expired';
  /** Whole number in the currency's minor unit. */
  amount: number;
  currency: string;
  reference: string | null;
  description: string | null;
  /** The payer's phone in E.164 form, if you gave one. */
  customer: string | null;
  success_url: string | null;
  cancel_url: string | null;
  /** How its payments are captured. */
  capture: 'automatic' | 'manual';
  /** The party that bears the fee and its tax. `payer`: the page shows the fee and the total of each way to pay before the payer begins, and the payments have this `fee_bearer`. */
  fee_bearer: 'merchant' | 'payer';
  rails: Array<string> | null;
  /** The language of the page. Default: the language of the payer's browser. */
  locale: 'en' | 'fr' | 'es' | 'pt' | 'ht' | 'sw' | null;
  /** The payment link that it was opened from. */
  link: string | null;
  /** The branch that its payments take. */
  branch: string | null;
  /** How often the unit of the link was bought. 1 without a link. */
  quantity: number;
  fields: {
    name: string | null;
    note: string | null;
  };
  /** The payment that completed it; until then the latest attempt. */
  payment: string | null;
  /** The payments that the payer began. */
  attempts: number;
  /** No attempt begins after this time. */
  expires_at: string;
  /** RFC 3339, UTC, milliseconds. */
  completed_at: string | null;
  /** RFC 3339, UTC, milliseconds. */
  expired_at: string | null;
};

export type UnexpectedPayment = {
  id: string;
  object: 'unexpected_payment';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  checkout_session: string;
  payment: string;
  /** `late`: the provider reports success for an attempt that had failed. `other_amount`: it received another amount. */
  reason: 'late' | 'other_amount';
  /** The money that arrived. */
  amount: number;
  /** The session's amount, and the fee and tax of the attempt if its payer bears them. */
  expected_amount: number;
  currency: string;
  /** The session's status then. It stays as it is. */
  session_status: 'open' | 'completed' | 'expired';
};

export type PaymentLink = {
  id: string;
  object: 'payment_link';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Grows by 1 at each change. Ignore a record with a lower version than yours. */
  version: number;
  /** The short address to share. Anybody with it can pay. */
  url: string;
  /** `open`: it takes payments. `used`: it is for one use, and that payment has begun or succeeded. `sold_out`: the stock is sold or reserved. */
  state: 'open' | 'inactive' | 'expired' | 'used' | 'sold_out';
  active: boolean;
  /** The heading of the page. */
  name: string | null;
  description: string | null;
  /** The price of one unit. Null: the payer enters the amount. */
  amount: number | null;
  /** The least that the payer may enter. */
  min_amount: number | null;
  /** The most that the payer may enter. */
  max_amount: number | null;
  currency: string;
  /** The branch that its sessions and payments take. */
  branch: string | null;
  /** The party that bears the fee and its tax. `payer`: the page shows the fee and the total of each way to pay before the payer begins, and the payments have this `fee_bearer`. */
  fee_bearer: 'merchant' | 'payer';
  /** The most units that one payer may buy at a time. */
  max_quantity: number;
  use: 'many' | 'once';
  /** The units that it sells in all. Null: without a limit. */
  stock: number | null;
  /** Units in unfinished payments, which the next payer cannot buy. */
  held: number;
  /** Units in succeeded payments. */
  sold: number;
  /** Whether the page asks the payer for a name and a note. */
  ask: {
    name: 'no' | 'optional' | 'required';
    note: 'no' | 'optional' | 'required';
  };
  success_url: string | null;
  rails: Array<string> | null;
  /** The language of the page. Default: the language of the payer's browser. */
  locale: 'en' | 'fr' | 'es' | 'pt' | 'ht' | 'sw' | null;
  /** RFC 3339, UTC, milliseconds. */
  expires_at: string | null;
};

export type ShiftWithItsTotal = {
  id: string;
  object: 'shift';
  livemode: boolean;
  /** The payment link whose code is printed for this till. */
  link: string;
  currency: string;
  status: 'open' | 'ended';
  /** The person or key. */
  started_by: string;
  /** The start. */
  created_at: string;
  ended_by: string | null;
  /** RFC 3339, UTC, milliseconds. */
  ended_at: string | null;
  /** The paid sales. */
  sales: number;
  /** The sum of the paid sales. */
  sales_amount: number;
  /** Payments at the printed code during the shift that no sale is tied to. */
  untied: number;
  /** Their sum. */
  untied_amount: number;
  /** `sales_amount` + `untied_amount`: the money that came in through this till. */
  total: number;
};

export type Shift = {
  id: string;
  object: 'shift';
  livemode: boolean;
  /** The payment link whose code is printed for this till. */
  link: string;
  currency: string;
  status: 'open' | 'ended';
  /** The person or key. */
  started_by: string;
  /** The start. */
  created_at: string;
  ended_by: string | null;
  /** RFC 3339, UTC, milliseconds. */
  ended_at: string | null;
};

export type PaymentAtThePrintedCode = {
  /** The checkout session that the payer opened at the printed code. */
  id: string;
  object: 'counter_payment';
  payment: string;
  /** Whole number in the currency's minor unit. */
  amount: number;
  currency: string;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** RFC 3339, UTC, milliseconds. */
  paid_at: string;
  /** The sale that it is tied to. */
  sale: string | null;
};

export type Sale = {
  id: string;
  object: 'sale';
  livemode: boolean;
  shift: string;
  /** The checkout session that the screen shows. */
  session: string;
  /** The session's page. The screen shows it as a QR code. */
  url: string;
  /** Whole number in the currency's minor unit. */
  amount: number;
  currency: string;
  description: string | null;
  /** `paid`: its own session is paid, or a payment at the printed code is tied to it. */
  status: 'waiting' | 'paid' | 'expired';
  /** The payment that paid it. */
  payment: string | null;
  /** RFC 3339, UTC, milliseconds. */
  paid_at: string | null;
  /** The session at the printed code, if that one paid it. */
  tied_session: string | null;
  /** The person or key. */
  created_by: string;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
};

export type NamedReturn = {
  /** The wallet of a share of the payment that was posted. */
  wallet: string;
  /** At most what is left of the share, in minor units. */
  amount: number;
};

export type ReturnedShare = {
  /** The wallet of the share. */
  wallet: string;
  /** The amount that the refund takes back of the share, in minor units. */
  amount: number;
  /** The part out of the wallet. It is reserved there while the refund is pending. */
  taken: number;
  /** The part of `taken` that came out of the reserve of the wallet. */
  drawn: number;
  /** The part that the wallet did not have, and now owes you. */
  debt: number;
  /** The part that you bear, because the debt has reached its maximum or the wallet is yours. */
  borne: number;
};

export type Refund = {
  id: string;
  object: 'refund';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Grows by 1 at each change. Ignore a record with a lower version than yours. */
  version: number;
  payment: string;
  /** Whole number in the currency's minor unit. */
  amount: number;
  currency: string;
  /** `pending`: the money is reserved in the wallet. `failed`: the money is available in the wallet again. */
  status: 'pending' | 'succeeded' | 'failed';
  reason: 'requested_by_customer' | 'duplicate' | 'fraudulent' | null;
  failure: Failure | null;
  /** The provider's own id of this refund. */
  rail_reference: string | null;
  reference: string | null;
  /** The amounts that it takes back of the shares of the payment. Null without shares. */
  split: Array<ReturnedShare> | null;
  /** The part of the payment's fee that it gave back to the wallet when it succeeded. */
  fee_returned: number;
  /** The part of the tax on the fee that it gave back. */
  tax_returned: number;
  /** The public page of its receipt. Null: it has none yet, or it was revoked. Only the answer that reads one record has this field. */
  receipt_url?: string | null;
  /** RFC 3339, UTC, milliseconds. */
  succeeded_at: string | null;
  /** RFC 3339, UTC, milliseconds. */
  failed_at: string | null;
};

/** A payment as its customer sees it. */
export type PaymentRequest = {
  id: string;
  object: 'payment_request';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Grows by 1 at each change. Ignore a record with a lower version than yours. */
  version: number;
  /** The merchant that asks for the money. */
  merchant: {
    name: string;
  };
  /** Whole number in the currency's minor unit. */
  amount: number;
  currency: string;
  description: string | null;
  /** `requires_action`: the payment waits for you. `requires_capture`: the money is held on your wallet. */
  status: 'pending' | 'requires_action' | 'processing' | 'requires_capture' | 'succeeded' | 'failed';
  next_action: NextAction | null;
  failure: {
    code:
      | 'customer_declined'
      | 'approval_expired'
      | 'insufficient_funds'
      | 'customer_not_found'
      | 'customer_limit_reached'
      | 'recipient_not_found'
      | 'recipient_cannot_receive'
      | 'rail_unavailable'
      | 'canceled'
      | 'rail_error';
    /** The reason, for people. The words may change. */
    message: string;
  } | null;
  /** `automatic`: the money is yours as soon as the customer has approved. `manual`: it is held then, and you capture it. */
  capture: 'automatic' | 'manual';
  /** The amount that the customer was asked for, in minor units. When a manual payment succeeds, its `amount` becomes what you captured, and this stays. */
  amount_authorized: number;
  /** The amount that you have got so far, in minor units. */
  amount_captured: number;
  /** When what is not captured goes back to the customer. Null with automatic capture. */
  capture_before: string | null;
  /** The amount that the payer gives, in minor units: the `amount`, and the `fee` and `tax` too if the payer bears them. It is fixed at the creation. */
  charged_amount: number;
  /** The amount refunded to you so far, in minor units. */
  amount_refunded: number;
  /** Your wallet that pays. Null if you pay through an outside provider. */
  wallet: string | null;
  /** true: approval needs a one-time code. Open a challenge first (`POST /payments/{id}/challenge`). */
  code_required: boolean;
  /** You can approve the payment until then. */
  expires_at: string;
  /** RFC 3339, UTC, milliseconds. */
  succeeded_at: string | null;
  /** RFC 3339, UTC, milliseconds. */
  failed_at: string | null;
};

export type Challenge = {
  challenge: string;
  /** The source of the code. */
  method: 'sms' | 'totp' | 'email';
  /** Seconds until the challenge expires: 300. */
  expires_in: number;
};

/** A refund as the customer who gets the money sees it. */
export type ReceivedRefund = {
  id: string;
  object: 'received_refund';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Grows by 1 at each change. Ignore a record with a lower version than yours. */
  version: number;
  /** The merchant that asks for the money. */
  merchant: {
    name: string;
  };
  /** Whole number in the currency's minor unit. */
  amount: number;
  currency: string;
  payment: string;
  /** `succeeded`: the money has arrived. */
  status: 'pending' | 'succeeded' | 'failed';
  /** RFC 3339, UTC, milliseconds. */
  succeeded_at: string | null;
  /** RFC 3339, UTC, milliseconds. */
  failed_at: string | null;
};

export type Wallet = {
  id: string;
  object: 'wallet';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Grows by 1 at each change. Ignore a record with a lower version than yours. */
  version: number;
  owner: {
    type: 'customer' | 'merchant';
    /** A user (`usr_…`) or a merchant (`mer_…`). */
    id: string;
  };
  /** A wallet holds one currency. */
  currency: string;
  label: string | null;
  balance: {
    /** The amount that can be spent now: total less reserved, in minor units. */
    available: number;
    /** The amount held for operations in progress, such as a pending refund, for holds, and for reserves of marketplaces. */
    reserved: number;
    /** available + reserved. */
    total: number;
  };
  /** A frozen wallet accepts no new debits or credits; transactions in progress still settle. */
  status: 'active' | 'frozen' | 'closed';
  frozen: {
    reason: 'fraud' | 'kyc';
    /** RFC 3339, UTC, milliseconds. */
    at: string;
  } | null;
  /** Whether this is the owner's default wallet in this currency, used if a request names no wallet. */
  default: boolean;
};

/** Fields of the record that moved the money. Null if the caller cannot read that record, if it has none of them, and in exports. A key needs the scope that reads such records. */
export type EntryAbout = {
  /** The phone of the customer or recipient, in E.164 form. */
  customer: string | null;
  /** The recipient's name as given, or the name of your other wallet. */
  name: string | null;
  reference: string | null;
  description: string | null;
};

/** One line of a wallet's statement. It never changes. */
export type Entry = {
  id: string;
  object: 'entry';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  wallet: string;
  /** The kind of movement. */
  kind:
    | 'transfer'
    | 'payment'
    | 'fee'
    | 'refund'
    | 'funding'
    | 'adjustment'
    | 'payout'
    | 'deletion'
    | 'provider_fee'
    | 'float'
    | 'suspense'
    | 'reversal'
    | 'return'
    | 'capture'
    | 'split'
    | 'opening'
    | 'tax'
    | 'fee_return'
    | 'tax_return';
  /** The id of the record that moved the money: a transfer, payment, refund, … */
  source: string;
  about: EntryAbout | null;
  /** credit: into this wallet; debit: out of it. */
  direction: 'credit' | 'debit';
  /** Always positive: `direction` has the sign. In minor units. */
  amount: number;
  currency: string;
  /** The wallet's total after this line. */
  balance_after: number;
};

export type Transfer = {
  id: string;
  object: 'transfer';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  from: string;
  to: string;
  /** Whole number in the currency's minor unit. */
  amount: number;
  currency: string;
  status: 'succeeded';
  /** How much of it reversals returned to `from`, in minor units. */
  reversed_amount: number;
  reference: string | null;
  description: string | null;
};

export type NewTransfer = {
  /** Default: your default wallet in this currency. It must be your own or your merchant's. */
  from?: string;
  /** A wallet id, or the phone of a customer who has a wallet here. Spaces, hyphens, dots and parentheses between the digits are ignored. The number must exist in the numbering plan of its country. */
  to: string;
  /** Whole number in the currency's minor unit. */
  amount: number;
  /** ISO 4217 code of an enabled currency. */
  currency: string;
  /** Your own id of this record, unique for its kind of record, integration and mode. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  reference?: string | null;
  /** Line feeds and tabs are the only control characters allowed. */
  description?: string | null;
  /** Up to 50 key-value pairs of strings for your own use. */
  metadata?: Record<string, string>;
};

export type Capture = {
  /** The wallet that received the money. */
  to: string;
  /** Whole number in the currency's minor unit. */
  amount: number;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
};

/** Two deciders end the hold together. */
export type EscrowOfAHold = {
  /** In the order in which the hold named them. */
  deciders: Array<{
    /** A wallet of the decider. Its owner decides. */
    wallet: string;
    /** The last decision; null: none yet. */
    decision: 'release' | 'return' | null;
    /** RFC 3339, UTC, milliseconds. */
    decided_at: string | null;
  }>;
  /** true: the decisions differ. The hold then does not expire: the money stays held until the deciders agree. */
  disputed: boolean;
};

export type Hold = {
  id: string;
  object: 'hold';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Grows by 1 at each change. Ignore a record with a lower version than yours. */
  version: number;
  /** `open`: money is held. The others are final. `captured`: the last capture took the rest or gave it back. `released`: you gave the rest back, or both deciders of an escrow did. `expired`: the rest went back at `expires_at`. */
  status: 'open' | 'captured' | 'released' | 'expired';
  /** The wallet whose money is held. */
  wallet: string;
  /** The wallet that captures pay. Null: each capture names one. */
  to: string | null;
  /** The amount that was held at first, in minor units. */
  amount: number;
  /** The amount that captures have paid. */
  amount_captured: number;
  /** The amount that went back to the wallet. */
  amount_released: number;
  /** The amount that is still held. */
  amount_remaining: number;
  currency: string;
  /** Its captures, oldest first. */
  captures: Array<Capture>;
  escrow: EscrowOfAHold | null;
  reference: string | null;
  description: string | null;
  /** When what is left goes back to the wallet. */
  expires_at: string;
  /** RFC 3339, UTC, milliseconds. */
  ended_at: string | null;
};

/** A hold as one of its two deciders sees it. */
export type Escrow = {
  /** The id of the hold. */
  id: string;
  object: 'escrow';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Grows by 1 at each change. Ignore a record with a lower version than yours. */
  version: number;
  /** The merchant whose money is held. */
  merchant: {
    name: string;
  };
  /** The amount that is held, in minor units. */
  amount: number;
  currency: string;
  description: string | null;
  /** `open`: it waits for both deciders. `captured`: both decided to release it, and the receiver has the money. `released`: both decided to return it. `expired`: the deciders did not decide in time. In the last two cases the money went back. */
  status: 'open' | 'captured' | 'released' | 'expired';
  /** Your decision. */
  decision: 'release' | 'return' | null;
  /** The decision of the other decider. */
  other_decision: 'release' | 'return' | null;
  /** true: the two decisions differ. The money stays held until you agree, also after `expires_at`. */
  disputed: boolean;
  /** Your wallet, if a release pays it. Null: a release pays somebody else. */
  to: string | null;
  /** When the money goes back, unless it is disputed then. */
  expires_at: string;
  /** RFC 3339, UTC, milliseconds. */
  ended_at: string | null;
};

export type NewDebit = {
  /** Your own or your merchant's wallet. No wallet may be in two legs. */
  wallet: string;
  /** Whole number in the currency's minor unit. */
  amount?: number;
  /** Instead of `amount`: takes what the wallet has available, at most `max`. It may be nothing. */
  sweep?: {
    /** The most that the leg takes, in minor units. */
    max: number;
  };
  /** ISO 4217 code of an enabled currency. */
  currency: string;
};

export type NewCredit = {
  /** Any wallet here. No wallet may be in two legs. */
  wallet: string;
  /** Whole number in the currency's minor unit. */
  amount?: number;
  /** Instead of `amount`: takes what the debits in this currency have beyond its other credits. One credit of a currency may take the remainder, and one must if a debit is a sweep. */
  remainder?: true;
  /** ISO 4217 code of an enabled currency. */
  currency: string;
};

export type Movement = {
  id: string;
  object: 'movement';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  status: 'succeeded';
  /** As requested, each with the amount that it took. A sweep may have taken 0. */
  debits: Array<{
    wallet: string;
    /** Whole number in the currency's minor unit. */
    amount: number;
    currency: string;
    sweep: {
      /** Whole number in the currency's minor unit. */
      max: number;
    } | null;
  }>;
  /** As requested, each with the amount that it got. A remainder may be 0. */
  credits: Array<{
    wallet: string;
    /** Whole number in the currency's minor unit. */
    amount: number;
    currency: string;
    remainder: boolean;
  }>;
  /** The movements between pairs of wallets, in the order of the statements. */
  postings: Array<{
    from: string;
    to: string;
    /** Whole number in the currency's minor unit. */
    amount: number;
    currency: string;
  }>;
  /** The transfer whose money it returned. */
  reverses: string | null;
  reference: string | null;
  description: string | null;
};

export type SplitPartner = {
  id: string;
  object: 'split_partner';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Grows by 1 at each change. Ignore a record with a lower version than yours. */
  version: number;
  /** The wallet that receives the shares. */
  wallet: string;
  /** The currency of the wallet. */
  currency: string;
  /** Only an `accepted` wallet can be in the `split` of a new payment. Its owner changes the status: from `requested` to `accepted` or `refused`, from `accepted` to `revoked`, and back to `accepted`. */
  status: 'requested' | 'accepted' | 'refused' | 'revoked';
  /** The names of the merchant and the integration that pay the shares. */
  marketplace: {
    merchant: string;
    integration: string;
  };
  /** The debt of the wallet to the marketplace, for shares that refunds took back when it was empty. Its next shares pay this first. */
  debt: number;
  /** The part of each share that stays held in the wallet for some days, so that refunds find it there. */
  reserve: {
    /** The part of each share, in hundredths of a percent, rounded down to the minor unit. */
    basis_points: number;
    /** Whole days. The part is released at the first midnight (UTC) after them. */
    days: number;
  } | null;
  /** A stricter reserve that the marketplace proposes. It applies once the owner accepts it. */
  proposed_reserve: {
    /** The part of each share, in hundredths of a percent, rounded down to the minor unit. */
    basis_points: number;
    /** Whole days. The part is released at the first midnight (UTC) after them. */
    days: number;
  } | null;
  /** The part of the wallet's held money that is its reserve for this marketplace. */
  reserved: number;
  /** When the owner decided last. */
  decided_at: string | null;
};

export type SplitPartnerDay = {
  /** The local day. */
  date: string;
  currency: string;
  /** The debt of the wallet to the marketplace at the beginning. */
  opening_debt: number;
  /** Shares that were posted, with the parts that paid a debt. */
  posted: number;
  /** The part of `posted` that paid a debt. It stayed with the marketplace. */
  debt_paid: number;
  /** Shares that the wallet could not receive. They stayed with the marketplace. */
  kept: number;
  /** Shares that refunds and reversals took back: `taken`, `owed` and `borne` together. */
  returned: number;
  /** The part of `returned` that went out of the wallet. */
  taken: number;
  /** The part of `returned` that became a debt of the wallet. */
  owed: number;
  /** The part of `returned` that the marketplace bore. */
  borne: number;
  /** posted − debt_paid − taken: the sum of the entries of kind `split` in the statement of the wallet. */
  net: number;
  /** opening_debt + owed − debt_paid */
  closing_debt: number;
  /** The reserve of the wallet for the marketplace at the beginning. */
  opening_reserve: number;
  /** The parts of shares that the reserve kept, and what refunds that failed gave back to it. */
  reserved: number;
  /** The parts whose days are over. */
  released: number;
  /** The parts that refunds and reversals took. */
  drawn: number;
  /** opening_reserve + reserved − released − drawn */
  closing_reserve: number;
};

export type SplitPartnerTotal = {
  currency: string;
  /** The debt of the wallet to the marketplace at the beginning. */
  opening_debt: number;
  /** Shares that were posted, with the parts that paid a debt. */
  posted: number;
  /** The part of `posted` that paid a debt. It stayed with the marketplace. */
  debt_paid: number;
  /** Shares that the wallet could not receive. They stayed with the marketplace. */
  kept: number;
  /** Shares that refunds and reversals took back: `taken`, `owed` and `borne` together. */
  returned: number;
  /** The part of `returned` that went out of the wallet. */
  taken: number;
  /** The part of `returned` that became a debt of the wallet. */
  owed: number;
  /** The part of `returned` that the marketplace bore. */
  borne: number;
  /** posted − debt_paid − taken: the sum of the entries of kind `split` in the statement of the wallet. */
  net: number;
  /** opening_debt + owed − debt_paid */
  closing_debt: number;
  /** The reserve of the wallet for the marketplace at the beginning. */
  opening_reserve: number;
  /** The parts of shares that the reserve kept, and what refunds that failed gave back to it. */
  reserved: number;
  /** The parts whose days are over. */
  released: number;
  /** The parts that refunds and reversals took. */
  drawn: number;
  /** opening_reserve + reserved − released − drawn */
  closing_reserve: number;
};

/** All amounts are in minor units. */
export type SplitPartnerReport = {
  object: 'split_partner_report';
  livemode: boolean;
  split_partner: string;
  /** The wallet that receives the shares. */
  wallet: string;
  /** The first day. */
  from: string;
  /** The last day. */
  to: string;
  time_zone: string;
  /** Each day on which a share, a debt or the reserve changed, in order. */
  days: Array<SplitPartnerDay>;
  /** One total: a wallet has one currency. */
  totals: Array<SplitPartnerTotal>;
};

export type NewPayoutItem = {
  /** A wallet id, or a phone number in international format (E.164). A phone that has a wallet here is paid into that wallet; a provider pays any other phone. Spaces, hyphens, dots and parentheses between the digits are ignored. The number must exist in the numbering plan of its country. */
  recipient: string;
  /** Whole number in the currency's minor unit. */
  amount: number;
  /** Your own id of this item, unique in the payout. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  reference?: string | null;
  /** Line feeds and tabs are the only control characters allowed. */
  description?: string | null;
  /** The name of the recipient, for people. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. Joiners and variation selectors are allowed where a script or an emoji needs them. */
  name?: string | null;
};

/** The totals of the payout. They grow as items become final. */
export type PayoutTotals = {
  /** The number of items. */
  count: number;
  /** The total that is sent for all items, in minor units: the sum of each `sent_amount`. */
  amount: number;
  succeeded_count: number;
  /** Whole number in the currency's minor unit. */
  succeeded_amount: number;
  failed_count: number;
  /** The total of the failed items. It is back in the wallet, with the fees and taxes of these items. */
  failed_amount: number;
  /** The number of items that the provider paid and later took back. */
  returned_count: number;
  /** The total of the returned items. It is back in the wallet, without their fees and taxes. */
  returned_amount: number;
  /** The fees taken so far for the items that were paid, in addition to the amounts sent. */
  fee: number;
  /** The taxes on these fees, taken with them. */
  tax: number;
};

/** The approval of a payout that exceeds the operator's limit for one payout of a person, or for a person's payouts of one day. Null for every other payout. */
export type PayoutApproval = {
  required: true;
  /** `pending`: no item is paid before a second person approves. `canceled`: the payout was canceled before a decision. */
  status: 'pending' | 'approved' | 'rejected' | 'canceled';
  /** The person who made the payout: `usr_…` or `dev_…`. */
  requested_by: string;
  /** The reserved total: the amounts, fees and taxes of all items. */
  reserved: number;
  /** The person who decided. Never the person who made the payout. */
  decided_by: string | null;
  /** RFC 3339, UTC, milliseconds. */
  decided_at: string | null;
  rejection_reason: string | null;
};

export type Payout = {
  id: string;
  object: 'payout';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Grows by 1 at each change. Ignore a record with a lower version than yours. */
  version: number;
  /** `pending`: the payout can still be canceled. `processing`: items are being paid. `completed`: every item is final, succeeded or failed. */
  status: 'pending' | 'processing' | 'completed' | 'canceled';
  /** The result of the items, set when the payout is completed. */
  result: 'all_succeeded' | 'partial' | 'all_failed' | null;
  /** Your wallet that pays. */
  wallet: string;
  currency: string;
  /** `merchant`: you pay the fee of each item and its tax on top of its `amount`. `receiver`: they are taken from the `amount`, and the rest is sent. */
  fee_bearer: 'merchant' | 'receiver';
  totals: PayoutTotals;
  /** The number of items whose recipient already has an earlier item: the same phone in any spelling, or another wallet of the same owner. */
  repeated_recipients: number;
  /** The rail that pays all phones; null: each phone has its own. */
  rail: string | null;
  reference: string | null;
  /** RFC 3339, UTC, milliseconds. */
  completed_at: string | null;
  approval: PayoutApproval | null;
};

export type PayoutItem = {
  id: string;
  object: 'payout_item';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Grows by 1 at each change. Ignore a record with a lower version than yours. */
  version: number;
  payout: string;
  /** A wallet's id, or a phone in E.164 form. */
  recipient: string;
  /** Whole number in the currency's minor unit. */
  amount: number;
  currency: string;
  /** The fee, taken if the item succeeds. */
  fee: number;
  /** The tax on the fee, taken with it. */
  tax: number;
  /** The amount that is sent to the recipient, in minor units: the `amount`, less the `fee` and the `tax` if the receiver bears them. */
  sent_amount: number;
  /** `processing`: the request is with the provider. An item with an unknown outcome stays `processing`, and the service asks again. `succeeded`, `failed` and `canceled` are final, except that a provider may take a payment back: then the item is `returned`. */
  status: 'pending' | 'processing' | 'succeeded' | 'failed' | 'canceled' | 'returned';
  failure: Failure | null;
  /** The wallet here that was paid; null if a provider paid. */
  wallet: string | null;
  /** The rail that pays a phone without a wallet here. */
  rail: string | null;
  /** The provider's own id of this item. */
  rail_reference: string | null;
  reference: string | null;
  description: string | null;
  name: string | null;
  /** How the name fits the account, checked while the payout waits for a second person. `none`: another name, no account, or an account that cannot receive. `unknown`: the provider does not say. Null: not checked. */
  name_match: 'full' | 'partial' | 'none' | 'unknown' | null;
  /** RFC 3339, UTC, milliseconds. */
  succeeded_at: string | null;
  /** RFC 3339, UTC, milliseconds. */
  failed_at: string | null;
};

export type NameCheck = {
  object: 'name_check';
  recipient: string;
  name: string | null;
  /** The rail that would pay; null if the phone is paid into its wallet here, or not at all. */
  rail: string | null;
  /** `none`: another name, no account, or an account that cannot receive. `unknown`: the provider does not say. Null: nothing was checked. */
  name_match: 'full' | 'partial' | 'none' | 'unknown' | null;
};

export type WebhookEndpoint = {
  id: string;
  object: 'webhook_endpoint';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Grows by 1 at each change. Ignore a record with a lower version than yours. */
  version: number;
  url: string;
  /** The kinds of event that are sent here. `payment.*` means every kind about payments, `*` means every kind. */
  events: Array<
    | 'payment.succeeded'
    | 'payment.failed'
    | 'refund.created'
    | 'wallet.frozen'
    | 'kyc.updated'
    | 'payout.completed'
    | 'refund.succeeded'
    | 'refund.failed'
    | 'payment.requires_action'
    | 'payment.requires_capture'
    | 'payment.captured'
    | 'payment.capture_expiring'
    | 'wallet.unfrozen'
    | 'payout.canceled'
    | 'transfer.succeeded'
    | 'hold.created'
    | 'hold.captured'
    | 'hold.released'
    | 'hold.decided'
    | 'hold.expiring'
    | 'hold.expired'
    | 'transfer.reversed'
    | 'movement.succeeded'
    | 'payment.reversed'
    | 'payout.item_returned'
    | 'checkout.completed'
    | 'checkout.expired'
    | 'checkout.unexpected_payment'
    | 'bulk.completed'
    | 'export.completed'
    | 'schedule.upcoming'
    | 'schedule.failed'
    | 'webhook.test'
    | 'payment.*'
    | 'refund.*'
    | 'wallet.*'
    | 'kyc.*'
    | 'payout.*'
    | 'transfer.*'
    | 'hold.*'
    | 'movement.*'
    | 'checkout.*'
    | 'bulk.*'
    | 'export.*'
    | 'schedule.*'
    | 'webhook.*'
    | '*'
  >;
  description: string | null;
  /** Your own headers, each with `[masked]` instead of its value. Missing only in a replayed answer from before the upgrade to this version. */
  headers?: Record<string, string>;
  status: 'enabled' | 'disabled';
  disabled_reason: string | null;
  api_version: 'v1';
  /** The secret that signs every delivery. It is shown only at creation and at a roll: store it on your server. */
  secret?: string;
};

export type DeletedWebhookEndpoint = {
  id: string;
  object: 'webhook_endpoint';
  deleted: true;
};

export type Attempt = {
  /** 1 to 7; a resend continues the count. */
  number: number;
  /** RFC 3339, UTC, milliseconds. */
  at: string;
  request_headers: Record<string, string>;
  /** Any status other than 2xx is a failure, redirects included. */
  response_status: number | null;
  response_headers: Record<string, string> | null;
  /** The first 64 KiB of the body, decompressed and decoded by its charset; in a page of deliveries, the first 16 384 characters. */
  response_body: string | null;
  error: {
    class: 'dns' | 'refused_address' | 'connect' | 'tls' | 'timeout' | 'protocol' | 'invalid_url' | 'status';
    /** The error and what to do about it. The words may change. */
    message: string;
  } | null;
  duration_ms: number;
};

export type Delivery = {
  id: string;
  object: 'delivery';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Grows by 1 at each change. Ignore a record with a lower version than yours. */
  version: number;
  event: string;
  endpoint: string;
  /** The endpoint's URL as it is now. Null for the inbox. */
  endpoint_url: string | null;
  event_type:
    | 'payment.succeeded'
    | 'payment.failed'
    | 'refund.created'
    | 'wallet.frozen'
    | 'kyc.updated'
    | 'payout.completed'
    | 'refund.succeeded'
    | 'refund.failed'
    | 'payment.requires_action'
    | 'payment.requires_capture'
    | 'payment.captured'
    | 'payment.capture_expiring'
    | 'wallet.unfrozen'
    | 'payout.canceled'
    | 'transfer.succeeded'
    | 'hold.created'
    | 'hold.captured'
    | 'hold.released'
    | 'hold.decided'
    | 'hold.expiring'
    | 'hold.expired'
    | 'transfer.reversed'
    | 'movement.succeeded'
    | 'payment.reversed'
    | 'payout.item_returned'
    | 'checkout.completed'
    | 'checkout.expired'
    | 'checkout.unexpected_payment'
    | 'bulk.completed'
    | 'export.completed'
    | 'schedule.upcoming'
    | 'schedule.failed'
    | 'webhook.test';
  /** The event: the exact bytes that every attempt signs and sends. */
  payload: string;
  /** `dead`: seven attempts failed. `held`: not sent because the endpoint is disabled; replay it after you enable the endpoint. Dead and succeeded deliveries are kept for 30 days. */
  status: 'pending' | 'succeeded' | 'dead' | 'held';
  /** Every attempt. A delivery that is resent many times keeps the last 28 attempts. */
  attempts: Array<Attempt>;
  /** RFC 3339, UTC, milliseconds. */
  next_attempt_at: string | null;
};

/** Queues past deliveries of an endpoint again, in the background. */
export type Replay = {
  id: string;
  object: 'replay';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Grows by 1 at each change. Ignore a record with a lower version than yours. */
  version: number;
  endpoint: string;
  /** RFC 3339, UTC, milliseconds. */
  since: string;
  /** RFC 3339, UTC, milliseconds. */
  until: string;
  types: Array<
    | 'payment.succeeded'
    | 'payment.failed'
    | 'refund.created'
    | 'wallet.frozen'
    | 'kyc.updated'
    | 'payout.completed'
    | 'refund.succeeded'
    | 'refund.failed'
    | 'payment.requires_action'
    | 'payment.requires_capture'
    | 'payment.captured'
    | 'payment.capture_expiring'
    | 'wallet.unfrozen'
    | 'payout.canceled'
    | 'transfer.succeeded'
    | 'hold.created'
    | 'hold.captured'
    | 'hold.released'
    | 'hold.decided'
    | 'hold.expiring'
    | 'hold.expired'
    | 'transfer.reversed'
    | 'movement.succeeded'
    | 'payment.reversed'
    | 'payout.item_returned'
    | 'checkout.completed'
    | 'checkout.expired'
    | 'checkout.unexpected_payment'
    | 'bulk.completed'
    | 'export.completed'
    | 'schedule.upcoming'
    | 'schedule.failed'
    | 'webhook.test'
  > | null;
  /** The deliveries to replay. `failed` means dead and held. */
  delivery_status: 'dead' | 'held' | 'failed' | 'all';
  status: 'running' | 'completed';
  /** The number of deliveries queued again so far. */
  resent_count: number;
  /** RFC 3339, UTC, milliseconds. */
  completed_at: string | null;
};

export type WebhookHealth = {
  object: 'webhook_health';
  endpoint: string;
  livemode: boolean;
  /** Attempts of the last 7 days that were answered with 2xx. */
  succeeded_count: number;
  /** All other attempts of the last 7 days. */
  failed_count: number;
  /** The share of attempts that succeeded: 0 to 1. */
  success_rate: number | null;
  /** Within the last 31 days. */
  last_attempt_at: string | null;
  /** The outcome of the last attempt. */
  last_succeeded: boolean | null;
  /** The last 7 days in periods of 6 hours, also those without an attempt. */
  periods: Array<{
    /** RFC 3339, UTC, milliseconds. */
    at: string;
    succeeded_count: number;
    failed_count: number;
  }>;
};

export type Inbox = {
  object: 'inbox';
  livemode: false;
};

export type InboxEvent = {
  id: string;
  object: 'inbox_event';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  event: string;
  event_type:
    | 'payment.succeeded'
    | 'payment.failed'
    | 'refund.created'
    | 'wallet.frozen'
    | 'kyc.updated'
    | 'payout.completed'
    | 'refund.succeeded'
    | 'refund.failed'
    | 'payment.requires_action'
    | 'payment.requires_capture'
    | 'payment.captured'
    | 'payment.capture_expiring'
    | 'wallet.unfrozen'
    | 'payout.canceled'
    | 'transfer.succeeded'
    | 'hold.created'
    | 'hold.captured'
    | 'hold.released'
    | 'hold.decided'
    | 'hold.expiring'
    | 'hold.expired'
    | 'transfer.reversed'
    | 'movement.succeeded'
    | 'payment.reversed'
    | 'payout.item_returned'
    | 'checkout.completed'
    | 'checkout.expired'
    | 'checkout.unexpected_payment'
    | 'bulk.completed'
    | 'export.completed'
    | 'schedule.upcoming'
    | 'schedule.failed'
    | 'webhook.test';
  /** The event: the exact bytes that were signed. */
  payload: string;
  /** The headers that a receiver gets, with the signature. */
  request_headers: Record<string, string>;
  /** The result of the check that docs/webhooks.md describes, made when the event arrived. */
  signature: 'valid' | 'invalid';
  /** How often it was sent: a resend adds one. */
  attempts: number;
  /** RFC 3339, UTC, milliseconds. */
  received_at: string | null;
};

export type Event = {
  id: string;
  object: 'event';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  type:
    | 'payment.succeeded'
    | 'payment.failed'
    | 'refund.created'
    | 'wallet.frozen'
    | 'kyc.updated'
    | 'payout.completed'
    | 'refund.succeeded'
    | 'refund.failed'
    | 'payment.requires_action'
    | 'payment.requires_capture'
    | 'payment.captured'
    | 'payment.capture_expiring'
    | 'wallet.unfrozen'
    | 'payout.canceled'
    | 'transfer.succeeded'
    | 'hold.created'
    | 'hold.captured'
    | 'hold.released'
    | 'hold.decided'
    | 'hold.expiring'
    | 'hold.expired'
    | 'transfer.reversed'
    | 'movement.succeeded'
    | 'payment.reversed'
    | 'payout.item_returned'
    | 'checkout.completed'
    | 'checkout.expired'
    | 'checkout.unexpected_payment'
    | 'bulk.completed'
    | 'export.completed'
    | 'schedule.upcoming'
    | 'schedule.failed'
    | 'webhook.test';
  api_version: 'v1';
  data: {
    /** The full record as it was when the event happened. Its own `object` field names its kind. */
    object: Record<string, unknown>;
    /** The previous values of the fields that changed; for most events the `status`. */
    previous_attributes?: Record<string, unknown>;
  };
  /** The request that created the payment or payout, or that caused the event. The fields are null where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
};

export type RequestLogEntry = {
  /** The answer's `Request-Id`. */
  id: string;
  object: 'request_log';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path without the query. */
  path: string;
  status: number;
  /** Time from the first byte of the request to the last byte of the answer. */
  duration_ms: number;
  /** The error code of the answer. */
  error_code: string | null;
  api_key: {
    id: string;
    /** The last four characters of the key. */
    last4: string;
  } | null;
  /** The person who sent the request, if it was not a key: `usr_…` or `dev_…`. */
  person: string | null;
  idempotency_key: string | null;
  /** The IP address of the client. */
  address: string | null;
};

export type RequestLog = {
  /** The answer's `Request-Id`. */
  id: string;
  object: 'request_log';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path without the query. */
  path: string;
  status: number;
  /** Time from the first byte of the request to the last byte of the answer. */
  duration_ms: number;
  /** The error code of the answer. */
  error_code: string | null;
  api_key: {
    id: string;
    /** The last four characters of the key. */
    last4: string;
  } | null;
  /** The person who sent the request, if it was not a key: `usr_…` or `dev_…`. */
  person: string | null;
  idempotency_key: string | null;
  /** The IP address of the client. */
  address: string | null;
  /** JSON as text, cut at 8 KiB, with secrets, codes, tokens and card numbers masked. Null without a body, for files (including CSV), and if it is not JSON. */
  request_body: string | null;
  /** JSON as text, cut at 8 KiB, with secrets, codes, tokens and card numbers masked. Null for reads that succeeded. */
  response_body: string | null;
};

export type Summary = {
  object: 'summary';
  livemode: boolean;
  currency: string;
  /** RFC 3339, UTC, milliseconds. */
  since: string;
  /** RFC 3339, UTC, milliseconds. */
  until: string;
  /** The length of a period: an hour for up to two days, otherwise a day of `time_zone`. */
  interval: 'hour' | 'day';
  /** The IANA time zone whose days are the periods. */
  time_zone: string;
  /** Payments created in this time. */
  created_count: number;
  /** The payments created in this time that have succeeded by now. */
  succeeded_count: number;
  failed_count: number;
  /** The sum of these succeeded payments, before fees and refunds. */
  volume: number;
  /** The sum of refunds created in this time that have succeeded. */
  refunded: number;
  /** The fees of these succeeded payments, less those that refunds created in this time returned: negative if they returned more. Fees of payouts are not included. */
  fees: number;
  /** The taxes on these fees, less those that these refunds returned. */
  taxes: number;
  refunds_count: number;
  /** The share of final payments that succeeded: 0 to 1. */
  success_rate: number | null;
  /** Most frequent first. */
  failures: Array<{
    code: string;
    count: number;
  }>;
  /** The current balance of all the merchant's wallets in this currency. */
  balance: {
    /** Whole number in the currency's minor unit. */
    available: number;
    /** Whole number in the currency's minor unit. */
    reserved: number;
    /** Whole number in the currency's minor unit. */
    total: number;
  };
  /** All periods, including those without a payment. */
  periods: Array<{
    /** The start of the period: `since`, or the hour or day. */
    at: string;
    /** Payments created in this time. */
    created_count: number;
    /** The payments created in this time that have succeeded by now. */
    succeeded_count: number;
    failed_count: number;
    /** The sum of these succeeded payments, before fees and refunds. */
    volume: number;
    /** The sum of refunds created in this time that have succeeded. */
    refunded: number;
    /** The balance of all those wallets at the end of the period; in the last period, now. */
    balance: number;
  }>;
};

/** The main fields of a record; read the full record from its own route. */
export type SearchHit = {
  id: string;
  object:
    | 'payment'
    | 'refund'
    | 'transfer'
    | 'payout'
    | 'payout_item'
    | 'payment_link'
    | 'customer'
    | 'wallet'
    | 'event'
    | 'webhook_endpoint'
    | 'request_log';
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  status: string | null;
  /** Whole number in the currency's minor unit. */
  amount: number | null;
  currency: string | null;
  /** The phone of the payer, or of the recipient of a payout item. */
  customer: string | null;
  reference: string | null;
  /** A recipient's name, or the title of a payment link. */
  name: string | null;
  /** The payout of a payout item. */
  payout: string | null;
};

export type Currency = {
  /** ISO 4217. */
  code: string;
  /** Number of decimals: with 2, the amount 1050 means 10.50; with 0 it means 1050. */
  exponent: number;
  /** Whole number in the currency's minor unit. */
  min_amount: number;
  /** Whole number in the currency's minor unit. */
  max_amount: number;
};

export type FeeTier = {
  /** The lowest amount of the tier, inclusive. It ends before the next tier begins. */
  from: number;
  /** Hundredths of a percent of the whole amount, rounded half up. */
  basis_points: number;
  /** Added to the percentage, in minor units. */
  fixed: number;
  /** The least fee in minor units. Null: none. */
  minimum: number | null;
  /** The highest fee in minor units. Null: none. */
  maximum: number | null;
};

export type NextFee = {
  /** The change applies to what is made from this time. */
  starts_at: string;
  /** Empty: the rail's own fee ends then, and that of all rails applies. */
  tiers: Array<FeeTier>;
  /** The tax on the fee, in hundredths of a percent of the fee, rounded half up to the minor unit. */
  tax_basis_points: number;
  /** `returned`: a refund of a payment gives back its fee and the tax on it, in proportion to everything refunded so far. `kept`: it does not. Payouts always keep theirs. */
  fee_on_refund: 'kept' | 'returned';
};

export type Fee = {
  object: 'fee';
  merchant: string;
  livemode: boolean;
  currency: string;
  /** payment: the fee of each payment. payout: the fee of each payout item. */
  charged_on: 'payment' | 'payout';
  /** The rail that the fee is for. Null: all rails without a fee of their own. */
  rail: string | null;
  /** Hundredths of a percent of the amount, rounded half up. If there are more tiers: of the first. */
  basis_points: number;
  /** Added to the percentage, in minor units. If there are more tiers: of the first. */
  fixed: number;
  /** By ascending `from`. The tier of an amount applies to the whole amount. Empty: not yet in effect. */
  tiers: Array<FeeTier>;
  /** The tax on the fee, in hundredths of a percent of the fee, rounded half up to the minor unit. */
  tax_basis_points: number;
  /** `returned`: a refund of a payment gives back its fee and the tax on it, in proportion to everything refunded so far. `kept`: it does not. Payouts always keep theirs. */
  fee_on_refund: 'kept' | 'returned';
  next: NextFee | null;
};

export type FeeQuote = {
  object: 'fee_quote';
  livemode: boolean;
  kind: 'payment' | 'payout';
  /** Whole number in the currency's minor unit. */
  amount: number;
  currency: string;
  /** The rail of the request. */
  rail: string | null;
  /** The fee in minor units, without the tax on it. */
  fee: number;
  /** The tax on the fee. */
  tax: number;
  /** The amount that the payer gives: the customer of a payment, or your wallet for an item of a payout. */
  total: number;
  /** The amount that arrives: in your wallet for a payment, or with the recipient of an item. */
  net: number;
  /** `merchant`: you bear the fee and its tax. `payer`: the payer of the payment bears them. `receiver`: the recipient of the item bears them. */
  bearer: 'merchant' | 'payer' | 'receiver';
  tier: FeeTier;
  /** The tax on the fee, in hundredths of a percent of the fee, rounded half up to the minor unit. */
  tax_basis_points: number;
  /** `returned`: a refund of a payment gives back its fee and the tax on it, in proportion to everything refunded so far. `kept`: it does not. Payouts always keep theirs. */
  fee_on_refund: 'kept' | 'returned';
  /** The rail whose own fee applies. Null: the fee of all rails without one. */
  tier_rail: string | null;
  /** A payment or payout made before this time has this fee and tax. It is the time of the answer if quotes do not bind here. */
  valid_until: string;
};

export type UsableRail = {
  object: 'usable_rail';
  livemode: boolean;
  /** The name that `rail` takes in `POST /payments` and `POST /payouts`. */
  slug: string;
  /** The company that moves the money; `sandbox` and `wallet` are built in. */
  provider: string;
  /** ISO 3166-1 alpha-2; null if the rail has no country. */
  country: string | null;
  /** ISO 4217; null if the rail takes every enabled currency. */
  currency: string | null;
  direction: 'collect' | 'payout';
  /** How the payer approves: the `type` of `next_action`. Null for payouts. */
  flow: 'prompt' | 'redirect' | 'otp' | 'in_app' | null;
  /** The smallest amount, in minor units; null if there is no bound. */
  min_amount: number | null;
  /** The largest amount, in minor units; null if there is no bound. */
  max_amount: number | null;
  /** The decimals of an amount that the provider takes. With fewer than the currency has, an amount must be a multiple: with 0 decimals, 1050 (10.50) is refused. */
  decimals: number;
  /** `whole`: only the whole payment can be refunded. `none`: the provider returns no money. */
  refunds: 'none' | 'whole' | 'part';
  /** The days after the payment in which a refund is possible. */
  refund_days: number | null;
  /** The time that the payer has. Null for payouts. */
  approval_seconds: number | null;
  /** The payer gets a code from the provider before: send it as `otp`. */
  needs_otp: boolean;
  /** The rail can check the names of recipients. */
  checks_names: boolean;
  /** `paused`: the operator of this service stopped it. `closed`: the provider does not serve now. Both refuse new payments; payout items wait. */
  status: 'enabled' | 'paused' | 'closed';
  /** When it is tried again, if known. */
  until: string | null;
};

export type LoginResult = {
  /** A JWT for `Authorization: Bearer`, valid for 15 minutes. */
  access_token: string;
  /** A JWT that gets one new pair of tokens within 30 days. */
  refresh_token: string;
  /** Seconds until the access token expires: 900. */
  expires_in: number;
  user: {
    id: string;
    /** In E.164 form. */
    phone: string;
    kyc: 'none' | 'pending' | 'verified' | 'rejected';
  };
};

/** The answer to a request with `Service-Session: cookie`: the tokens are in cookies. */
export type CookieLoginResult = {
  /** Seconds until the access token expires: 900. */
  expires_in: number;
  user:
    | {
        id: string;
        /** In E.164 form. */
        phone: string;
        kyc: 'none' | 'pending' | 'verified' | 'rejected';
      }
    | {
        id: string;
        email: string;
      };
};

export type StaffLoginResult = {
  /** A JWT for `Authorization: Bearer`, valid for 15 minutes. */
  access_token: string;
  /** A JWT that gets one new pair of tokens within 30 days. */
  refresh_token: string;
  /** Seconds until the access token expires: 900. */
  expires_in: number;
  user: {
    id: string;
    email: string;
  };
};

export type Session = {
  id: string;
  object: 'session';
  /** Whether this is the session of this request. */
  current: boolean;
  user_agent: string | null;
  /** The IP address of the login. */
  address: string | null;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** RFC 3339, UTC, milliseconds. */
  last_used_at: string;
  /** RFC 3339, UTC, milliseconds. */
  expires_at: string;
};

export type TwoFactorEnrolment = {
  challenge: string;
  method: 'sms' | 'totp';
  expires_in: number;
  /** For `totp`: show it as a QR code to the authenticator. */
  otpauth_url: string | null;
  /** For `totp`: the same secret in base32, to type in. */
  secret: string | null;
};

export type TwoFactor = {
  two_factor: 'none' | 'sms' | 'totp';
  /** For an authenticator: ten codes to use if it is lost. Each works once, and they are shown only here. Otherwise empty. */
  recovery_codes: Array<string>;
};

export type Me = {
  /** `usr_…`, `dev_…` or `opr_…` */
  id: string;
  object: 'account';
  type: 'customer' | 'merchant' | 'developer' | 'operator';
  /** Null for developers and operators. */
  livemode: boolean | null;
  phone: string | null;
  email: string | null;
  name: string | null;
  language: 'en' | 'fr' | 'es' | 'pt' | 'ht' | 'sw';
  kyc: 'none' | 'pending' | 'verified' | 'rejected' | null;
  /** 0 to 2: the tier that sets the limits of a customer. */
  kyc_tier: number | null;
  /** For a merchant's person: `mer_…` */
  merchant: string | null;
  /** For an operator: the role. */
  role: 'support' | 'compliance' | 'finance' | 'admin' | null;
  two_factor: 'none' | 'sms' | 'totp';
  /** The currency of your phone's country, if it is enabled here. */
  home_currency: string | null;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Grows by 1 at each change. Ignore a record with a lower version than yours. */
  version: number;
};

export type Integration = {
  id: string;
  object: 'integration';
  name: string;
  /** Identifies the integration on the command line. Made from its first name; it never changes. */
  slug: string;
  merchant: {
    id: string;
    name: string;
  };
  /** Whether the merchant may have live keys. */
  live_approved: boolean;
  /** Your role on this integration; null for the merchant's people. */
  role: 'owner' | 'developer' | 'accountant' | 'viewer' | 'till' | null;
  /** Origins of web applications that may call with access tokens, such as `https://app.example`. */
  origins: Array<string>;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Grows by 1 at each change. Ignore a record with a lower version than yours. */
  version: number;
};

export type Invitation = {
  id: string;
  object: 'invitation';
  integration: string;
  email: string;
  role: 'owner' | 'developer' | 'accountant' | 'viewer' | 'till';
  status: 'open' | 'accepted' | 'withdrawn' | 'expired';
  /** `usr_…` or `dev_…` */
  invited_by: string;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** RFC 3339, UTC, milliseconds. */
  expires_at: string;
  /** Only in the answer that makes the invitation: the link to give to the developer, if the service sends no e-mail. Null if it does. */
  link?: string | null;
};

export type Developer = {
  id: string;
  object: 'developer';
  email: string;
  name: string | null;
  /** The role on this integration. */
  role: 'owner' | 'developer' | 'accountant' | 'viewer' | 'till';
  two_factor: 'none' | 'totp';
  /** Whether this developer may act in live mode. Developers who joined before the merchant was approved may not: invite them again from a live login of the merchant. */
  live: boolean;
  /** RFC 3339, UTC, milliseconds. */
  joined_at: string;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
};

export type APIKey = {
  id: string;
  object: 'api_key';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  integration: string;
  label: string | null;
  scopes: Array<
    | 'payments:read'
    | 'payments:write'
    | 'wallets:read'
    | 'wallets:write'
    | 'payouts:read'
    | 'payouts:write'
    | 'webhooks:read'
    | 'webhooks:write'
    | 'events:read'
    | 'rails:read'
    | 'checkout:read'
    | 'checkout:write'
    | 'holds:read'
    | 'holds:write'
    | 'schedules:read'
    | 'schedules:write'
  >;
  /** The last four characters, to recognise the key. */
  last4: string;
  /** Whether a sign-up made it: `POST /integrations/{id}/starter_key` shows it until it was used once. */
  starter: boolean;
  /** `expiring`: the key was rolled and works until `expires_at`. */
  status: 'active' | 'expiring' | 'expired' | 'revoked';
  /** The person who made the key; null if an operator did. */
  created_by: string | null;
  /** Accurate to the minute. */
  last_used_at: string | null;
  /** RFC 3339, UTC, milliseconds. */
  expires_at: string | null;
  /** RFC 3339, UTC, milliseconds. */
  revoked_at: string | null;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Grows by 1 at each change. Ignore a record with a lower version than yours. */
  version: number;
  /** The key itself, shown only once. Store it on your server. */
  key?: string;
};

export type Merchant = {
  id: string;
  object: 'merchant';
  name: string;
  /** RFC 3339, UTC, milliseconds. */
  live_approved_at: string | null;
  /** The people who may log in for the merchant, each with their world. */
  people: Array<{
    id: string;
    livemode: boolean;
    phone: string;
    name: string | null;
    two_factor: 'none' | 'sms' | 'totp';
    suspended: boolean;
  }>;
  integrations: Array<{
    id: string;
    name: string;
    slug: string;
    /** The number of developers. */
    developers: number;
    /** The number of open invitations of developers. An approval for live ends them. */
    open_invitations: number;
  }>;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
};

export type TenantLoad = {
  object: 'tenant_load';
  integration: string;
  name: string;
  merchant: string;
  livemode: boolean;
  /** Requests in the window. */
  requests: number;
  /** The requests that got 429 from a rate limit or a throttle. */
  refused: number;
  /** Rows written by batches. */
  rows: number;
  /** Time in batches of changes, in milliseconds. */
  batch_ms: number;
  /** Time of database connections, in milliseconds. */
  connection_ms: number;
  throttle: {
    /** The rate on each node. 0 refuses every request. */
    requests_per_second: number;
    reason: string;
    /** The operator, or the user on the machine, who set the throttle. */
    by: string;
    /** RFC 3339, UTC, milliseconds. */
    at: string;
  } | null;
};

export type Account = {
  /** `usr_…`, `dev_…` or `opr_…` */
  id: string;
  object: 'account';
  type: 'customer' | 'merchant' | 'developer' | 'operator';
  /** Null for developers and operators. */
  livemode: boolean | null;
  phone: string | null;
  email: string | null;
  name: string | null;
  kyc: 'none' | 'pending' | 'verified' | 'rejected' | null;
  /** For a merchant's person: `mer_…` */
  merchant: string | null;
  /** For an operator: the role. */
  role: 'support' | 'compliance' | 'finance' | 'admin' | null;
  two_factor: 'none' | 'sms' | 'totp';
  /** Wrong codes in a row. 20 wrong codes block codes for a day. */
  code_failures: number;
  /** false: the customer has not registered, so the account cannot log in or be suspended. */
  login: boolean;
  suspended: {
    reason: string | null;
    /** RFC 3339, UTC, milliseconds. */
    at: string;
  } | null;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
};

export type CashIn = {
  wallet: string;
  /** Whole number in the currency's minor unit. */
  amount: number;
};

export type Adjustment = {
  wallet: string;
  /** Whole number in the currency's minor unit. */
  amount: number;
  /** credit: into the wallet; debit: out of it. */
  direction: 'credit' | 'debit';
};

export type NewOperator = {
  email: string;
  name: string;
  role: 'support' | 'compliance' | 'finance' | 'admin';
};

export type NewFeeTier = {
  /** Whole number in the currency's minor unit. */
  from: number;
  /** Hundredths of a percent, half up. */
  basis_points: number;
  /** Whole number in the currency's minor unit. */
  fixed: number;
  /** Whole number in the currency's minor unit. */
  minimum?: number;
  /** Whole number in the currency's minor unit. */
  maximum?: number;
};

export type FeeChange = {
  merchant: string;
  livemode: boolean;
  /** ISO 4217 code of an enabled currency. */
  currency: string;
  basis_points?: number;
  /** Whole number in the currency's minor unit. */
  fixed?: number;
  charged_on: 'payment' | 'payout';
  /** Only for this rail. Without it: for all rails without a fee of their own. */
  rail?: string;
  /** The tiers by ascending `from`, their lowest amount, inclusive. The first begins at 1. The tier of an amount applies to the whole amount: `basis_points` of it plus `fixed`, at least `minimum` and at most `maximum`, if they are given. A tier whose fee could exceed its amount is refused. */
  tiers?: Array<NewFeeTier>;
  /** The tax on the fee, in hundredths of a percent of the fee. Without it there is none. */
  tax_basis_points?: number;
  /** `returned`: refunds give back the fee and its tax in proportion. It is for payments only, and reaches those that are created from the start of the change. Default: `kept`. */
  fee_on_refund?: 'kept' | 'returned';
  /** The rail has no fee of its own any more: the fee of all rails applies. Only with `rail`, and alone. */
  remove?: true;
};

export type LimitChange = {
  livemode: boolean;
  /** ISO 4217 code of an enabled currency. */
  currency: string;
  /** 0: only a phone, 1: verified, 2: verified further. */
  tier: number;
  /** Maximum per movement, in minor units. null: no limit. 0: sending needs a higher tier. */
  single: number | null;
  /** Maximum sent per day (UTC). */
  day: number | null;
  /** Maximum sent per calendar month (UTC). */
  month: number | null;
  /** Maximum balance of a wallet. */
  balance: number | null;
};

export type Unfreeze = {
  wallet: string;
};

export type RailConnection = {
  rail: string;
  provider: string;
  base_url: string;
  fingerprint: string;
};

export type FloatChange = {
  /** The slug of the rail. */
  rail: string;
  /** The rail's currency. */
  currency: string;
  /** Whole number in the currency's minor unit. */
  amount: number;
  /** opening, top_up: from the bank to the provider. sweep: from the provider to the bank. */
  direction: 'opening' | 'top_up' | 'sweep';
};

export type DecisionOnMoneyInSuspense = {
  case: string;
  /** The slug of the rail. */
  rail: string;
  /** Whole number in the currency's minor unit. */
  amount: number;
  /** ISO 4217 code of an enabled currency. */
  currency: string;
  decision: 'assign' | 'return';
  /** The wallet that gets the money. Null for a return. */
  wallet: string | null;
  /** The provider's id of the return. Null for a wallet. */
  provider_reference: string | null;
};

/** `amount` is the amount of a success; otherwise the amount of the record. */
export type SettlementOfARecordByHand = {
  case: string;
  /** The slug of the rail. */
  rail: string;
  /** The payment, refund or payout item. */
  record: string;
  outcome: 'succeeded' | 'failed';
  /** Whole number in the currency's minor unit. */
  amount: number;
  /** ISO 4217 code of an enabled currency. */
  currency: string;
  /** The provider's id of a success. Null for a failure. */
  provider_reference: string | null;
};

export type ResolutionOfAnException = {
  case: string;
  /** The slug of the rail. */
  rail: string;
  /** Booked on the clearing wallet; positive: there is more money at the provider than in the books. */
  amount: number;
  /** ISO 4217 code of an enabled currency. */
  currency: string;
  decision: 'suspense' | 'write_off' | 'fee';
};

export type RequestAboutAPerson = {
  /** The phone or address, masked, or the account. */
  person: string;
  /** The accounts of the person, in both modes. */
  accounts: Array<string>;
  /** For an erasure: the law keeps the identity of this customer until then. Null: nothing is kept, or an export. */
  kept_until: string | null;
};

export type ImportOfOpeningBalances = {
  /** The SHA-256 of the file. Compare it with that of your own copy (`sha256sum`). */
  sha256: string;
  /** The SHA-256 of the rows as the service read them. The approval posts exactly these rows. */
  rows_sha256: string;
  /** The number of rows. */
  count: number;
  /** The control totals, by currency. The rows tie to them. */
  totals: Array<{
    currency: string;
    /** The number of rows in this currency. */
    count: number;
    /** The sum of these rows, in the currency's minor unit. */
    amount: number;
  }>;
};

/** One operator's request, which another operator decides on. */
export type Approval = {
  id: string;
  object: 'approval';
  /** The mode of the wallet, fee, limit or rail. Null for a new operator or a person. */
  livemode: boolean | null;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Grows by 1 at each change. Ignore a record with a lower version than yours. */
  version: number;
  kind:
    | 'cash_in'
    | 'adjustment'
    | 'operator'
    | 'fee'
    | 'limit'
    | 'unfreeze'
    | 'rail'
    | 'float'
    | 'suspense'
    | 'settlement'
    | 'reconciliation'
    | 'person_export'
    | 'person_erasure'
    | 'opening';
  /** The requested change. */
  payload:
    | CashIn
    | Adjustment
    | NewOperator
    | FeeChange
    | LimitChange
    | Unfreeze
    | RailConnection
    | FloatChange
    | DecisionOnMoneyInSuspense
    | SettlementOfARecordByHand
    | ResolutionOfAnException
    | RequestAboutAPerson
    | ImportOfOpeningBalances;
  reference: string | null;
  reason: string;
  /** Null: a command of the machine opened it, and no operator has taken it on yet. */
  requested_by: string | null;
  status: 'pending' | 'approved' | 'rejected' | 'expired';
  decided_by: string | null;
  /** RFC 3339, UTC, milliseconds. */
  decided_at: string | null;
  rejection_reason: string | null;
  /** RFC 3339, UTC, milliseconds. */
  expires_at: string;
};

export type AnyPayment = {
  id: string;
  object: 'payment';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Grows by 1 at each change. Ignore a record with a lower version than yours. */
  version: number;
  /** The amount that you ask for, in minor units. */
  amount: number;
  /** The amount that the payer gives, in minor units: the `amount`, and the `fee` and `tax` too if the payer bears them. It is fixed at the creation. */
  charged_amount: number;
  /** `merchant`: the fee and its tax are taken from the `amount`. `payer`: the payer gives them on top, so your `net` is the `amount`. */
  fee_bearer: 'merchant' | 'payer';
  /** `automatic`: the money is yours as soon as the customer has approved. `manual`: it is held then, and you capture it. */
  capture: 'automatic' | 'manual';
  /** The amount that the customer was asked for, in minor units. When a manual payment succeeds, its `amount` becomes what you captured, and this stays. */
  amount_authorized: number;
  /** The amount that you have got so far, in minor units. */
  amount_captured: number;
  /** When what is not captured goes back to the customer. Null with automatic capture. */
  capture_before: string | null;
  currency: string;
  /** The customer's phone in E.164 form. */
  customer: string;
  /** `succeeded` and `failed` are final. A payment with an unknown outcome stays `processing`; a timeout never fails a payment. `requires_capture`: the money of a payment with manual capture is held. */
  status: 'pending' | 'requires_action' | 'processing' | 'requires_capture' | 'succeeded' | 'failed';
  next_action: NextAction | null;
  failure: Failure | null;
  /** The amount refunded so far, in minor units: at most the `amount`, or the `charged_amount` if the rail refunds only whole payments. */
  amount_refunded: number;
  /** The rule of its creation. `returned`: a refund gives back the fee and the tax in proportion to everything refunded so far. `kept`: it does not. A fee that the payer bears is kept, except on a rail that refunds only whole payments: there `returned` gives it back with the whole `charged_amount`. */
  fee_on_refund: 'kept' | 'returned';
  /** The part of the fee that refunds gave back to `wallet`. */
  fee_returned: number;
  /** The part of the tax that refunds gave back to `wallet`. */
  tax_returned: number;
  /** The fee in minor units, taken from the wallet when the payment settles. */
  fee: number;
  /** The tax on the fee, taken with it. */
  tax: number;
  /** The amount that stays yours: the `charged_amount` less the fee and its tax. */
  net: number;
  /** The merchant's wallet that receives the money. */
  wallet: string;
  /** The shares of the net, in the order given. Null without shares. */
  split: Array<Share> | null;
  /** The rail that collects the money: the slug of a provider's rail, as `GET /rails` lists it. `wallet`: from a wallet that the customer has here. `sandbox`: simulated, in test mode. */
  rail: string;
  /** The provider's own id of this collection. */
  rail_reference: string | null;
  reference: string | null;
  /** The checkout session that it pays. The `reference` belongs to the session. */
  checkout_session: string | null;
  /** The branch of the merchant. */
  branch: string | null;
  description: string | null;
  /** Where receipts go by e-mail. */
  receipt_email: string | null;
  /** The public page of its receipt. Null: it has none yet, or it was revoked. Only the answer that reads one record has this field. */
  receipt_url?: string | null;
  success_url: string | null;
  cancel_url: string | null;
  /** The customer can approve the payment until then. The time depends on the rail. */
  expires_at: string;
  /** RFC 3339, UTC, milliseconds. */
  succeeded_at: string | null;
  /** RFC 3339, UTC, milliseconds. */
  failed_at: string | null;
  /** When the provider took the money of a payment back that had succeeded. */
  reversed_at: string | null;
  integration: string;
  merchant: string;
};

export type AnyPayout = {
  id: string;
  object: 'payout';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Grows by 1 at each change. Ignore a record with a lower version than yours. */
  version: number;
  /** `pending`: the payout can still be canceled. `processing`: items are being paid. `completed`: every item is final, succeeded or failed. */
  status: 'pending' | 'processing' | 'completed' | 'canceled';
  /** The result of the items, set when the payout is completed. */
  result: 'all_succeeded' | 'partial' | 'all_failed' | null;
  /** The merchant's wallet that pays. */
  wallet: string;
  currency: string;
  /** `merchant`: you pay the fee of each item and its tax on top of its `amount`. `receiver`: they are taken from the `amount`, and the rest is sent. */
  fee_bearer: 'merchant' | 'receiver';
  totals: PayoutTotals;
  /** The number of items whose recipient already has an earlier item: the same phone in any spelling, or another wallet of the same owner. */
  repeated_recipients: number;
  /** The rail that pays all phones; null: each phone has its own. */
  rail: string | null;
  reference: string | null;
  /** RFC 3339, UTC, milliseconds. */
  completed_at: string | null;
  approval: PayoutApproval | null;
  integration: string;
  merchant: string;
};

export type TrialBalance = {
  object: 'trial_balance';
  /** RFC 3339, UTC, milliseconds. */
  at: string;
  /** Whether every currency and mode is balanced. */
  balanced: boolean;
  ledgers: Array<{
    livemode: boolean;
    currency: string;
    /** The negative balances of system wallets: money that is elsewhere. */
    debits: number;
    /** The positive balances of wallets. */
    credits: number;
    /** debits = credits. */
    balanced: boolean;
    /** The part of the credits that is reserved for operations in progress. */
    reserved: number;
    wallets: number;
  }>;
};

/** Represents money that is elsewhere, or the deployment's own money. */
export type SystemWallet = {
  id: string;
  object: 'system_wallet';
  livemode: boolean;
  /** `clearing:<rail>`, `suspense:<rail>`, `provider_fees:<rail>`, `receivable:<merchant>`, `fees`, `funding`, `adjustments`, `opening` or `suspense`. */
  role: string;
  currency: string;
  /** Negative if it represents money that is elsewhere. */
  balance: number;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
};

export type Posting = {
  id: string;
  object: 'posting';
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** The kind of movement. */
  kind:
    | 'transfer'
    | 'payment'
    | 'fee'
    | 'refund'
    | 'funding'
    | 'adjustment'
    | 'payout'
    | 'deletion'
    | 'provider_fee'
    | 'float'
    | 'suspense'
    | 'reversal'
    | 'return'
    | 'capture'
    | 'split'
    | 'opening'
    | 'tax'
    | 'fee_return'
    | 'tax_return';
  /** Whole number in the currency's minor unit. */
  amount: number;
  currency: string;
  debit: {
    wallet: string;
    owner: {
      type: 'customer' | 'merchant' | 'system';
      /** `usr_…`, `mer_…`, or the role of a system wallet. */
      id: string;
    };
    /** The wallet's total after this posting. */
    balance_after: number;
  };
  credit: {
    wallet: string;
    owner: {
      type: 'customer' | 'merchant' | 'system';
      /** `usr_…`, `mer_…`, or the role of a system wallet. */
      id: string;
    };
    /** The wallet's total after this posting. */
    balance_after: number;
  };
  /** The record that moved the money. A `request` is a test helper or an admin command on the machine. */
  cause: {
    object: 'transfer' | 'movement' | 'payment' | 'refund' | 'payout_item' | 'approval' | 'hold' | 'request';
    id: string;
    status: string | null;
    reference: string | null;
    /** Null if a person acted without an integration. */
    integration: string | null;
    merchant: string | null;
    /** For a refund: its payment. */
    payment: string | null;
    /** For a payout item: its payout. */
    payout: string | null;
    /** For a cash-in or an adjustment: the operator. */
    requested_by: string | null;
    decided_by: string | null;
  };
  /** Other postings of the same cause, such as its fee or other legs. */
  related: Array<string>;
  /** The events about the cause that integrations got when it was posted. */
  events: Array<{
    id: string;
    type: string;
    integration: string | null;
    /** RFC 3339, UTC, milliseconds. */
    created_at: string;
  }>;
};

export type RailCalls = {
  attempts: number;
  /** Calls without an answer, or with an answer that leaves the outcome unknown. */
  failures: number;
  /** Calls that the rail declined. */
  declined: number;
};

export type Rail = {
  object: 'rail';
  name: string;
  last_hour: RailCalls;
  last_day: RailCalls;
  /** The time of the last answer, within the last two days. */
  last_success_at: string | null;
  /** RFC 3339, UTC, milliseconds. */
  last_failure_at: string | null;
  waiting: {
    /** Payments that wait for the rail, not for their customer. */
    payments: number;
    refunds: number;
    payout_items: number;
    /** RFC 3339, UTC, milliseconds. */
    oldest_at: string | null;
  };
};

export type SchemeAccount = {
  /** The name that payers know, such as `PI-SPI` or `KE-QR`. It is printed on the sheet. */
  scheme: string;
  /** The templates by their ids. 26 to 51 have the merchant account, and at least one of them is required; 80 to 99 are those of the scheme itself. */
  templates: Record<string, Record<string, string>>;
  /** The merchant category code (ISO 18245), id 52. */
  category: string;
  /** Id 60. Its first 15 plain letters are used. */
  city: string;
  /** Id 61. */
  postal_code?: string | null;
  /** Further objects of id 62, such as `11` for the channel. The service writes `05`, the reference. */
  additional?: Record<string, string>;
  /** Whether the code has id 01, the point of initiation. Default: true. */
  initiation?: boolean;
};

export type RailSettings = {
  id: string;
  object: 'rail_settings';
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Grows by 1 at each change. Ignore a record with a lower version than yours. */
  version: number;
  slug: string;
  provider: string;
  country: string;
  currency: string;
  /** The merchant whose money it moves. Null: the platform's own rail. */
  merchant: string | null;
  base_url: string;
  /** The address for the provider's callbacks, which contains a secret. Only the read of one rail has it, for the roles finance and admin. */
  callback_url: string | null;
  /** Identifies the base URL with the credentials and the scheme account. Two operators who see the same one mean the same. */
  fingerprint: string;
  scheme: SchemeAccount | null;
  /** The two operators who approved the connection of a live rail. */
  approved_by: Array<string>;
  /** A changed connection of a live rail, which waits for the approval of two operators. */
  proposal: {
    base_url: string;
    /** Identifies the base URL with the credentials and the scheme account. Two operators who see the same one mean the same. */
    fingerprint: string;
    scheme: SchemeAccount | null;
  } | null;
  /** Phone prefixes with the country code, without plus. They override the numbering plan. Empty: the rail is reached by request, by memory of the phone, or by lookup. */
  prefixes: Array<string>;
  /** The least amount in minor units. It narrows the provider's own bound. */
  minimum: number | null;
  /** The most in minor units. It narrows the provider's own bound. */
  maximum: number | null;
  /** The rail with the lowest number is used first. */
  priority: number;
  /** Calls per second of all nodes together. Null: no limit. */
  calls_per_second: number | null;
  /** Unanswered calls of one node. Null: no limit. */
  concurrency: number | null;
  /** The most that the rail pays out in a day (UTC), in minor units. Null: no limit. */
  payout_day_maximum: number | null;
  /** An alarm is raised when the float at the provider is lower, in minor units. */
  float_minimum: number | null;
  /** Networks (CIDR) from which callbacks are accepted. Empty: any. */
  callback_sources: Array<string>;
  /** paused: nothing new is sent; questions and callbacks continue. closed: the provider takes nothing until `status_until`. */
  status: 'enabled' | 'paused' | 'closed';
  status_reason: string | null;
  /** RFC 3339, UTC, milliseconds. */
  status_until: string | null;
  /** service: the provider refused the credentials. The service tries to resume the rail by itself. */
  paused_by: 'operator' | 'service' | null;
};

export type Provider = {
  object: 'provider';
  /** The name for `POST /operator/rail_settings`. */
  name: string;
  display_name: string;
  /** The currencies by country. Empty: any. */
  countries: Record<string, Array<string>>;
  hosts: {
    test: string | null;
    live: string | null;
  };
  /** JSON Schema of the credentials. */
  credentials: Record<string, unknown>;
};

export type RailTest = {
  object: 'rail_test';
  rail: string;
  /** No step failed. */
  succeeded: boolean;
  steps: Array<{
    name: 'connection' | 'token' | 'balance' | 'lookup' | 'question';
    result: 'succeeded' | 'failed' | 'not_supported';
    message: string;
  }>;
};

export type WebhookBacklog = {
  object: 'webhook_backlog';
  /** RFC 3339, UTC, milliseconds. */
  at: string;
  /** Deliveries that are due now. */
  due: number;
  /** RFC 3339, UTC, milliseconds. */
  oldest_due_at: string | null;
  /** Deliveries that wait for a later attempt. */
  waiting: number;
  /** Deliveries held for a disabled endpoint. */
  held: number;
  /** Deliveries in the dead-letter queue. */
  dead: number;
  disabled_endpoints: number;
  /** Enabled endpoints without a 2xx since they began to fail. */
  failing_endpoints: number;
  /** Integrations with a backlog, at most 100, most due deliveries first. */
  integrations: Array<{
    integration: string;
    name: string;
    merchant: string;
    livemode: boolean;
    /** Deliveries that are due now. */
    due: number;
    /** RFC 3339, UTC, milliseconds. */
    oldest_due_at: string | null;
    /** Deliveries that wait for a later attempt. */
    waiting: number;
    /** Deliveries held for a disabled endpoint. */
    held: number;
    /** Deliveries in the dead-letter queue. */
    dead: number;
    disabled_endpoints: number;
    /** Enabled endpoints without a 2xx since they began to fail. */
    failing_endpoints: number;
  }>;
};

export type NameOfARecord = {
  id: string;
  object: 'name';
  /** The name for people: of a customer without a name, the phone. Null for a wallet without a label. */
  name: string | null;
  /** For a wallet: what its name is made of. */
  wallet: {
    currency: string;
    default: boolean;
    owner: {
      type: 'customer' | 'merchant' | 'system';
      /** `usr_…`, `mer_…`, or the role of a system wallet. */
      id: string;
      name: string;
    };
  } | null;
};

/** Counting stops at 100. */
export type WaitingCounts = {
  object: 'waiting_counts';
  /** Identity checks without a decision. Null if your role has no part. */
  kyc: number | null;
  /** Requests of other operators that your role may decide. Null if your role has no part. */
  approvals: number | null;
  /** Open cases. Null if your role has no part. */
  cases: number | null;
};

/** How far the ledger is sealed. */
export type SealHead = {
  object: 'seal_head';
  /** The last batch; 0 before the first. */
  number: number;
  /** Its hash. Kept elsewhere, it proves every posting up to it. */
  hash: string;
  /** RFC 3339, UTC, milliseconds. */
  sealed_at: string | null;
  /** The sealed postings. */
  count: number;
  /** The age of the oldest posting that is not sealed; 0 if there is none. */
  lag_seconds: number;
  /** The last head that was sent to `SEAL_WITNESS`. */
  witness: {
    number: number | null;
    /** RFC 3339, UTC, milliseconds. */
    sent_at: string | null;
    /** Why the last attempt failed; null if it succeeded. */
    error: string | null;
  };
};

/** A closed batch of postings in the chain. */
export type Seal = {
  id: string;
  object: 'seal';
  /** The place in the chain, from 1. */
  number: number;
  /** The postings in this batch. */
  count: number;
  /** The postings in all batches up to this one. */
  sealed_count: number;
  /** RFC 3339, UTC, milliseconds. */
  sealed_at: string;
  /** The hash of the batch before it; zeros for the first. */
  previous: string;
  /** SHA-256 over the batch's postings, its fields and `previous`. */
  hash: string;
};

export type AuditChain = {
  object: 'audit_chain';
  length: number;
  /** The format of `audit verify --head`. */
  head: string;
  /** The result of the last full check; null before the first has ended. */
  whole: boolean | null;
  /** The last check that found the chain intact. */
  verified: {
    to: number;
    /** The format of `audit verify --head`. */
    head: string;
    /** RFC 3339, UTC, milliseconds. */
    at: string;
  } | null;
  /** The progress of the current check. */
  walking: {
    to: number;
    /** RFC 3339, UTC, milliseconds. */
    began_at: string;
  };
  first_break: {
    seq: number;
    fault: string;
    /** RFC 3339, UTC, milliseconds. */
    seen_at: string;
  } | null;
};

export type Limit = {
  object: 'limit';
  livemode: boolean;
  currency: string;
  /** 0: only a phone, 1: verified, 2: verified further. */
  tier: number;
  /** Maximum per movement, in minor units. null: no limit. 0: sending needs a higher tier. */
  single: number | null;
  /** Maximum sent per day (UTC). */
  day: number | null;
  /** Maximum sent per calendar month (UTC). */
  month: number | null;
  /** Maximum balance of a wallet. */
  balance: number | null;
};

export type AuditEntry = {
  /** `aud_` and the position in the log. */
  id: string;
  object: 'audit_entry';
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  actor: {
    /** admin: an admin command on the machine. service: the service itself. */
    type: 'customer' | 'merchant' | 'developer' | 'operator' | 'key' | 'admin' | 'service';
    id: string;
  };
  /** The action as noun.verb, such as `wallet.frozen`. */
  action: string;
  /** The id of the record that the action changed or read. */
  target: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  reason: string | null;
  address: string | null;
  request_id: string | null;
  /** The hash of this entry and the one before it. `npm run admin -- audit verify` checks it. */
  hash: string;
};

export type KYCDocument = {
  id: string;
  object: 'kyc_document';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  /** The type, detected from the content. */
  content_type: 'image/png' | 'image/jpeg' | 'application/pdf';
  /** Bytes. */
  size: number;
  /** The hash of the bytes, to compare with the file that you sent. */
  sha256: string;
};

export type KYCSubmission = {
  id: string;
  object: 'kyc_submission';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Grows by 1 at each change. Ignore a record with a lower version than yours. */
  version: number;
  user: string;
  /** `superseded`: another submission came before this one was decided. */
  status: 'pending' | 'approved' | 'rejected' | 'superseded';
  document_type: 'passport' | 'national_id' | 'driving_licence' | 'voter_card' | 'other';
  /** The documents in the order in which they were sent. */
  documents: Array<string>;
  /** The reason for a rejection, for the customer to read. */
  reason: string | null;
  /** RFC 3339, UTC, milliseconds. */
  decided_at: string | null;
  /** The name as the document spells it. It must contain a letter. */
  name: string;
  /** RFC 3339 full-date: `1990-04-23`. */
  date_of_birth: string;
  /** The number of the document. It must contain at least 3 letters or digits. */
  document_number: string;
};

export type KYCQueueItem = {
  id: string;
  object: 'kyc_submission';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Grows by 1 at each change. Ignore a record with a lower version than yours. */
  version: number;
  user: string;
  /** `superseded`: another submission came before this one was decided. */
  status: 'pending' | 'approved' | 'rejected' | 'superseded';
  document_type: 'passport' | 'national_id' | 'driving_licence' | 'voter_card' | 'other';
  /** The documents in the order in which they were sent. */
  documents: Array<string>;
  /** The reason for a rejection, for the customer to read. */
  reason: string | null;
  /** RFC 3339, UTC, milliseconds. */
  decided_at: string | null;
  /** The customer's status now. */
  kyc: 'none' | 'pending' | 'verified' | 'rejected';
  /** The customer's phone, in E.164 form. */
  phone: string;
  /** 1 or 2: the approved tier. */
  tier: number | null;
  decided_by: string | null;
};

export type KYCReview = {
  id: string;
  object: 'kyc_submission';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Grows by 1 at each change. Ignore a record with a lower version than yours. */
  version: number;
  user: string;
  /** `superseded`: another submission came before this one was decided. */
  status: 'pending' | 'approved' | 'rejected' | 'superseded';
  document_type: 'passport' | 'national_id' | 'driving_licence' | 'voter_card' | 'other';
  /** The documents in the order in which they were sent. */
  documents: Array<string>;
  /** The reason for a rejection, for the customer to read. */
  reason: string | null;
  /** RFC 3339, UTC, milliseconds. */
  decided_at: string | null;
  /** The customer's status now. */
  kyc: 'none' | 'pending' | 'verified' | 'rejected';
  /** The customer's phone, in E.164 form. */
  phone: string;
  /** 1 or 2: the approved tier. */
  tier: number | null;
  decided_by: string | null;
  /** The name as the document spells it. It must contain a letter. */
  name: string;
  /** RFC 3339 full-date: `1990-04-23`. */
  date_of_birth: string;
  /** The number of the document. It must contain at least 3 letters or digits. */
  document_number: string;
};

/** A settlement that failed and waits for an operator. */
export type ParkedSettlement = {
  id: string;
  object: 'parked_settlement';
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Grows by 1 at each change. Ignore a record with a lower version than yours. */
  version: number;
  status: 'open' | 'resolved';
  kind: 'payment' | 'refund' | 'payout' | 'payout_item';
  /** The id of the payment, refund, payout or payout item. */
  record: string;
  integration: string | null;
  merchant: string | null;
  /** Whole number in the currency's minor unit. */
  amount: number;
  currency: string;
  /** The wallet that the money goes to or comes from. */
  wallet: string;
  /** true: the payment has succeeded, and its money is in the suspense wallet. false: nothing is booked, and no worker processes the record. */
  in_suspense: boolean;
  /** The ledger's refusal, such as `limit_exceeded`, or the error. */
  reason: string;
  /** RFC 3339, UTC, milliseconds. */
  resolved_at: string | null;
};

export type CallbackEntry = {
  id: string;
  object: 'callback';
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** When it came last. */
  last_at: string;
  /** How often it came. A repeat is only counted. */
  times: number;
  /** The slug of the rail. */
  rail: string;
  method: string;
  /** The address that it came from. */
  source: string;
  /** The payment, refund or payout item that it is about. */
  record: string | null;
  /** The provider's id, if it names no id of ours. */
  handle: string | null;
  /** `asked`: the record was open, and its rail was asked. `waiting`: the record was final, and its rail is asked whether it says the same. `confirmed`, `contradicted`, `unanswered`: what the rail said then. `incoming`: money without a request. `noted`: it is about no record. `unknown_record`, `source_refused`: a case is open. `unreadable`: not in the form of the provider. */
  outcome:
    | 'asked'
    | 'waiting'
    | 'confirmed'
    | 'contradicted'
    | 'unanswered'
    | 'incoming'
    | 'noted'
    | 'unknown_record'
    | 'source_refused'
    | 'unreadable';
};

export type Callback = {
  id: string;
  object: 'callback';
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** When it came last. */
  last_at: string;
  /** How often it came. A repeat is only counted. */
  times: number;
  /** The slug of the rail. */
  rail: string;
  method: string;
  /** The address that it came from. */
  source: string;
  /** The payment, refund or payout item that it is about. */
  record: string | null;
  /** The provider's id, if it names no id of ours. */
  handle: string | null;
  /** `asked`: the record was open, and its rail was asked. `waiting`: the record was final, and its rail is asked whether it says the same. `confirmed`, `contradicted`, `unanswered`: what the rail said then. `incoming`: money without a request. `noted`: it is about no record. `unknown_record`, `source_refused`: a case is open. `unreadable`: not in the form of the provider. */
  outcome:
    | 'asked'
    | 'waiting'
    | 'confirmed'
    | 'contradicted'
    | 'unanswered'
    | 'incoming'
    | 'noted'
    | 'unknown_record'
    | 'source_refused'
    | 'unreadable';
  /** The query of the address, with secrets masked. */
  query: string | null;
  /** With secrets masked. */
  headers: Record<string, unknown>;
  /** As it arrived, with secrets masked. */
  body: string;
  /** JSON that the next check of the record gets. */
  result: string | null;
};

/** Something about a rail that needs a person. */
export type Case = {
  id: string;
  object: 'case';
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Grows by 1 at each change. Ignore a record with a lower version than yours. */
  version: number;
  kind:
    | 'late_success'
    | 'contradiction'
    | 'wrong_amount'
    | 'wrong_payer'
    | 'unmatched_money'
    | 'unknown_too_long'
    | 'low_float'
    | 'credentials_refused'
    | 'unbooked_settlement'
    | 'uncovered_reversal'
    | 'unknown_callback'
    | 'callback_source'
    | 'missing_there'
    | 'missing_here'
    | 'amount_differs'
    | 'fee_differs'
    | 'duplicate_there'
    | 'ambiguous_match'
    | 'reversed_there'
    | 'safeguarding_gap'
    | 'escrow_disagreement';
  status: 'open' | 'closed';
  /** The slug of the rail. */
  rail: string | null;
  /** The payment, refund, payout item, hold, provider's receipt or callback. Null: the case is about the rail. */
  record: string | null;
  integration: string | null;
  merchant: string | null;
  /** In the currency's minor unit. */
  amount: number | null;
  currency: string | null;
  /** The operator who works on it. */
  assigned_to: string | null;
  /** How it was closed. */
  resolution: string | null;
  /** `opr_…`, or `service` if the cause went away by itself. */
  closed_by: string | null;
  /** RFC 3339, UTC, milliseconds. */
  closed_at: string | null;
};

export type CaseWithItsHistory = {
  id: string;
  object: 'case';
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Grows by 1 at each change. Ignore a record with a lower version than yours. */
  version: number;
  kind:
    | 'late_success'
    | 'contradiction'
    | 'wrong_amount'
    | 'wrong_payer'
    | 'unmatched_money'
    | 'unknown_too_long'
    | 'low_float'
    | 'credentials_refused'
    | 'unbooked_settlement'
    | 'uncovered_reversal'
    | 'unknown_callback'
    | 'callback_source'
    | 'missing_there'
    | 'missing_here'
    | 'amount_differs'
    | 'fee_differs'
    | 'duplicate_there'
    | 'ambiguous_match'
    | 'reversed_there'
    | 'safeguarding_gap'
    | 'escrow_disagreement';
  status: 'open' | 'closed';
  /** The slug of the rail. */
  rail: string | null;
  /** The payment, refund, payout item, hold, provider's receipt or callback. Null: the case is about the rail. */
  record: string | null;
  integration: string | null;
  merchant: string | null;
  /** In the currency's minor unit. */
  amount: number | null;
  currency: string | null;
  /** The operator who works on it. */
  assigned_to: string | null;
  /** How it was closed. */
  resolution: string | null;
  /** `opr_…`, or `service` if the cause went away by itself. */
  closed_by: string | null;
  /** RFC 3339, UTC, milliseconds. */
  closed_at: string | null;
  /** Facts about it. The fields depend on the kind. */
  facts: Record<string, unknown>;
  /** The money of this case in the rail's suspense wallet. Two operators assign or return it. */
  suspended: number;
  /** The actions that are possible now. */
  actions: Array<
    | 'comment'
    | 'assign'
    | 'ask_again'
    | 'settle'
    | 'assign_money'
    | 'return_money'
    | 'match'
    | 'resolve'
    | 'mark_timing'
    | 'close'
  >;
  /** The record and the case, oldest first. */
  history: Array<{
    /** RFC 3339, UTC, milliseconds. */
    at: string;
    /** A state of the record (`created`, `sent`, `succeeded`, `failed`), a posting (`posted`), a `comment`, or an act in the audit log, such as `case.assigned`. */
    what: string;
    /** The actor of an act or a comment. */
    by: string | null;
    text: string | null;
  }>;
};

/** How lines and entries without a common id may match. */
export type MatchingRule = {
  id: string;
  object: 'matching_rule';
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  name: string;
  /** Null: every rail. */
  rail: string | null;
  /** Rules apply in this order. */
  place: number;
  /** `entries_to_line`: the entries of one day are one line, as a settlement of a day. `lines_to_entry`: the lines with one reference are one entry. */
  shape: 'one_to_one' | 'entries_to_line' | 'lines_to_entry';
  /** Kinds of lines. Empty: any. */
  kinds: Array<'collection' | 'payout' | 'refund' | 'fee' | 'topup' | 'incoming' | 'reversal' | 'other'>;
  /** More that must be equal, in one to one. The amounts are always equal. */
  compare: Array<'phone' | 'reference'>;
  /** The longest time between both sides. */
  window_hours: number;
  enabled: boolean;
  created_by: string;
};

/** How a rail is reconciled with its provider, and the open items. */
export type ReconciledRail = {
  object: 'reconciled_rail';
  /** The slug of the rail. */
  rail: string;
  livemode: boolean;
  currency: string;
  /** The layout of its statement files. */
  layout: string;
  /** The account that its statements name. Null: any. */
  account: string | null;
  /** The IANA time zone whose days the provider books by, for example `Africa/Nairobi`. */
  time_zone: string;
  /** Days after which a movement that the other side lacks is an exception. */
  delay_days: number;
  /** Charges that only the statement tells are posted from it. */
  posts_fees: boolean;
  /** The last day that its statements cover. */
  covered_to: string | null;
  /** The last closed day. */
  closed_to: string | null;
  /** Lines and entries without a whole match, by result. */
  open: Array<{
    result:
      | 'waiting'
      | 'missing_there'
      | 'missing_here'
      | 'amount_differs'
      | 'fee_differs'
      | 'duplicate_there'
      | 'ambiguous'
      | 'reversed';
    count: number;
    /** The sum of the open lines. */
    there: number;
    /** The sum of the open entries. */
    here: number;
  }>;
  /** The day of the oldest open item that does not wait. */
  oldest: string | null;
};

/** A statement of a provider or a bank, as it was received. */
export type StatementFile = {
  id: string;
  object: 'statement_file';
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** The slug of the rail. */
  rail: string;
  /** `provider`: one reading of the provider's own list, or a file that it made for the service. */
  source: 'upload' | 'directory' | 'sftp' | 'provider';
  name: string;
  layout: string;
  /** Bytes. */
  size: number;
  sha256: string | null;
  /** Lines count once the file is `imported`. Nothing of a `refused` file is kept but its bytes. */
  status: 'receiving' | 'waiting' | 'reading' | 'imported' | 'refused';
  /** Progress: the bytes that were read, of `size`. */
  read_bytes: number;
  /** Lines in the file. */
  lines: number;
  /** Lines that no earlier file had. */
  new_lines: number;
  /** Why the file is refused, at most 100. */
  problems: Array<{
    /** The line, row or entry in the file, from 1. */
    line: number | null;
    /** The column or element, as the file names it. */
    field: string | null;
    problem: string;
  }>;
  /** Gaps between this file and others. */
  warnings: Array<string>;
  /** The statements of the file, at most 100. */
  statements: Array<{
    /** The slug of the rail. */
    rail: string;
    /** As the file names it. */
    account: string | null;
    number: string | null;
    page: number | null;
    from: string | null;
    to: string | null;
    /** The balance before its first line. Null: the file has none. */
    opening: number | null;
    /** The balance after its last line. */
    closing: number | null;
    /** Booked lines. */
    lines: number;
    /** Their sum, less the charges inside them. */
    total: number;
  }>;
  /** The file that has this rail's account beside others. */
  part_of: string | null;
  created_by: string;
  /** RFC 3339, UTC, milliseconds. */
  finished_at: string | null;
};

/** How the files of a provider or a bank become lines. */
export type StatementLayout = {
  object: 'statement_layout';
  /** Its name in the settings of a rail. */
  name: string;
  /** It comes with the service. */
  provided: boolean;
  layout: {
    format: 'csv' | 'xlsx' | 'camt.053' | 'mt940';
    /** IANA name: local times of the file, and its day. */
    time_zone: string;
    encoding?: 'utf-8' | 'windows-1252' | 'iso-8859-1' | 'utf-16le' | 'utf-16be';
    delimiter?: ',' | ';' | '\t' | '|';
    decimal?: '.' | ',';
    group?: '' | '.' | ',' | ' ' | "'";
    /** The columns. A layout has `amount`, or `credit` and `debit`. */
    columns?: {
      /** The name in the header, or several of which a file has one. Case does not count. */
      date: string | Array<string>;
      /** The name in the header, or several of which a file has one. Case does not count. */
      operation?: string | Array<string>;
      /** The name in the header, or several of which a file has one. Case does not count. */
      record?: string | Array<string>;
      /** The name in the header, or several of which a file has one. Case does not count. */
      reference?: string | Array<string>;
      /** The name in the header, or several of which a file has one. Case does not count. */
      kind?: string | Array<string>;
      /** The name in the header, or several of which a file has one. Case does not count. */
      amount?: string | Array<string>;
      /** The name in the header, or several of which a file has one. Case does not count. */
      credit?: string | Array<string>;
      /** The name in the header, or several of which a file has one. Case does not count. */
      debit?: string | Array<string>;
      /** The name in the header, or several of which a file has one. Case does not count. */
      fee?: string | Array<string>;
      /** The name in the header, or several of which a file has one. Case does not count. */
      currency?: string | Array<string>;
      /** The name in the header, or several of which a file has one. Case does not count. */
      time?: string | Array<string>;
      /** The name in the header, or several of which a file has one. Case does not count. */
      phone?: string | Array<string>;
      /** The name in the header, or several of which a file has one. Case does not count. */
      state?: string | Array<string>;
      /** The name in the header, or several of which a file has one. Case does not count. */
      balance?: string | Array<string>;
    };
    /** Columns that a file may lack. */
    optional?: Array<
      | 'operation'
      | 'record'
      | 'reference'
      | 'kind'
      | 'amount'
      | 'credit'
      | 'debit'
      | 'fee'
      | 'currency'
      | 'time'
      | 'phone'
      | 'state'
      | 'balance'
    >;
    /** The sheet of a workbook. Without it, a workbook has one visible sheet. */
    sheet?: string;
    /** If no column has it. */
    currency?: string;
    /** As `dd/MM/yyyy HH:mm[:ss]`. */
    date_format?: string;
    /** `as_given`: a positive amount enters the float. */
    sign?: 'as_given' | 'negated' | 'by_kind';
    debits?: 'positive' | 'negative' | 'either';
    /** `gross`: the fee leaves the float beside the amount. `net`: the amount has already lost it. `moved`: the amount is all that moved. `returned`: the fee comes back beside the amount. */
    amount_is?: 'gross' | 'net' | 'moved' | 'returned';
    /** Kinds whose amounts follow another rule than `amount_is`. */
    amount_is_of?: Array<Array<unknown>>;
    /** Texts of the kind column. A `*` at the beginning or the end matches any text. */
    kinds?: Array<Array<unknown>>;
    other_kind?: {
      in: 'collection' | 'payout' | 'refund' | 'fee' | 'topup' | 'incoming' | 'reversal' | 'other';
      out: 'collection' | 'payout' | 'refund' | 'fee' | 'topup' | 'incoming' | 'reversal' | 'other';
    };
    /** Texts of the state column. A text that is missing is a problem. */
    states?: Array<Array<unknown>>;
    order?: 'oldest_first' | 'newest_first';
    /** Rows that are no movements. */
    skip?: Array<{
      /** The name in the header, or several of which a file has one. Case does not count. */
      column: string | Array<string>;
      is?: Array<string>;
      starts_with?: Array<string>;
    }>;
    /** Labels of cells before the header. */
    labels?: {
      /** The name in the header, or several of which a file has one. Case does not count. */
      account?: string | Array<string>;
      /** The name in the header, or several of which a file has one. Case does not count. */
      opening?: string | Array<string>;
      /** The name in the header, or several of which a file has one. Case does not count. */
      closing?: string | Array<string>;
    };
  };
  created_by: string | null;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string | null;
};

/** A movement that the provider lists. */
export type StatementLine = {
  id: string;
  object: 'statement_line';
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** The slug of the rail. */
  rail: string;
  file: string;
  /** The line, row or entry in the file, from 1. */
  line: number;
  /** The provider's or the bank's id. */
  operation: string | null;
  /** Our id, if the line shows it. */
  record: string | null;
  reference: string | null;
  kind: 'collection' | 'payout' | 'refund' | 'fee' | 'topup' | 'incoming' | 'reversal' | 'other';
  /** Signed: positive into the money at the provider. */
  amount: number;
  /** The charge inside the line. */
  fee: number;
  booked_on: string;
  /** The day it counts on: later than `booked_on` if that day was closed. */
  accounted_on: string;
  /** As the provider shows it. */
  phone: string | null;
  state: 'booked' | 'pending' | 'refused';
  /** Null: it has no match. */
  result: 'matched' | 'late' | 'amount_differs' | 'fee_differs' | 'reversed' | 'resolved' | null;
  /** The line or the case that leads the match. */
  match: string | null;
  /** The entries of the clearing wallet that it matches. */
  entries: Array<{
    position: string;
    source: string;
    kind: string;
    /** Signed. */
    amount: number;
    booked_on: string;
  }>;
};

export type CloseWithItsItems = {
  id: string;
  object: 'close';
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  livemode: boolean;
  /** The slug of the rail. */
  rail: string;
  currency: string;
  /** On the calendar of the rail. */
  day: string;
  time_zone: string;
  /** The end of the day: both sides are cut at it. */
  cut_at: string;
  /** The source of the closing balance at the provider: its `statement`; the opening balance and the `lines`; or the measured `float`, if the rail has no statements. */
  source: 'statement' | 'lines' | 'float';
  /** The money at the provider by its statement. */
  there: {
    /** The balance when the day began. */
    opening: number;
    /** The balance at the end of the day. */
    closing: number;
    movements: Array<{
      kind: string;
      count: number;
      /** Signed: positive into the money at the provider. */
      sum: number;
      /** The charges inside these lines, which reduce the balance. */
      fees: number;
    }>;
  };
  /** The money at the provider by our clearing wallet. */
  here: {
    /** The balance when the day began. */
    opening: number;
    /** The balance at the end of the day. */
    closing: number;
    movements: Array<{
      kind: string;
      count: number;
      /** Signed: positive into the money at the provider. */
      sum: number;
      /** The charges inside these lines, which reduce the balance. */
      fees: number;
    }>;
  };
  /** `there.closing` − `here.closing`. */
  difference: number;
  /** The items by kind. Their sums are the difference, to the unit. */
  explained: Array<{
    kind:
      | 'missing_here'
      | 'missing_there'
      | 'amount_differs'
      | 'fee_differs'
      | 'duplicate_there'
      | 'ambiguous'
      | 'reversed'
      | 'timing'
      | 'resolved_later'
      | 'charges'
      | 'opening';
    count: number;
    /** The sum of these items. */
    amount: number;
  }>;
  status: 'closed' | 'reviewed';
  /** The operator. */
  closed_by: string;
  /** Another operator. */
  reviewed_by: string | null;
  /** RFC 3339, UTC, milliseconds. */
  reviewed_at: string | null;
  /** The 200 largest items. The CSV file has all of them. */
  items: Array<{
    kind:
      | 'missing_here'
      | 'missing_there'
      | 'amount_differs'
      | 'fee_differs'
      | 'duplicate_there'
      | 'ambiguous'
      | 'reversed'
      | 'timing'
      | 'resolved_later'
      | 'charges'
      | 'opening';
    /** Its part of the difference, signed: the provider's side less ours. */
    amount: number;
    /** The leading line of the match, an entry, a case or a file. */
    match: string;
    day: string;
    /** Our record, or the provider's id. */
    record: string | null;
    /** The lines of the match up to the day. */
    lines: Array<string>;
    /** The positions of its entries up to the day. */
    entries: Array<string>;
  }>;
};

/** A closed day of a rail. It never changes. */
export type Close = {
  id: string;
  object: 'close';
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  livemode: boolean;
  /** The slug of the rail. */
  rail: string;
  currency: string;
  /** On the calendar of the rail. */
  day: string;
  time_zone: string;
  /** The end of the day: both sides are cut at it. */
  cut_at: string;
  /** The source of the closing balance at the provider: its `statement`; the opening balance and the `lines`; or the measured `float`, if the rail has no statements. */
  source: 'statement' | 'lines' | 'float';
  /** The money at the provider by its statement. */
  there: {
    /** The balance when the day began. */
    opening: number;
    /** The balance at the end of the day. */
    closing: number;
    movements: Array<{
      kind: string;
      count: number;
      /** Signed: positive into the money at the provider. */
      sum: number;
      /** The charges inside these lines, which reduce the balance. */
      fees: number;
    }>;
  };
  /** The money at the provider by our clearing wallet. */
  here: {
    /** The balance when the day began. */
    opening: number;
    /** The balance at the end of the day. */
    closing: number;
    movements: Array<{
      kind: string;
      count: number;
      /** Signed: positive into the money at the provider. */
      sum: number;
      /** The charges inside these lines, which reduce the balance. */
      fees: number;
    }>;
  };
  /** `there.closing` − `here.closing`. */
  difference: number;
  /** The items by kind. Their sums are the difference, to the unit. */
  explained: Array<{
    kind:
      | 'missing_here'
      | 'missing_there'
      | 'amount_differs'
      | 'fee_differs'
      | 'duplicate_there'
      | 'ambiguous'
      | 'reversed'
      | 'timing'
      | 'resolved_later'
      | 'charges'
      | 'opening';
    count: number;
    /** The sum of these items. */
    amount: number;
  }>;
  status: 'closed' | 'reviewed';
  /** The operator. */
  closed_by: string;
  /** Another operator. */
  reviewed_by: string | null;
  /** RFC 3339, UTC, milliseconds. */
  reviewed_at: string | null;
};

/** Money owed and money held in one currency at the end of a day. */
export type Safeguarding = {
  livemode: boolean;
  currency: string;
  day: string;
  /** The latest end of the day among the rails. */
  cut_at: string;
  /** The balances of all customers and merchants. */
  owed: number;
  /** Money in suspense, whose owner is not known. */
  suspended: number;
  /** The closing balances at providers and in the bank. */
  holdings: number;
  /** `owed` above `holdings`. Zero: the money is covered. */
  gap: number;
  rails: Array<{
    /** The slug of the rail. */
    rail: string;
    close: string;
    /** Its closing balance. */
    holdings: number;
  }>;
};

/** A rail's money at its provider, beside the books. */
export type Float = {
  object: 'float';
  /** The slug of the rail. */
  rail: string;
  livemode: boolean;
  currency: string;
  /** The balance at the provider. Null: not measured yet, or the provider does not tell it. */
  available: number | null;
  /** The balance in the books: the clearing wallet's, negated. */
  booked: number;
  /** available − booked. Operations in progress differ for a short time. */
  difference: number | null;
  /** The rail's threshold for an alarm; null: none. */
  minimum: number | null;
  /** available < minimum. */
  low: boolean;
  /** RFC 3339, UTC, milliseconds. */
  measured_at: string | null;
  /** Why the last measurement failed; null if it succeeded. */
  error: string | null;
};

export type RowOfOpeningBalances = {
  /** The line of the file. */
  line: number;
  /** The wallet itself, or that of the phone. */
  wallet: string;
  /** Whole number in the currency's minor unit. */
  amount: number;
  currency: string;
  reference: string;
};

export type RowsOfOpeningBalances = {
  object: 'opening_rows';
  approval: string;
  /** The number of all rows. */
  count: number;
  /** true: there are rows beyond `limit`. */
  has_more: boolean;
  /** In the order of the file. */
  rows: Array<RowOfOpeningBalances>;
};

/** The filters of the list: payments take `status`, `currency`, `amount`, `customer`, `phone`, `reference`, `branch`; refunds `status`, `currency`, `customer`, `payment`, `reference`; transfers `currency`, `reference`; payouts `status`, `currency`, `reference`, `approval`, `item`; entries and fees `wallet`, `currency`. */
export type ExportFilters = {
  status?:
    | 'pending'
    | 'requires_action'
    | 'processing'
    | 'requires_capture'
    | 'succeeded'
    | 'failed'
    | 'completed'
    | 'canceled';
  /** ISO 4217 code of an enabled currency. */
  currency?: string;
  /** In minor units, as a text. */
  amount?: string;
  /** The customer: `cus_…`, or a phone number in international format (E.164). Spaces, hyphens, dots and parentheses between the digits are ignored. The number must exist in the numbering plan of its country. */
  customer?: string;
  /** Digits that the phone contains anywhere, such as its last four. With `+`: its beginning. */
  phone?: string;
  branch?: string;
  payment?: string;
  /** Your own id of this record, unique for its kind of record, integration and mode. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  reference?: string;
  approval?: 'pending';
  item?: string;
  wallet?: string;
  /** RFC 3339, UTC, milliseconds. */
  'created_at[gte]'?: string;
  /** RFC 3339, UTC, milliseconds. */
  'created_at[gt]'?: string;
  /** RFC 3339, UTC, milliseconds. */
  'created_at[lte]'?: string;
  /** RFC 3339, UTC, milliseconds. */
  'created_at[lt]'?: string;
};

export type ExportFailure = {
  code: 'file_too_large' | 'export_error';
  /** The reason, for people. The words may change. */
  message: string;
};

export type Export = {
  id: string;
  object: 'export';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Grows by 1 at each change. Ignore a record with a lower version than yours. */
  version: number;
  resource: 'payments' | 'refunds' | 'transfers' | 'payouts' | 'entries' | 'fees';
  format: 'csv' | 'xlsx' | 'jsonl';
  /** The filters as they were given. For an export of a schedule they contain its period. */
  filters: Record<string, string>;
  /** `completed` and `failed` are final. */
  status: 'pending' | 'running' | 'completed' | 'failed';
  failure: ExportFailure | null;
  /** The file contains the records that were created until then. A record has the state of the moment it was read. */
  until: string;
  /** The records written so far, without the header. */
  rows: number;
  /** The bytes written so far. */
  bytes: number;
  /** The path of the file, below the service. Null until it is completed. */
  file: string | null;
  /** The schedule that created it. */
  schedule: string | null;
  /** RFC 3339, UTC, milliseconds. */
  completed_at: string | null;
  /** RFC 3339, UTC, milliseconds. */
  failed_at: string | null;
  /** The export and its file are deleted then, 7 days after the end. */
  expires_at: string | null;
};

export type ExportSchedule = {
  id: string;
  object: 'export_schedule';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  resource: 'payments' | 'refunds' | 'transfers' | 'payouts' | 'entries' | 'fees';
  format: 'csv' | 'xlsx' | 'jsonl';
  /** The filters as they were given. For an export of a schedule they contain its period. */
  filters: Record<string, string>;
  interval: 'daily' | 'weekly' | 'monthly';
  time_zone: string;
  /** When the next export is created. */
  next_at: string;
};

export type DeletedExportSchedule = {
  id: string;
  object: 'export_schedule';
  deleted: true;
};

export type ScheduleTotals = {
  /** The number of recipients. */
  count: number;
  /** The total of each run, in minor units, without fees. */
  amount: number;
};

export type ScheduleRun = {
  /** The time for which the run was planned. */
  at: string;
  /** The payout that it made. */
  payout: string | null;
  /** The transfer that it made. */
  transfer: string | null;
  /** Why it moved no money. After `insufficient_funds` and `wallet_frozen` the service tries again each hour for a day. After `approver_not_allowed` the schedule is `pending` again, after `too_late` it is `paused`. */
  problem:
    | 'insufficient_funds'
    | 'wallet_frozen'
    | 'wallet_closed'
    | 'reference_already_used'
    | 'recipient_not_found'
    | 'limit_exceeded'
    | 'approver_not_allowed'
    | 'too_late'
    | 'refused'
    | null;
};

export type ScheduledItem = {
  /** A wallet's id, or a phone in E.164 form. */
  recipient: string;
  /** Whole number in the currency's minor unit. */
  amount: number;
  reference: string | null;
  description: string | null;
  name: string | null;
};

export type Schedule = {
  id: string;
  object: 'schedule';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Grows by 1 at each change. Ignore a record with a lower version than yours. */
  version: number;
  /** `pending`: no run is made before a person approves it. `active`: runs are made. `paused`: none is made until it is resumed. `ended`: none is made any more. */
  status: 'pending' | 'active' | 'paused' | 'ended';
  /** `payout`: each run pays `items`. `transfer`: each run moves money into the wallet of `to`. */
  kind: 'payout' | 'transfer';
  name: string;
  /** Your wallet that pays. */
  wallet: string;
  currency: string;
  /** The wallet, or the phone of a customer with a wallet here. Null for payouts. */
  to: string | null;
  /** The description of each transfer. */
  description: string | null;
  /** The rail that pays all phones; null: each phone has its own. */
  rail: string | null;
  /** `merchant`: you pay the fee of each item and its tax on top of its `amount`. `receiver`: they are taken from the `amount`, and the rest is sent. */
  fee_bearer: 'merchant' | 'receiver';
  /** `once`: one run. `weekly`: each week on the weekday of `first_date`. `monthly`: each month on its day; in a month that is shorter, on the last day. `rule`: as `rule` says. */
  interval: 'once' | 'weekly' | 'monthly' | 'rule';
  /** The days as a rule of RFC 5545, also for the other values of `interval`. */
  rule: string;
  /** The first day on which a run may be made. */
  first_date: string;
  time: string;
  time_zone: string;
  /** The last day on which a run may be made, inclusive. */
  until: string | null;
  /** Days without a run, although the rule has one. */
  skipped_dates: Array<string>;
  notice_hours: number;
  totals: ScheduleTotals;
  /** The time of the next run. Null: there is none. */
  next_at: string | null;
  /** The times of the next runs, five at most. */
  next_runs: Array<string>;
  last_run: ScheduleRun | null;
  /** The person or the key that made or last changed it. */
  requested_by: string;
  /** The person who approved it, or the key for transfers. Runs are made with their rights. */
  approved_by: string | null;
  /** RFC 3339, UTC, milliseconds. */
  approved_at: string | null;
  /** The recipients of a payout. Null in lists and events. */
  items: Array<ScheduledItem> | null;
};

export type NewBeneficiary = {
  /** A wallet id, or a phone number in international format (E.164). Spaces, hyphens, dots and parentheses between the digits are ignored. The number must exist in the numbering plan of its country. */
  recipient: string;
  /** The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. Joiners and variation selectors are allowed where a script or an emoji needs them. */
  name: string;
  /** Your own id of this person. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  reference?: string | null;
  /** Groups such as `Bakers`. They replace the earlier ones. */
  groups?: Array<string>;
  /** Whole number in the currency's minor unit. */
  amount?: number | null;
  /** ISO 4217 code of an enabled currency. */
  currency?: string | null;
};

export type Beneficiary = {
  id: string;
  object: 'beneficiary';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Grows by 1 at each change. Ignore a record with a lower version than yours. */
  version: number;
  /** A wallet's id, or a phone in E.164 form. */
  recipient: string;
  name: string;
  /** Your own id of this person. */
  reference: string | null;
  groups: Array<string>;
  /** The usual amount, in minor units. */
  amount: number | null;
  /** The currency of the usual amount. */
  currency: string | null;
  /** How the name fitted the account at the last check. `none`: another name, no account, or an account that cannot receive. `unknown`: the provider does not say. Null: not checked with this name. */
  name_match: 'full' | 'partial' | 'none' | 'unknown' | null;
  /** RFC 3339, UTC, milliseconds. */
  name_checked_at: string | null;
};

export type DeletedBeneficiary = {
  id: string;
  object: 'beneficiary';
  deleted: true;
};

export type Customer = {
  id: string;
  object: 'customer';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  /** The customer's phone in E.164 form. */
  phone: string;
  /** The account that this phone has here, in the same mode. */
  user: string | null;
  /** The newest payment. */
  last_payment: {
    id: string;
    status: 'pending' | 'requires_action' | 'processing' | 'requires_capture' | 'succeeded' | 'failed';
    /** Whole number in the currency's minor unit. */
    amount: number;
    currency: string;
    /** RFC 3339, UTC, milliseconds. */
    created_at: string;
  } | null;
};

export type CustomerNote = {
  id: string;
  object: 'customer_note';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Grows by 1 at each change. Ignore a record with a lower version than yours. */
  version: number;
  customer: string;
  text: string;
  /** Its author: `usr_…`, `dev_…` or `key_…`. */
  author: string;
  /** The person's name, or the label of the key. */
  author_name: string | null;
};

export type CustomerWithTotals = {
  id: string;
  object: 'customer';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  /** The customer's phone in E.164 form. */
  phone: string;
  /** The account that this phone has here, in the same mode. */
  user: string | null;
  /** The newest payment. */
  last_payment: {
    id: string;
    status: 'pending' | 'requires_action' | 'processing' | 'requires_capture' | 'succeeded' | 'failed';
    /** Whole number in the currency's minor unit. */
    amount: number;
    currency: string;
    /** RFC 3339, UTC, milliseconds. */
    created_at: string;
  } | null;
  /** RFC 3339, UTC, milliseconds. */
  first_payment_at: string | null;
  payments: {
    /** False: there are more. The figures are those of the records that were counted. */
    exact: boolean;
    /** At most 10000. */
    count: number;
    /** The succeeded ones, by currency. */
    succeeded: Array<{
      currency: string;
      count: number;
      /** The sum of their amounts. */
      amount: number;
    }>;
    /** The failed ones. */
    failed: number;
  };
  refunds: {
    /** False: there are more. The figures are those of the records that were counted. */
    exact: boolean;
    /** At most 10000. */
    count: number;
    /** The succeeded ones, by currency. */
    succeeded: Array<{
      currency: string;
      count: number;
      /** The sum of their amounts. */
      amount: number;
    }>;
  };
  /** Newest first. */
  notes: Array<CustomerNote>;
};

export type DeletedCustomerNote = {
  id: string;
  object: 'customer_note';
  deleted: true;
};

export type Alerts = {
  object: 'alerts';
  integration: string;
  livemode: boolean;
  /** Where they go: the address with which you log in, or the address that you confirmed. Null: confirm one first (`POST /auth/alert_address`). */
  email: string | null;
  /** Whether you get an e-mail when payments succeed. */
  payments: boolean;
  /** Smaller payments in these currencies are not reported. */
  minimums: Array<{
    currency: string;
    /** Whole number in the currency's minor unit. */
    amount: number;
  }>;
  /** The hour at which you get a summary of the day before, in `time_zone`. Null: no summary. */
  summary_hour: number | null;
  /** The merchant's time zone. */
  time_zone: string;
};

export type AlertAddress = {
  object: 'alert_address';
  email: string;
};

export type Receipt = {
  id: string;
  object: 'receipt';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Grows by 1 at each change. Ignore a record with a lower version than yours. */
  version: number;
  payment: string | null;
  refund: string | null;
  /** The payout of the item. */
  payout: string | null;
  payout_item: string | null;
  /** The page, for the payer or receiver. Everybody who has the address can read it. Null once the receipt is revoked. */
  url: string | null;
  /** The same as a PDF. */
  pdf_url: string | null;
  /** RFC 3339, UTC, milliseconds. */
  revoked_at: string | null;
};

export type Message = {
  id: string;
  object: 'message';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  receipt: string | null;
  channel: 'sms' | 'email';
  /** The phone in E.164 form, or the e-mail address. */
  recipient: string;
  /** `test`: a test world shows its messages and sends none. `dead`: the provider refused it seven times. */
  status: 'waiting' | 'sent' | 'dead' | 'test';
  /** The words of a message of the test world. */
  text: string | null;
  attempts: number;
  /** The provider's last refusal. */
  error: string | null;
  /** RFC 3339, UTC, milliseconds. */
  sent_at: string | null;
};

export type MerchantSettings = {
  object: 'merchant_settings';
  id: string;
  /** The name that payers see. */
  name: string;
  /** How receipts are sent: by SMS to the phone of the payment or payout item, by e-mail to the `receipt_email` of the payment, both, or not at all. */
  receipts: 'none' | 'sms' | 'email' | 'both';
  /** The IANA time zone of the times on receipts and of the days in summaries. */
  time_zone: string;
  /** The party that bears the fee and its tax of new payments, checkout sessions and payment links that do not name one. Payments with manual capture or `split` that name none have `merchant`. Earlier ones keep theirs. */
  fee_bearer: 'merchant' | 'payer';
  logo: {
    /** The path of the image on this service. */
    path: string;
    type: 'image/png' | 'image/jpeg' | 'image/webp';
    width: number;
    height: number;
  } | null;
};

export type SettlementDay = {
  /** The local day. */
  date: string;
  currency: string;
  /** The balance of your wallets at the beginning. */
  opening: number;
  /** Payments, gross. */
  paid_in: number;
  /** Refunds of payments. */
  refunded: number;
  /** Payments that a provider took back. */
  reversed: number;
  /** Payouts, without their fees and taxes. */
  paid_out: number;
  /** Payout items that a provider took back. The money is in your wallet again. */
  returned: number;
  /** Fees of payments and payouts, less those that refunds returned. */
  fees: number;
  /** Taxes on these fees, less those that refunds returned. */
  taxes: number;
  /** Everything else, such as transfers and corrections; negative if more left than came. */
  other: number;
  /** opening + paid_in − refunded − reversed − paid_out + returned − fees − taxes + other */
  closing: number;
};

export type SettlementTotal = {
  currency: string;
  /** The balance of your wallets at the beginning. */
  opening: number;
  /** Payments, gross. */
  paid_in: number;
  /** Refunds of payments. */
  refunded: number;
  /** Payments that a provider took back. */
  reversed: number;
  /** Payouts, without their fees and taxes. */
  paid_out: number;
  /** Payout items that a provider took back. The money is in your wallet again. */
  returned: number;
  /** Fees of payments and payouts, less those that refunds returned. */
  fees: number;
  /** Taxes on these fees, less those that refunds returned. */
  taxes: number;
  /** Everything else, such as transfers and corrections; negative if more left than came. */
  other: number;
  /** opening + paid_in − refunded − reversed − paid_out + returned − fees − taxes + other */
  closing: number;
};

/** All amounts are in minor units. */
export type SettlementReport = {
  object: 'settlement_report';
  livemode: boolean;
  /** The first day. */
  from: string;
  /** The last day. */
  to: string;
  time_zone: string;
  /** Each day of each currency that had a balance or a movement, in order of currency and day. */
  days: Array<SettlementDay>;
  totals: Array<SettlementTotal>;
};

export type LedgerAccount = {
  /** The purpose of the account. */
  key: string;
  /** The account's code in your accounting. */
  code: string;
  /** The account's name in your accounting. */
  name: string;
  /** false: the default. */
  changed: boolean;
};

export type ChartOfAccounts = {
  object: 'chart_of_accounts';
  accounts: Array<LedgerAccount>;
};

export type TestClock = {
  object: 'test_clock';
  livemode: false;
  /** `advancing`: the last advance is still moving deadlines. `ready`: all deadlines are moved. */
  status: 'ready' | 'advancing';
  /** Real time plus all advances. Open deadlines are compared with this time. The timestamps of records stay real. */
  now_at: string;
  /** The sum of all advances: the distance to real time. */
  advanced_seconds: number;
};

export type User = {
  id: string;
  object: 'user';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Grows by 1 at each change. Ignore a record with a lower version than yours. */
  version: number;
  /** The phone in E.164 form. */
  phone: string;
  /** Whether the person is verified. */
  kyc: 'none' | 'pending' | 'verified' | 'rejected';
};

export type PaymentSucceededEvent = {
  id: string;
  object: 'event';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  type: 'payment.succeeded';
  api_version: 'v1';
  /** The request that created the payment or payout, or that caused the event. The fields are null where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: Payment;
    /** The previous values of the fields that changed; for most events the `status`. */
    previous_attributes?: Record<string, unknown>;
  };
};

export type PaymentFailedEvent = {
  id: string;
  object: 'event';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  type: 'payment.failed';
  api_version: 'v1';
  /** The request that created the payment or payout, or that caused the event. The fields are null where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: Payment;
    /** The previous values of the fields that changed; for most events the `status`. */
    previous_attributes?: Record<string, unknown>;
  };
};

export type RefundCreatedEvent = {
  id: string;
  object: 'event';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  type: 'refund.created';
  api_version: 'v1';
  /** The request that created the payment or payout, or that caused the event. The fields are null where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: Refund;
    /** The previous values of the fields that changed; for most events the `status`. */
    previous_attributes?: Record<string, unknown>;
  };
};

/** A wallet in an event. Your own wallet is complete; a customer's wallet has no balance, no label and no metadata. */
export type WalletNotice = {
  id: string;
  object: 'wallet';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Grows by 1 at each change. Ignore a record with a lower version than yours. */
  version: number;
  owner: {
    type: 'customer' | 'merchant';
    /** A user (`usr_…`) or a merchant (`mer_…`). */
    id: string;
  };
  /** A wallet holds one currency. */
  currency: string;
  label: string | null;
  balance: {
    /** The amount that can be spent now: total less reserved, in minor units. */
    available: number;
    /** The amount held for operations in progress, such as a pending refund, for holds, and for reserves of marketplaces. */
    reserved: number;
    /** available + reserved. */
    total: number;
  } | null;
  /** A frozen wallet accepts no new debits or credits; transactions in progress still settle. */
  status: 'active' | 'frozen' | 'closed';
  frozen: {
    reason: 'fraud' | 'kyc';
    /** RFC 3339, UTC, milliseconds. */
    at: string;
  } | null;
  /** Whether this is the owner's default wallet in this currency, used if a request names no wallet. */
  default: boolean;
};

export type WalletFrozenEvent = {
  id: string;
  object: 'event';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  type: 'wallet.frozen';
  api_version: 'v1';
  /** The request that created the payment or payout, or that caused the event. The fields are null where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: WalletNotice;
    /** The previous values of the fields that changed; for most events the `status`. */
    previous_attributes?: Record<string, unknown>;
  };
};

export type KycUpdatedEvent = {
  id: string;
  object: 'event';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  type: 'kyc.updated';
  api_version: 'v1';
  /** The request that created the payment or payout, or that caused the event. The fields are null where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: User;
    /** The previous values of the fields that changed; for most events the `status`. */
    previous_attributes?: Record<string, unknown>;
  };
};

export type PayoutCompletedEvent = {
  id: string;
  object: 'event';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  type: 'payout.completed';
  api_version: 'v1';
  /** The request that created the payment or payout, or that caused the event. The fields are null where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: Payout;
    /** The previous values of the fields that changed; for most events the `status`. */
    previous_attributes?: Record<string, unknown>;
  };
};

export type RefundSucceededEvent = {
  id: string;
  object: 'event';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  type: 'refund.succeeded';
  api_version: 'v1';
  /** The request that created the payment or payout, or that caused the event. The fields are null where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: Refund;
    /** The previous values of the fields that changed; for most events the `status`. */
    previous_attributes?: Record<string, unknown>;
  };
};

export type RefundFailedEvent = {
  id: string;
  object: 'event';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  type: 'refund.failed';
  api_version: 'v1';
  /** The request that created the payment or payout, or that caused the event. The fields are null where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: Refund;
    /** The previous values of the fields that changed; for most events the `status`. */
    previous_attributes?: Record<string, unknown>;
  };
};

export type PaymentRequiresActionEvent = {
  id: string;
  object: 'event';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  type: 'payment.requires_action';
  api_version: 'v1';
  /** The request that created the payment or payout, or that caused the event. The fields are null where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: Payment;
    /** The previous values of the fields that changed; for most events the `status`. */
    previous_attributes?: Record<string, unknown>;
  };
};

export type PaymentRequiresCaptureEvent = {
  id: string;
  object: 'event';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  type: 'payment.requires_capture';
  api_version: 'v1';
  /** The request that created the payment or payout, or that caused the event. The fields are null where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: Payment;
    /** The previous values of the fields that changed; for most events the `status`. */
    previous_attributes?: Record<string, unknown>;
  };
};

export type PaymentCapturedEvent = {
  id: string;
  object: 'event';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  type: 'payment.captured';
  api_version: 'v1';
  /** The request that created the payment or payout, or that caused the event. The fields are null where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: Payment;
    /** The previous values of the fields that changed; for most events the `status`. */
    previous_attributes?: Record<string, unknown>;
  };
};

export type PaymentCaptureExpiringEvent = {
  id: string;
  object: 'event';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  type: 'payment.capture_expiring';
  api_version: 'v1';
  /** The request that created the payment or payout, or that caused the event. The fields are null where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: Payment;
    /** The previous values of the fields that changed; for most events the `status`. */
    previous_attributes?: Record<string, unknown>;
  };
};

export type WalletUnfrozenEvent = {
  id: string;
  object: 'event';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  type: 'wallet.unfrozen';
  api_version: 'v1';
  /** The request that created the payment or payout, or that caused the event. The fields are null where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: WalletNotice;
    /** The previous values of the fields that changed; for most events the `status`. */
    previous_attributes?: Record<string, unknown>;
  };
};

export type PayoutCanceledEvent = {
  id: string;
  object: 'event';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  type: 'payout.canceled';
  api_version: 'v1';
  /** The request that created the payment or payout, or that caused the event. The fields are null where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: Payout;
    /** The previous values of the fields that changed; for most events the `status`. */
    previous_attributes?: Record<string, unknown>;
  };
};

export type TransferSucceededEvent = {
  id: string;
  object: 'event';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  type: 'transfer.succeeded';
  api_version: 'v1';
  /** The request that created the payment or payout, or that caused the event. The fields are null where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: Transfer;
    /** The previous values of the fields that changed; for most events the `status`. */
    previous_attributes?: Record<string, unknown>;
  };
};

export type HoldCreatedEvent = {
  id: string;
  object: 'event';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  type: 'hold.created';
  api_version: 'v1';
  /** The request that created the payment or payout, or that caused the event. The fields are null where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: Hold;
    /** The previous values of the fields that changed; for most events the `status`. */
    previous_attributes?: Record<string, unknown>;
  };
};

export type HoldCapturedEvent = {
  id: string;
  object: 'event';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  type: 'hold.captured';
  api_version: 'v1';
  /** The request that created the payment or payout, or that caused the event. The fields are null where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: Hold;
    /** The previous values of the fields that changed; for most events the `status`. */
    previous_attributes?: Record<string, unknown>;
  };
};

export type HoldReleasedEvent = {
  id: string;
  object: 'event';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  type: 'hold.released';
  api_version: 'v1';
  /** The request that created the payment or payout, or that caused the event. The fields are null where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: Hold;
    /** The previous values of the fields that changed; for most events the `status`. */
    previous_attributes?: Record<string, unknown>;
  };
};

export type HoldDecidedEvent = {
  id: string;
  object: 'event';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  type: 'hold.decided';
  api_version: 'v1';
  /** The request that created the payment or payout, or that caused the event. The fields are null where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: Hold;
    /** The previous values of the fields that changed; for most events the `status`. */
    previous_attributes?: Record<string, unknown>;
  };
};

export type HoldExpiringEvent = {
  id: string;
  object: 'event';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  type: 'hold.expiring';
  api_version: 'v1';
  /** The request that created the payment or payout, or that caused the event. The fields are null where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: Hold;
    /** The previous values of the fields that changed; for most events the `status`. */
    previous_attributes?: Record<string, unknown>;
  };
};

export type HoldExpiredEvent = {
  id: string;
  object: 'event';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  type: 'hold.expired';
  api_version: 'v1';
  /** The request that created the payment or payout, or that caused the event. The fields are null where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: Hold;
    /** The previous values of the fields that changed; for most events the `status`. */
    previous_attributes?: Record<string, unknown>;
  };
};

export type TransferReversedEvent = {
  id: string;
  object: 'event';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  type: 'transfer.reversed';
  api_version: 'v1';
  /** The request that created the payment or payout, or that caused the event. The fields are null where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: Transfer;
    /** The previous values of the fields that changed; for most events the `status`. */
    previous_attributes?: Record<string, unknown>;
  };
};

export type MovementSucceededEvent = {
  id: string;
  object: 'event';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  type: 'movement.succeeded';
  api_version: 'v1';
  /** The request that created the payment or payout, or that caused the event. The fields are null where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: Movement;
    /** The previous values of the fields that changed; for most events the `status`. */
    previous_attributes?: Record<string, unknown>;
  };
};

export type PaymentReversedEvent = {
  id: string;
  object: 'event';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  type: 'payment.reversed';
  api_version: 'v1';
  /** The request that created the payment or payout, or that caused the event. The fields are null where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: Payment;
    /** The previous values of the fields that changed; for most events the `status`. */
    previous_attributes?: Record<string, unknown>;
  };
};

export type PayoutItemReturnedEvent = {
  id: string;
  object: 'event';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  type: 'payout.item_returned';
  api_version: 'v1';
  /** The request that created the payment or payout, or that caused the event. The fields are null where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: PayoutItem;
    /** The previous values of the fields that changed; for most events the `status`. */
    previous_attributes?: Record<string, unknown>;
  };
};

export type CheckoutCompletedEvent = {
  id: string;
  object: 'event';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  type: 'checkout.completed';
  api_version: 'v1';
  /** The request that created the payment or payout, or that caused the event. The fields are null where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: CheckoutSession;
    /** The previous values of the fields that changed; for most events the `status`. */
    previous_attributes?: Record<string, unknown>;
  };
};

export type CheckoutExpiredEvent = {
  id: string;
  object: 'event';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  type: 'checkout.expired';
  api_version: 'v1';
  /** The request that created the payment or payout, or that caused the event. The fields are null where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: CheckoutSession;
    /** The previous values of the fields that changed; for most events the `status`. */
    previous_attributes?: Record<string, unknown>;
  };
};

export type CheckoutUnexpectedPaymentEvent = {
  id: string;
  object: 'event';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  type: 'checkout.unexpected_payment';
  api_version: 'v1';
  /** The request that created the payment or payout, or that caused the event. The fields are null where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: UnexpectedPayment;
    /** The previous values of the fields that changed; for most events the `status`. */
    previous_attributes?: Record<string, unknown>;
  };
};

export type BulkNotice = {
  id: string;
  object: 'bulk';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  kind: 'transfers' | 'payments';
  mode: 'all_or_nothing' | 'each';
  /** `processing`: the request was interrupted after some of its items. The same request with the same key carries out the others. */
  status: 'processing' | 'completed';
  totals: BulkTotals;
  /** RFC 3339, UTC, milliseconds. */
  completed_at: string | null;
};

export type BulkCompletedEvent = {
  id: string;
  object: 'event';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  type: 'bulk.completed';
  api_version: 'v1';
  /** The request that created the payment or payout, or that caused the event. The fields are null where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: BulkNotice;
    /** The previous values of the fields that changed; for most events the `status`. */
    previous_attributes?: Record<string, unknown>;
  };
};

export type ExportCompletedEvent = {
  id: string;
  object: 'event';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  type: 'export.completed';
  api_version: 'v1';
  /** The request that created the payment or payout, or that caused the event. The fields are null where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: Export;
    /** The previous values of the fields that changed; for most events the `status`. */
    previous_attributes?: Record<string, unknown>;
  };
};

export type ScheduleUpcomingEvent = {
  id: string;
  object: 'event';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  type: 'schedule.upcoming';
  api_version: 'v1';
  /** The request that created the payment or payout, or that caused the event. The fields are null where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: Schedule;
    /** The previous values of the fields that changed; for most events the `status`. */
    previous_attributes?: Record<string, unknown>;
  };
};

export type ScheduleFailedEvent = {
  id: string;
  object: 'event';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  type: 'schedule.failed';
  api_version: 'v1';
  /** The request that created the payment or payout, or that caused the event. The fields are null where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: Schedule;
    /** The previous values of the fields that changed; for most events the `status`. */
    previous_attributes?: Record<string, unknown>;
  };
};

export type WebhookTestEvent = {
  id: string;
  object: 'event';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  type: 'webhook.test';
  api_version: 'v1';
  /** The request that created the payment or payout, or that caused the event. The fields are null where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: WebhookEndpoint;
    /** The previous values of the fields that changed; for most events the `status`. */
    previous_attributes?: Record<string, unknown>;
  };
};
