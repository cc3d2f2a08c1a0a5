// Generated from openapi.json by scripts/sdk.mjs. Run: npm run sdk

/** What the customer has to do, while the status is requires_action. */
export type NextAction = {
  type: 'prompt' | 'in_app' | 'otp' | 'redirect';
  /** RFC 3339, UTC, milliseconds. */
  expires_at: string;
  /** What to tell the customer. */
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
  /** For people; its words may change. */
  message: string;
  /** The operator's own code, as it was given. */
  rail_code: string | null;
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
  /** +1 at each change: drop news that is older than what you have. */
  version: number;
  /** Whole number in the currency's minor unit. */
  amount: number;
  currency: string;
  /** The customer's phone in E.164 form. */
  customer: string;
  /** succeeded and failed are final. An unknown outcome stays processing; a timeout never fails a payment. */
  status: 'pending' | 'requires_action' | 'processing' | 'succeeded' | 'failed';
  next_action: NextAction | null;
  failure: Failure | null;
  /** Refunded so far, in minor units. */
  amount_refunded: number;
  /** Taken from the wallet when the payment settles, in minor units. */
  fee: number;
  /** amount less fee. */
  net: number;
  /** The wallet of yours that the money goes to. */
  wallet: string;
  /** Who collects the money: `wallet` is a wallet that the customer has here; `sandbox` pretends, in test mode. */
  rail: string;
  /** The operator's own id of this collection. */
  rail_reference: string | null;
  reference: string | null;
  description: string | null;
  /** The customer can approve until then. */
  expires_at: string;
  /** RFC 3339, UTC, milliseconds. */
  succeeded_at: string | null;
  /** RFC 3339, UTC, milliseconds. */
  failed_at: string | null;
};

export type TimelineEntry = {
  object: 'timeline_entry';
  /** RFC 3339, UTC, milliseconds. */
  at: string;
  kind: 'created' | 'succeeded' | 'failed' | 'posting' | 'event';
  /** The payment or refund that this is about. */
  record: string;
  /** Whole number in the currency's minor unit. */
  amount: number | null;
  currency: string | null;
  failure_code: string | null;
  posting: {
    kind: string;
    /** Seen from the merchant's wallet. */
    direction: 'credit' | 'debit';
    wallet: string;
    /** Whole number in the currency's minor unit. */
    balance_after: number;
  } | null;
  event: {
    id: string;
    type: string;
  } | null;
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
  /** +1 at each change: drop news that is older than what you have. */
  version: number;
  payment: string;
  /** Whole number in the currency's minor unit. */
  amount: number;
  currency: string;
  /** The money is reserved on the wallet while pending and goes back to it when failed. */
  status: 'pending' | 'succeeded' | 'failed';
  reason: 'requested_by_customer' | 'duplicate' | 'fraudulent' | null;
  failure: Failure | null;
  /** The operator's own id of this refund. */
  rail_reference: string | null;
  reference: string | null;
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
  /** +1 at each change: drop news that is older than what you have. */
  version: number;
  /** Who asks for the money. */
  merchant: {
    name: string;
  };
  /** Whole number in the currency's minor unit. */
  amount: number;
  currency: string;
  description: string | null;
  /** `requires_action` waits for you. */
  status: 'pending' | 'requires_action' | 'processing' | 'succeeded' | 'failed';
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
    /** For people; its words may change. */
    message: string;
  } | null;
  /** Given back to you so far, in minor units. */
  amount_refunded: number;
  /** The wallet of yours that pays. Null: paid through an operator outside. */
  wallet: string | null;
  /** Approving it takes a one-time code: open a challenge first (`POST /payments/{id}/challenge`). */
  code_required: boolean;
  /** You can approve it until then. */
  expires_at: string;
  /** RFC 3339, UTC, milliseconds. */
  succeeded_at: string | null;
  /** RFC 3339, UTC, milliseconds. */
  failed_at: string | null;
};

export type Challenge = {
  challenge: string;
  /** Where the code comes from. */
  method: 'sms' | 'totp' | 'email';
  /** Seconds until the challenge is over: 300. */
  expires_in: number;
};

