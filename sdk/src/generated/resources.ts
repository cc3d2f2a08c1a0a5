// Generated from openapi.json by scripts/sdk.mjs. Run: npm run sdk

import { type Answered, type RequestOptions, type StreamOptions, segment, type Upload } from '../answer.ts';

import type { Api } from '../api.ts';

import type { List } from '../list.ts';

import type { WebhookEvent } from './events.ts';

import type {
  Account,
  AnyPayment,
  AnyPayout,
  APIKey,
  Approval,
  AuditChain,
  AuditEntry,
  Challenge,
  CookieLoginResult,
  Currency,
  DeletedWebhookEndpoint,
  Delivery,
  Developer,
  Entry,
  Fee,
  Integration,
  Invitation,
  KYCDocument,
  KYCQueueItem,
  KYCReview,
  KYCSubmission,
  Limit,
  LoginResult,
  Me,
  Merchant,
  NewPayoutItem,
  ParkedSettlement,
  Payment,
  PaymentRequest,
  Payout,
  PayoutItem,
  Posting,
  Rail,
  ReceivedRefund,
  Refund,
  Replay,
  RequestLog,
  RequestLogEntry,
  SearchHit,
  Session,
  StaffLoginResult,
  Summary,
  SystemWallet,
  TenantLoad,
  TestClock,
  TimelineEntry,
  Transfer,
  TrialBalance,
  TwoFactor,
  TwoFactorEnrolment,
  User,
  Wallet,
  WebhookBacklog,
  WebhookEndpoint,
} from './records.ts';

export type CreatePaymentBody = {
  /** Whole number in the currency's minor unit. */
  amount: number;
  /** ISO 4217 code of a currency that is on. */
  currency: string;
  /** Who pays: a phone number in international format (E.164). Spaces, hyphens, dots and parentheses between the digits are read over. The number must exist in the numbering plan of its country. */
  customer: string;
  /** The client's own id, unique for this kind of record, integration and mode. Read in Unicode NFC, without blanks around it and with one space for each run of blanks; its length is that of the result. It has no control or invisible characters, and at least one visible character. */
  reference?: string | null;
  /** Line feeds and tabs are the only control characters in it. */
  description?: string | null;
  /** Up to 50 pairs of strings for your own use. */
  metadata?: Record<string, string>;
  /** Who collects the money. `wallet`: the customer approves within 5 minutes and pays out of their wallet here. Default: `sandbox` in test mode; in live mode `wallet`, where the customer has one in this currency. */
  rail?: 'sandbox' | 'wallet';
  /** The wallet of yours that the money goes to. Default: your default wallet in this currency, opened at first use. */
  wallet?: string;
};

export type ListPaymentsQuery = {
  limit?: number;
  /** The page that follows this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** The page that precedes this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** Newest first unless asc. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  status?: 'pending' | 'requires_action' | 'processing' | 'succeeded' | 'failed';
  /** ISO 4217 code of a currency that is on. */
  currency?: string;
  /** Phone number in international format (E.164). Spaces, hyphens, dots and parentheses between the digits are read over. The number must exist in the numbering plan of its country. */
  customer?: string;
  /** The client's own id, unique for this kind of record, integration and mode. Read in Unicode NFC, without blanks around it and with one space for each run of blanks; its length is that of the result. It has no control or invisible characters, and at least one visible character. */
  reference?: string;
};

export type GetPaymentTimelineQuery = {
  /** The first of them only. Without it, all are on one page. */
  limit?: number;
};

export type CreateRefundBody = {
  /** A payment that has succeeded. */
  payment: string;
  /** Whole number in the currency's minor unit. Default: all that remains. */
  amount?: number;
  reason?: 'requested_by_customer' | 'duplicate' | 'fraudulent' | null;
  /** The client's own id, unique for this kind of record, integration and mode. Read in Unicode NFC, without blanks around it and with one space for each run of blanks; its length is that of the result. It has no control or invisible characters, and at least one visible character. */
  reference?: string | null;
  /** Up to 50 pairs of strings for your own use. */
  metadata?: Record<string, string>;
};

export type ListRefundsQuery = {
  limit?: number;
  /** The page that follows this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** The page that precedes this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** Newest first unless asc. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  payment?: string;
  status?: 'pending' | 'succeeded' | 'failed';
  /** ISO 4217 code of a currency that is on. */
  currency?: string;
  /** The client's own id, unique for this kind of record, integration and mode. Read in Unicode NFC, without blanks around it and with one space for each run of blanks; its length is that of the result. It has no control or invisible characters, and at least one visible character. */
  reference?: string;
};

export type ListMyPaymentsQuery = {
  limit?: number;
  /** The page that follows this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** The page that precedes this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** Newest first unless asc. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  status?: 'pending' | 'requires_action' | 'processing' | 'succeeded' | 'failed' | 'all';
  /** ISO 4217 code of a currency that is on. */
  currency?: string;
};

export type ApprovePaymentBody = {
  /** The `challenge` that was answered: `ch_…`. */
  challenge?: string;
  /** The digits that were sent or that the authenticator shows; for `totp` a recovery code too. Spaces, dashes and invisible marks between digits are ignored; full-width, Arabic-Indic and Extended Arabic-Indic digits are read as 0 to 9. */
  code?: string;
};

export type ListMyRefundsQuery = {
  limit?: number;
  /** The page that follows this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** The page that precedes this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** Newest first unless asc. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  payment?: string;
  status?: 'pending' | 'succeeded' | 'failed';
  /** ISO 4217 code of a currency that is on. */
  currency?: string;
};

export type GetMyWalletQuery = {
  /** The default wallet in this currency instead of the first. */
  currency?: string;
};

export type ListWalletsQuery = {
  limit?: number;
  /** The page that follows this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** The page that precedes this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** Newest first unless asc. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  /** ISO 4217 code of a currency that is on. */
  currency?: string;
  status?: 'active' | 'frozen' | 'closed';
};

export type CreateWalletBody = {
  /** ISO 4217 code of a currency that is on. */
  currency: string;
  /** A name for people. Need not be unique. Read in Unicode NFC, without blanks around it and with one space for each run of blanks; its length is that of the result. It has no control or invisible characters, and at least one visible character. Joiners and variation selectors stay where a script or an emoji needs them. */
  label?: string | null;
  /** Up to 50 pairs of strings for your own use. */
  metadata?: Record<string, string>;
};

export type GetWalletQuery = {
  /** The total as of this RFC 3339 time, the lines written at that instant included. What was reserved then is not kept (`reserved` is 0), and all else is as it is now. */
  at?: string | Date;
};

export type ListWalletEntriesQuery = {
  limit?: number;
  /** The page that follows this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** The page that precedes this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** Newest first unless asc. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
};

export type ListWalletEntriesAsCsvQuery = {
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
};

export type CreateTransferBody = {
  /** Default: your default wallet in this currency. Must be your own or your merchant's. */
  from?: string;
  /** A wallet id, or the phone of a customer who has a wallet here. Spaces, hyphens, dots and parentheses between the digits are read over. The number must exist in the numbering plan of its country. */
  to: string;
  /** Whole number in the currency's minor unit. */
  amount: number;
  /** ISO 4217 code of a currency that is on. */
  currency: string;
  /** The client's own id, unique for this kind of record, integration and mode. Read in Unicode NFC, without blanks around it and with one space for each run of blanks; its length is that of the result. It has no control or invisible characters, and at least one visible character. */
  reference?: string | null;
  /** Line feeds and tabs are the only control characters in it. */
  description?: string | null;
  /** Up to 50 pairs of strings for your own use. */
  metadata?: Record<string, string>;
};

export type ListTransfersQuery = {
  limit?: number;
  /** The page that follows this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** The page that precedes this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** Newest first unless asc. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  /** ISO 4217 code of a currency that is on. */
  currency?: string;
  /** The client's own id, unique for this kind of record, integration and mode. Read in Unicode NFC, without blanks around it and with one space for each run of blanks; its length is that of the result. It has no control or invisible characters, and at least one visible character. */
  reference?: string;
};

export type CreatePayoutBody = {
  /** ISO 4217 code of a currency that is on. */
  currency: string;
  /** The wallet that pays. Default: your default wallet in this currency. Must be one of your merchant's. */
  wallet?: string;
  /** The client's own id, unique for this kind of record, integration and mode. Read in Unicode NFC, without blanks around it and with one space for each run of blanks; its length is that of the result. It has no control or invisible characters, and at least one visible character. */
  reference?: string | null;
  items: Array<NewPayoutItem>;
  /** Up to 50 pairs of strings for your own use. */
  metadata?: Record<string, string>;
};

export type CreatePayoutQuery = {
  /** With CSV only, and needed then: ISO 4217 code. */
  currency: string;
  /** With CSV only. The wallet that pays. Default: your default wallet in this currency. Must be one of your merchant's. */
  wallet?: string;
  /** With CSV only. The client's own id of the payout, unique. Read in Unicode NFC, without blanks around it and with one space for each run of blanks; its length is that of the result. It has no control or invisible characters, and at least one visible character. */
  reference?: string;
};

export type ListPayoutsQuery = {
  limit?: number;
  /** The page that follows this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** The page that precedes this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** Newest first unless asc. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  status?: 'pending' | 'processing' | 'completed' | 'canceled';
  /** ISO 4217 code of a currency that is on. */
  currency?: string;
  /** The client's own id, unique for this kind of record, integration and mode. Read in Unicode NFC, without blanks around it and with one space for each run of blanks; its length is that of the result. It has no control or invisible characters, and at least one visible character. */
  reference?: string;
  /** Those that wait for a second person. */
  approval?: 'pending';
  /** The payout that has this item, as the `source` of a statement's entry names it. */
  item?: string;
};

export type ListPayoutItemsQuery = {
  limit?: number;
  /** The page that follows this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** The page that precedes this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** Newest first unless asc. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  status?: 'pending' | 'processing' | 'succeeded' | 'failed' | 'canceled';
  /** The client's own id, unique for this kind of record, integration and mode. Read in Unicode NFC, without blanks around it and with one space for each run of blanks; its length is that of the result. It has no control or invisible characters, and at least one visible character. */
  reference?: string;
};

export type ListPayoutItemsAsCsvQuery = {
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  status?: 'pending' | 'processing' | 'succeeded' | 'failed' | 'canceled';
  /** The client's own id, unique for this kind of record, integration and mode. Read in Unicode NFC, without blanks around it and with one space for each run of blanks; its length is that of the result. It has no control or invisible characters, and at least one visible character. */
  reference?: string;
};

export type RejectPayoutBody = {
  /** Why, for the audit log. Line feeds and tabs are the only control characters in it. */
  reason: string;
};

export type CreateWebhookBody = {
  /** An https URL on a public address, without user name or password. A host or path of other scripts is stored as it is sent: in punycode and percent-encoded. The sandbox also takes http and loopback addresses. */
  url: string;
  /** The kinds to send here, `payment.*` for every kind about payments, or `*` for every kind. */
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
  /** Headers of your own for every delivery here, such as a token that your gateway asks for: up to 16, in printable ASCII. They are sealed, and shown without their values. Those of HTTP itself, of the signature and `Content-Type` cannot be set. */
  headers?: Record<string, string> | null;
  /** Line feeds and tabs are the only control characters in it. */
  description?: string | null;
  /** Up to 50 pairs of strings for your own use. */
  metadata?: Record<string, string>;
};

export type ListWebhooksQuery = {
  limit?: number;
  /** The page that follows this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** The page that precedes this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** Newest first unless asc. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  status?: 'enabled' | 'disabled';
};

export type UpdateWebhookBody = {
  /** An https URL on a public address, without user name or password. A host or path of other scripts is stored as it is sent: in punycode and percent-encoded. The sandbox also takes http and loopback addresses. */
  url?: string;
  /** The kinds to send here, `payment.*` for every kind about payments, or `*` for every kind. */
  events?: Array<
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
  /** Headers of your own for every delivery here, such as a token that your gateway asks for: up to 16, in printable ASCII. They are sealed, and shown without their values. Those of HTTP itself, of the signature and `Content-Type` cannot be set. Those that are not named stay; null removes one, and null in the place of the object all. */
  headers?: Record<string, string | null> | null;
  /** Line feeds and tabs are the only control characters in it. */
  description?: string | null;
  /** Up to 50 pairs of strings for your own use. */
  metadata?: Record<string, string>;
  status?: 'enabled' | 'disabled';
};

export type RollWebhookSecretBody = {
  /** How long the old secret still signs. Default: 86400 (a day). */
  overlap_seconds?: number;
};

export type ListWebhookDeliveriesQuery = {
  limit?: number;
  /** The page that follows this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** The page that precedes this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** Newest first unless asc. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  status?: 'pending' | 'succeeded' | 'dead' | 'held';
};

export type ReplayWebhookBody = {
  /** RFC 3339, UTC, milliseconds. */
  since: string;
  /** Default, and at most: now. */
  until?: string;
  types?: Array<
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
  >;
  /** Default: failed (dead and held). */
  status?: 'dead' | 'held' | 'failed' | 'all';
};

export type ListReplaysQuery = {
  limit?: number;
  /** The page that follows this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** The page that precedes this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** Newest first unless asc. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  status?: 'running' | 'completed';
};

export type ListEventsQuery = {
  limit?: number;
  /** The page that follows this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** The page that precedes this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** Newest first unless asc. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  type?:
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
};

export type ListRequestLogsQuery = {
  limit?: number;
  /** The page that follows this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** The page that precedes this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** Newest first unless asc. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** failed: 400 and above. */
  outcome?: 'succeeded' | 'failed';
  status?: number;
  /** Exactly this path. */
  path?: string;
  error_code?: string;
  api_key?: string;
  idempotency_key?: string;
};

export type GetSummaryQuery = {
  /** ISO 4217 code of a currency that is on. */
  currency: string;
  /** From the full hour on. Default: 30 days of UTC, with that of `until`. */
  since?: string | Date;
  /** Default: now. At most 92 days after `since`. */
  until?: string | Date;
};

