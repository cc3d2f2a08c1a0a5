// Generated from openapi.json by scripts/sdk.mjs. Run: npm run sdk

/** The HTTP status and type of each error code. */
export type ErrorCatalogue = {
  malformed_json: { status: 400; type: 'invalid_request' };
  validation_failed: { status: 400; type: 'invalid_request' };
  unsupported_currency: { status: 400; type: 'invalid_request' };
  amount_out_of_bounds: { status: 400; type: 'invalid_request' };
  invalid_idempotency_key: { status: 400; type: 'invalid_request' };
  missing_credentials: { status: 401; type: 'authentication' };
  invalid_api_key: { status: 401; type: 'authentication' };
  api_key_revoked: { status: 401; type: 'authentication' };
  invalid_token: { status: 401; type: 'authentication' };
  token_expired: { status: 401; type: 'authentication' };
  invalid_credentials: { status: 401; type: 'authentication' };
  invalid_2fa_code: { status: 401; type: 'authentication' };
  refresh_token_reused: { status: 401; type: 'authentication' };
  session_of_another: { status: 401; type: 'authentication' };
  insufficient_funds: { status: 402; type: 'payment_required' };
  insufficient_scope: { status: 403; type: 'permission' };
  forbidden_account_type: { status: 403; type: 'permission' };
  account_suspended: { status: 403; type: 'permission' };
  forbidden_origin: { status: 403; type: 'permission' };
  key_from_browser: { status: 403; type: 'permission' };
  origin_not_allowed: { status: 403; type: 'permission' };
  two_factor_setup_required: { status: 403; type: 'permission' };
  transfer_not_reversible: { status: 403; type: 'permission' };
  registrations_closed: { status: 403; type: 'permission' };
  split_not_accepted: { status: 403; type: 'permission' };
  idempotency_in_progress: { status: 409; type: 'conflict' };
  clock_advance_in_progress: { status: 409; type: 'conflict' };
  settlement_refused: { status: 409; type: 'conflict' };
  settlement_resolved: { status: 409; type: 'conflict' };
  case_closed: { status: 409; type: 'conflict' };
  case_holds_money: { status: 409; type: 'conflict' };
  case_not_asked: { status: 409; type: 'conflict' };
  case_record_not_open: { status: 409; type: 'conflict' };
  person_has_open_records: { status: 409; type: 'conflict' };
  case_holds_no_money: { status: 409; type: 'conflict' };
  case_not_an_exception: { status: 409; type: 'conflict' };
  statement_file_damaged: { status: 409; type: 'conflict' };
  close_not_ready: { status: 409; type: 'conflict' };
  close_unexplained: { status: 409; type: 'conflict' };
  close_reviewed: { status: 409; type: 'conflict' };
  match_not_undoable: { status: 409; type: 'conflict' };
  rail_slug_used: { status: 409; type: 'conflict' };
  rail_not_approved: { status: 409; type: 'conflict' };
  rail_approved: { status: 409; type: 'conflict' };
  rail_changed: { status: 409; type: 'conflict' };
  rail_in_use: { status: 409; type: 'conflict' };
  hold_is_over: { status: 409; type: 'conflict' };
  hold_in_escrow: { status: 409; type: 'conflict' };
  escrow_is_disputed: { status: 409; type: 'conflict' };
  payment_not_capturable: { status: 409; type: 'conflict' };
  quota_reached: { status: 409; type: 'conflict' };
  reference_already_used: { status: 409; type: 'conflict' };
  wallet_frozen: { status: 409; type: 'conflict' };
  wallet_closed: { status: 409; type: 'conflict' };
  payment_not_refundable: { status: 409; type: 'conflict' };
  payment_already_final: { status: 409; type: 'conflict' };
  payment_not_cancelable: { status: 409; type: 'conflict' };
  payment_not_approvable: { status: 409; type: 'conflict' };
  account_already_exists: { status: 409; type: 'conflict' };
  name_already_used: { status: 409; type: 'conflict' };
  last_owner: { status: 409; type: 'conflict' };
  key_not_active: { status: 409; type: 'conflict' };
  approval_not_pending: { status: 409; type: 'conflict' };
  kyc_transition_not_allowed: { status: 409; type: 'conflict' };
  payout_not_cancelable: { status: 409; type: 'conflict' };
  payout_not_retryable: { status: 409; type: 'conflict' };
  export_not_completed: { status: 409; type: 'conflict' };
  webhook_disabled: { status: 409; type: 'conflict' };
  webhook_deleted: { status: 409; type: 'conflict' };
  checkout_session_completed: { status: 409; type: 'conflict' };
  shift_open: { status: 409; type: 'conflict' };
  shift_ended: { status: 409; type: 'conflict' };
  sale_not_waiting: { status: 409; type: 'conflict' };
  schedule_is_over: { status: 409; type: 'conflict' };
  schedule_is_pending: { status: 409; type: 'conflict' };
  schedule_was_changed: { status: 409; type: 'conflict' };
  opening_changed: { status: 409; type: 'conflict' };
  match_unequal: { status: 422; type: 'invalid_request' };
  reversal_exceeds_remaining: { status: 422; type: 'unprocessable' };
  capture_exceeds_remaining: { status: 422; type: 'unprocessable' };
  too_many_captures: { status: 422; type: 'unprocessable' };
  idempotency_key_reused: { status: 422; type: 'unprocessable' };
  currency_mismatch: { status: 422; type: 'unprocessable' };
  same_wallet: { status: 422; type: 'unprocessable' };
  refund_exceeds_remaining: { status: 422; type: 'unprocessable' };
  limit_exceeded: { status: 422; type: 'unprocessable' };
  kyc_required: { status: 422; type: 'unprocessable' };
  recipient_not_found: { status: 422; type: 'unprocessable' };
  two_factor_required: { status: 422; type: 'unprocessable' };
  too_many_export_schedules: { status: 422; type: 'unprocessable' };
  too_many_endpoints: { status: 422; type: 'unprocessable' };
  too_many_records: { status: 422; type: 'unprocessable' };
  too_many_documents: { status: 422; type: 'unprocessable' };
  list_too_expensive: { status: 422; type: 'unprocessable' };
  refund_must_be_whole: { status: 422; type: 'unprocessable' };
  payment_not_for_sale: { status: 422; type: 'unprocessable' };
  qr_scheme_missing: { status: 422; type: 'unprocessable' };
  too_many_schedules: { status: 422; type: 'unprocessable' };
  schedule_has_no_run: { status: 422; type: 'unprocessable' };
  bulk_item_failed: { status: 422; type: 'unprocessable' };
  quota_exceeded: { status: 429; type: 'rate_limit' };
  rate_limited: { status: 429; type: 'rate_limit' };
  too_many_exports: { status: 429; type: 'rate_limit' };
  throttled: { status: 429; type: 'rate_limit' };
  too_many_attempts: { status: 429; type: 'rate_limit' };
  resend_too_soon: { status: 429; type: 'rate_limit' };
  not_found: { status: 404; type: 'not_found' };
  not_acceptable: { status: 406; type: 'invalid_request' };
  invitation_expired: { status: 410; type: 'authentication' };
  challenge_expired: { status: 410; type: 'authentication' };
  body_too_large: { status: 413; type: 'invalid_request' };
  unsupported_media_type: { status: 415; type: 'invalid_request' };
  internal_error: { status: 500; type: 'service' };
  service_unavailable: { status: 503; type: 'service' };
  rail_unavailable: { status: 503; type: 'service' };
};