/** A refund as the customer sees it who gets the money. */
export type ReceivedRefund = {
  id: string;
  object: 'received_refund';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** +1 at each change: drop news that is older than what you have. */
  version: number;
  /** Who asks for the money. */
  merchant: {
    name: string;
  };
  /** Whole number in the currency's minor unit. */
  amount: number;
  currency: string;
  payment: string;
  /** The money has arrived when it has succeeded. */
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
  /** +1 at each change: drop news that is older than what you have. */
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
    /** What can be spent now: total less reserved, in minor units. */
    available: number;
    /** Held for what is under way, such as a pending refund. */
    reserved: number;
    /** available + reserved. */
    total: number;
  };
  /** A frozen wallet takes no new debits or credits; what was under way still settles. */
  status: 'active' | 'frozen' | 'closed';
  frozen: {
    reason: 'fraud' | 'kyc';
    /** RFC 3339, UTC, milliseconds. */
    at: string;
  } | null;
  /** The owner's default wallet in this currency: used where a request names none. */
  default: boolean;
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
  /** What moved the money. */
  kind: 'transfer' | 'payment' | 'fee' | 'refund' | 'funding' | 'adjustment' | 'payout' | 'deletion';
  /** The id of the record that moved the money: a transfer, payment, refund, … */
  source: string;
  /** credit: into this wallet; debit: out of it. */
  direction: 'credit' | 'debit';
  /** Always positive: `direction` has the sign. In minor units. */
  amount: number;
  currency: string;
  /** The wallet's total once this line was written. */
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
  reference: string | null;
  description: string | null;
};

export type NewPayoutItem = {
  /** A wallet id, or a phone number in international format (E.164). A phone that has a wallet here is paid into it; another is paid by an operator. Spaces, hyphens, dots and parentheses between the digits are read over. The number must exist in the numbering plan of its country. */
  recipient: string;
  /** Whole number in the currency's minor unit. */
  amount: number;
  /** The client's own id of this item, unique in the payout. Read in Unicode NFC, without blanks around it and with one space for each run of blanks; its length is that of the result. It has no control or invisible characters, and at least one visible character. */
  reference?: string | null;
  /** Line feeds and tabs are the only control characters in it. */
  description?: string | null;
  /** Who it is, for people. Read in Unicode NFC, without blanks around it and with one space for each run of blanks; its length is that of the result. It has no control or invisible characters, and at least one visible character. Joiners and variation selectors stay where a script or an emoji needs them. */
  name?: string | null;
};

/** They grow as items become final. */
export type PayoutTotals = {
  /** Items in all. */
  count: number;
  /** All items together, in minor units. */
  amount: number;
  succeeded_count: number;
  /** Whole number in the currency's minor unit. */
  succeeded_amount: number;
  failed_count: number;
  /** Back on the wallet, with the fees of these items. */
  failed_amount: number;
  /** Taken so far, for the items that succeeded; on top of their amounts. */
  fee: number;
};

/** Of a payout that a person made above a total, or above a sum a day, that the operator sets; null for every other. */
export type PayoutApproval = {
  required: true;
  /** pending: nothing is paid before a second person approves. canceled: it was before anybody decided. */
  status: 'pending' | 'approved' | 'rejected' | 'canceled';
  /** Who made the payout: `usr_…` or `dev_…`. */
  requested_by: string;
  /** All that leaves the wallet where all are paid: the amounts and fees of all items, as reserved. */
  reserved: number;
  /** Never who made it. */
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
  /** +1 at each change: drop news that is older than what you have. */
  version: number;
  /** pending: can still be canceled. processing: items are being paid. completed: every item is final, whatever became of it. */
  status: 'pending' | 'processing' | 'completed' | 'canceled';
  /** What became of the items, once the payout is completed. */
  result: 'all_succeeded' | 'partial' | 'all_failed' | null;
  /** The wallet of yours that pays. */
  wallet: string;
  currency: string;
  totals: PayoutTotals;
  /** Items to somebody whom an earlier item pays: by the same phone, however it was written, or by another wallet of theirs. */
  repeated_recipients: number;
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
  /** +1 at each change: drop news that is older than what you have. */
  version: number;
  payout: string;
  /** A wallet's id, or a phone in E.164 form. */
  recipient: string;
  /** Whole number in the currency's minor unit. */
  amount: number;
  currency: string;
  /** Taken if the item succeeds. */
  fee: number;
  /** processing: an operator has been asked; an unknown outcome stays so and is asked about again. succeeded, failed and canceled are final. */
  status: 'pending' | 'processing' | 'succeeded' | 'failed' | 'canceled';
  failure: Failure | null;
  /** The wallet here that was paid; null where an operator paid. */
  wallet: string | null;
  /** Who pays a phone that has no wallet here. */
  rail: string | null;
  /** The operator's own id of this item. */
  rail_reference: string | null;
  reference: string | null;
  description: string | null;
  name: string | null;
  /** RFC 3339, UTC, milliseconds. */
  succeeded_at: string | null;
  /** RFC 3339, UTC, milliseconds. */
  failed_at: string | null;
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
  /** +1 at each change: drop news that is older than what you have. */
  version: number;
  url: string;
  /** The kinds that are sent here; `payment.*` is every kind about payments, `*` every kind. */
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
    | 'wallet.unfrozen'
    | 'payout.canceled'
    | 'transfer.succeeded'
    | 'webhook.test'
    | 'payment.*'
    | 'refund.*'
    | 'wallet.*'
    | 'kyc.*'
    | 'payout.*'
    | 'transfer.*'
    | 'webhook.*'
    | '*'
  >;
  description: string | null;
  /** Your own headers, each with `[masked]` in the place of its value. Missing only where an answer from before the upgrade to this version is repeated. */
  headers?: Record<string, string>;
  status: 'enabled' | 'disabled';
  disabled_reason: string | null;
  api_version: 'v1';
  /** Signs every delivery. Shown at creation and by a roll, and never again: store it on your server. */
  secret?: string;
};