export type SearchQuery = {
  /** Read in Unicode NFC, without blanks around it and with one space for each run of blanks; its length is that of the result. */
  q: string;
};

export type ListCurrenciesQuery = {
  /** The first of them only. Without it, all are on one page. */
  limit?: number;
};

export type LoginBody = {
  /** Phone number in international format (E.164). Spaces, hyphens, dots and parentheses between the digits are read over. The number must exist in the numbering plan of its country. */
  phone: string;
  password: string;
  /** The world to log in to. Default: live where this deployment has it, else test. */
  mode?: 'live' | 'test';
  /** For a new device while the account answers 429: the challenge of `POST /auth/device`, with its `code`. */
  challenge?: string;
  /** The digits that were sent or that the authenticator shows; for `totp` a recovery code too. Spaces, dashes and invisible marks between digits are ignored; full-width, Arabic-Indic and Extended Arabic-Indic digits are read as 0 to 9. */
  code?: string;
};

export type LoginMerchantBody = {
  /** Phone number in international format (E.164). Spaces, hyphens, dots and parentheses between the digits are read over. The number must exist in the numbering plan of its country. */
  phone: string;
  password: string;
  /** The world to log in to. Default: live where this deployment has it, else test. */
  mode?: 'live' | 'test';
  /** For a new device while the account answers 429: the challenge of `POST /auth/device`, with its `code`. */
  challenge?: string;
  /** The digits that were sent or that the authenticator shows; for `totp` a recovery code too. Spaces, dashes and invisible marks between digits are ignored; full-width, Arabic-Indic and Extended Arabic-Indic digits are read as 0 to 9. */
  code?: string;
};

export type LoginDeveloperBody = {
  email: string;
  password: string;
  /** For a new device while the account answers 429: the challenge of `POST /auth/device`, with its `code`. */
  challenge?: string;
  /** The digits that were sent or that the authenticator shows; for `totp` a recovery code too. Spaces, dashes and invisible marks between digits are ignored; full-width, Arabic-Indic and Extended Arabic-Indic digits are read as 0 to 9. */
  code?: string;
};

export type LoginOperatorBody = {
  email: string;
  password: string;
  /** For a new device while the account answers 429: the challenge of `POST /auth/device`, with its `code`. */
  challenge?: string;
  /** The digits that were sent or that the authenticator shows; for `totp` a recovery code too. Spaces, dashes and invisible marks between digits are ignored; full-width, Arabic-Indic and Extended Arabic-Indic digits are read as 0 to 9. */
  code?: string;
};

export type RegisterBody = {
  /** Phone number in international format (E.164). Spaces, hyphens, dots and parentheses between the digits are read over. The number must exist in the numbering plan of its country. */
  phone: string;
  /** At least 8 characters; developers and operators need 15, or a second factor. None of the most common ones, nor one that says little but the phone, e-mail address, name or service. */
  password: string;
  /** Read in Unicode NFC, without blanks around it and with one space for each run of blanks; its length is that of the result. It has no control or invisible characters, and at least one visible character. Joiners and variation selectors stay where a script or an emoji needs them. */
  name?: string;
  /** Of the messages that are sent. */
  language?: 'en' | 'fr' | 'es' | 'pt' | 'ht' | 'sw';
  /** The world to log in to. Default: live where this deployment has it, else test. */
  mode?: 'live' | 'test';
};

export type RegisterMerchantBody = {
  /** Phone number in international format (E.164). Spaces, hyphens, dots and parentheses between the digits are read over. The number must exist in the numbering plan of its country. */
  phone: string;
  /** At least 8 characters; developers and operators need 15, or a second factor. None of the most common ones, nor one that says little but the phone, e-mail address, name or service. */
  password: string;
  /** Read in Unicode NFC, without blanks around it and with one space for each run of blanks; its length is that of the result. It has no control or invisible characters, and at least one visible character. Joiners and variation selectors stay where a script or an emoji needs them. */
  business_name: string;
  /** Read in Unicode NFC, without blanks around it and with one space for each run of blanks; its length is that of the result. It has no control or invisible characters, and at least one visible character. Joiners and variation selectors stay where a script or an emoji needs them. */
  name?: string;
  /** Of the messages that are sent. */
  language?: 'en' | 'fr' | 'es' | 'pt' | 'ht' | 'sw';
};

export type AcceptInvitationBody = {
  /** From the link of the invitation. */
  token: string;
  password: string;
  /** Of a new account. Read in Unicode NFC, without blanks around it and with one space for each run of blanks; its length is that of the result. It has no control or invisible characters, and at least one visible character. Joiners and variation selectors stay where a script or an emoji needs them. */
  name?: string;
};

export type VerifyTwoFactorBody = {
  /** The `challenge` that was answered: `ch_…`. */
  challenge: string;
  /** The digits that were sent or that the authenticator shows; for `totp` a recovery code too. Spaces, dashes and invisible marks between digits are ignored; full-width, Arabic-Indic and Extended Arabic-Indic digits are read as 0 to 9. */
  code: string;
};

export type ResendCodeBody = {
  /** The `challenge` that was answered: `ch_…`. */
  challenge: string;
};

export type RefreshTokensBody = {
  refresh_token?: string;
};

export type LogoutBody = {
  /** Every session of the account. */
  everywhere?: boolean;
};

export type ListSessionsQuery = {
  /** The first of them only. Without it, all are on one page. */
  limit?: number;
  /** The page that follows this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** The page that precedes this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** Newest first unless asc. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
};

export type ForgotPasswordBody = {
  /** Default: customer. */
  account_type?: 'customer' | 'merchant' | 'developer' | 'operator';
  /** E.164. Required for customers and merchants. Spaces, hyphens, dots and parentheses between the digits are read over. The number must exist in the numbering plan of its country. */
  phone?: string;
  /** Required for developers and operators. */
  email?: string;
  /** The world to log in to. Default: live where this deployment has it, else test. */
  mode?: 'live' | 'test';
};

export type ResetPasswordBody = {
  /** The `challenge` that was answered: `ch_…`. */
  challenge: string;
  /** The digits that were sent or that the authenticator shows; for `totp` a recovery code too. Spaces, dashes and invisible marks between digits are ignored; full-width, Arabic-Indic and Extended Arabic-Indic digits are read as 0 to 9. */
  code: string;
  /** At least 8 characters; developers and operators need 15, or a second factor. None of the most common ones, nor one that says little but the phone, e-mail address, name or service. */
  password: string;
};

export type AskDeviceCodeBody = {
  /** Default: customer. */
  account_type?: 'customer' | 'merchant' | 'developer' | 'operator';
  /** E.164. Required for customers and merchants. Spaces, hyphens, dots and parentheses between the digits are read over. The number must exist in the numbering plan of its country. */
  phone?: string;
  /** Required for developers and operators. */
  email?: string;
  /** The world to log in to. Default: live where this deployment has it, else test. */
  mode?: 'live' | 'test';
};

export type ChangePasswordBody = {
  current_password: string;
  /** At least 8 characters; developers and operators need 15, or a second factor. None of the most common ones, nor one that says little but the phone, e-mail address, name or service. */
  new_password: string;
};

export type EnableTwoFactorBody = {
  method: 'sms' | 'totp';
  password: string;
};

export type DisableTwoFactorBody = {
  password: string;
};

export type ConfirmTwoFactorBody = {
  /** The `challenge` that was answered: `ch_…`. */
  challenge: string;
  /** The digits that were sent or that the authenticator shows; for `totp` a recovery code too. Spaces, dashes and invisible marks between digits are ignored; full-width, Arabic-Indic and Extended Arabic-Indic digits are read as 0 to 9. */
  code: string;
};

export type UpdateMeBody = {
  /** Read in Unicode NFC, without blanks around it and with one space for each run of blanks; its length is that of the result. It has no control or invisible characters, and at least one visible character. Joiners and variation selectors stay where a script or an emoji needs them. */
  name?: string;
  language?: 'en' | 'fr' | 'es' | 'pt' | 'ht' | 'sw';
};

export type CreateIntegrationBody = {
  /** Unique among the merchant's integrations. Read in Unicode NFC, without blanks around it and with one space for each run of blanks; its length is that of the result. It has no control or invisible characters, and at least one visible character. */
  name: string;
};

export type ListIntegrationsQuery = {
  limit?: number;
  /** The page that follows this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** The page that precedes this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** Newest first unless asc. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
};

export type UpdateIntegrationBody = {
  /** Unique among the merchant's integrations. Read in Unicode NFC, without blanks around it and with one space for each run of blanks; its length is that of the result. It has no control or invisible characters, and at least one visible character. */
  name?: string;
  /** At most 20: `https://` and a host, with a port if it has one, and no path; `http://` for localhost, in test mode. */
  origins?: Array<string>;
};

export type CreateInvitationBody = {
  email: string;
  role: 'owner' | 'developer' | 'viewer';
};

export type ListInvitationsQuery = {
  limit?: number;
  /** The page that follows this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** The page that precedes this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** Newest first unless asc. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
};

export type JoinIntegrationBody = {
  /** From the link of the invitation. */
  token: string;
};

export type ListDevelopersQuery = {
  limit?: number;
  /** The page that follows this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** The page that precedes this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** Newest first unless asc. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
};

export type UpdateDeveloperBody = {
  role: 'owner' | 'developer' | 'viewer';
};

export type CreateKeyBody = {
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
  /** Where `scopes` names neither, the key carries `webhooks:read` and `webhooks:write` too. `false`: exactly `scopes`. Default: true. */
  webhooks?: boolean;
  /** Read in Unicode NFC, without blanks around it and with one space for each run of blanks; its length is that of the result. It has no control or invisible characters, and at least one visible character. Joiners and variation selectors stay where a script or an emoji needs them. */
  label?: string;
  /** Default: false. */
  livemode?: boolean;
};

export type ListKeysQuery = {
  limit?: number;
  /** The page that follows this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** The page that precedes this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** Newest first unless asc. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
};

export type RollKeyBody = {
  /** How long the old key still works. Default: 86400 (a day). */
  overlap_seconds?: number;
};

export type ListMerchantsQuery = {
  limit?: number;
  /** The page that follows this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** The page that precedes this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** Newest first unless asc. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  /** An id, a phone (with or without plus, or as it is dialled in its country), the beginning of an e-mail address, or how words of a name begin, whatever their case and accents. More than 1 000 matches are not read: type more. Read in Unicode NFC, without blanks around it and with one space for each run of blanks; its length is that of the result. */
  search?: string;
};

export type RevokeLiveBody = {
  /** Line feeds and tabs are the only control characters in it. */
  reason: string;
};

export type ListTenantLoadQuery = {
  window?: 'minute' | 'hour';
  limit?: number;
  /** How many of the costliest are left out. */
  offset?: number;
};

export type ThrottleIntegrationBody = {
  mode: 'live' | 'test';
  /** On each node. 0 refuses every request. */
  requests_per_second: number;
  /** Why, for the audit log. Line feeds and tabs are the only control characters in it. */
  reason: string;
};

export type UnthrottleIntegrationBody = {
  mode: 'live' | 'test';
  /** Why, for the audit log. Line feeds and tabs are the only control characters in it. */
  reason: string;
};

export type ListAccountsQuery = {
  /** Phone number in international format (E.164). Spaces, hyphens, dots and parentheses between the digits are read over. The number must exist in the numbering plan of its country. */
  phone?: string;
  email?: string;
  /** An id, a phone (with or without plus, or as it is dialled in its country), the beginning of an e-mail address, or how words of a name begin, whatever their case and accents. More than 1 000 matches are not read: type more. Read in Unicode NFC, without blanks around it and with one space for each run of blanks; its length is that of the result. */
  search?: string;
  /** Default without anything to look for: customer. */
  type?: 'customer' | 'merchant' | 'developer' | 'operator';
  limit?: number;
  /** The page that follows this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** The page that precedes this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  order?: 'desc' | 'asc';
};

export type SuspendAccountBody = {
  /** Why, for the audit log. Line feeds and tabs are the only control characters in it. */
  reason: string;
};

export type ListWalletsOfQuery = {
  limit?: number;
  /** The page that follows this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** The page that precedes this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** Newest first unless asc. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  /** ISO 4217 code of a currency that is on. */
  currency?: string;
  status?: 'active' | 'frozen' | 'closed';
  /** Default: both. */
  mode?: 'live' | 'test';
  /** `usr_…` or `mer_…` */
  owner: string;
};

export type ListAnyEntriesQuery = {
  limit?: number;
  /** The page that follows this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** The page that precedes this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** Newest first unless asc. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
};

export type FreezeWalletBody = {
  reason: 'fraud' | 'kyc';
};

export type UnfreezeWalletBody = {
  /** Why. Needed where the wallet is frozen for fraud. Line feeds and tabs are the only control characters in it. */
  reason?: string;
};

export type ListAnyPaymentsQuery = {
  limit?: number;
  /** The page that follows this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** The page that precedes this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** Newest first unless asc. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  /** E.164. Required without `integration`. Spaces, hyphens, dots and parentheses between the digits are read over. The number must exist in the numbering plan of its country. */
  customer?: string;
  /** Required without `customer`. */
  integration?: string;
  /** Of a customer, default: both. Of an integration: Default: live where the deployment has it, else test. */
  mode?: 'live' | 'test';
  status?: 'pending' | 'requires_action' | 'processing' | 'succeeded' | 'failed';
  /** ISO 4217 code of a currency that is on. */
  currency?: string;
  /** The client's own id, unique for this kind of record, integration and mode. Read in Unicode NFC, without blanks around it and with one space for each run of blanks; its length is that of the result. It has no control or invisible characters, and at least one visible character. */
  reference?: string;
};

export type GetAnyPaymentTimelineQuery = {
  /** The first of them only. Without it, all are on one page. */
  limit?: number;
};