export type ErrorCode = keyof ErrorCatalogue;

/** The fields of an error besides its code and type. */
export type ErrorFields = {
  /** The error, for people. The words may change. */
  message: string;
  /** The invalid field, parameter or header. */
  param?: string;
  /** Every fault, if the request can have several. */
  details?: Array<{
    /** Such as `amount` or `items[3].amount`. */
    param: string;
    code: ErrorCode;
    /** The fault, for programs, such as `too_small`. A reason never changes its meaning. [All reasons](/docs/errors/validation_failed#reasons). */
    reason: string;
    /** The fault, for people, in English. The words may change. */
    message: string;
    /** The values that the fault names, such as `minimum`: numbers, texts or lists of texts. From `reason` and these a client builds the sentence in the language of its reader. */
    values?: Record<string, unknown>;
  }>;
  /** In minor units. With `refund_exceeds_remaining`: the amount that can still be refunded. With `capture_exceeds_remaining`: the amount that is still held. With `limit_exceeded`: the amount that the sender can still send. */
  remaining?: number;
  /** With `limit_exceeded` and `kyc_required`: the limit. */
  limit?: 'single' | 'day' | 'month' | 'balance';
  /** The sender's limit, in minor units. */
  maximum?: number;
  /** The page that explains this code. */
  doc_url: string;
  /** The same as the `Request-Id` header. */
  request_id: string;
};