export type DeletedWebhookEndpoint = {
  id: string;
  object: 'webhook_endpoint';
  deleted: true;
};

export type Attempt = {
  /** 1 to 7; a resend goes on counting. */
  number: number;
  /** RFC 3339, UTC, milliseconds. */
  at: string;
  request_headers: Record<string, string>;
  /** Any status but 2xx is a failure, redirects included. */
  response_status: number | null;
  response_headers: Record<string, string> | null;
  /** Its first 64 KiB, decompressed and read in its charset; in a page of deliveries its first 16 384 characters. */
  response_body: string | null;
  error: {
    class: 'dns' | 'refused_address' | 'connect' | 'tls' | 'timeout' | 'protocol' | 'invalid_url' | 'status';
    /** What went wrong and what to do about it; its words may change. */
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
  /** +1 at each change: drop news that is older than what you have. */
  version: number;
  event: string;
  endpoint: string;
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
    | 'wallet.unfrozen'
    | 'payout.canceled'
    | 'transfer.succeeded'
    | 'webhook.test';
  /** The bytes that every attempt signs and sends: the event. */
  payload: string;
  /** dead: seven attempts failed; kept for 30 days after, as succeeded is. held: not tried while the endpoint is disabled; replay it once the endpoint is enabled. */
  status: 'pending' | 'succeeded' | 'dead' | 'held';
  /** Every attempt; of a delivery that is sent again and again the last 28. */
  attempts: Array<Attempt>;
  /** RFC 3339, UTC, milliseconds. */
  next_attempt_at: string | null;
};

/** Puts past deliveries of an endpoint back in line, in the background. */
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
  /** +1 at each change: drop news that is older than what you have. */
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
    | 'wallet.unfrozen'
    | 'payout.canceled'
    | 'transfer.succeeded'
    | 'webhook.test'
  > | null;
  /** Which deliveries: failed is dead and held. */
  delivery_status: 'dead' | 'held' | 'failed' | 'all';
  status: 'running' | 'completed';
  /** Deliveries that were put back in line so far. */
  resent_count: number;
  /** RFC 3339, UTC, milliseconds. */
  completed_at: string | null;
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
    | 'wallet.unfrozen'
    | 'payout.canceled'
    | 'transfer.succeeded'
    | 'webhook.test';
  api_version: 'v1';
  data: {
    /** The full record as it was when the event happened; its own `object` says of which kind. */
    object: Record<string, unknown>;
    /** The former values of what the event tells of, where something changed: the `status`, for most. */
    previous_attributes?: Record<string, unknown>;
  };
  /** The request that made the payment or payout, or did the rest; nulls where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
};

export type RequestLogEntry = {
  /** The `Request-Id` of its answer. */
  id: string;
  object: 'request_log';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Without its query. */
  path: string;
  status: number;
  /** From the first byte of the request to the last of the answer. */
  duration_ms: number;
  /** The code of the error that was answered. */
  error_code: string | null;
  api_key: {
    id: string;
    /** The last four characters of the key. */
    last4: string;
  } | null;
  /** Who asked, where it was no key: usr_… or dev_…. */
  person: string | null;
  idempotency_key: string | null;
  /** The IP address that it came from. */
  address: string | null;
};