export type ListAnyPayoutsQuery = {
  limit?: number;
  /** The page that follows this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** The page that precedes this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** Newest first unless asc. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  /** Default: live where the deployment has it, else test. */
  mode?: 'live' | 'test';
  status?: 'pending' | 'processing' | 'completed' | 'canceled';
  /** ISO 4217 code of a currency that is on. */
  currency?: string;
  /** The client's own id, unique for this kind of record, integration and mode. Read in Unicode NFC, without blanks around it and with one space for each run of blanks; its length is that of the result. It has no control or invisible characters, and at least one visible character. */
  reference?: string;
  integration: string;
};

export type ListAnyPayoutItemsQuery = {
  limit?: number;
  /** The page that follows this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** The page that precedes this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** Newest first unless asc. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  status?: 'pending' | 'processing' | 'succeeded' | 'failed' | 'canceled';
  /** The client's own id, unique for this kind of record, integration and mode. Read in Unicode NFC, without blanks around it and with one space for each run of blanks; its length is that of the result. It has no control or invisible characters, and at least one visible character. */
  reference?: string;
};

export type CancelAnyPayoutBody = {
  /** Why, for the audit log. Line feeds and tabs are the only control characters in it. */
  reason: string;
};

export type ListSystemWalletsQuery = {
  limit?: number;
  /** The page that follows this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** The page that precedes this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** Newest first unless asc. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  /** ISO 4217 code of a currency that is on. */
  currency?: string;
  /** Default: both. */
  mode?: 'live' | 'test';
};

export type ListFeesQuery = {
  merchant?: string;
};

export type SetFeeBody = {
  merchant: string;
  livemode: boolean;
  /** ISO 4217 code of a currency that is on. */
  currency: string;
  basis_points: number;
  /** Whole number in the currency's minor unit. */
  fixed: number;
  charged_on?: 'payment' | 'payout';
  /** Why, for the audit log. Line feeds and tabs are the only control characters in it. */
  reason: string;
};

export type SetLimitBody = {
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
  /** Why, for the audit log. Line feeds and tabs are the only control characters in it. */
  reason: string;
};

export type ListAuditQuery = {
  /** The id of a record. */
  target?: string;
  /** The id of who acted. */
  actor?: string;
  /** What an account did, and what was done to it. */
  account?: string;
  action?: string;
  limit?: number;
  /** The page that follows this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** The page that precedes this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  order?: 'desc' | 'asc';
};

export type RequestCashInBody = {
  wallet: string;
  /** Whole number in the currency's minor unit. */
  amount: number;
  /** The bank's or the desk's own number: taken once in each mode. Read in Unicode NFC, without blanks around it and with one space for each run of blanks; its length is that of the result. It has no control or invisible characters, and at least one visible character. */
  reference?: string;
  /** Why, for the audit log. Line feeds and tabs are the only control characters in it. */
  reason: string;
};

export type RequestAdjustmentBody = {
  wallet: string;
  /** Whole number in the currency's minor unit. */
  amount: number;
  /** credit: into the wallet; debit: out of it. */
  direction: 'credit' | 'debit';
  /** Why, for the audit log. Line feeds and tabs are the only control characters in it. */
  reason: string;
};

export type RequestOperatorBody = {
  email: string;
  /** Read in Unicode NFC, without blanks around it and with one space for each run of blanks; its length is that of the result. It has no control or invisible characters, and at least one visible character. Joiners and variation selectors stay where a script or an emoji needs them. */
  name: string;
  role: 'support' | 'compliance' | 'finance' | 'admin';
  /** Why, for the audit log. Line feeds and tabs are the only control characters in it. */
  reason: string;
};

export type ListApprovalsQuery = {
  limit?: number;
  /** The page that follows this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** The page that precedes this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** Newest first unless asc. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  status?: 'pending' | 'approved' | 'rejected' | 'expired';
  kind?: 'cash_in' | 'adjustment' | 'operator' | 'fee' | 'limit' | 'unfreeze';
};

export type RejectBody = {
  /** Why, for the audit log. Line feeds and tabs are the only control characters in it. */
  reason: string;
};

export type ListKycDocumentsQuery = {
  limit?: number;
  /** The page that follows this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** The page that precedes this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** Newest first unless asc. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
};

export type CreateKycSubmissionBody = {
  /** As the document spells it. It must have a letter. Read in Unicode NFC, without blanks around it and with one space for each run of blanks; its length is that of the result. It has no control or invisible characters, and at least one visible character. Joiners and variation selectors stay where a script or an emoji needs them. */
  name: string;
  /** RFC 3339 full-date: `1990-04-23`. */
  date_of_birth: string;
  /** It must have at least 3 letters or digits. Read in Unicode NFC, without blanks around it and with one space for each run of blanks; its length is that of the result. It has no control or invisible characters, and at least one visible character. */
  document_number: string;
  document_type: 'passport' | 'national_id' | 'driving_licence' | 'voter_card' | 'other';
  /** Documents that you have uploaded. */
  documents?: Array<string>;
};

export type ListKycSubmissionsQuery = {
  limit?: number;
  /** The page that follows this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** The page that precedes this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** Newest first unless asc. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
};

export type ListKycReviewsQuery = {
  limit?: number;
  /** The page that follows this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** The page that precedes this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** Newest first unless asc. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  status?: 'pending' | 'approved' | 'rejected' | 'superseded';
  user?: string;
  /** Default: both. */
  mode?: 'live' | 'test';
};

export type ApproveKycBody = {
  /** Which limits apply. Default: 1. */
  tier?: number;
};

export type RejectKycBody = {
  /** For the customer to read. It must not repeat the number or the date of birth. Line feeds and tabs are the only control characters in it. */
  reason: string;
  /** Also take an approval back, where this is the customer's newest submission. */
  revoke?: boolean;
  /** Freeze the customer's wallets. */
  freeze?: boolean;
  /** Only with `freeze: true`. Default: `kyc`. */
  freeze_reason?: 'fraud' | 'kyc';
};

export type ListParkedSettlementsQuery = {
  limit?: number;
  /** The page that follows this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** The page that precedes this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** Newest first unless asc. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  status?: 'open' | 'resolved';
  kind?: 'payment' | 'refund' | 'payout' | 'payout_item';
  /** Default: both. */
  mode?: 'live' | 'test';
};

export type RetryParkedSettlementBody = {
  /** Why, for the audit log. Line feeds and tabs are the only control characters in it. */
  reason: string;
};

export type AdvanceTestClockBody = {
  /** Up to 366 days at once. */
  seconds: number;
};

export type FundTestWalletBody = {
  /** Whole number in the currency's minor unit. */
  amount: number;
};

export type FreezeTestWalletBody = {
  reason: 'fraud' | 'kyc';
};

export type SetTestKycBody = {
  status: 'none' | 'pending' | 'verified' | 'rejected';
};

export type EmitTestEventBody = {
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
};

const payments = (api: Api) => ({
  /**
   * Take a payment.
   *
   * Asks the customer to pay. The answer comes at once and is not the outcome: wait for `payment.succeeded` or `payment.failed`.
   *
   * May be called by API keys with the scope `payments:write`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/payments`
   */
  create(body: CreatePaymentBody, options?: RequestOptions): Promise<Answered<Payment>> {
    return api.send({ method: 'POST', path: '/api/v1/payments', body, keyed: true }, options);
  },

  /**
   * List payments.
   *
   * May be called by API keys with the scope `payments:read`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/payments`
   */
  list(query?: ListPaymentsQuery, options?: RequestOptions): List<Payment> {
    return api.list({ method: 'GET', path: '/api/v1/payments', query }, options);
  },

  /**
   * Read one payment.
   *
   * May be called by API keys with the scope `payments:read`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/payments/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Answered<Payment>> {
    return api.send({ method: 'GET', path: `/api/v1/payments/${segment('id', id)}` }, options);
  },

  /**
   * Cancel a payment.
   *
   * While the payment waits for its customer. It fails with the code `canceled`.
   *
   * May be called by API keys with the scope `payments:write`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/payments/{id}/cancel`
   */
  cancel(id: string, options?: RequestOptions): Promise<Answered<Payment>> {
    return api.send({ method: 'POST', path: `/api/v1/payments/${segment('id', id)}/cancel`, keyed: true }, options);
  },

  /**
   * Read what became of a payment.
   *
   * Its states and those of its first 100 refunds, what they moved in the books, and the events that told of it. `has_more` says that there are more refunds: `GET /refunds?payment=…` has them all. So it does where you gave a `limit` and there are more entries.
   *
   * May be called by API keys with the scope `payments:read`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/payments/{id}/timeline`
   */
  getTimeline(id: string, query?: GetPaymentTimelineQuery, options?: RequestOptions): List<TimelineEntry> {
    return api.list({ method: 'GET', path: `/api/v1/payments/${segment('id', id)}/timeline`, query }, options);
  },

  /**
   * List what you are asked to pay.
   *
   * Payments of your phone, whichever merchant asks: those that wait for you, unless you name another `status`. With `status=all` they are what you paid, and declined, too.
   *
   * May be called by customers.
   *
   * `GET /api/v1/payments/mine`
   */
  listMine(query?: ListMyPaymentsQuery, options?: RequestOptions): List<PaymentRequest> {
    return api.list({ method: 'GET', path: '/api/v1/payments/mine', query }, options);
  },

  /**
   * Read what you are asked to pay.
   *
   * May be called by customers.
   *
   * `GET /api/v1/payments/{id}/request`
   */
  getMine(id: string, options?: RequestOptions): Promise<Answered<PaymentRequest>> {
    return api.send({ method: 'GET', path: `/api/v1/payments/${segment('id', id)}/request` }, options);
  },

  /**
   * Get a one-time code for a payment.
   *
   * Where `code_required` says so, approving takes a code. It comes by SMS with the name of the merchant and the amount, or from your authenticator. A new challenge ends the one before.
   *
   * May be called by customers.
   *
   * `POST /api/v1/payments/{id}/challenge`
   */
  challenge(id: string, options?: RequestOptions): Promise<Answered<Challenge>> {
    return api.send({ method: 'POST', path: `/api/v1/payments/${segment('id', id)}/challenge`, keyed: true }, options);
  },

  /**
   * Approve a payment.
   *
   * The money moves from your wallet to the merchant at once. Where it does not (too little money, a frozen wallet, a wrong code), the payment goes on waiting until it expires. In test mode a payment of the sandbox is approved so too, in the place of its prompt: it is answered as it is, and ends a moment later.
   *
   * May be called by customers.
   *
   * `POST /api/v1/payments/{id}/approve`
   */
  approve(id: string, body?: ApprovePaymentBody, options?: RequestOptions): Promise<Answered<PaymentRequest>> {
    return api.send(
      { method: 'POST', path: `/api/v1/payments/${segment('id', id)}/approve`, body, keyed: true },
      options,
    );
  },

  /**
   * Decline a payment.
   *
   * It fails with the code `customer_declined`.
   *
   * May be called by customers.
   *
   * `POST /api/v1/payments/{id}/decline`
   */
  decline(id: string, options?: RequestOptions): Promise<Answered<PaymentRequest>> {
    return api.send({ method: 'POST', path: `/api/v1/payments/${segment('id', id)}/decline`, keyed: true }, options);
  },
});
export type PaymentsResource = ReturnType<typeof payments>;

const refunds = (api: Api) => ({
  /**
   * Refund a payment.
   *
   * In full or in part, as often as something remains. The money leaves the wallet that the payment went to.
   *
   * May be called by API keys with the scope `payments:write`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/refunds`
   */
  create(body: CreateRefundBody, options?: RequestOptions): Promise<Answered<Refund>> {
    return api.send({ method: 'POST', path: '/api/v1/refunds', body, keyed: true }, options);
  },

  /**
   * List refunds.
   *
   * May be called by API keys with the scope `payments:read`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/refunds`
   */
  list(query?: ListRefundsQuery, options?: RequestOptions): List<Refund> {
    return api.list({ method: 'GET', path: '/api/v1/refunds', query }, options);
  },

  /**
   * Read one refund.
   *
   * May be called by API keys with the scope `payments:read`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/refunds/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Answered<Refund>> {
    return api.send({ method: 'GET', path: `/api/v1/refunds/${segment('id', id)}` }, options);
  },

  /**
   * List what you were given back.
   *
   * May be called by customers.
   *
   * `GET /api/v1/refunds/mine`
   */
  listMine(query?: ListMyRefundsQuery, options?: RequestOptions): List<ReceivedRefund> {
    return api.list({ method: 'GET', path: '/api/v1/refunds/mine', query }, options);
  },
});
export type RefundsResource = ReturnType<typeof refunds>;

const wallets = (api: Api) => ({
  /**
   * Read your default wallet.
   *
   * The default wallet of who calls: the merchant's for a key or a merchant's person, a customer's own. Any key may read it.
   *
   * May be called by API keys, customers, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/wallets/me`
   */
  getMine(query?: GetMyWalletQuery, options?: RequestOptions): Promise<Answered<Wallet>> {
    return api.send({ method: 'GET', path: '/api/v1/wallets/me', query }, options);
  },

  /**
   * List wallets.
   *
   * Your merchant's wallets, or a customer's own. A key sees no customer's wallet.
   *
   * May be called by API keys with the scope `wallets:read`, customers, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/wallets`
   */
  list(query?: ListWalletsQuery, options?: RequestOptions): List<Wallet> {
    return api.list({ method: 'GET', path: '/api/v1/wallets', query }, options);
  },

  /**
   * Open a wallet.
   *
   * Opens one more wallet for your merchant; the first in a currency becomes the default one. A customer has one in each currency.
   *
   * May be called by API keys with the scope `wallets:write`, customers, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/wallets`
   */
  create(body: CreateWalletBody, options?: RequestOptions): Promise<Answered<Wallet>> {
    return api.send({ method: 'POST', path: '/api/v1/wallets', body, keyed: true }, options);
  },

  /**
   * Read one wallet.
   *
   * May be called by API keys with the scope `wallets:read`, customers, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/wallets/{id}`
   */
  get(id: string, query?: GetWalletQuery, options?: RequestOptions): Promise<Answered<Wallet>> {
    return api.send({ method: 'GET', path: `/api/v1/wallets/${segment('id', id)}`, query }, options);
  },

  /**
   * Read a wallet's statement.
   *
   * Each line of the statement with the balance after it. As CSV (`Accept: text/csv`) it is every line that the filters leave, the oldest first.
   *
   * May be called by API keys with the scope `wallets:read`, customers, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/wallets/{id}/entries`
   */
  listEntries(id: string, query?: ListWalletEntriesQuery, options?: RequestOptions): List<Entry> {
    return api.list({ method: 'GET', path: `/api/v1/wallets/${segment('id', id)}/entries`, query }, options);
  },

  /**
   * Read a wallet's statement.
   *
   * Each line of the statement with the balance after it. As CSV (`Accept: text/csv`) it is every line that the filters leave, the oldest first.
   *
   * May be called by API keys with the scope `wallets:read`, customers, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/wallets/{id}/entries`
   */
  listEntriesAsCsv(id: string, query?: ListWalletEntriesAsCsvQuery, options?: RequestOptions): Promise<string> {
    return api.send(
      { method: 'GET', path: `/api/v1/wallets/${segment('id', id)}/entries`, query, answer: 'text' },
      options,
    );
  },
});
export type WalletsResource = ReturnType<typeof wallets>;