export type RequestLog = {
  /** The `Request-Id` of its answer. */
  id: string;
  object: 'request_log';
  /** false in the test world. */
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Without its query. */
  path: string;
  status: number;
  /** From the first byte of the request to the last of the answer. */
  duration_ms: number;
  /** The code of the error that was answered. */
  error_code: string | null;
  api_key: {
    id: string;
    /** The last four characters of the key. */
    last4: string;
  } | null;
  /** Who asked, where it was no key: usr_… or dev_…. */
  person: string | null;
  idempotency_key: string | null;
  /** The IP address that it came from. */
  address: string | null;
  /** JSON as text, at most 8 KiB of it, with secrets, codes, tokens and card numbers masked. Null where there was none, or a file (CSV is one), or no JSON. */
  request_body: string | null;
  /** JSON as text, at most 8 KiB of it, with secrets, codes, tokens and card numbers masked. Null for reads that were answered well. */
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
  /** Of the periods: hours up to two days, else days of UTC. */
  interval: 'hour' | 'day';
  /** Payments that were created then. */
  created_count: number;
  /** Of them, those that have succeeded by now. */
  succeeded_count: number;
  failed_count: number;
  /** What they brought, before fees and refunds. */
  volume: number;
  /** Refunds that were created then and have succeeded. */
  refunded: number;
  /** Whole number in the currency's minor unit. */
  fees: number;
  refunds_count: number;
  /** Of the payments that are final, the share that succeeded: 0 to 1. */
  success_rate: number | null;
  /** The most frequent first. */
  failures: Array<{
    code: string;
    count: number;
  }>;
  /** Of all the merchant's wallets in this currency, now. */
  balance: {
    /** Whole number in the currency's minor unit. */
    available: number;
    /** Whole number in the currency's minor unit. */
    reserved: number;
    /** Whole number in the currency's minor unit. */
    total: number;
  };
  /** Those without a payment too. */
  periods: Array<{
    /** Where it begins: `since`, or the hour or day. */
    at: string;
    /** Payments that were created then. */
    created_count: number;
    /** Of them, those that have succeeded by now. */
    succeeded_count: number;
    failed_count: number;
    /** What they brought, before fees and refunds. */
    volume: number;
    /** Refunds that were created then and have succeeded. */
    refunded: number;
    /** Of all those wallets, at its end; of the last one now. */
    balance: number;
  }>;
};

/** Enough of a record to show it; its own route has the rest. */
export type SearchHit = {
  id: string;
  object: 'payment' | 'refund' | 'transfer' | 'payout' | 'wallet' | 'event' | 'webhook_endpoint' | 'request_log';
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  status: string | null;
  /** Whole number in the currency's minor unit. */
  amount: number | null;
  currency: string | null;
  customer: string | null;
  reference: string | null;
};

export type Currency = {
  /** ISO 4217. */
  code: string;
  /** Decimals of the minor unit: with 2, an amount of 1050 is 10.50; with 0 it is 1050. */
  exponent: number;
  /** Whole number in the currency's minor unit. */
  min_amount: number;
  /** Whole number in the currency's minor unit. */
  max_amount: number;
};

export type Fee = {
  object: 'fee';
  merchant: string;
  livemode: boolean;
  currency: string;
  /** On each payment, or on each item of a payout. */
  charged_on: 'payment' | 'payout';
  /** Hundredths of a percent of the amount, rounded half up. */
  basis_points: number;
  /** On top, in minor units. */
  fixed: number;
};

export type LoginResult = {
  /** A JWT for `Authorization: Bearer`, good for 15 minutes. */
  access_token: string;
  /** A JWT, good once within 30 days, for a new pair. */
  refresh_token: string;
  /** Seconds that the access token is good for: 900. */
  expires_in: number;
  user: {
    id: string;
    /** In E.164 form. */
    phone: string;
    kyc: 'none' | 'pending' | 'verified' | 'rejected';
  };
};

/** Of a request with `Service-Session: cookie`: the tokens are in cookies. */
export type CookieLoginResult = {
  /** Seconds that the access token is good for: 900. */
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
  /** A JWT for `Authorization: Bearer`, good for 15 minutes. */
  access_token: string;
  /** A JWT, good once within 30 days, for a new pair. */
  refresh_token: string;
  /** Seconds that the access token is good for: 900. */
  expires_in: number;
  user: {
    id: string;
    email: string;
  };
};

export type Session = {
  id: string;
  object: 'session';
  /** The session that asks. */
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
  /** To show as a QR code to the authenticator (`totp`). */
  otpauth_url: string | null;
  /** The same to type in, base32 (`totp`). */
  secret: string | null;
};

export type TwoFactor = {
  two_factor: 'none' | 'sms' | 'totp';
  /** Of an authenticator: ten codes for the day that it is lost, each good once; shown this once. Else empty. */
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
  /** 0 to 2: which limits apply to a customer. */
  kyc_tier: number | null;
  /** A merchant's person: `mer_…` */
  merchant: string | null;
  /** An operator's. */
  role: 'support' | 'compliance' | 'finance' | 'admin' | null;
  two_factor: 'none' | 'sms' | 'totp';
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  metadata: Record<string, string>;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** +1 at each change: drop news that is older than what you have. */
  version: number;
};

export type Integration = {
  id: string;
  object: 'integration';
  name: string;
  /** Names it on the command line. Made of the first name; it never changes. */
  slug: string;
  merchant: {
    id: string;
    name: string;
  };
  /** Whether its merchant may have live keys. */
  live_approved: boolean;
  /** What you may do here; null for the merchant's people. */
  role: 'owner' | 'developer' | 'viewer' | null;
  /** Origins of web applications that may call with tokens of people, such as `https://app.example`. */
  origins: Array<string>;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** +1 at each change: drop news that is older than what you have. */
  version: number;
};

export type Invitation = {
  id: string;
  object: 'invitation';
  integration: string;
  email: string;
  role: 'owner' | 'developer' | 'viewer';
  status: 'open' | 'accepted' | 'withdrawn' | 'expired';
  /** `usr_…` or `dev_…` */
  invited_by: string;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** RFC 3339, UTC, milliseconds. */
  expires_at: string;
};

export type Developer = {
  id: string;
  object: 'developer';
  email: string;
  name: string | null;
  /** On this integration. */
  role: 'owner' | 'developer' | 'viewer';
  two_factor: 'none' | 'totp';
  /** Whether they may act in live mode. Who joined before the merchant was approved may not: invite them again from its live login. */
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
  >;
  /** The last four characters, to recognise it by. */
  last4: string;
  /** `expiring`: it was rolled, and works until `expires_at`. */
  status: 'active' | 'expiring' | 'expired' | 'revoked';
  /** Who made it; null where an operator did. */
  created_by: string | null;
  /** To the minute. */
  last_used_at: string | null;
  /** RFC 3339, UTC, milliseconds. */
  expires_at: string | null;
  /** RFC 3339, UTC, milliseconds. */
  revoked_at: string | null;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** +1 at each change: drop news that is older than what you have. */
  version: number;
  /** The key itself. Shown only here: store it on your server. */
  key?: string;
};