const transfers = (api: Api) => ({
  /**
   * Move money between wallets.
   *
   * Atomic and synchronous: when it answers 201 the money has moved.
   *
   * May be called by API keys with the scope `wallets:write`, customers, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/wallets/transfer`
   */
  create(body: CreateTransferBody, options?: RequestOptions): Promise<Answered<Transfer>> {
    return api.send({ method: 'POST', path: '/api/v1/wallets/transfer', body, keyed: true }, options);
  },

  /**
   * List transfers.
   *
   * May be called by API keys with the scope `wallets:read`, customers, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/transfers`
   */
  list(query?: ListTransfersQuery, options?: RequestOptions): List<Transfer> {
    return api.list({ method: 'GET', path: '/api/v1/transfers', query }, options);
  },

  /**
   * Read one transfer.
   *
   * One that you made, or that went into a wallet of yours or out of it. Of what somebody else made `reference` is null and `metadata` empty: they are its maker's own.
   *
   * May be called by API keys with the scope `wallets:read`, customers, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/transfers/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Answered<Transfer>> {
    return api.send({ method: 'GET', path: `/api/v1/transfers/${segment('id', id)}` }, options);
  },
});
export type TransfersResource = ReturnType<typeof transfers>;

const payouts = (api: Api) => ({
  /**
   * Pay many at once.
   *
   * 1 to 10 000 items, as JSON or as CSV. Every item is validated first: one bad item refuses all, and `details` names up to 100 bad ones, such as `items[3].amount`. The total with its fees is reserved on the wallet at once. An item that fails later gives its share back and stops no other. A body may have up to 5 MiB.
   *
   * As `text/csv` the first line names the columns: `recipient` and `amount`, and if you like `reference`, `description` and `name`, in any order. `currency`, `wallet` and the payout's own `reference` stand in the query then. A byte order mark, any line ends, quotes, empty lines and rows of empty cells are fine, and so are semicolons or tabs in place of commas when the header has them, and a line `sep=;` before it; an amount is a whole number of minor units. The result file may be sent again: its other columns are known and not read, but a line whose `status` is not `failed` or `canceled` is refused. A refusal names the line too.
   *
   * What a person makes above the total that the operator sets (`PAYOUT_APPROVAL_ABOVE`) is reserved and waits: see `approval`. So is what would bring the sum that a person has paid out on that day (UTC) without a second person above `PAYOUT_PERSON_DAY_MAX`.
   *
   * May be called by API keys with the scope `payouts:write`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/payouts`
   */
  create(body: CreatePayoutBody, options?: RequestOptions): Promise<Answered<Payout>> {
    return api.send({ method: 'POST', path: '/api/v1/payouts', body, keyed: true }, options);
  },

  /**
   * Pay many at once.
   *
   * 1 to 10 000 items, as JSON or as CSV. Every item is validated first: one bad item refuses all, and `details` names up to 100 bad ones, such as `items[3].amount`. The total with its fees is reserved on the wallet at once. An item that fails later gives its share back and stops no other. A body may have up to 5 MiB.
   *
   * As `text/csv` the first line names the columns: `recipient` and `amount`, and if you like `reference`, `description` and `name`, in any order. `currency`, `wallet` and the payout's own `reference` stand in the query then. A byte order mark, any line ends, quotes, empty lines and rows of empty cells are fine, and so are semicolons or tabs in place of commas when the header has them, and a line `sep=;` before it; an amount is a whole number of minor units. The result file may be sent again: its other columns are known and not read, but a line whose `status` is not `failed` or `canceled` is refused. A refusal names the line too.
   *
   * What a person makes above the total that the operator sets (`PAYOUT_APPROVAL_ABOVE`) is reserved and waits: see `approval`. So is what would bring the sum that a person has paid out on that day (UTC) without a second person above `PAYOUT_PERSON_DAY_MAX`.
   *
   * May be called by API keys with the scope `payouts:write`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/payouts`
   */
  createFromCsv(
    csv: string | Uint8Array | Blob,
    query: CreatePayoutQuery,
    options?: RequestOptions,
  ): Promise<Answered<Payout>> {
    return api.send(
      { method: 'POST', path: '/api/v1/payouts', file: { type: 'text/csv', bytes: csv }, query, keyed: true },
      options,
    );
  },

  /**
   * List payouts.
   *
   * May be called by API keys with the scope `payouts:read`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/payouts`
   */
  list(query?: ListPayoutsQuery, options?: RequestOptions): List<Payout> {
    return api.list({ method: 'GET', path: '/api/v1/payouts', query }, options);
  },

  /**
   * Read one payout.
   *
   * Its totals tell how far it is, at any time.
   *
   * May be called by API keys with the scope `payouts:read`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/payouts/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Answered<Payout>> {
    return api.send({ method: 'GET', path: `/api/v1/payouts/${segment('id', id)}` }, options);
  },

  /**
   * List a payout's items.
   *
   * With `Accept: text/csv` the answer is a file of all items in the order of the request; filters hold there, paging does not. `fee` is taken from items that succeed. Texts that a spreadsheet would take for a formula are led by an apostrophe.
   *
   * May be called by API keys with the scope `payouts:read`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/payouts/{id}/items`
   */
  listItems(id: string, query?: ListPayoutItemsQuery, options?: RequestOptions): List<PayoutItem> {
    return api.list({ method: 'GET', path: `/api/v1/payouts/${segment('id', id)}/items`, query }, options);
  },

  /**
   * List a payout's items.
   *
   * With `Accept: text/csv` the answer is a file of all items in the order of the request; filters hold there, paging does not. `fee` is taken from items that succeed. Texts that a spreadsheet would take for a formula are led by an apostrophe.
   *
   * May be called by API keys with the scope `payouts:read`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/payouts/{id}/items`
   */
  listItemsAsCsv(id: string, query?: ListPayoutItemsAsCsvQuery, options?: RequestOptions): Promise<string> {
    return api.send(
      { method: 'GET', path: `/api/v1/payouts/${segment('id', id)}/items`, query, answer: 'text' },
      options,
    );
  },

  /**
   * Cancel a payout.
   *
   * While it is pending. No item is paid and all its money is available again.
   *
   * May be called by API keys with the scope `payouts:write`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/payouts/{id}/cancel`
   */
  cancel(id: string, options?: RequestOptions): Promise<Answered<Payout>> {
    return api.send({ method: 'POST', path: `/api/v1/payouts/${segment('id', id)}/cancel`, keyed: true }, options);
  },

  /**
   * Approve a payout that a person made.
   *
   * By another person than the one who made it: one of the merchant's, or an owner of the integration; in live mode with a second factor. Nobody approves for somebody whom they invited, or who invited them, in the last seven days. Its items are paid from then on; for a moment it can still be canceled.
   *
   * May be called by merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/payouts/{id}/approve`
   */
  approve(id: string, options?: RequestOptions): Promise<Answered<Payout>> {
    return api.send({ method: 'POST', path: `/api/v1/payouts/${segment('id', id)}/approve`, keyed: true }, options);
  },

  /**
   * Reject a payout that a person made.
   *
   * By another person than the one who made it: one of the merchant's, or an owner of the integration; in live mode with a second factor. Nobody approves for somebody whom they invited, or who invited them, in the last seven days. The payout is canceled and all its money available again.
   *
   * May be called by merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/payouts/{id}/reject`
   */
  reject(id: string, body: RejectPayoutBody, options?: RequestOptions): Promise<Answered<Payout>> {
    return api.send(
      { method: 'POST', path: `/api/v1/payouts/${segment('id', id)}/reject`, body, keyed: true },
      options,
    );
  },
});
export type PayoutsResource = ReturnType<typeof payouts>;

const webhooks = (api: Api) => ({
  /**
   * Register a webhook endpoint.
   *
   * At most 16 in a mode. The answer carries the signing secret, this once.
   *
   * May be called by API keys with the scope `webhooks:write`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/webhooks`
   */
  create(body: CreateWebhookBody, options?: RequestOptions): Promise<Answered<WebhookEndpoint>> {
    return api.send({ method: 'POST', path: '/api/v1/webhooks', body, keyed: true }, options);
  },

  /**
   * List webhook endpoints.
   *
   * May be called by API keys with the scope `webhooks:read`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/webhooks`
   */
  list(query?: ListWebhooksQuery, options?: RequestOptions): List<WebhookEndpoint> {
    return api.list({ method: 'GET', path: '/api/v1/webhooks', query }, options);
  },

  /**
   * Read one webhook endpoint.
   *
   * May be called by API keys with the scope `webhooks:read`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/webhooks/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Answered<WebhookEndpoint>> {
    return api.send({ method: 'GET', path: `/api/v1/webhooks/${segment('id', id)}` }, options);
  },

  /**
   * Change a webhook endpoint.
   *
   * Only the fields that are sent. While it is disabled, what it would have been sent is held: replay that afterwards.
   *
   * May be called by API keys with the scope `webhooks:write`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `PATCH /api/v1/webhooks/{id}`
   */
  update(id: string, body?: UpdateWebhookBody, options?: RequestOptions): Promise<Answered<WebhookEndpoint>> {
    return api.send({ method: 'PATCH', path: `/api/v1/webhooks/${segment('id', id)}`, body }, options);
  },

  /**
   * Delete a webhook endpoint.
   *
   * Nothing more is sent to it, what was waiting included.
   *
   * May be called by API keys with the scope `webhooks:write`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `DELETE /api/v1/webhooks/{id}`
   */
  delete(id: string, options?: RequestOptions): Promise<Answered<DeletedWebhookEndpoint>> {
    return api.send({ method: 'DELETE', path: `/api/v1/webhooks/${segment('id', id)}` }, options);
  },

  /**
   * Roll the signing secret.
   *
   * Until the overlap ends the old secret signs `Service-Signature` and the new one `Service-Signature-Next`; `webhook-signature` carries both. Rolled again within the overlap, the old one signs on and the new one is replaced.
   *
   * May be called by API keys with the scope `webhooks:write`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/webhooks/{id}/roll_secret`
   */
  rollSecret(id: string, body?: RollWebhookSecretBody, options?: RequestOptions): Promise<Answered<WebhookEndpoint>> {
    return api.send(
      { method: 'POST', path: `/api/v1/webhooks/${segment('id', id)}/roll_secret`, body, keyed: true },
      options,
    );
  },

  /**
   * Send a test event.
   *
   * Sends a `webhook.test` event once, now, and answers with what the endpoint said. It is not tried again.
   *
   * May be called by API keys with the scope `webhooks:write`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/webhooks/{id}/test`
   */
  test(id: string, options?: RequestOptions): Promise<Answered<Delivery>> {
    return api.send({ method: 'POST', path: `/api/v1/webhooks/${segment('id', id)}/test`, keyed: true }, options);
  },

  /**
   * List an endpoint's deliveries.
   *
   * May be called by API keys with the scope `webhooks:read`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/webhooks/{id}/deliveries`
   */
  listDeliveries(id: string, query?: ListWebhookDeliveriesQuery, options?: RequestOptions): List<Delivery> {
    return api.list({ method: 'GET', path: `/api/v1/webhooks/${segment('id', id)}/deliveries`, query }, options);
  },

  /**
   * Replay deliveries.
   *
   * Sends again what the endpoint was to be sent between two times: under the same event ids, behind what is new, on the schedule of a first attempt.
   *
   * May be called by API keys with the scope `webhooks:write`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/webhooks/{id}/replay`
   */
  replay(id: string, body: ReplayWebhookBody, options?: RequestOptions): Promise<Answered<Replay>> {
    return api.send(
      { method: 'POST', path: `/api/v1/webhooks/${segment('id', id)}/replay`, body, keyed: true },
      options,
    );
  },
});
export type WebhooksResource = ReturnType<typeof webhooks>;

const deliveries = (api: Api) => ({
  /**
   * Read one delivery.
   *
   * May be called by API keys with the scope `webhooks:read`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/deliveries/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Answered<Delivery>> {
    return api.send({ method: 'GET', path: `/api/v1/deliveries/${segment('id', id)}` }, options);
  },

  /**
   * Send a delivery again.
   *
   * Whatever its state, now, and on the schedule of a first attempt if it fails. The event id is the same.
   *
   * May be called by API keys with the scope `webhooks:write`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/deliveries/{id}/resend`
   */
  resend(id: string, options?: RequestOptions): Promise<Answered<Delivery>> {
    return api.send({ method: 'POST', path: `/api/v1/deliveries/${segment('id', id)}/resend`, keyed: true }, options);
  },
});
export type DeliveriesResource = ReturnType<typeof deliveries>;