export type Merchant = {
  id: string;
  object: 'merchant';
  name: string;
  /** RFC 3339, UTC, milliseconds. */
  live_approved_at: string | null;
  /** Who may log in for it, and in which world. */
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
    /** How many belong to it. */
    developers: number;
    /** Of developers. An approval for live ends them. */
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
  /** Of these, answered 429 by a rate limit or a throttle. */
  refused: number;
  /** Rows that batches wrote. */
  rows: number;
  /** Time in batches of changes, in milliseconds. */
  batch_ms: number;
  /** Time of database connections, in milliseconds. */
  connection_ms: number;
  throttle: {
    /** On each node. 0 refuses every request. */
    requests_per_second: number;
    reason: string;
    /** The operator, or the user of the machine. */
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
  /** A merchant's person: `mer_…` */
  merchant: string | null;
  /** An operator's. */
  role: 'support' | 'compliance' | 'finance' | 'admin' | null;
  two_factor: 'none' | 'sms' | 'totp';
  /** Wrong codes in a row; 20 block codes for a day. */
  code_failures: number;
  /** false: a customer who has not signed up. Nobody can log in, or be suspended. */
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

export type FeeChange = {
  merchant: string;
  livemode: boolean;
  /** ISO 4217 code of a currency that is on. */
  currency: string;
  basis_points: number;
  /** Whole number in the currency's minor unit. */
  fixed: number;
  charged_on: 'payment' | 'payout';
};

export type LimitChange = {
  livemode: boolean;
  /** ISO 4217 code of a currency that is on. */
  currency: string;
  /** 0: a phone only, 1: verified, 2: verified further. */
  tier: number;
  /** The most that is sent at once, in minor units; null: no limit; 0: not before a higher tier. */
  single: number | null;
  /** The most that is sent on a day (UTC). */
  day: number | null;
  /** The most that is sent in a calendar month (UTC). */
  month: number | null;
  /** The most that a wallet holds. */
  balance: number | null;
};

export type Unfreeze = {
  wallet: string;
};

/** What one operator asked for and another decides on. */
export type Approval = {
  id: string;
  object: 'approval';
  /** Of the wallet, the fee or the limit. Null for a new operator. */
  livemode: boolean | null;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** +1 at each change: drop news that is older than what you have. */
  version: number;
  kind: 'cash_in' | 'adjustment' | 'operator' | 'fee' | 'limit' | 'unfreeze';
  /** What was asked for. */
  payload: CashIn | Adjustment | NewOperator | FeeChange | LimitChange | Unfreeze;
  reference: string | null;
  reason: string;
  requested_by: string;
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
  /** +1 at each change: drop news that is older than what you have. */
  version: number;
  /** Whole number in the currency's minor unit. */
  amount: number;
  currency: string;
  /** The customer's phone in E.164 form. */
  customer: string;
  /** succeeded and failed are final. An unknown outcome stays processing; a timeout never fails a payment. */
  status: 'pending' | 'requires_action' | 'processing' | 'succeeded' | 'failed';
  next_action: NextAction | null;
  failure: Failure | null;
  /** Refunded so far, in minor units. */
  amount_refunded: number;
  /** Taken from the wallet when the payment settles, in minor units. */
  fee: number;
  /** amount less fee. */
  net: number;
  /** The merchant's, that the money goes to. */
  wallet: string;
  /** Who collects the money: `wallet` is a wallet that the customer has here; `sandbox` pretends, in test mode. */
  rail: string;
  /** The operator's own id of this collection. */
  rail_reference: string | null;
  reference: string | null;
  description: string | null;
  /** The customer can approve until then. */
  expires_at: string;
  /** RFC 3339, UTC, milliseconds. */
  succeeded_at: string | null;
  /** RFC 3339, UTC, milliseconds. */
  failed_at: string | null;
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
  /** +1 at each change: drop news that is older than what you have. */
  version: number;
  /** pending: can still be canceled. processing: items are being paid. completed: every item is final, whatever became of it. */
  status: 'pending' | 'processing' | 'completed' | 'canceled';
  /** What became of the items, once the payout is completed. */
  result: 'all_succeeded' | 'partial' | 'all_failed' | null;
  /** The merchant's, that pays. */
  wallet: string;
  currency: string;
  totals: PayoutTotals;
  /** Items to somebody whom an earlier item pays: by the same phone, however it was written, or by another wallet of theirs. */
  repeated_recipients: number;
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
  /** Of every currency and mode. */
  balanced: boolean;
  ledgers: Array<{
    livemode: boolean;
    currency: string;
    /** What stands below zero, of system wallets: money that is elsewhere. */
    debits: number;
    /** What wallets hold. */
    credits: number;
    /** debits = credits. */
    balanced: boolean;
    /** Of the credits, what is held for things under way. */
    reserved: number;
    wallets: number;
  }>;
};

/** It stands for money that is elsewhere, or that is the deployment’s own. */
export type SystemWallet = {
  id: string;
  object: 'system_wallet';
  livemode: boolean;
  /** `clearing:<rail>`, `fees`, `funding`, `adjustments` or `suspense`. */
  role: string;
  currency: string;
  /** Below zero where money is elsewhere. */
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
  /** What moved the money. */
  kind: 'transfer' | 'payment' | 'fee' | 'refund' | 'funding' | 'adjustment' | 'payout' | 'deletion';
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
    /** The wallet's total once this was written. */
    balance_after: number;
  };
  credit: {
    wallet: string;
    owner: {
      type: 'customer' | 'merchant' | 'system';
      /** `usr_…`, `mer_…`, or the role of a system wallet. */
      id: string;
    };
    /** The wallet's total once this was written. */
    balance_after: number;
  };
  /** What moved the money. A `request` is a test helper or a command of the machine. */
  cause: {
    object: 'transfer' | 'payment' | 'refund' | 'payout_item' | 'approval' | 'request';
    id: string;
    status: string | null;
    reference: string | null;
    /** Null where a person did it by themselves. */
    integration: string | null;
    merchant: string | null;
    /** Of a refund. */
    payment: string | null;
    /** Of a payout item. */
    payout: string | null;
    /** Of a cash-in or an adjustment. */
    requested_by: string | null;
    decided_by: string | null;
  };
  /** Other postings of the same cause, such as its fee. */
  related: Array<string>;
  /** What integrations were told of the cause as it was posted. */
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
  /** It did not answer, or not in a way that says what happened. */
  failures: number;
  /** It said no. */
  declined: number;
};

export type Rail = {
  object: 'rail';
  name: string;
  last_hour: RailCalls;
  last_day: RailCalls;
  /** When it last answered, within two days. */
  last_success_at: string | null;
  /** RFC 3339, UTC, milliseconds. */
  last_failure_at: string | null;
  waiting: {
    /** That wait for the rail, not for their customer. */
    payments: number;
    refunds: number;
    payout_items: number;
    /** RFC 3339, UTC, milliseconds. */
    oldest_at: string | null;
  };
};

export type WebhookBacklog = {
  object: 'webhook_backlog';
  /** RFC 3339, UTC, milliseconds. */
  at: string;
  /** Deliveries whose time has come. */
  due: number;
  /** RFC 3339, UTC, milliseconds. */
  oldest_due_at: string | null;
  /** For a later attempt. */
  waiting: number;
  /** For an endpoint that is disabled. */
  held: number;
  /** In the dead-letter queue. */
  dead: number;
  disabled_endpoints: number;
  /** Enabled, without one 2xx since they began to fail. */
  failing_endpoints: number;
  /** Those with anything of it, at most 100, the most due first. */
  integrations: Array<{
    integration: string;
    name: string;
    merchant: string;
    livemode: boolean;
    /** Deliveries whose time has come. */
    due: number;
    /** RFC 3339, UTC, milliseconds. */
    oldest_due_at: string | null;
    /** For a later attempt. */
    waiting: number;
    /** For an endpoint that is disabled. */
    held: number;
    /** In the dead-letter queue. */
    dead: number;
    disabled_endpoints: number;
    /** Enabled, without one 2xx since they began to fail. */
    failing_endpoints: number;
  }>;
};

export type AuditChain = {
  object: 'audit_chain';
  length: number;
  /** As `audit verify --head` takes it. */
  head: string;
  /** What the last walk found; null before the first came to its end. */
  whole: boolean | null;
  /** The last walk along a whole chain. */
  verified: {
    to: number;
    /** As `audit verify --head` takes it. */
    head: string;
    /** RFC 3339, UTC, milliseconds. */
    at: string;
  } | null;
  /** How far the walk under way is. */
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
  /** 0: a phone only, 1: verified, 2: verified further. */
  tier: number;
  /** The most that is sent at once, in minor units; null: no limit; 0: not before a higher tier. */
  single: number | null;
  /** The most that is sent on a day (UTC). */
  day: number | null;
  /** The most that is sent in a calendar month (UTC). */
  month: number | null;
  /** The most that a wallet holds. */
  balance: number | null;
};

export type AuditEntry = {
  /** `aud_` and its place in the log. */
  id: string;
  object: 'audit_entry';
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  actor: {
    /** admin: a command on the machine. */
    type: 'customer' | 'merchant' | 'developer' | 'operator' | 'key' | 'admin';
    id: string;
  };
  /** noun.verb, such as `wallet.frozen`. */
  action: string;
  /** The record that was acted on. */
  target: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  reason: string | null;
  address: string | null;
  request_id: string | null;
  /** Of this entry and the one before it: `npm run admin -- audit verify`. */
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
  /** By its content. */
  content_type: 'image/png' | 'image/jpeg' | 'application/pdf';
  /** Bytes. */
  size: number;
  /** Of its bytes, to compare with what was sent. */
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
  /** +1 at each change: drop news that is older than what you have. */
  version: number;
  user: string;
  /** `superseded`: another came before this one was decided. */
  status: 'pending' | 'approved' | 'rejected' | 'superseded';
  document_type: 'passport' | 'national_id' | 'driving_licence' | 'voter_card' | 'other';
  /** In the order in which they were sent. */
  documents: Array<string>;
  /** Why it was rejected, for the customer to read. */
  reason: string | null;
  /** RFC 3339, UTC, milliseconds. */
  decided_at: string | null;
  /** As the document spells it. It must have a letter. */
  name: string;
  /** RFC 3339 full-date: `1990-04-23`. */
  date_of_birth: string;
  /** It must have at least 3 letters or digits. */
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
  /** +1 at each change: drop news that is older than what you have. */
  version: number;
  user: string;
  /** `superseded`: another came before this one was decided. */
  status: 'pending' | 'approved' | 'rejected' | 'superseded';
  document_type: 'passport' | 'national_id' | 'driving_licence' | 'voter_card' | 'other';
  /** In the order in which they were sent. */
  documents: Array<string>;
  /** Why it was rejected, for the customer to read. */
  reason: string | null;
  /** RFC 3339, UTC, milliseconds. */
  decided_at: string | null;
  /** The customer's status now. */
  kyc: 'none' | 'pending' | 'verified' | 'rejected';
  /** The customer's, in E.164 form. */
  phone: string;
  /** 1 or 2: what it was approved for. */
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
  /** +1 at each change: drop news that is older than what you have. */
  version: number;
  user: string;
  /** `superseded`: another came before this one was decided. */
  status: 'pending' | 'approved' | 'rejected' | 'superseded';
  document_type: 'passport' | 'national_id' | 'driving_licence' | 'voter_card' | 'other';
  /** In the order in which they were sent. */
  documents: Array<string>;
  /** Why it was rejected, for the customer to read. */
  reason: string | null;
  /** RFC 3339, UTC, milliseconds. */
  decided_at: string | null;
  /** The customer's status now. */
  kyc: 'none' | 'pending' | 'verified' | 'rejected';
  /** The customer's, in E.164 form. */
  phone: string;
  /** 1 or 2: what it was approved for. */
  tier: number | null;
  decided_by: string | null;
  /** As the document spells it. It must have a letter. */
  name: string;
  /** RFC 3339 full-date: `1990-04-23`. */
  date_of_birth: string;
  /** It must have at least 3 letters or digits. */
  document_number: string;
};

/** A settlement that could not be carried out and waits for an operator. */
export type ParkedSettlement = {
  id: string;
  object: 'parked_settlement';
  livemode: boolean;
  /** RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** +1 at each change: drop news that is older than what you have. */
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
  /** The wallet that the money is for, or comes from. */
  wallet: string;
  /** True: the payment has succeeded, and its money is in the suspense wallet. False: nothing is booked, and no worker looks at the record. */
  in_suspense: boolean;
  /** The ledger's refusal, such as `limit_exceeded`, or the error. */
  reason: string;
  /** RFC 3339, UTC, milliseconds. */
  resolved_at: string | null;
};

export type TestClock = {
  object: 'test_clock';
  livemode: false;
  /** `advancing` while deadlines of the last advance are still being moved; then `ready`. */
  status: 'ready' | 'advancing';
  /** Real time and all advances: what open deadlines are compared with. The times of records stay real. */
  now_at: string;
  /** How far it is ahead of real time, all advances together. */
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
  /** +1 at each change: drop news that is older than what you have. */
  version: number;
  /** In E.164 form. */
  phone: string;
  /** Whether the person was identified. */
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
  /** The request that made the payment or payout, or did the rest; nulls where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: Payment;
    /** The former values of what the event tells of, where something changed: the `status`, for most. */
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
  /** The request that made the payment or payout, or did the rest; nulls where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: Payment;
    /** The former values of what the event tells of, where something changed: the `status`, for most. */
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
  /** The request that made the payment or payout, or did the rest; nulls where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: Refund;
    /** The former values of what the event tells of, where something changed: the `status`, for most. */
    previous_attributes?: Record<string, unknown>;
  };
};