const replays = (api: Api) => ({
  /**
   * List an endpoint's replays.
   *
   * May be called by API keys with the scope `webhooks:read`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/webhooks/{id}/replays`
   */
  list(webhook: string, query?: ListReplaysQuery, options?: RequestOptions): List<Replay> {
    return api.list({ method: 'GET', path: `/api/v1/webhooks/${segment('webhook', webhook)}/replays`, query }, options);
  },

  /**
   * Read one replay.
   *
   * May be called by API keys with the scope `webhooks:read`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/replays/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Answered<Replay>> {
    return api.send({ method: 'GET', path: `/api/v1/replays/${segment('id', id)}` }, options);
  },
});
export type ReplaysResource = ReturnType<typeof replays>;

const events = (api: Api) => ({
  /**
   * List events.
   *
   * May be called by API keys with the scope `events:read`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/events`
   */
  list(query?: ListEventsQuery, options?: RequestOptions): List<WebhookEvent> {
    return api.list({ method: 'GET', path: '/api/v1/events', query }, options);
  },

  /**
   * Follow events as they happen.
   *
   * Server-sent events (`text/event-stream`): `data` is an event, `id` its id. After a break send the last id as `Last-Event-ID`: what you missed comes first, nothing is lost and nothing comes twice. Without it the stream begins now; its first message has an id and no data, the place to resume from before the first event (`0` is before all events). The order is that in which the events became visible. A comment comes every ten seconds; the stream ends when the key or session does. For dashboards and tools: a server's own work belongs on webhooks.
   *
   * May be called by API keys with the scope `events:read`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/events/stream`
   */
  stream(options?: StreamOptions): AsyncGenerator<WebhookEvent, void, undefined> {
    return api.stream({ method: 'GET', path: '/api/v1/events/stream' }, options);
  },

  /**
   * Read one event.
   *
   * May be called by API keys with the scope `events:read`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/events/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Answered<WebhookEvent>> {
    return api.send({ method: 'GET', path: `/api/v1/events/${segment('id', id)}` }, options);
  },

  /**
   * Send an event to open streams again.
   *
   * Every stream of this world that was opened with `resent=true` gets the event once more, such as a running `rialto listen`. Endpoints get nothing by this: resend a delivery.
   *
   * May be called by API keys with the scope `webhooks:write`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/events/{id}/resend`
   */
  resend(id: string, options?: RequestOptions): Promise<Answered<WebhookEvent>> {
    return api.send({ method: 'POST', path: `/api/v1/events/${segment('id', id)}/resend`, keyed: true }, options);
  },
});
export type EventsResource = ReturnType<typeof events>;

const requestLogs = (api: Api) => ({
  /**
   * List requests of the last 30 days.
   *
   * What the integration's keys asked, and what people changed with its records. A request is here about a second after its answer.
   *
   * May be called by merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/request_logs`
   */
  list(query?: ListRequestLogsQuery, options?: RequestOptions): List<RequestLogEntry> {
    return api.list({ method: 'GET', path: '/api/v1/request_logs', query }, options);
  },

  /**
   * Read one request.
   *
   * May be called by merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/request_logs/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Answered<RequestLog>> {
    return api.send({ method: 'GET', path: `/api/v1/request_logs/${segment('id', id)}` }, options);
  },
});
export type RequestLogsResource = ReturnType<typeof requestLogs>;

const summary = (api: Api) => ({
  /**
   * Sum up what was taken.
   *
   * Volume, outcomes and refunds of the payments that were created in a time, and the balance. Days that are over are kept by the node for a while, and today is at most two seconds old, or ten times as old as it takes to read.
   *
   * May be called by merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/summary`
   */
  get(query: GetSummaryQuery, options?: RequestOptions): Promise<Answered<Summary>> {
    return api.send({ method: 'GET', path: '/api/v1/summary', query }, options);
  },
});
export type SummaryResource = ReturnType<typeof summary>;

const search = (api: Api) => ({
  /**
   * Find records.
   *
   * By the beginning of an id or of a `reference`, or by the phone of a customer, with or without its plus or as it is dialled in its country. At most ten of a kind.
   *
   * May be called by merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/search`
   */
  search(query: SearchQuery, options?: RequestOptions): List<SearchHit> {
    return api.list({ method: 'GET', path: '/api/v1/search', query }, options);
  },
});
export type SearchResource = ReturnType<typeof search>;

const currencies = (api: Api) => ({
  /**
   * List currencies.
   *
   * The currencies that the operator has switched on, all on one page unless you give a `limit`.
   *
   * May be called by API keys, customers, merchants, developers, operators.
   *
   * `GET /api/v1/currencies`
   */
  list(query?: ListCurrenciesQuery, options?: RequestOptions): List<Currency> {
    return api.list({ method: 'GET', path: '/api/v1/currencies', query }, options);
  },
});
export type CurrenciesResource = ReturnType<typeof currencies>;

const fees = (api: Api) => ({
  /**
   * List what you pay.
   *
   * What the operator takes from each payment and each item of a payout that is made now, by currency, all on one page. What is not listed costs nothing. `fee` of a payment, a payout and its items is what this comes to: `basis_points` of the amount, rounded half up to the minor unit, and `fixed` on top, together never more than the amount. A refund does not give it back.
   *
   * May be called by API keys, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/fees`
   */
  listOwn(options?: RequestOptions): List<Fee> {
    return api.list({ method: 'GET', path: '/api/v1/fees' }, options);
  },
});
export type FeesResource = ReturnType<typeof fees>;

const auth = (api: Api) => ({
  /**
   * Log in as a customer.
   *
   * If the account has a second factor, the answer is a challenge instead of tokens. After too many wrong passwords from strangers the account answers 429 to new devices: send the `challenge` and `code` of `POST /auth/device` with the password. Known devices, open sessions and networks that the account logged in from are not delayed by strangers.
   *
   * `POST /api/v1/auth/login`
   */
  login(body: LoginBody, options?: RequestOptions): Promise<Answered<LoginResult | CookieLoginResult | Challenge>> {
    return api.send({ method: 'POST', path: '/api/v1/auth/login', body }, options);
  },

  /**
   * Log in as a merchant.
   *
   * If the account has a second factor, the answer is a challenge instead of tokens. After too many wrong passwords from strangers the account answers 429 to new devices: send the `challenge` and `code` of `POST /auth/device` with the password. Known devices, open sessions and networks that the account logged in from are not delayed by strangers.
   *
   * `POST /api/v1/auth/merchant/login`
   */
  loginMerchant(
    body: LoginMerchantBody,
    options?: RequestOptions,
  ): Promise<Answered<LoginResult | CookieLoginResult | Challenge>> {
    return api.send({ method: 'POST', path: '/api/v1/auth/merchant/login', body }, options);
  },

  /**
   * Log in as a developer.
   *
   * If the account has a second factor, the answer is a challenge instead of tokens. After too many wrong passwords from strangers the account answers 429 to new devices: send the `challenge` and `code` of `POST /auth/device` with the password. Known devices, open sessions and networks that the account logged in from are not delayed by strangers.
   *
   * `POST /api/v1/auth/developer/login`
   */
  loginDeveloper(
    body: LoginDeveloperBody,
    options?: RequestOptions,
  ): Promise<Answered<StaffLoginResult | CookieLoginResult | Challenge>> {
    return api.send({ method: 'POST', path: '/api/v1/auth/developer/login', body }, options);
  },

  /**
   * Log in as an operator.
   *
   * If the account has a second factor, the answer is a challenge instead of tokens. After too many wrong passwords from strangers the account answers 429 to new devices: send the `challenge` and `code` of `POST /auth/device` with the password. Known devices, open sessions and networks that the account logged in from are not delayed by strangers.
   *
   * `POST /api/v1/auth/operator/login`
   */
  loginOperator(
    body: LoginOperatorBody,
    options?: RequestOptions,
  ): Promise<Answered<StaffLoginResult | CookieLoginResult | Challenge>> {
    return api.send({ method: 'POST', path: '/api/v1/auth/operator/login', body }, options);
  },

  /**
   * Register as a customer.
   *
   * A code goes to the phone; `POST /auth/2fa/verify` opens the account with it. The answer does not tell whether the phone has an account.
   *
   * `POST /api/v1/auth/register`
   */
  register(body: RegisterBody, options?: RequestOptions): Promise<Answered<Challenge>> {
    return api.send({ method: 'POST', path: '/api/v1/auth/register', body }, options);
  },

  /**
   * Sign up as a merchant.
   *
   * In the test world always: an operator approves a merchant for live. `POST /auth/2fa/verify` opens the merchant, its first integration and the login. Where the password has fewer than 15 characters, logging in takes an SMS code too.
   *
   * `POST /api/v1/auth/merchant/register`
   */
  registerMerchant(body: RegisterMerchantBody, options?: RequestOptions): Promise<Answered<Challenge>> {
    return api.send({ method: 'POST', path: '/api/v1/auth/merchant/register', body }, options);
  },

  /**
   * Accept an invitation and log in.
   *
   * Opens a developer account with the password, of at least 15 characters and not among the most common. Whoever has an account gives its password, or accepts while logged in (`POST /invitations/accept`).
   *
   * `POST /api/v1/auth/developer/accept`
   */
  acceptInvitation(
    body: AcceptInvitationBody,
    options?: RequestOptions,
  ): Promise<Answered<StaffLoginResult | CookieLoginResult | Challenge>> {
    return api.send({ method: 'POST', path: '/api/v1/auth/developer/accept', body }, options);
  },

  /**
   * Answer a challenge.
   *
   * Ends a login or a registration.
   *
   * `POST /api/v1/auth/2fa/verify`
   */
  verifyTwoFactor(
    body: VerifyTwoFactorBody,
    options?: RequestOptions,
  ): Promise<Answered<LoginResult | StaffLoginResult | CookieLoginResult>> {
    return api.send({ method: 'POST', path: '/api/v1/auth/2fa/verify', body }, options);
  },

  /**
   * Send a code again.
   *
   * After 30 seconds, three times at most. The challenge is over when it would have been. Of an authenticator (`totp`) there is nothing to send: 400.
   *
   * `POST /api/v1/auth/2fa/resend`
   */
  resendCode(body: ResendCodeBody, options?: RequestOptions): Promise<Answered<Challenge>> {
    return api.send({ method: 'POST', path: '/api/v1/auth/2fa/resend', body }, options);
  },

  /**
   * Get a new pair of tokens.
   *
   * The refresh token comes in the body, as `Authorization: Bearer` or in its cookie. It is spent by this. If the answer is lost, the same client (its device cookie, or the same network and user agent) gets the same pair again for 30 seconds; in any other case a second use ends the whole session.
   *
   * `POST /api/v1/auth/refresh`
   */
  refreshTokens(
    body?: RefreshTokensBody,
    options?: RequestOptions,
  ): Promise<Answered<LoginResult | StaffLoginResult | CookieLoginResult>> {
    return api.send({ method: 'POST', path: '/api/v1/auth/refresh', body }, options);
  },

  /**
   * Log out.
   *
   * The tokens of this session stop within a second.
   *
   * May be called by customers, merchants, developers, operators.
   *
   * `POST /api/v1/auth/logout`
   */
  logout(body?: LogoutBody, options?: RequestOptions): Promise<Answered<object>> {
    return api.send({ method: 'POST', path: '/api/v1/auth/logout', body }, options);
  },

  /**
   * List the sessions that are open.
   *
   * May be called by customers, merchants, developers, operators.
   *
   * `GET /api/v1/auth/sessions`
   */
  listSessions(query?: ListSessionsQuery, options?: RequestOptions): List<Session> {
    return api.list({ method: 'GET', path: '/api/v1/auth/sessions', query }, options);
  },

  /**
   * End a session.
   *
   * May be called by customers, merchants, developers, operators.
   *
   * `DELETE /api/v1/auth/sessions/{id}`
   */
  deleteSession(
    id: string,
    options?: RequestOptions,
  ): Promise<
    Answered<{
      id: string;
      object: 'session';
      deleted: true;
    }>
  > {
    return api.send({ method: 'DELETE', path: `/api/v1/auth/sessions/${segment('id', id)}` }, options);
  },

  /**
   * Ask for a new password.
   *
   * A code goes to the phone or e-mail address. The answer does not tell whether there is such an account.
   *
   * `POST /api/v1/auth/password/forgot`
   */
  forgotPassword(body: ForgotPasswordBody, options?: RequestOptions): Promise<Answered<Challenge>> {
    return api.send({ method: 'POST', path: '/api/v1/auth/password/forgot', body }, options);
  },

  /**
   * Set a new password with a code.
   *
   * Ends every session of the account.
   *
   * `POST /api/v1/auth/password/reset`
   */
  resetPassword(body: ResetPasswordBody, options?: RequestOptions): Promise<Answered<object>> {
    return api.send({ method: 'POST', path: '/api/v1/auth/password/reset', body }, options);
  },

  /**
   * Ask for a code that lets a new device in.
   *
   * For a login that answers 429 because of wrong passwords. A code goes to the phone or e-mail address; send it with the password. The answer does not tell whether there is such an account.
   *
   * `POST /api/v1/auth/device`
   */
  askDeviceCode(body: AskDeviceCodeBody, options?: RequestOptions): Promise<Answered<Challenge>> {
    return api.send({ method: 'POST', path: '/api/v1/auth/device', body }, options);
  },

  /**
   * Change the password.
   *
   * Ends every other session of the account.
   *
   * May be called by customers, merchants, developers, operators.
   *
   * `POST /api/v1/auth/password/change`
   */
  changePassword(body: ChangePasswordBody, options?: RequestOptions): Promise<Answered<object>> {
    return api.send({ method: 'POST', path: '/api/v1/auth/password/change', body }, options);
  },

  /**
   * Begin to use a second factor.
   *
   * It is in use once `POST /auth/2fa/confirm` has had a code. Developers and operators use `totp`. One that is on is switched off first, with one of its codes.
   *
   * May be called by customers, merchants, developers, operators.
   *
   * `POST /api/v1/auth/2fa/enable`
   */
  enableTwoFactor(body: EnableTwoFactorBody, options?: RequestOptions): Promise<Answered<TwoFactorEnrolment>> {
    return api.send({ method: 'POST', path: '/api/v1/auth/2fa/enable', body }, options);
  },

  /**
   * Begin to do without a second factor.
   *
   * It is off once `POST /auth/2fa/confirm` has had a code.
   *
   * May be called by customers, merchants, developers, operators.
   *
   * `POST /api/v1/auth/2fa/disable`
   */
  disableTwoFactor(body: DisableTwoFactorBody, options?: RequestOptions): Promise<Answered<Challenge>> {
    return api.send({ method: 'POST', path: '/api/v1/auth/2fa/disable', body }, options);
  },

  /**
   * Confirm that a second factor is used, or no longer.
   *
   * Ends every other session of the account.
   *
   * May be called by customers, merchants, developers, operators.
   *
   * `POST /api/v1/auth/2fa/confirm`
   */
  confirmTwoFactor(body: ConfirmTwoFactorBody, options?: RequestOptions): Promise<Answered<TwoFactor>> {
    return api.send({ method: 'POST', path: '/api/v1/auth/2fa/confirm', body }, options);
  },
});
export type AuthResource = ReturnType<typeof auth>;

const me = (api: Api) => ({
  /**
   * Read your own account.
   *
   * May be called by customers, merchants, developers, operators.
   *
   * `GET /api/v1/me`
   */
  get(options?: RequestOptions): Promise<Answered<Me>> {
    return api.send({ method: 'GET', path: '/api/v1/me' }, options);
  },

  /**
   * Change your own account.
   *
   * May be called by customers, merchants, developers, operators.
   *
   * `PATCH /api/v1/me`
   */
  update(body?: UpdateMeBody, options?: RequestOptions): Promise<Answered<Me>> {
    return api.send({ method: 'PATCH', path: '/api/v1/me', body }, options);
  },
});
export type MeResource = ReturnType<typeof me>;

const integrations = (api: Api) => ({
  /**
   * Make an integration.
   *
   * It is there in both worlds, for good. Once the merchant is approved for live it takes a live login.
   *
   * May be called by merchants.
   *
   * `POST /api/v1/integrations`
   */
  create(body: CreateIntegrationBody, options?: RequestOptions): Promise<Answered<Integration>> {
    return api.send({ method: 'POST', path: '/api/v1/integrations', body, keyed: true }, options);
  },

  /**
   * List integrations.
   *
   * A merchant's people see their merchant's, a developer those that they belong to.
   *
   * May be called by merchants, developers.
   *
   * `GET /api/v1/integrations`
   */
  list(query?: ListIntegrationsQuery, options?: RequestOptions): List<Integration> {
    return api.list({ method: 'GET', path: '/api/v1/integrations', query }, options);
  },

  /**
   * Read an integration.
   *
   * May be called by merchants, developers.
   *
   * `GET /api/v1/integrations/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Answered<Integration>> {
    return api.send({ method: 'GET', path: `/api/v1/integrations/${segment('id', id)}` }, options);
  },

  /**
   * Change an integration.
   *
   * For the merchant's people and owners. The slug stays as it is. `origins` takes the place of those before; browsers learn of it within ten minutes.
   *
   * May be called by merchants, developers.
   *
   * `PATCH /api/v1/integrations/{id}`
   */
  update(id: string, body?: UpdateIntegrationBody, options?: RequestOptions): Promise<Answered<Integration>> {
    return api.send({ method: 'PATCH', path: `/api/v1/integrations/${segment('id', id)}`, body }, options);
  },

  /**
   * Accept an invitation while logged in.
   *
   * The invitation must have gone to your own e-mail address.
   *
   * May be called by developers.
   *
   * `POST /api/v1/invitations/accept`
   */
  join(body: JoinIntegrationBody, options?: RequestOptions): Promise<Answered<Integration>> {
    return api.send({ method: 'POST', path: '/api/v1/invitations/accept', body, keyed: true }, options);
  },

  /**
   * List the developers of an integration.
   *
   * May be called by merchants, developers.
   *
   * `GET /api/v1/integrations/{id}/developers`
   */
  listDevelopers(id: string, query?: ListDevelopersQuery, options?: RequestOptions): List<Developer> {
    return api.list({ method: 'GET', path: `/api/v1/integrations/${segment('id', id)}/developers`, query }, options);
  },

  /**
   * Change a developer's role.
   *
   * For the merchant's people and owners. Only the merchant's people may change the last owner.
   *
   * May be called by merchants, developers.
   *
   * `PATCH /api/v1/integrations/{id}/developers/{developer}`
   */
  updateDeveloper(
    id: string,
    developer: string,
    body: UpdateDeveloperBody,
    options?: RequestOptions,
  ): Promise<Answered<Developer>> {
    return api.send(
      {
        method: 'PATCH',
        path: `/api/v1/integrations/${segment('id', id)}/developers/${segment('developer', developer)}`,
        body,
      },
      options,
    );
  },

  /**
   * Remove a developer.
   *
   * For the merchant's people and owners; anyone may leave. From then on they may do nothing here, and open invitations by them and to them are withdrawn. Only the merchant's people may remove the last owner. Keys stay: roll those that they know.
   *
   * May be called by merchants, developers.
   *
   * `DELETE /api/v1/integrations/{id}/developers/{developer}`
   */
  removeDeveloper(
    id: string,
    developer: string,
    options?: RequestOptions,
  ): Promise<
    Answered<{
      id: string;
      object: 'developer';
      deleted: true;
    }>
  > {
    return api.send(
      {
        method: 'DELETE',
        path: `/api/v1/integrations/${segment('id', id)}/developers/${segment('developer', developer)}`,
      },
      options,
    );
  },
});
export type IntegrationsResource = ReturnType<typeof integrations>;

const invitations = (api: Api) => ({
  /**
   * Invite a developer.
   *
   * For the merchant's people and owners. A link goes to the e-mail address, good once within 7 days; it ends an earlier invitation of the same address. Once the merchant is approved for live it takes a live login, or an owner with `live`; a developer without `live` may be invited again then, and gets it with the role of that invitation.
   *
   * May be called by merchants, developers.
   *
   * `POST /api/v1/integrations/{id}/invitations`
   */
  create(integration: string, body: CreateInvitationBody, options?: RequestOptions): Promise<Answered<Invitation>> {
    return api.send(
      {
        method: 'POST',
        path: `/api/v1/integrations/${segment('integration', integration)}/invitations`,
        body,
        keyed: true,
      },
      options,
    );
  },

  /**
   * List invitations.
   *
   * For the merchant's people and owners.
   *
   * May be called by merchants, developers.
   *
   * `GET /api/v1/integrations/{id}/invitations`
   */
  list(integration: string, query?: ListInvitationsQuery, options?: RequestOptions): List<Invitation> {
    return api.list(
      { method: 'GET', path: `/api/v1/integrations/${segment('integration', integration)}/invitations`, query },
      options,
    );
  },

  /**
   * Withdraw an invitation.
   *
   * One that is over stays as it is.
   *
   * May be called by merchants, developers.
   *
   * `DELETE /api/v1/invitations/{id}`
   */
  delete(id: string, options?: RequestOptions): Promise<Answered<Invitation>> {
    return api.send({ method: 'DELETE', path: `/api/v1/invitations/${segment('id', id)}` }, options);
  },
});
export type InvitationsResource = ReturnType<typeof invitations>;

const keys = (api: Api) => ({
  /**
   * Make a key.
   *
   * Test keys are made by the merchant's people, owners and developers. A live key takes a person of the merchant who is logged in to the live world with a second factor on.
   *
   * May be called by merchants, developers.
   *
   * `POST /api/v1/integrations/{id}/keys`
   */
  create(integration: string, body: CreateKeyBody, options?: RequestOptions): Promise<Answered<APIKey>> {
    return api.send(
      { method: 'POST', path: `/api/v1/integrations/${segment('integration', integration)}/keys`, body, keyed: true },
      options,
    );
  },

  /**
   * List keys.
   *
   * With those that are revoked. Live keys are shown to those alone who may make them.
   *
   * May be called by merchants, developers.
   *
   * `GET /api/v1/integrations/{id}/keys`
   */
  list(integration: string, query?: ListKeysQuery, options?: RequestOptions): List<APIKey> {
    return api.list(
      { method: 'GET', path: `/api/v1/integrations/${segment('integration', integration)}/keys`, query },
      options,
    );
  },

  /**
   * Roll a key.
   *
   * A new key with the scopes and the label of the old one, which works on until the overlap ends.
   *
   * May be called by merchants, developers.
   *
   * `POST /api/v1/keys/{id}/roll`
   */
  roll(id: string, body?: RollKeyBody, options?: RequestOptions): Promise<Answered<APIKey>> {
    return api.send({ method: 'POST', path: `/api/v1/keys/${segment('id', id)}/roll`, body, keyed: true }, options);
  },

  /**
   * Revoke a key.
   *
   * For ever, and on every node within a second.
   *
   * May be called by merchants, developers.
   *
   * `DELETE /api/v1/keys/{id}`
   */
  revoke(id: string, options?: RequestOptions): Promise<Answered<APIKey>> {
    return api.send({ method: 'DELETE', path: `/api/v1/keys/${segment('id', id)}` }, options);
  },
});
export type KeysResource = ReturnType<typeof keys>;