/** A wallet as an event tells of it: all of your own, and of a customer's no balance, no label and no metadata. */
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
  /** +1 at each change: drop news that is older than what you have. */
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
    /** What can be spent now: total less reserved, in minor units. */
    available: number;
    /** Held for what is under way, such as a pending refund. */
    reserved: number;
    /** available + reserved. */
    total: number;
  } | null;
  /** A frozen wallet takes no new debits or credits; what was under way still settles. */
  status: 'active' | 'frozen' | 'closed';
  frozen: {
    reason: 'fraud' | 'kyc';
    /** RFC 3339, UTC, milliseconds. */
    at: string;
  } | null;
  /** The owner's default wallet in this currency: used where a request names none. */
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
  /** The request that made the payment or payout, or did the rest; nulls where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: WalletNotice;
    /** The former values of what the event tells of, where something changed: the `status`, for most. */
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
  /** The request that made the payment or payout, or did the rest; nulls where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: User;
    /** The former values of what the event tells of, where something changed: the `status`, for most. */
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
  /** The request that made the payment or payout, or did the rest; nulls where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: Payout;
    /** The former values of what the event tells of, where something changed: the `status`, for most. */
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
  /** The request that made the payment or payout, or did the rest; nulls where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: Refund;
    /** The former values of what the event tells of, where something changed: the `status`, for most. */
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
  /** The request that made the payment or payout, or did the rest; nulls where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: Refund;
    /** The former values of what the event tells of, where something changed: the `status`, for most. */
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
  /** The request that made the payment or payout, or did the rest; nulls where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: Payment;
    /** The former values of what the event tells of, where something changed: the `status`, for most. */
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
  /** The request that made the payment or payout, or did the rest; nulls where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: WalletNotice;
    /** The former values of what the event tells of, where something changed: the `status`, for most. */
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
  /** The request that made the payment or payout, or did the rest; nulls where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: Payout;
    /** The former values of what the event tells of, where something changed: the `status`, for most. */
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
  /** The request that made the payment or payout, or did the rest; nulls where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: Transfer;
    /** The former values of what the event tells of, where something changed: the `status`, for most. */
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
  /** The request that made the payment or payout, or did the rest; nulls where it is not kept: `refund.succeeded`, `refund.failed`, and `kyc.updated` by a submission or an operator. */
  request: {
    id: string | null;
    idempotency_key: string | null;
  };
  data: {
    object: WebhookEndpoint;
    /** The former values of what the event tells of, where something changed: the `status`, for most. */
    previous_attributes?: Record<string, unknown>;
  };
};