const operator = (api: Api) => ({
  /**
   * List merchants.
   *
   * By `search`, those with this id, a person with this phone, or a name that begins so. The look is written to the audit log.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/merchants`
   */
  listMerchants(query?: ListMerchantsQuery, options?: RequestOptions): List<Merchant> {
    return api.list({ method: 'GET', path: '/api/v1/operator/merchants', query }, options);
  },

  /**
   * Read a merchant.
   *
   * The look is written to the audit log.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/merchants/{id}`
   */
  getMerchant(id: string, options?: RequestOptions): Promise<Answered<Merchant>> {
    return api.send({ method: 'GET', path: `/api/v1/operator/merchants/${segment('id', id)}` }, options);
  },

  /**
   * Approve a merchant for live.
   *
   * Its people may log in to the live world with their phone and password, and an SMS code whatever they have in the test world. Its developers stay in the test world until they are invited again from there, and invitations that are open end: the test login, which anybody can have, may have sent them. A sandbox has no live world and answers 403.
   *
   * May be called by operators (compliance, admin).
   *
   * `POST /api/v1/operator/merchants/{id}/approve_live`
   */
  approveLive(id: string, options?: RequestOptions): Promise<Answered<Merchant>> {
    return api.send(
      { method: 'POST', path: `/api/v1/operator/merchants/${segment('id', id)}/approve_live`, keyed: true },
      options,
    );
  },

  /**
   * Take back a live approval.
   *
   * Within a second the live logins of the merchant's people are suspended and its live keys revoked, and its developers are in the test world only. A new approval gives the logins back, not the keys, nor the developers' access to live.
   *
   * May be called by operators (compliance, admin).
   *
   * `POST /api/v1/operator/merchants/{id}/revoke_live`
   */
  revokeLive(id: string, body: RevokeLiveBody, options?: RequestOptions): Promise<Answered<Merchant>> {
    return api.send(
      { method: 'POST', path: `/api/v1/operator/merchants/${segment('id', id)}/revoke_live`, body, keyed: true },
      options,
    );
  },

  /**
   * See what each integration costs.
   *
   * Over all nodes, the costliest first: by connection time, then by batch time, then by requests. A throttled integration is listed also where it has no load. Figures are a few seconds old.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/tenants/load`
   */
  listTenantLoad(query?: ListTenantLoadQuery, options?: RequestOptions): List<TenantLoad> {
    return api.list({ method: 'GET', path: '/api/v1/operator/tenants/load', query }, options);
  },

  /**
   * Slow an integration down.
   *
   * Every node refuses what is above the rate with 429 `throttled`, within a second and until it is lifted. It holds for API keys and for people who act on the integration, in one mode. What is under way goes on. It replaces an earlier throttle.
   *
   * May be called by operators (compliance, admin).
   *
   * `POST /api/v1/operator/integrations/{id}/throttle`
   */
  throttleIntegration(
    id: string,
    body: ThrottleIntegrationBody,
    options?: RequestOptions,
  ): Promise<Answered<TenantLoad>> {
    return api.send(
      { method: 'POST', path: `/api/v1/operator/integrations/${segment('id', id)}/throttle`, body, keyed: true },
      options,
    );
  },

  /**
   * Lift the throttle of an integration.
   *
   * One that has none stays as it is.
   *
   * May be called by operators (compliance, admin).
   *
   * `POST /api/v1/operator/integrations/{id}/unthrottle`
   */
  unthrottleIntegration(
    id: string,
    body: UnthrottleIntegrationBody,
    options?: RequestOptions,
  ): Promise<Answered<TenantLoad>> {
    return api.send(
      { method: 'POST', path: `/api/v1/operator/integrations/${segment('id', id)}/unthrottle`, body, keyed: true },
      options,
    );
  },

  /**
   * Find accounts.
   *
   * By one of phone, e-mail address or `search`, whatever their type and mode; without any, those of one type. The look is written to the audit log, with the ids of whom it found.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/accounts`
   */
  listAccounts(query?: ListAccountsQuery, options?: RequestOptions): List<Account> {
    return api.list({ method: 'GET', path: '/api/v1/operator/accounts', query }, options);
  },

  /**
   * Read an account.
   *
   * The look is written to the audit log.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/accounts/{id}`
   */
  getAccount(id: string, options?: RequestOptions): Promise<Answered<Account>> {
    return api.send({ method: 'GET', path: `/api/v1/operator/accounts/${segment('id', id)}` }, options);
  },

  /**
   * Suspend an account.
   *
   * Its tokens stop on every node within a second, and it cannot log in. An operator's account is an admin's to suspend, and nobody's own.
   *
   * May be called by operators (compliance, admin).
   *
   * `POST /api/v1/operator/accounts/{id}/suspend`
   */
  suspendAccount(id: string, body: SuspendAccountBody, options?: RequestOptions): Promise<Answered<Account>> {
    return api.send(
      { method: 'POST', path: `/api/v1/operator/accounts/${segment('id', id)}/suspend`, body, keyed: true },
      options,
    );
  },

  /**
   * Let a suspended account log in again.
   *
   * May be called by operators (compliance, admin).
   *
   * `POST /api/v1/operator/accounts/{id}/unsuspend`
   */
  unsuspendAccount(id: string, options?: RequestOptions): Promise<Answered<Account>> {
    return api.send(
      { method: 'POST', path: `/api/v1/operator/accounts/${segment('id', id)}/unsuspend`, keyed: true },
      options,
    );
  },

  /**
   * Forget the wrong passwords and codes of an account.
   *
   * Its owner need not wait any longer. An operator's account is an admin's to unblock, and nobody's own.
   *
   * May be called by operators (support, admin).
   *
   * `POST /api/v1/operator/accounts/{id}/unblock`
   */
  unblockAccount(id: string, options?: RequestOptions): Promise<Answered<Account>> {
    return api.send(
      { method: 'POST', path: `/api/v1/operator/accounts/${segment('id', id)}/unblock`, keyed: true },
      options,
    );
  },

  /**
   * List somebody's wallets.
   *
   * The look is written to the audit log.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/wallets`
   */
  listWalletsOf(query: ListWalletsOfQuery, options?: RequestOptions): List<Wallet> {
    return api.list({ method: 'GET', path: '/api/v1/operator/wallets', query }, options);
  },

  /**
   * Read anybody's wallet.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/wallets/{id}`
   */
  getAnyWallet(id: string, options?: RequestOptions): Promise<Answered<Wallet>> {
    return api.send({ method: 'GET', path: `/api/v1/operator/wallets/${segment('id', id)}` }, options);
  },

  /**
   * Read the statement of anybody's wallet, or of a system wallet.
   *
   * The look is written to the audit log, where it isn't a system wallet.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/wallets/{id}/entries`
   */
  listAnyEntries(id: string, query?: ListAnyEntriesQuery, options?: RequestOptions): List<Entry> {
    return api.list({ method: 'GET', path: `/api/v1/operator/wallets/${segment('id', id)}/entries`, query }, options);
  },

  /**
   * Freeze a wallet.
   *
   * Refuses new debits and credits; what is under way settles. Emits wallet.frozen. One that is frozen stays as it is, but `fraud` takes the place of `kyc`.
   *
   * May be called by operators (compliance, admin).
   *
   * `POST /api/v1/operator/wallets/{id}/freeze`
   */
  freezeWallet(id: string, body: FreezeWalletBody, options?: RequestOptions): Promise<Answered<Wallet>> {
    return api.send(
      { method: 'POST', path: `/api/v1/operator/wallets/${segment('id', id)}/freeze`, body, keyed: true },
      options,
    );
  },

  /**
   * Unfreeze a wallet.
   *
   * A wallet that is frozen for `kyc` is unfrozen at once (200, the wallet). One that is frozen for `fraud` takes two people and a `reason` (202, an approval). Nothing happens until another operator has approved it, within three days. Both need an authenticator (`totp`) on their account.
   *
   * May be called by operators (compliance, admin).
   *
   * `POST /api/v1/operator/wallets/{id}/unfreeze`
   */
  unfreezeWallet(
    id: string,
    body?: UnfreezeWalletBody,
    options?: RequestOptions,
  ): Promise<Answered<Wallet | Approval>> {
    return api.send(
      { method: 'POST', path: `/api/v1/operator/wallets/${segment('id', id)}/unfreeze`, body, keyed: true },
      options,
    );
  },

  /**
   * Find payments of a customer or of an integration.
   *
   * What a customer was asked to pay, whoever asked, or what an integration took; one of the two has to be named. The look is written to the audit log.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/payments`
   */
  listAnyPayments(query?: ListAnyPaymentsQuery, options?: RequestOptions): List<AnyPayment> {
    return api.list({ method: 'GET', path: '/api/v1/operator/payments', query }, options);
  },

  /**
   * Read anybody's payment.
   *
   * The look is written to the audit log.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/payments/{id}`
   */
  getAnyPayment(id: string, options?: RequestOptions): Promise<Answered<AnyPayment>> {
    return api.send({ method: 'GET', path: `/api/v1/operator/payments/${segment('id', id)}` }, options);
  },

  /**
   * Read what became of anybody's payment.
   *
   * As its integration reads it: states of the payment and of its refunds, postings, events. The look is written to the audit log.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/payments/{id}/timeline`
   */
  getAnyPaymentTimeline(id: string, query?: GetAnyPaymentTimelineQuery, options?: RequestOptions): List<TimelineEntry> {
    return api.list({ method: 'GET', path: `/api/v1/operator/payments/${segment('id', id)}/timeline`, query }, options);
  },

  /**
   * List the payouts of an integration.
   *
   * The look is written to the audit log.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/payouts`
   */
  listAnyPayouts(query: ListAnyPayoutsQuery, options?: RequestOptions): List<AnyPayout> {
    return api.list({ method: 'GET', path: '/api/v1/operator/payouts', query }, options);
  },

  /**
   * Read anybody's payout.
   *
   * The look is written to the audit log.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/payouts/{id}`
   */
  getAnyPayout(id: string, options?: RequestOptions): Promise<Answered<AnyPayout>> {
    return api.send({ method: 'GET', path: `/api/v1/operator/payouts/${segment('id', id)}` }, options);
  },

  /**
   * List the items of anybody's payout.
   *
   * The look is written to the audit log.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/payouts/{id}/items`
   */
  listAnyPayoutItems(id: string, query?: ListAnyPayoutItemsQuery, options?: RequestOptions): List<PayoutItem> {
    return api.list({ method: 'GET', path: `/api/v1/operator/payouts/${segment('id', id)}/items`, query }, options);
  },

  /**
   * Cancel anybody's payout.
   *
   * While it is pending: for as long as it waits for a second person, or for its first moment. No item is paid and all its money is available again. What has begun is paid to its end.
   *
   * May be called by operators (compliance, admin).
   *
   * `POST /api/v1/operator/payouts/{id}/cancel`
   */
  cancelAnyPayout(id: string, body: CancelAnyPayoutBody, options?: RequestOptions): Promise<Answered<AnyPayout>> {
    return api.send(
      { method: 'POST', path: `/api/v1/operator/payouts/${segment('id', id)}/cancel`, body, keyed: true },
      options,
    );
  },

  /**
   * Read the trial balance.
   *
   * Of every currency and mode, from the balances as they are at one moment. `npm run admin -- ledger check` proves the balances from the postings.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `GET /api/v1/operator/ledger/trial_balance`
   */
  getTrialBalance(options?: RequestOptions): Promise<Answered<TrialBalance>> {
    return api.send({ method: 'GET', path: '/api/v1/operator/ledger/trial_balance' }, options);
  },

  /**
   * List system wallets.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `GET /api/v1/operator/ledger/wallets`
   */
  listSystemWallets(query?: ListSystemWalletsQuery, options?: RequestOptions): List<SystemWallet> {
    return api.list({ method: 'GET', path: '/api/v1/operator/ledger/wallets', query }, options);
  },

  /**
   * Read a posting's story.
   *
   * By the id that its line has in the statement of either wallet.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/postings/{id}`
   */
  getPosting(id: string, options?: RequestOptions): Promise<Answered<Posting>> {
    return api.send({ method: 'GET', path: `/api/v1/operator/postings/${segment('id', id)}` }, options);
  },

  /**
   * See how rails do.
   *
   * What all nodes asked of each, and what still waits for it.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/rails`
   */
  listRails(options?: RequestOptions): List<Rail> {
    return api.list({ method: 'GET', path: '/api/v1/operator/rails' }, options);
  },

  /**
   * See what webhooks are behind with.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/webhooks/backlog`
   */
  getWebhookBacklog(options?: RequestOptions): Promise<Answered<WebhookBacklog>> {
    return api.send({ method: 'GET', path: '/api/v1/operator/webhooks/backlog' }, options);
  },

  /**
   * See whether the audit log's chain is whole.
   *
   * The service walks along it, 10 000 rows a minute, over and over, and against what its last walk found. Whoever can write to the database can write this too: only a head that is kept elsewhere proves it (`npm run admin -- audit verify --head`).
   *
   * May be called by operators (compliance, admin).
   *
   * `GET /api/v1/operator/audit/chain`
   */
  getAuditChain(options?: RequestOptions): Promise<Answered<AuditChain>> {
    return api.send({ method: 'GET', path: '/api/v1/operator/audit/chain' }, options);
  },

  /**
   * List fees.
   *
   * By merchant, mode and currency: the first 100. Name a merchant for its own.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/fees`
   */
  listFees(query?: ListFeesQuery, options?: RequestOptions): List<Fee> {
    return api.list({ method: 'GET', path: '/api/v1/operator/fees', query }, options);
  },

  /**
   * Ask for what a merchant pays for each payment or payout item to be set.
   *
   * For those from the approval on; what is under way keeps the fee that it was opened with. Nothing happens until another operator has approved it, within three days. Both need an authenticator (`totp`) on their account.
   *
   * May be called by operators (finance, admin).
   *
   * `POST /api/v1/operator/fees`
   */
  setFee(body: SetFeeBody, options?: RequestOptions): Promise<Answered<Approval>> {
    return api.send({ method: 'POST', path: '/api/v1/operator/fees', body, keyed: true }, options);
  },

  /**
   * List limits.
   *
   * What customers may send and hold, by mode, currency and tier. What is not listed has no limit.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/limits`
   */
  listLimits(options?: RequestOptions): List<Limit> {
    return api.list({ method: 'GET', path: '/api/v1/operator/limits' }, options);
  },

  /**
   * Ask for what customers of a tier may send and hold to be set.
   *
   * For movements from the approval on; what was spent and what is held stays, also where it is over the limit. Nothing happens until another operator has approved it, within three days. Both need an authenticator (`totp`) on their account.
   *
   * May be called by operators (compliance, admin).
   *
   * `POST /api/v1/operator/limits`
   */
  setLimit(body: SetLimitBody, options?: RequestOptions): Promise<Answered<Approval>> {
    return api.send({ method: 'POST', path: '/api/v1/operator/limits', body, keyed: true }, options);
  },

  /**
   * Read the audit log.
   *
   * Every privileged act: who, what, before, after, why and from where.
   *
   * May be called by operators (compliance, admin).
   *
   * `GET /api/v1/operator/audit`
   */
  listAudit(query?: ListAuditQuery, options?: RequestOptions): List<AuditEntry> {
    return api.list({ method: 'GET', path: '/api/v1/operator/audit', query }, options);
  },

  /**
   * Ask for money to be put into a wallet.
   *
   * For money that arrived outside, at a bank or a desk. Nothing happens until another operator has approved it, within three days. Both need an authenticator (`totp`) on their account.
   *
   * May be called by operators (finance, admin).
   *
   * `POST /api/v1/operator/cash_ins`
   */
  requestCashIn(body: RequestCashInBody, options?: RequestOptions): Promise<Answered<Approval>> {
    return api.send({ method: 'POST', path: '/api/v1/operator/cash_ins', body, keyed: true }, options);
  },

  /**
   * Ask for the balance of a wallet to be corrected.
   *
   * A correction into the wallet or out of it. It passes a freeze in both directions: what a thief took is taken back without letting them at it. It does not pass a closing. Nothing happens until another operator has approved it, within three days. Both need an authenticator (`totp`) on their account.
   *
   * May be called by operators (finance, admin).
   *
   * `POST /api/v1/operator/adjustments`
   */
  requestAdjustment(body: RequestAdjustmentBody, options?: RequestOptions): Promise<Answered<Approval>> {
    return api.send({ method: 'POST', path: '/api/v1/operator/adjustments', body, keyed: true }, options);
  },

  /**
   * Ask for a new operator.
   *
   * Nothing happens until another operator has approved it, within three days. Both need an authenticator (`totp`) on their account. Who makes operators could otherwise make their own second person. The new one sets a password with `POST /auth/password/forgot`.
   *
   * May be called by operators (admin).
   *
   * `POST /api/v1/operator/operators`
   */
  requestOperator(body: RequestOperatorBody, options?: RequestOptions): Promise<Answered<Approval>> {
    return api.send({ method: 'POST', path: '/api/v1/operator/operators', body, keyed: true }, options);
  },

  /**
   * List approvals.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `GET /api/v1/operator/approvals`
   */
  listApprovals(query?: ListApprovalsQuery, options?: RequestOptions): List<Approval> {
    return api.list({ method: 'GET', path: '/api/v1/operator/approvals', query }, options);
  },

  /**
   * Read an approval.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `GET /api/v1/operator/approvals/{id}`
   */
  getApproval(id: string, options?: RequestOptions): Promise<Answered<Approval>> {
    return api.send({ method: 'GET', path: `/api/v1/operator/approvals/${segment('id', id)}` }, options);
  },

  /**
   * Approve and carry out.
   *
   * Does what was asked for, once, in the same transaction. Never by who asked for it. Money and fees take the role finance or admin, limits and freezes compliance or admin, a new operator admin. Where it cannot be done now (a cash-in to a frozen wallet, no funds) the answer says why and it goes on waiting.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `POST /api/v1/operator/approvals/{id}/approve`
   */
  approve(id: string, options?: RequestOptions): Promise<Answered<Approval>> {
    return api.send(
      { method: 'POST', path: `/api/v1/operator/approvals/${segment('id', id)}/approve`, keyed: true },
      options,
    );
  },

  /**
   * Reject.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `POST /api/v1/operator/approvals/{id}/reject`
   */
  reject(id: string, body: RejectBody, options?: RequestOptions): Promise<Answered<Approval>> {
    return api.send(
      { method: 'POST', path: `/api/v1/operator/approvals/${segment('id', id)}/reject`, body, keyed: true },
      options,
    );
  },

  /**
   * List the submissions of all customers.
   *
   * `?status=pending&order=asc` is the queue, the longest waiting first. Names, birth dates and numbers are in the single submission only, where each look is written to the audit log.
   *
   * May be called by operators (compliance, admin).
   *
   * `GET /api/v1/operator/kyc/submissions`
   */
  listKycReviews(query?: ListKycReviewsQuery, options?: RequestOptions): List<KYCQueueItem> {
    return api.list({ method: 'GET', path: '/api/v1/operator/kyc/submissions', query }, options);
  },

  /**
   * Read a submission.
   *
   * The look is written to the audit log.
   *
   * May be called by operators (compliance, admin).
   *
   * `GET /api/v1/operator/kyc/submissions/{id}`
   */
  getKycReview(id: string, options?: RequestOptions): Promise<Answered<KYCReview>> {
    return api.send({ method: 'GET', path: `/api/v1/operator/kyc/submissions/${segment('id', id)}` }, options);
  },

  /**
   * Approve a submission.
   *
   * The customer is verified. Emits `kyc.updated`.
   *
   * May be called by operators (compliance, admin).
   *
   * `POST /api/v1/operator/kyc/submissions/{id}/approve`
   */
  approveKyc(id: string, body?: ApproveKycBody, options?: RequestOptions): Promise<Answered<KYCReview>> {
    return api.send(
      { method: 'POST', path: `/api/v1/operator/kyc/submissions/${segment('id', id)}/approve`, body, keyed: true },
      options,
    );
  },

  /**
   * Reject a submission.
   *
   * Emits `kyc.updated`, and `wallet.frozen` for each wallet that this freezes. What was approved is rejected only with `revoke`, so that of two operators at once one decides. The customer's wallets stay frozen until an operator unfreezes them.
   *
   * May be called by operators (compliance, admin).
   *
   * `POST /api/v1/operator/kyc/submissions/{id}/reject`
   */
  rejectKyc(id: string, body: RejectKycBody, options?: RequestOptions): Promise<Answered<KYCReview>> {
    return api.send(
      { method: 'POST', path: `/api/v1/operator/kyc/submissions/${segment('id', id)}/reject`, body, keyed: true },
      options,
    );
  },

  /**
   * List parked settlements.
   *
   * A settlement is parked where the ledger refuses it (the wallet is full), or where it failed twelve times. No worker tries it again.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `GET /api/v1/operator/parked_settlements`
   */
  listParkedSettlements(query?: ListParkedSettlementsQuery, options?: RequestOptions): List<ParkedSettlement> {
    return api.list({ method: 'GET', path: '/api/v1/operator/parked_settlements', query }, options);
  },

  /**
   * Try a parked settlement again.
   *
   * Money in suspense goes to the wallet that it was for, and the fee is taken. Where nothing is booked, the worker looks at the record again. Remove the cause first.
   *
   * May be called by operators (finance, admin).
   *
   * `POST /api/v1/operator/parked_settlements/{id}/retry`
   */
  retryParkedSettlement(
    id: string,
    body: RetryParkedSettlementBody,
    options?: RequestOptions,
  ): Promise<Answered<ParkedSettlement>> {
    return api.send(
      { method: 'POST', path: `/api/v1/operator/parked_settlements/${segment('id', id)}/retry`, body, keyed: true },
      options,
    );
  },
});
export type OperatorResource = ReturnType<typeof operator>;

const kyc = (api: Api) => ({
  /**
   * Upload an image of a document.
   *
   * The body is the file itself: PNG, JPEG or PDF of at most 5 MiB, by its content. One at a time, so that a phone on a bad network repeats one image and not all. A document that no submission names within a day is deleted; ten may wait at once.
   *
   * May be called by customers.
   *
   * `POST /api/v1/kyc/documents`
   */
  createDocument(file: Upload, options?: RequestOptions): Promise<Answered<KYCDocument>> {
    return api.send({ method: 'POST', path: '/api/v1/kyc/documents', file, keyed: true }, options);
  },

  /**
   * List your documents.
   *
   * What you uploaded and is still kept.
   *
   * May be called by customers.
   *
   * `GET /api/v1/kyc/documents`
   */
  listDocuments(query?: ListKycDocumentsQuery, options?: RequestOptions): List<KYCDocument> {
    return api.list({ method: 'GET', path: '/api/v1/kyc/documents', query }, options);
  },

  /**
   * Download a document.
   *
   * The file as it was uploaded. A customer gets their own; operators what stands in a submission, and each look of theirs is written to the audit log. Always an attachment: it came from outside, so a browser shouldn't open it in place.
   *
   * May be called by customers, operators (compliance, admin).
   *
   * `GET /api/v1/kyc/documents/{id}`
   */
  getDocument(document: string, options?: RequestOptions): Promise<Blob> {
    return api.send(
      { method: 'GET', path: `/api/v1/kyc/documents/${segment('document', document)}`, answer: 'file' },
      options,
    );
  },

  /**
   * Ask to be identified.
   *
   * Your KYC status becomes `pending` and an operator decides. Not while another submission is pending. Who is verified may submit again, for a new document, and is pending until it is decided.
   *
   * May be called by customers.
   *
   * `POST /api/v1/kyc/submissions`
   */
  createSubmission(body: CreateKycSubmissionBody, options?: RequestOptions): Promise<Answered<KYCSubmission>> {
    return api.send({ method: 'POST', path: '/api/v1/kyc/submissions', body, keyed: true }, options);
  },

  /**
   * List your submissions.
   *
   * May be called by customers.
   *
   * `GET /api/v1/kyc/submissions`
   */
  listSubmissions(query?: ListKycSubmissionsQuery, options?: RequestOptions): List<KYCSubmission> {
    return api.list({ method: 'GET', path: '/api/v1/kyc/submissions', query }, options);
  },

  /**
   * Read one of your submissions.
   *
   * May be called by customers.
   *
   * `GET /api/v1/kyc/submissions/{id}`
   */
  getSubmission(submission: string, options?: RequestOptions): Promise<Answered<KYCSubmission>> {
    return api.send({ method: 'GET', path: `/api/v1/kyc/submissions/${segment('submission', submission)}` }, options);
  },
});
export type KycResource = ReturnType<typeof kyc>;

const test = (api: Api) => ({
  /**
   * Advance the test world's clock.
   *
   * Payments expire, webhook retries come due and dead letters age as though the time had passed. A signature's `t` stays real time. The clock never goes back, and at most a hundred years ahead. Codes of merchants' people stay as they are: other integrations' clocks move those of test customers. `status` is `ready` where all deadlines are moved. In a world with thousands of open records it is `advancing`: the service goes on by itself, `GET /test/clock` says when it is done, and another advance gets 409 until then. Records that are made after the request are not moved.
   *
   * May be called by API keys, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * Test mode only.
   *
   * `POST /api/v1/test/clock/advance`
   */
  advanceClock(body: AdvanceTestClockBody, options?: RequestOptions): Promise<Answered<TestClock>> {
    return api.send({ method: 'POST', path: '/api/v1/test/clock/advance', body, keyed: true }, options);
  },

  /**
   * Read the test world's clock.
   *
   * Poll it after an advance whose `status` was `advancing`.
   *
   * May be called by API keys, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * Test mode only.
   *
   * `GET /api/v1/test/clock`
   */
  getClock(options?: RequestOptions): Promise<Answered<TestClock>> {
    return api.send({ method: 'GET', path: '/api/v1/test/clock' }, options);
  },

  /**
   * Put test money into a wallet.
   *
   * May be called by API keys with the scope `wallets:write`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * Test mode only.
   *
   * `POST /api/v1/test/wallets/{id}/fund`
   */
  fundWallet(id: string, body: FundTestWalletBody, options?: RequestOptions): Promise<Answered<Wallet>> {
    return api.send(
      { method: 'POST', path: `/api/v1/test/wallets/${segment('id', id)}/fund`, body, keyed: true },
      options,
    );
  },

  /**
   * Freeze a wallet.
   *
   * As an operator would. Emits `wallet.frozen`; a wallet that is frozen already stays as it is, but `fraud` takes the place of `kyc`.
   *
   * May be called by API keys with the scope `wallets:write`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * Test mode only.
   *
   * `POST /api/v1/test/wallets/{id}/freeze`
   */
  freezeWallet(id: string, body: FreezeTestWalletBody, options?: RequestOptions): Promise<Answered<Wallet>> {
    return api.send(
      { method: 'POST', path: `/api/v1/test/wallets/${segment('id', id)}/freeze`, body, keyed: true },
      options,
    );
  },

  /**
   * Unfreeze a wallet.
   *
   * Emits `wallet.unfrozen`; a wallet that is active already stays as it is.
   *
   * May be called by API keys with the scope `wallets:write`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * Test mode only.
   *
   * `POST /api/v1/test/wallets/{id}/unfreeze`
   */
  unfreezeWallet(id: string, options?: RequestOptions): Promise<Answered<Wallet>> {
    return api.send(
      { method: 'POST', path: `/api/v1/test/wallets/${segment('id', id)}/unfreeze`, keyed: true },
      options,
    );
  },

  /**
   * Set a user's KYC status.
   *
   * Any status, as though the steps between had happened. Emits `kyc.updated` when it changes.
   *
   * May be called by API keys with the scope `wallets:write`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * Test mode only.
   *
   * `POST /api/v1/test/users/{id}/kyc`
   */
  setKyc(id: string, body: SetTestKycBody, options?: RequestOptions): Promise<Answered<User>> {
    return api.send(
      { method: 'POST', path: `/api/v1/test/users/${segment('id', id)}/kyc`, body, keyed: true },
      options,
    );
  },

  /**
   * Emit a sample event.
   *
   * A sample of any kind, stored and sent to the endpoints that take it. No money moves and no record changes.
   *
   * May be called by API keys with the scope `webhooks:write`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * Test mode only.
   *
   * `POST /api/v1/test/events`
   */
  emitEvent(body: EmitTestEventBody, options?: RequestOptions): Promise<Answered<WebhookEvent>> {
    return api.send({ method: 'POST', path: '/api/v1/test/events', body, keyed: true }, options);
  },

  /**
   * Approve a payment as its customer.
   *
   * Any payment of the sandbox rail that is not final: also one whose phone makes it wait (0007) or stay processing (0008).
   *
   * May be called by API keys with the scope `payments:write`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * Test mode only.
   *
   * `POST /api/v1/test/payments/{id}/approve`
   */
  approvePayment(id: string, options?: RequestOptions): Promise<Answered<Payment>> {
    return api.send(
      { method: 'POST', path: `/api/v1/test/payments/${segment('id', id)}/approve`, keyed: true },
      options,
    );
  },

  /**
   * Decline a payment as its customer.
   *
   * Any payment of the sandbox rail that is not final. It fails with the code `customer_declined`.
   *
   * May be called by API keys with the scope `payments:write`, merchants, developers. Merchants and developers name the integration in `Service-Integration`.
   *
   * Test mode only.
   *
   * `POST /api/v1/test/payments/{id}/decline`
   */
  declinePayment(id: string, options?: RequestOptions): Promise<Answered<Payment>> {
    return api.send(
      { method: 'POST', path: `/api/v1/test/payments/${segment('id', id)}/decline`, keyed: true },
      options,
    );
  },
});
export type TestResource = ReturnType<typeof test>;

/** The operations that an API key may call. */
export class ServerResources {
  readonly payments: Pick<PaymentsResource, 'create' | 'list' | 'get' | 'cancel' | 'getTimeline'>;
  readonly refunds: Pick<RefundsResource, 'create' | 'list' | 'get'>;
  readonly wallets: WalletsResource;
  readonly transfers: TransfersResource;
  readonly payouts: Pick<
    PayoutsResource,
    'create' | 'createFromCsv' | 'list' | 'get' | 'listItems' | 'listItemsAsCsv' | 'cancel'
  >;
  readonly webhooks: WebhooksResource;
  readonly deliveries: DeliveriesResource;
  readonly replays: ReplaysResource;
  readonly events: EventsResource;
  readonly currencies: CurrenciesResource;
  readonly fees: FeesResource;
  readonly test: TestResource;

  constructor(api: Api) {
    this.payments = payments(api);
    this.refunds = refunds(api);
    this.wallets = wallets(api);
    this.transfers = transfers(api);
    this.payouts = payouts(api);
    this.webhooks = webhooks(api);
    this.deliveries = deliveries(api);
    this.replays = replays(api);
    this.events = events(api);
    this.currencies = currencies(api);
    this.fees = fees(api);
    this.test = test(api);
  }
}

/** The operations that a logged-in person may call, and those that log in. */
export class UserResources {
  readonly payments: PaymentsResource;
  readonly refunds: RefundsResource;
  readonly wallets: WalletsResource;
  readonly transfers: TransfersResource;
  readonly payouts: PayoutsResource;
  readonly webhooks: WebhooksResource;
  readonly deliveries: DeliveriesResource;
  readonly replays: ReplaysResource;
  readonly events: EventsResource;
  readonly requestLogs: RequestLogsResource;
  readonly summary: SummaryResource;
  readonly search: SearchResource;
  readonly currencies: CurrenciesResource;
  readonly fees: FeesResource;
  readonly auth: AuthResource;
  readonly me: MeResource;
  readonly integrations: IntegrationsResource;
  readonly invitations: InvitationsResource;
  readonly keys: KeysResource;
  readonly operator: OperatorResource;
  readonly kyc: KycResource;
  readonly test: TestResource;

  constructor(api: Api) {
    this.payments = payments(api);
    this.refunds = refunds(api);
    this.wallets = wallets(api);
    this.transfers = transfers(api);
    this.payouts = payouts(api);
    this.webhooks = webhooks(api);
    this.deliveries = deliveries(api);
    this.replays = replays(api);
    this.events = events(api);
    this.requestLogs = requestLogs(api);
    this.summary = summary(api);
    this.search = search(api);
    this.currencies = currencies(api);
    this.fees = fees(api);
    this.auth = auth(api);
    this.me = me(api);
    this.integrations = integrations(api);
    this.invitations = invitations(api);
    this.keys = keys(api);
    this.operator = operator(api);
    this.kyc = kyc(api);
    this.test = test(api);
  }
}
