// Generated from openapi.json by scripts/sdk.mjs. Run: npm run sdk

import type { Answered, RequestOptions, StreamOptions, Upload } from '../answer.ts';

import type { Api } from '../api.ts';

import type { List } from '../list.ts';

import { DELETE, GET, PATCH, POST, segment } from '../operation.ts';

import type { WebhookEvent } from './events.ts';

import type {
  Account,
  AlertAddress,
  Alerts,
  AnyPayment,
  AnyPayout,
  APIKey,
  Approval,
  AuditChain,
  AuditEntry,
  Beneficiary,
  Branch,
  Bulk,
  Callback,
  CallbackEntry,
  Case,
  CaseWithItsHistory,
  Challenge,
  ChartOfAccounts,
  CheckoutSession,
  Close,
  CloseWithItsItems,
  CookieLoginResult,
  Currency,
  Customer,
  CustomerNote,
  CustomerWithTotals,
  DeletedBeneficiary,
  DeletedCustomerNote,
  DeletedExportSchedule,
  DeletedWebhookEndpoint,
  Delivery,
  Developer,
  DryRun,
  Entry,
  Escrow,
  Export,
  ExportFilters,
  ExportSchedule,
  Fee,
  FeeQuote,
  Float,
  Hold,
  Inbox,
  InboxEvent,
  Integration,
  Invitation,
  KYCDocument,
  KYCQueueItem,
  KYCReview,
  KYCSubmission,
  Limit,
  LoginResult,
  MatchingRule,
  Me,
  Merchant,
  MerchantSettings,
  Message,
  Movement,
  NameCheck,
  NamedReturn,
  NameOfARecord,
  NewBeneficiary,
  NewCredit,
  NewDebit,
  NewFeeTier,
  NewPayment,
  NewPayoutItem,
  NewShare,
  NewTransfer,
  ParkedSettlement,
  Payment,
  PaymentAtThePrintedCode,
  PaymentLink,
  PaymentRequest,
  PaymentTotals,
  Payout,
  PayoutItem,
  Posting,
  Provider,
  Rail,
  RailSettings,
  RailTest,
  Receipt,
  ReceivedRefund,
  ReconciledRail,
  Refund,
  Replay,
  RequestLog,
  RequestLogEntry,
  RowsOfOpeningBalances,
  Safeguarding,
  Sale,
  Schedule,
  Seal,
  SealHead,
  SearchHit,
  Session,
  SettlementReport,
  Shift,
  ShiftWithItsTotal,
  SplitPartner,
  SplitPartnerReport,
  StaffLoginResult,
  StatementFile,
  StatementLayout,
  StatementLine,
  Summary,
  SystemWallet,
  TenantLoad,
  TestClock,
  TimelineEntry,
  Transfer,
  TrialBalance,
  TwoFactor,
  TwoFactorEnrolment,
  UnexpectedPayment,
  UsableRail,
  User,
  WaitingCounts,
  Wallet,
  WebhookBacklog,
  WebhookEndpoint,
  WebhookHealth,
} from './records.ts';

export type CreatePaymentBody = {
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
  /** `manual`: the customer approves now, and the money is held until you capture or release it. Only the rails `wallet` and `sandbox` can hold money. Default: `automatic`. */
  capture?: 'automatic' | 'manual';
  /** When what is not captured goes back, at most 31 days from now. Only with `capture: manual`. Default: in 7 days. */
  capture_before?: string | null;
  /** The one-time code that the payer got from the provider, for rails with `needs_otp`. It is stored encrypted, deleted with the request to the provider, and never shown. */
  otp?: string;
};

export type ListPaymentsQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  status?: 'pending' | 'requires_action' | 'processing' | 'requires_capture' | 'succeeded' | 'failed';
  /** ISO 4217 code of an enabled currency. */
  currency?: string;
  /** The exact `charged_amount` in the currency's minor unit. */
  amount?: number;
  /** The customer: `cus_…`, or a phone number in international format (E.164). Spaces, hyphens, dots and parentheses between the digits are ignored. The number must exist in the numbering plan of its country. */
  customer?: string;
  /** Digits that the phone contains anywhere, such as its last four. With `+`: its beginning. */
  phone?: string;
  /** Your own id of this record, unique for its kind of record, integration and mode. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  reference?: string;
  checkout_session?: string;
  branch?: string;
  /** The payments of all sessions of this payment link. */
  link?: string;
};

export type CreatePaymentBulkBody = {
  /** `all_or_nothing`: one transaction; if an item cannot be carried out, nothing is. `each`: every item has its own result. */
  mode: 'all_or_nothing' | 'each';
  /** true: report what would happen, with 200. Nothing is written, and the Idempotency-Key is not kept. Invalid input is refused as always. */
  dry_run?: boolean;
  /** Up to 50 key-value pairs of strings for your own use. */
  metadata?: Record<string, string>;
  items: Array<NewPayment>;
};

export type CreatePaymentBulkQuery = {
  /** Only with a file. true: report what would happen. */
  dry_run?: boolean;
  /** Only with CSV and NDJSON, and then required: `all_or_nothing` or `each`. */
  mode: 'all_or_nothing' | 'each';
};

export type GetPaymentTotalsQuery = {
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  status?: 'pending' | 'requires_action' | 'processing' | 'requires_capture' | 'succeeded' | 'failed';
  /** ISO 4217 code of an enabled currency. */
  currency?: string;
  /** The exact `charged_amount` in the currency's minor unit. */
  amount?: number;
  /** The customer: `cus_…`, or a phone number in international format (E.164). Spaces, hyphens, dots and parentheses between the digits are ignored. The number must exist in the numbering plan of its country. */
  customer?: string;
  /** Digits that the phone contains anywhere, such as its last four. With `+`: its beginning. */
  phone?: string;
  /** Your own id of this record, unique for its kind of record, integration and mode. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  reference?: string;
  checkout_session?: string;
  branch?: string;
  /** The payments of all sessions of this payment link. */
  link?: string;
};

export type CapturePaymentBody = {
  /** Default: all that is still held. */
  amount?: number;
  /** true: what is left afterwards goes back to the customer at once. Default: false. */
  final?: boolean;
};

export type GetPaymentTimelineQuery = {
  /** Return only the first records. Without it, all are on one page. */
  limit?: number;
};

export type CreateBranchBody = {
  /** A name that is unique among your branches in this mode. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. Joiners and variation selectors are allowed where a script or an emoji needs them. */
  name: string;
};

export type ListBranchesQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  archived?: 'true' | 'false';
};

export type UpdateBranchBody = {
  /** A name that is unique among your branches in this mode. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. Joiners and variation selectors are allowed where a script or an emoji needs them. */
  name?: string;
  archived?: boolean;
};

export type CreateCheckoutSessionBody = {
  /** Whole number in the currency's minor unit. */
  amount: number;
  /** ISO 4217 code of an enabled currency. */
  currency: string;
  /** Your own id of this record, unique for its kind of record, integration and mode. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  reference?: string | null;
  /** The branch that its payments take. */
  branch?: string | null;
  /** Line feeds and tabs are the only control characters allowed. */
  description?: string | null;
  /** The payer's phone. The page shows it masked, and the payer may use another. Spaces, hyphens, dots and parentheses between the digits are ignored. The number must exist in the numbering plan of its country. */
  customer?: string | null;
  /** The page shows a link to this address once the payment is final. It begins with https. The return proves nothing: wait for the event. */
  success_url?: string;
  /** The page links to this address for a payer who gives up. */
  cancel_url?: string;
  /** Seconds until it expires. Default: 86400. */
  expires_in?: number;
  /** `manual`: the money of the payer is held until you capture or release the payment. The payer may then use only the rails `wallet` and `sandbox`. Default: `automatic`. */
  capture?: 'automatic' | 'manual';
  /** The party that bears the fee and its tax. `payer`: the page shows the fee and the total of each way to pay before the payer begins, and the payments have this `fee_bearer`. It cannot be combined with `capture: "manual"`. Default: the `fee_bearer` of the merchant settings. */
  fee_bearer?: 'merchant' | 'payer';
  /** The only rails that the payer may use. Default: every rail that reaches the phone. */
  rails?: Array<string>;
  /** The language of the page. Default: the language of the payer's browser. */
  locale?: 'en' | 'fr' | 'es' | 'pt' | 'ht' | 'sw';
  /** Up to 50 key-value pairs of strings for your own use. */
  metadata?: Record<string, string>;
};

export type ListCheckoutSessionsQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  status?: 'open' | 'completed' | 'expired';
  /** ISO 4217 code of an enabled currency. */
  currency?: string;
  /** Your own id of this record, unique for its kind of record, integration and mode. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  reference?: string;
  link?: string;
};

export type ListUnexpectedPaymentsQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  checkout_session?: string;
};

export type CreateLinkBody = {
  /** The price of one unit in minor units. Without it the payer enters the amount. */
  amount?: number | null;
  /** The least that the payer may enter; only without `amount`. */
  min_amount?: number | null;
  /** The most that the payer may enter; only without `amount`. */
  max_amount?: number | null;
  /** ISO 4217 code of an enabled currency. */
  currency: string;
  /** The heading of the page. */
  name?: string | null;
  /** Line feeds and tabs are the only control characters allowed. */
  description?: string | null;
  /** Up to 50 key-value pairs of strings for your own use. */
  metadata?: Record<string, string>;
  /** The branch that its next sessions and their payments take. */
  branch?: string | null;
  /** The party that bears the fee and its tax. `payer`: the page shows the fee and the total of each way to pay before the payer begins, and the payments have this `fee_bearer`. The sales of a till take it from its link. Default: the `fee_bearer` of the merchant settings. */
  fee_bearer?: 'merchant' | 'payer';
  /** Default: 1. More needs an `amount`. */
  max_quantity?: number;
  /** `once`: one payment succeeds. Default: `many`. */
  use?: 'many' | 'once';
  stock?: number | null;
  /** Whether the page asks the payer for a name and a note. Default: no. */
  ask?: {
    name?: 'no' | 'optional' | 'required';
    note?: 'no' | 'optional' | 'required';
  };
  /** The page shows a link to this address once the payment is final. It begins with https. The return proves nothing: wait for the event. */
  success_url?: string;
  /** The only rails that the payer may use. Default: every rail that reaches the phone. */
  rails?: Array<string>;
  /** The language of the page. Default: the language of the payer's browser. */
  locale?: 'en' | 'fr' | 'es' | 'pt' | 'ht' | 'sw';
  /** No session is opened from it after this time. */
  expires_at?: string | null;
};

export type ListLinksQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  active?: 'true' | 'false';
  branch?: string;
};

export type UpdateLinkBody = {
  active?: boolean;
  /** The heading of the page. */
  name?: string | null;
  /** Line feeds and tabs are the only control characters allowed. */
  description?: string | null;
  /** Up to 50 key-value pairs of strings for your own use. */
  metadata?: Record<string, string>;
  /** The branch that its next sessions and their payments take. */
  branch?: string | null;
};

export type GetLinkQrQuery = {
  /** The language of the sheet. Default: that of the page, otherwise English. */
  language?: 'en' | 'fr' | 'es' | 'pt' | 'ht' | 'sw';
  /** `url`: the short address. `emvco`: the payload of the scheme at which a rail of the currency has an account, for the apps of banks and wallets. The payer then pays the scheme account, outside the page. Default: `url`. */
  content?: 'url' | 'emvco';
};

export type GetSessionQrQuery = {
  /** The language of the sheet. Default: that of the page, otherwise English. */
  language?: 'en' | 'fr' | 'es' | 'pt' | 'ht' | 'sw';
};

export type StartShiftBody = {
  link: string;
};

export type ListShiftsQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  link?: string;
  status?: 'open' | 'ended';
};

export type ListCounterPaymentsQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
};

export type CreateSaleBody = {
  /** Whole number in the currency's minor unit. */
  amount: number;
  /** Line feeds and tabs are the only control characters allowed. */
  description?: string | null;
};

export type ListSalesQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  shift?: string;
};

export type TieSaleBody = {
  /** A payment of `GET /shifts/{id}/payments`. */
  session: string;
};

export type CreateRefundBody = {
  /** A payment that has succeeded. */
  payment: string;
  /** Whole number in the currency's minor unit. Default: the whole remaining amount. On a rail that refunds only whole payments it is the payment's `charged_amount`. */
  amount?: number;
  reason?: 'requested_by_customer' | 'duplicate' | 'fraudulent' | null;
  /** The amount that the refund takes back of each share. Shares that are not named stay: with an empty list you bear the whole refund. Default: each share in proportion to everything refunded so far. */
  split?: Array<NamedReturn>;
  /** Your own id of this record, unique for its kind of record, integration and mode. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  reference?: string | null;
  /** Up to 50 key-value pairs of strings for your own use. */
  metadata?: Record<string, string>;
};

export type ListRefundsQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  payment?: string;
  /** The customer: `cus_…`, or a phone number in international format (E.164). Spaces, hyphens, dots and parentheses between the digits are ignored. The number must exist in the numbering plan of its country. */
  customer?: string;
  status?: 'pending' | 'succeeded' | 'failed';
  /** ISO 4217 code of an enabled currency. */
  currency?: string;
  /** Your own id of this record, unique for its kind of record, integration and mode. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  reference?: string;
};

export type ListMyPaymentsQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  status?: 'pending' | 'requires_action' | 'processing' | 'requires_capture' | 'succeeded' | 'failed' | 'all';
  /** ISO 4217 code of an enabled currency. */
  currency?: string;
};

export type ApprovePaymentBody = {
  /** The `challenge` from the earlier answer: `ch_…`. */
  challenge?: string;
  /** The digits from the message or the authenticator; for `totp` also a recovery code. Spaces, dashes and invisible marks between digits are ignored. Full-width, Arabic-Indic and Extended Arabic-Indic digits are read as 0 to 9. */
  code?: string;
};

export type ListMyRefundsQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  payment?: string;
  status?: 'pending' | 'succeeded' | 'failed';
  /** ISO 4217 code of an enabled currency. */
  currency?: string;
};

export type GetMyWalletQuery = {
  /** The default wallet in this currency instead of the first. */
  currency?: string;
};

export type ListWalletsQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  /** ISO 4217 code of an enabled currency. */
  currency?: string;
  status?: 'active' | 'frozen' | 'closed';
};

export type CreateWalletBody = {
  /** ISO 4217 code of an enabled currency. */
  currency: string;
  /** A name for people. It need not be unique. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. Joiners and variation selectors are allowed where a script or an emoji needs them. */
  label?: string | null;
  /** Up to 50 key-value pairs of strings for your own use. */
  metadata?: Record<string, string>;
};

export type GetWalletQuery = {
  /** Show the total at this RFC 3339 time, including lines written at that instant. Past reservations are not stored, so `reserved` is 0. All other fields have their current values. */
  at?: string | Date;
};

export type ListWalletEntriesQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
};

export type ListWalletEntriesAsCsvQuery = {
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
};

export type CreateTransferBody = {
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
  /** true: report what would happen, with 200. Nothing is written, and the Idempotency-Key is not kept. Invalid input is refused as always. */
  dry_run?: boolean;
};

export type CreateTransferBulkBody = {
  /** `all_or_nothing`: one transaction; if an item cannot be carried out, nothing is. `each`: every item has its own result. */
  mode: 'all_or_nothing' | 'each';
  /** true: report what would happen, with 200. Nothing is written, and the Idempotency-Key is not kept. Invalid input is refused as always. */
  dry_run?: boolean;
  /** Up to 50 key-value pairs of strings for your own use. */
  metadata?: Record<string, string>;
  items: Array<NewTransfer>;
};

export type CreateTransferBulkQuery = {
  /** Only with a file. true: report what would happen. */
  dry_run?: boolean;
  /** Only with CSV and NDJSON, and then required: `all_or_nothing` or `each`. */
  mode: 'all_or_nothing' | 'each';
};

export type ListTransfersQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  /** ISO 4217 code of an enabled currency. */
  currency?: string;
  /** Your own id of this record, unique for its kind of record, integration and mode. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  reference?: string;
};

export type CreateHoldBody = {
  /** Your wallet. Default: your default wallet in this currency. */
  wallet?: string;
  /** Whole number in the currency's minor unit. */
  amount: number;
  /** ISO 4217 code of an enabled currency. */
  currency: string;
  /** When what is left goes back, at most 366 days from now. */
  expires_at: string;
  /** The wallet that captures pay: a wallet id, or the phone of a customer who has a wallet here. Without it each capture names one. Spaces, hyphens, dots and parentheses between the digits are ignored. The number must exist in the numbering plan of its country. */
  to?: string | null;
  /** Only both deciders together end the hold: they release the whole amount to `to`, which is then required, or return it. You can neither capture nor release it. */
  escrow?: {
    /** Two different owners of wallets. */
    deciders: Array<string>;
  } | null;
  /** Your own id of this record, unique for its kind of record, integration and mode. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  reference?: string | null;
  /** Line feeds and tabs are the only control characters allowed. */
  description?: string | null;
  /** Up to 50 key-value pairs of strings for your own use. */
  metadata?: Record<string, string>;
};

export type ListHoldsQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  status?: 'open' | 'captured' | 'released' | 'expired';
  wallet?: string;
  /** Your own id of this record, unique for its kind of record, integration and mode. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  reference?: string;
};

export type CaptureHoldBody = {
  /** Default: all that is still held. */
  amount?: number;
  /** true: what is left afterwards goes back to the wallet at once. Default: false. */
  final?: boolean;
  /** A wallet id, or the phone of a customer who has a wallet here. Required if the hold has no `to`; otherwise leave it out. Spaces, hyphens, dots and parentheses between the digits are ignored. The number must exist in the numbering plan of its country. */
  to?: string;
};

export type ListEscrowsQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  /** `waiting`: open, and you have not decided. */
  status?: 'waiting' | 'open' | 'captured' | 'released' | 'expired' | 'all';
};

export type DecideHoldBody = {
  /** `release`: pay the receiver. `return`: give the money back to the payer. */
  decision: 'release' | 'return';
};

export type CreateMovementBody = {
  debits: Array<NewDebit>;
  credits: Array<NewCredit>;
  /** Your own id of this record, unique for its kind of record, integration and mode. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  reference?: string | null;
  /** Line feeds and tabs are the only control characters allowed. */
  description?: string | null;
  /** Up to 50 key-value pairs of strings for your own use. */
  metadata?: Record<string, string>;
};

export type ListMovementsQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  /** Your own id of this record, unique for its kind of record, integration and mode. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  reference?: string;
  reverses?: string;
};

export type ReverseTransferBody = {
  /** In minor units. Default: all that is not reversed yet. */
  amount?: number;
  /** Your own id of this record, unique for its kind of record, integration and mode. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  reference?: string | null;
  /** Line feeds and tabs are the only control characters allowed. */
  description?: string | null;
  /** Up to 50 key-value pairs of strings for your own use. */
  metadata?: Record<string, string>;
};

export type RequestSplitPartnerBody = {
  /** A wallet of another merchant, or of a customer. */
  wallet: string;
  reserve?: {
    /** The part of each share, in hundredths of a percent, rounded down to the minor unit. */
    basis_points: number;
    /** Whole days. The part is released at the first midnight (UTC) after them. */
    days: number;
  } | null;
};

export type ListSplitPartnersQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  /** `marketplace`: the wallets that you asked. `owner`: your own wallets that others asked. Default: `marketplace` with an integration, otherwise `owner`. */
  as?: 'marketplace' | 'owner';
  status?: 'requested' | 'accepted' | 'refused' | 'revoked';
  wallet?: string;
};

export type GetSplitPartnerReportQuery = {
  /** The first day, such as `2026-01-01`. */
  from: string;
  /** The last day. At most 400 days. */
  to: string;
  /** A time zone of the IANA database, such as `Africa/Dakar`. Default: UTC. */
  time_zone?: string;
  format?: 'json' | 'csv';
};

export type GetSplitPartnerReportAsCsvQuery = {
  /** The first day, such as `2026-01-01`. */
  from: string;
  /** The last day. At most 400 days. */
  to: string;
  /** A time zone of the IANA database, such as `Africa/Dakar`. Default: UTC. */
  time_zone?: string;
  format?: 'json' | 'csv';
};

export type AcceptSplitPartnerBody = {
  /** Equal to `proposed_reserve`. Required if that is not null. */
  reserve?: {
    /** The part of each share, in hundredths of a percent, rounded down to the minor unit. */
    basis_points: number;
    /** Whole days. The part is released at the first midnight (UTC) after them. */
    days: number;
  } | null;
};

export type CreatePayoutBody = {
  /** ISO 4217 code of an enabled currency. */
  currency: string;
  /** The wallet that pays. Default: your default wallet in this currency. It must be a wallet of your merchant. */
  wallet?: string;
  /** The rail that pays every phone of the payout: a slug of `GET /rails`, or `sandbox` in test mode. Default: a phone that has a wallet here is paid into it, and the rail that reaches the phone pays any other. */
  rail?: string;
  /** `receiver`: the fee of each item and its tax are taken from its `amount`, which must be above them. The limits of rails and recipients apply to the `sent_amount`. Default: `merchant`. */
  fee_bearer?: 'merchant' | 'receiver';
  /** Your own id of this record, unique for its kind of record, integration and mode. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  reference?: string | null;
  items: Array<NewPayoutItem>;
  /** Up to 50 key-value pairs of strings for your own use. */
  metadata?: Record<string, string>;
  /** true: report what would happen, with 200. Nothing is written, and the Idempotency-Key is not kept. Invalid input is refused as always. */
  dry_run?: boolean;
};

export type CreatePayoutQuery = {
  /** Only with a file. true: report what would happen. */
  dry_run?: boolean;
  /** Only with CSV, and then required: ISO 4217 code. */
  currency: string;
  /** Only with CSV. The wallet that pays. Default: your default wallet in this currency. It must be a wallet of your merchant. */
  wallet?: string;
  /** Only with CSV. The rail that pays every phone of the payout: a slug of `GET /rails`, or `sandbox` in test mode. Default: a phone that has a wallet here is paid into it, and the rail that reaches the phone pays any other. */
  rail?: string;
  /** Only with CSV. `receiver`: the fee of each item and its tax are taken from its `amount`, which must be above them. The limits of rails and recipients apply to the `sent_amount`. Default: `merchant`. */
  fee_bearer?: 'merchant' | 'receiver';
  /** Only with CSV. Your own id of the payout, unique. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  reference?: string;
};

export type ListPayoutsQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  status?: 'pending' | 'processing' | 'completed' | 'canceled';
  /** ISO 4217 code of an enabled currency. */
  currency?: string;
  /** Your own id of this record, unique for its kind of record, integration and mode. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  reference?: string;
  /** Only payouts that wait for a second person. */
  approval?: 'pending';
  /** Only the payout with this item, such as the `source` of a statement's entry. */
  item?: string;
};

export type ListPayoutItemsQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  status?: 'pending' | 'processing' | 'succeeded' | 'failed' | 'canceled' | 'returned';
  name_match?: 'full' | 'partial' | 'none' | 'unknown';
  /** Your own id of this record, unique for its kind of record, integration and mode. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  reference?: string;
};

export type ListPayoutItemsAsCsvQuery = {
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  status?: 'pending' | 'processing' | 'succeeded' | 'failed' | 'canceled' | 'returned';
  name_match?: 'full' | 'partial' | 'none' | 'unknown';
  /** Your own id of this record, unique for its kind of record, integration and mode. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  reference?: string;
};

export type RejectPayoutBody = {
  /** The reason, for the audit log. Line feeds and tabs are the only control characters allowed. */
  reason: string;
};

export type CheckNamesBody = {
  /** ISO 4217 code of an enabled currency. */
  currency: string;
  /** The rail of the payout, if it will name one. */
  rail?: string;
  items: Array<{
    /** Spaces, hyphens, dots and parentheses between the digits are ignored. The number must exist in the numbering plan of its country. */
    recipient: string;
    /** Whole number in the currency's minor unit. */
    amount: number;
    /** The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. Joiners and variation selectors are allowed where a script or an emoji needs them. */
    name?: string | null;
  }>;
};

export type CreateWebhookBody = {
  /** An https URL on a public address, without user name or password. A host in another script is stored and sent in punycode, a path percent-encoded. The sandbox also accepts http and loopback addresses. */
  url: string;
  /** The kinds of event to send here. `payment.*` means every kind about payments, `*` means every kind. */
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
  /** Your own headers for every delivery to this endpoint, such as a token for your gateway: up to 16, in printable ASCII. The values are encrypted and never shown. You cannot set headers of HTTP itself, of the signature, or `Content-Type`. */
  headers?: Record<string, string> | null;
  /** Line feeds and tabs are the only control characters allowed. */
  description?: string | null;
  /** Up to 50 key-value pairs of strings for your own use. */
  metadata?: Record<string, string>;
};

export type ListWebhooksQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  status?: 'enabled' | 'disabled';
};

export type UpdateWebhookBody = {
  /** An https URL on a public address, without user name or password. A host in another script is stored and sent in punycode, a path percent-encoded. The sandbox also accepts http and loopback addresses. */
  url?: string;
  /** The kinds of event to send here. `payment.*` means every kind about payments, `*` means every kind. */
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
  /** Your own headers for every delivery to this endpoint, such as a token for your gateway: up to 16, in printable ASCII. The values are encrypted and never shown. You cannot set headers of HTTP itself, of the signature, or `Content-Type`. Headers that you do not name stay. Null as a value removes the header; null instead of the object removes all. */
  headers?: Record<string, string | null> | null;
  /** Line feeds and tabs are the only control characters allowed. */
  description?: string | null;
  /** Up to 50 key-value pairs of strings for your own use. */
  metadata?: Record<string, string>;
  status?: 'enabled' | 'disabled';
};

export type RollWebhookSecretBody = {
  /** The time for which the old secret still signs. Default: 86400 (a day). */
  overlap_seconds?: number;
};

export type ListWebhookDeliveriesQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  status?: 'pending' | 'succeeded' | 'dead' | 'held';
};

export type ReplayWebhookBody = {
  /** RFC 3339, UTC, milliseconds. */
  since: string;
  /** Default and maximum: now. */
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
  >;
  /** Default: failed (dead and held). */
  status?: 'dead' | 'held' | 'failed' | 'all';
};

export type ListReplaysQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  status?: 'running' | 'completed';
};

export type ListInboxQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
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
};

export type ListEventsQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
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
};

export type ListRequestLogsQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** failed: status 400 and above. */
  outcome?: 'succeeded' | 'failed';
  status?: number;
  /** Only requests with exactly this path. */
  path?: string;
  error_code?: string;
  api_key?: string;
  idempotency_key?: string;
};

export type GetSummaryQuery = {
  /** ISO 4217 code of an enabled currency. */
  currency: string;
  /** Only the payments of this branch, and their refunds. The balance is still that of all wallets. */
  branch?: string;
  /** Rounded down to the full hour. Default: 30 days, including the day of `until`. */
  since?: string | Date;
  /** A time zone of the IANA database, such as `Africa/Dakar`. Default: the merchant's time zone. */
  time_zone?: string;
  /** Default: now. At most 92 days after `since`. */
  until?: string | Date;
};

export type SearchQuery = {
  /** The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. */
  q: string;
};

export type ListCurrenciesQuery = {
  /** Return only the first records. Without it, all are on one page. */
  limit?: number;
};

export type QuoteFeeQuery = {
  kind: 'payment' | 'payout';
  /** Whole number in the currency's minor unit. */
  amount: number;
  /** ISO 4217 code of an enabled currency. */
  currency: string;
  /** The rail of the payment, or the rail that the payout names. */
  rail?: string;
  /** The `fee_bearer` of the payment or the payout: `payer` only for payments, `receiver` only for payouts. Default: for a payment the `fee_bearer` of the merchant settings, for a payout `merchant`. */
  bearer?: 'merchant' | 'payer' | 'receiver';
};

export type ListOwnRailsQuery = {
  /** Phone number in international format (E.164). Spaces, hyphens, dots and parentheses between the digits are ignored. The number must exist in the numbering plan of its country. */
  phone?: string;
  /** ISO 4217 code of an enabled currency. */
  currency?: string;
  /** In minor units. */
  amount?: number;
  direction?: 'collect' | 'payout';
};

export type LoginBody = {
  /** Phone number in international format (E.164). Spaces, hyphens, dots and parentheses between the digits are ignored. The number must exist in the numbering plan of its country. */
  phone: string;
  password: string;
  /** The world to log in to. Default: live if this deployment has live mode, otherwise test. */
  mode?: 'live' | 'test';
  /** For a new device while the account answers 429: the challenge from `POST /auth/device`, together with its `code`. */
  challenge?: string;
  /** The digits from the message or the authenticator; for `totp` also a recovery code. Spaces, dashes and invisible marks between digits are ignored. Full-width, Arabic-Indic and Extended Arabic-Indic digits are read as 0 to 9. */
  code?: string;
};

export type LoginMerchantBody = {
  /** Phone number in international format (E.164). Spaces, hyphens, dots and parentheses between the digits are ignored. The number must exist in the numbering plan of its country. */
  phone: string;
  password: string;
  /** The world to log in to. Default: live if this deployment has live mode, otherwise test. */
  mode?: 'live' | 'test';
  /** For a new device while the account answers 429: the challenge from `POST /auth/device`, together with its `code`. */
  challenge?: string;
  /** The digits from the message or the authenticator; for `totp` also a recovery code. Spaces, dashes and invisible marks between digits are ignored. Full-width, Arabic-Indic and Extended Arabic-Indic digits are read as 0 to 9. */
  code?: string;
};

export type LoginDeveloperBody = {
  email: string;
  password: string;
  /** For a new device while the account answers 429: the challenge from `POST /auth/device`, together with its `code`. */
  challenge?: string;
  /** The digits from the message or the authenticator; for `totp` also a recovery code. Spaces, dashes and invisible marks between digits are ignored. Full-width, Arabic-Indic and Extended Arabic-Indic digits are read as 0 to 9. */
  code?: string;
};

export type LoginOperatorBody = {
  email: string;
  password: string;
  /** For a new device while the account answers 429: the challenge from `POST /auth/device`, together with its `code`. */
  challenge?: string;
  /** The digits from the message or the authenticator; for `totp` also a recovery code. Spaces, dashes and invisible marks between digits are ignored. Full-width, Arabic-Indic and Extended Arabic-Indic digits are read as 0 to 9. */
  code?: string;
};

export type RegisterBody = {
  /** Phone number in international format (E.164). Spaces, hyphens, dots and parentheses between the digits are ignored. The number must exist in the numbering plan of its country. */
  phone: string;
  /** At least 8 characters; developers and operators need 15, or a second factor. It must not be a common password, nor consist mainly of the phone, e-mail address, name or service name. */
  password: string;
  /** The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. Joiners and variation selectors are allowed where a script or an emoji needs them. */
  name?: string;
  /** The language of messages to this person. */
  language?: 'en' | 'fr' | 'es' | 'pt' | 'ht' | 'sw';
  /** The world to log in to. Default: live if this deployment has live mode, otherwise test. */
  mode?: 'live' | 'test';
};

export type RegisterMerchantBody = {
  /** Phone number in international format (E.164). Spaces, hyphens, dots and parentheses between the digits are ignored. The number must exist in the numbering plan of its country. */
  phone: string;
  /** At least 8 characters; developers and operators need 15, or a second factor. It must not be a common password, nor consist mainly of the phone, e-mail address, name or service name. */
  password: string;
  /** The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. Joiners and variation selectors are allowed where a script or an emoji needs them. */
  business_name: string;
  /** The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. Joiners and variation selectors are allowed where a script or an emoji needs them. */
  name?: string;
  /** The language of messages to this person. */
  language?: 'en' | 'fr' | 'es' | 'pt' | 'ht' | 'sw';
};

export type AcceptInvitationBody = {
  /** The token from the invitation link. */
  token: string;
  password: string;
  /** The name for a new account. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. Joiners and variation selectors are allowed where a script or an emoji needs them. */
  name?: string;
};

export type VerifyTwoFactorBody = {
  /** The `challenge` from the earlier answer: `ch_…`. */
  challenge: string;
  /** The digits from the message or the authenticator; for `totp` also a recovery code. Spaces, dashes and invisible marks between digits are ignored. Full-width, Arabic-Indic and Extended Arabic-Indic digits are read as 0 to 9. */
  code: string;
};

export type ResendCodeBody = {
  /** The `challenge` from the earlier answer: `ch_…`. */
  challenge: string;
};

export type RefreshTokensBody = {
  refresh_token?: string;
};

export type LogoutBody = {
  /** true: end every session of the account. */
  everywhere?: boolean;
};

export type ListSessionsQuery = {
  /** Return only the first records. Without it, all are on one page. */
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
};

export type ForgotPasswordBody = {
  /** Default: customer. */
  account_type?: 'customer' | 'merchant' | 'developer' | 'operator';
  /** E.164. Required for customers and merchants. Spaces, hyphens, dots and parentheses between the digits are ignored. The number must exist in the numbering plan of its country. */
  phone?: string;
  /** Required for developers and operators. */
  email?: string;
  /** The world to log in to. Default: live if this deployment has live mode, otherwise test. */
  mode?: 'live' | 'test';
};

export type ResetPasswordBody = {
  /** The `challenge` from the earlier answer: `ch_…`. */
  challenge: string;
  /** The digits from the message or the authenticator; for `totp` also a recovery code. Spaces, dashes and invisible marks between digits are ignored. Full-width, Arabic-Indic and Extended Arabic-Indic digits are read as 0 to 9. */
  code: string;
  /** At least 8 characters; developers and operators need 15, or a second factor. It must not be a common password, nor consist mainly of the phone, e-mail address, name or service name. */
  password: string;
};

export type AskDeviceCodeBody = {
  /** Default: customer. */
  account_type?: 'customer' | 'merchant' | 'developer' | 'operator';
  /** E.164. Required for customers and merchants. Spaces, hyphens, dots and parentheses between the digits are ignored. The number must exist in the numbering plan of its country. */
  phone?: string;
  /** Required for developers and operators. */
  email?: string;
  /** The world to log in to. Default: live if this deployment has live mode, otherwise test. */
  mode?: 'live' | 'test';
};

export type ChangePasswordBody = {
  current_password: string;
  /** At least 8 characters; developers and operators need 15, or a second factor. It must not be a common password, nor consist mainly of the phone, e-mail address, name or service name. */
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
  /** The `challenge` from the earlier answer: `ch_…`. */
  challenge: string;
  /** The digits from the message or the authenticator; for `totp` also a recovery code. Spaces, dashes and invisible marks between digits are ignored. Full-width, Arabic-Indic and Extended Arabic-Indic digits are read as 0 to 9. */
  code: string;
};

export type UpdateMeBody = {
  /** The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. Joiners and variation selectors are allowed where a script or an emoji needs them. */
  name?: string;
  language?: 'en' | 'fr' | 'es' | 'pt' | 'ht' | 'sw';
};

export type CreateIntegrationBody = {
  /** A name that is unique among the merchant's integrations. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  name: string;
};

export type ListIntegrationsQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
};

export type UpdateIntegrationBody = {
  /** A name that is unique among the merchant's integrations. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  name?: string;
  /** At most 20 origins: `https://`, a host and an optional port, without a path. `http://` works for localhost in test mode. */
  origins?: Array<string>;
};

export type CreateInvitationBody = {
  email: string;
  role: 'owner' | 'developer' | 'accountant' | 'viewer' | 'till';
};

export type ListInvitationsQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
};

export type JoinIntegrationBody = {
  /** The token from the invitation link. */
  token: string;
};

export type ListDevelopersQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
};

export type UpdateDeveloperBody = {
  role: 'owner' | 'developer' | 'accountant' | 'viewer' | 'till';
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
    | 'rails:read'
    | 'checkout:read'
    | 'checkout:write'
    | 'holds:read'
    | 'holds:write'
    | 'schedules:read'
    | 'schedules:write'
  >;
  /** true: if `scopes` names neither `webhooks:read` nor `webhooks:write`, the key gets both too. false: the key gets exactly `scopes`. Default: true. */
  webhooks?: boolean;
  /** The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. Joiners and variation selectors are allowed where a script or an emoji needs them. */
  label?: string;
  /** Default: false. */
  livemode?: boolean;
};

export type ListKeysQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
};

export type RollKeyBody = {
  /** The time for which the old key still works. Default: 86400 (a day). */
  overlap_seconds?: number;
};

export type ListMerchantsQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  /** An id, a phone (with or without plus, or as dialled in its country), the beginning of an e-mail address, or the beginning of words of a name. Case and accents are ignored. A search with more than 1 000 matches is not read: type more. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. */
  search?: string;
};

export type RevokeLiveBody = {
  /** Line feeds and tabs are the only control characters allowed. */
  reason: string;
};

export type ListTenantLoadQuery = {
  window?: 'minute' | 'hour';
  limit?: number;
  /** The number of integrations to skip, from the highest load. */
  offset?: number;
};

export type ThrottleIntegrationBody = {
  mode: 'live' | 'test';
  /** The rate on each node. 0 refuses every request. */
  requests_per_second: number;
  /** The reason, for the audit log. Line feeds and tabs are the only control characters allowed. */
  reason: string;
};

export type UnthrottleIntegrationBody = {
  mode: 'live' | 'test';
  /** The reason, for the audit log. Line feeds and tabs are the only control characters allowed. */
  reason: string;
};

export type ListAccountsQuery = {
  /** Phone number in international format (E.164). Spaces, hyphens, dots and parentheses between the digits are ignored. The number must exist in the numbering plan of its country. */
  phone?: string;
  email?: string;
  /** An id, a phone (with or without plus, or as dialled in its country), the beginning of an e-mail address, or the beginning of words of a name. Case and accents are ignored. A search with more than 1 000 matches is not read: type more. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. */
  search?: string;
  /** Default without a search: customer. */
  type?: 'customer' | 'merchant' | 'developer' | 'operator';
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  order?: 'desc' | 'asc';
};

export type SuspendAccountBody = {
  /** The reason, for the audit log. Line feeds and tabs are the only control characters allowed. */
  reason: string;
};

export type ListWalletsOfQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  /** ISO 4217 code of an enabled currency. */
  currency?: string;
  status?: 'active' | 'frozen' | 'closed';
  /** Default: both. */
  mode?: 'live' | 'test';
  /** `usr_…` or `mer_…` */
  owner: string;
};

export type ListAnyEntriesQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
};

export type FreezeWalletBody = {
  reason: 'fraud' | 'kyc';
};

export type UnfreezeWalletBody = {
  /** The reason. Required if the wallet is frozen for fraud. Line feeds and tabs are the only control characters allowed. */
  reason?: string;
};

export type ListAnyPaymentsQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  /** E.164. Required without `integration`. Spaces, hyphens, dots and parentheses between the digits are ignored. The number must exist in the numbering plan of its country. */
  customer?: string;
  /** Required without `customer`. */
  integration?: string;
  /** With `customer`, the default is both. With `integration`: Default: live if the deployment has live mode, otherwise test. */
  mode?: 'live' | 'test';
  status?: 'pending' | 'requires_action' | 'processing' | 'requires_capture' | 'succeeded' | 'failed';
  /** ISO 4217 code of an enabled currency. */
  currency?: string;
  /** Your own id of this record, unique for its kind of record, integration and mode. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  reference?: string;
};

export type GetAnyPaymentTimelineQuery = {
  /** Return only the first records. Without it, all are on one page. */
  limit?: number;
};

export type ListAnyPayoutsQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  /** Default: live if the deployment has live mode, otherwise test. */
  mode?: 'live' | 'test';
  status?: 'pending' | 'processing' | 'completed' | 'canceled';
  /** ISO 4217 code of an enabled currency. */
  currency?: string;
  /** Your own id of this record, unique for its kind of record, integration and mode. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  reference?: string;
  integration: string;
};

export type ListAnyPayoutItemsQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  status?: 'pending' | 'processing' | 'succeeded' | 'failed' | 'canceled' | 'returned';
  name_match?: 'full' | 'partial' | 'none' | 'unknown';
  /** Your own id of this record, unique for its kind of record, integration and mode. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  reference?: string;
};

export type CancelAnyPayoutBody = {
  /** The reason, for the audit log. Line feeds and tabs are the only control characters allowed. */
  reason: string;
};

export type ListSystemWalletsQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  /** ISO 4217 code of an enabled currency. */
  currency?: string;
  /** Default: both. */
  mode?: 'live' | 'test';
};

export type AddRailBody = {
  provider: string;
  /** The name of the rail in payments, payouts and the books (`clearing:<slug>`). It is never used again. */
  slug: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** ISO 4217. */
  currency: string;
  livemode: boolean;
  merchant?: string | null;
  /** The base address of the provider's API. */
  base_url?: string;
  /** The provider's fields, as `GET /operator/providers` lists them. They are stored encrypted and never returned. */
  credentials: Record<string, unknown>;
  /** Phone prefixes with the country code, without plus. They override the numbering plan. Empty: the rail is reached by request, by memory of the phone, or by lookup. */
  prefixes?: Array<string>;
  /** The least amount in minor units. It narrows the provider's own bound. */
  minimum?: number | null;
  /** The most in minor units. It narrows the provider's own bound. */
  maximum?: number | null;
  /** The rail with the lowest number is used first. */
  priority?: number;
  /** Calls per second of all nodes together. Null: no limit. */
  calls_per_second?: number | null;
  /** Unanswered calls of one node. Null: no limit. */
  concurrency?: number | null;
  /** The most that the rail pays out in a day (UTC), in minor units. Null: no limit. */
  payout_day_maximum?: number | null;
  /** An alarm is raised when the float at the provider is lower, in minor units. */
  float_minimum?: number | null;
  /** Networks (CIDR) from which callbacks are accepted. Empty: any. */
  callback_sources?: Array<string>;
  /** The reason, for the audit log. Line feeds and tabs are the only control characters allowed. */
  reason: string;
};

export type UpdateRailSettingsBody = {
  /** Phone prefixes with the country code, without plus. They override the numbering plan. Empty: the rail is reached by request, by memory of the phone, or by lookup. */
  prefixes?: Array<string>;
  /** The least amount in minor units. It narrows the provider's own bound. */
  minimum?: number | null;
  /** The most in minor units. It narrows the provider's own bound. */
  maximum?: number | null;
  /** The rail with the lowest number is used first. */
  priority?: number;
  /** Calls per second of all nodes together. Null: no limit. */
  calls_per_second?: number | null;
  /** Unanswered calls of one node. Null: no limit. */
  concurrency?: number | null;
  /** The most that the rail pays out in a day (UTC), in minor units. Null: no limit. */
  payout_day_maximum?: number | null;
  /** An alarm is raised when the float at the provider is lower, in minor units. */
  float_minimum?: number | null;
  /** Networks (CIDR) from which callbacks are accepted. Empty: any. */
  callback_sources?: Array<string>;
};

export type RotateRailBody = {
  /** The provider's fields, as `GET /operator/providers` lists them. They are stored encrypted and never returned. */
  credentials: Record<string, unknown>;
  /** The base address of the provider's API. */
  base_url?: string;
  /** The reason, for the audit log. Line feeds and tabs are the only control characters allowed. */
  reason: string;
};

export type RequestRailApprovalBody = {
  /** The reason, for the audit log. Line feeds and tabs are the only control characters allowed. */
  reason: string;
};

export type PauseRailBody = {
  /** The reason, for the audit log. Line feeds and tabs are the only control characters allowed. */
  reason: string;
};

export type ResumeRailBody = {
  /** The reason, for the audit log. Line feeds and tabs are the only control characters allowed. */
  reason: string;
};

export type RemoveRailBody = {
  /** The reason, for the audit log. Line feeds and tabs are the only control characters allowed. */
  reason: string;
};

export type ListNamesQuery = {
  /** Up to 50 ids, separated by commas. */
  ids: string;
};

export type ListSealsQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  order?: 'desc' | 'asc';
};

export type ListFeesQuery = {
  merchant?: string;
};

export type SetFeeBody = {
  merchant: string;
  livemode: boolean;
  /** ISO 4217 code of an enabled currency. */
  currency: string;
  basis_points?: number;
  /** Whole number in the currency's minor unit. */
  fixed?: number;
  charged_on?: 'payment' | 'payout';
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
  /** The reason, for the audit log. Line feeds and tabs are the only control characters allowed. */
  reason: string;
};

export type SetLimitBody = {
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
  /** The reason, for the audit log. Line feeds and tabs are the only control characters allowed. */
  reason: string;
};

export type ListAuditQuery = {
  /** The id of a record. */
  target?: string;
  /** The id of the actor. */
  actor?: string;
  /** Actions by this account, and actions on it. */
  account?: string;
  action?: string;
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  order?: 'desc' | 'asc';
};

export type RequestCashInBody = {
  wallet: string;
  /** Whole number in the currency's minor unit. */
  amount: number;
  /** The bank's or the desk's own number, unique in each mode. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  reference?: string;
  /** The reason, for the audit log. Line feeds and tabs are the only control characters allowed. */
  reason: string;
};

export type RequestAdjustmentBody = {
  wallet: string;
  /** Whole number in the currency's minor unit. */
  amount: number;
  /** credit: into the wallet; debit: out of it. */
  direction: 'credit' | 'debit';
  /** The reason, for the audit log. Line feeds and tabs are the only control characters allowed. */
  reason: string;
};

export type RequestOperatorBody = {
  email: string;
  /** The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. Joiners and variation selectors are allowed where a script or an emoji needs them. */
  name: string;
  role: 'support' | 'compliance' | 'finance' | 'admin';
  /** The reason, for the audit log. Line feeds and tabs are the only control characters allowed. */
  reason: string;
};

export type ListApprovalsQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  status?: 'pending' | 'approved' | 'rejected' | 'expired';
  kind?:
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
};

export type RejectBody = {
  /** The reason, for the audit log. Line feeds and tabs are the only control characters allowed. */
  reason: string;
};

export type ListKycDocumentsQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
};

export type CreateKycSubmissionBody = {
  /** The name as the document spells it. It must contain a letter. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. Joiners and variation selectors are allowed where a script or an emoji needs them. */
  name: string;
  /** RFC 3339 full-date: `1990-04-23`. */
  date_of_birth: string;
  /** The number of the document. It must contain at least 3 letters or digits. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  document_number: string;
  document_type: 'passport' | 'national_id' | 'driving_licence' | 'voter_card' | 'other';
  /** The ids of your uploaded documents. */
  documents?: Array<string>;
};

export type ListKycSubmissionsQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
};

export type ListKycReviewsQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  status?: 'pending' | 'approved' | 'rejected' | 'superseded';
  user?: string;
  /** Default: both. */
  mode?: 'live' | 'test';
};

export type ApproveKycBody = {
  /** The tier that sets the limits. Default: 1. */
  tier?: number;
};

export type RejectKycBody = {
  /** The reason, for the customer to read. It must not repeat the document number or the date of birth. Line feeds and tabs are the only control characters allowed. */
  reason: string;
  /** true: also revoke an approval, if this is the customer's newest submission. */
  revoke?: boolean;
  /** true: freeze the customer's wallets. */
  freeze?: boolean;
  /** Only with `freeze: true`. Default: `kyc`. */
  freeze_reason?: 'fraud' | 'kyc';
};

export type ListParkedSettlementsQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  status?: 'open' | 'resolved';
  kind?: 'payment' | 'refund' | 'payout' | 'payout_item';
  /** Default: both. */
  mode?: 'live' | 'test';
};

export type RetryParkedSettlementBody = {
  /** The reason, for the audit log. Line feeds and tabs are the only control characters allowed. */
  reason: string;
};

export type ListCallbacksQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  /** The slug of the rail. */
  rail?: string;
  /** The id of a payment, a refund or a payout item. */
  record?: string;
  outcome?:
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
  /** Default: both. */
  mode?: 'live' | 'test';
};

export type ListCasesQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  status?: 'open' | 'closed';
  kind?:
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
  /** The slug of the rail. */
  rail?: string;
  /** An id, or a receipt of a provider. */
  record?: string;
  assigned_to?: string;
  /** Default: both. */
  mode?: 'live' | 'test';
};

export type AssignCaseBody = {
  /** The operator who works on it; null for nobody. */
  operator: string | null;
};

export type CommentCaseBody = {
  /** Line feeds and tabs are the only control characters allowed. */
  text: string;
};

export type CloseCaseBody = {
  /** The findings, and the acts that followed. Line feeds and tabs are the only control characters allowed. */
  resolution: string;
};

export type AssignCaseMoneyBody = {
  /** In the currency and mode of the case. */
  wallet: string;
  /** The reason, for the audit log. Line feeds and tabs are the only control characters allowed. */
  reason: string;
};

export type ReturnCaseMoneyBody = {
  /** The provider's own id of the return. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  provider_reference: string;
  /** The reason, for the audit log. Line feeds and tabs are the only control characters allowed. */
  reason: string;
};

export type SettleCaseRecordBody = {
  /** The outcome in the provider's records. */
  outcome: 'succeeded' | 'failed';
  /** For a success. asked: the amount of the record. reported: the amount of the case, which the provider received; it becomes the amount of the payment, and the fee stays. */
  amount?: 'asked' | 'reported';
  /** The provider's own id of the operation, such as its receipt. Required for a success. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  provider_reference?: string;
  /** The reason, for the audit log. Line feeds and tabs are the only control characters allowed. */
  reason: string;
};

export type AddMatchingRuleBody = {
  /** The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. Joiners and variation selectors are allowed where a script or an emoji needs them. */
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
};

export type EnableMatchingRuleBody = {
  enabled: boolean;
};

export type CreateStatementFileQuery = {
  /** The slug of the rail. */
  rail: string;
  /** The name of the file. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. Joiners and variation selectors are allowed where a script or an emoji needs them. */
  name: string;
};

export type ListStatementFilesQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  /** The slug of the rail. */
  rail?: string;
  status?: 'receiving' | 'waiting' | 'reading' | 'imported' | 'refused';
};

export type AddStatementLayoutBody = {
  /** A new name. */
  name: string;
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
    /** The sheet of a workbook. Without it, a workbook has one visible sheet. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. Joiners and variation selectors are allowed where a script or an emoji needs them. */
    sheet?: string;
    /** If no column has it. */
    currency?: string;
    /** As `dd/MM/yyyy HH:mm[:ss]`. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. Joiners and variation selectors are allowed where a script or an emoji needs them. */
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
};

export type PreviewStatementLayoutQuery = {
  /** The name of a layout. */
  layout?: string;
  /** Or a layout that does not exist yet, as JSON. */
  definition?: string;
};

export type ListStatementLinesQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  /** The slug of the rail. */
  rail?: string;
  file?: string;
  day?: string;
};

export type MarkTimingBody = {
  until: string;
  /** The reason, for the audit log. Line feeds and tabs are the only control characters allowed. */
  reason: string;
};

export type MatchCaseBody = {
  lines: Array<string>;
  entries: Array<string>;
  /** The reason, for the audit log. Line feeds and tabs are the only control characters allowed. */
  reason: string;
};

export type ResolveCaseBody = {
  decision: 'suspense' | 'write_off' | 'fee';
  /** The reason, for the audit log. Line feeds and tabs are the only control characters allowed. */
  reason: string;
};

export type SetReconciledRailBody = {
  /** The layout of its statement files. */
  layout: string;
  /** The account that its statements name. Null: any. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  account?: string | null;
  /** The IANA time zone whose days the provider books by, for example `Africa/Nairobi`. */
  time_zone?: string;
  /** Days after which a movement that the other side lacks is an exception. */
  delay_days?: number;
  /** Charges that only the statement tells are posted from it. */
  posts_fees?: boolean;
};

export type TryMatchingRuleQuery = {
  /** Default: the rule's rail. Required if it is for every rail. */
  rail?: string;
};

export type UndoMatchBody = {
  /** The reason, for the audit log. Line feeds and tabs are the only control characters allowed. */
  reason: string;
};

export type CloseDayBody = {
  /** The slug of the rail. */
  rail: string;
  day: string;
};

export type ListClosesQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  /** The slug of the rail. */
  rail?: string;
  status?: 'closed' | 'reviewed';
};

export type GetClosedMonthQuery = {
  /** The slug of the rail. */
  rail: string;
  /** YYYY-MM */
  month: string;
};

export type GetClosedMonthFileQuery = {
  /** The slug of the rail. */
  rail: string;
  /** YYYY-MM */
  month: string;
};

export type GetClosedMonthFileAsCsvQuery = {
  /** The slug of the rail. */
  rail: string;
  /** YYYY-MM */
  month: string;
};

export type PreviewCloseQuery = {
  /** The slug of the rail. */
  rail: string;
  day: string;
};

export type GetSafeguardingQuery = {
  /** A day on the calendars of the rails. */
  day: string;
};

export type GetSafeguardingFileQuery = {
  /** A day on the calendars of the rails. */
  day: string;
  /** Default: live. */
  mode?: 'live' | 'test';
};

export type GetSafeguardingFileAsCsvQuery = {
  /** A day on the calendars of the rails. */
  day: string;
  /** Default: live. */
  mode?: 'live' | 'test';
};

export type RequestFloatChangeBody = {
  /** The slug of the rail. */
  rail: string;
  /** The rail's currency. */
  currency: string;
  /** Whole number in the currency's minor unit. */
  amount: number;
  /** opening, top_up: from the bank to the provider. sweep: from the provider to the bank. */
  direction: 'opening' | 'top_up' | 'sweep';
  /** The bank's or the provider's own number, unique in each mode. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  reference?: string;
  /** The reason, for the audit log. Line feeds and tabs are the only control characters allowed. */
  reason: string;
};

export type RequestOpeningBalancesQuery = {
  /** The mode of the wallets. */
  mode: 'test' | 'live';
  /** The number of rows in the old system. */
  count: number;
  /** The control total of each currency in the old system, in minor units, such as `XOF:150000,USD:2000`. */
  totals: string;
  /** The reason, for the audit log. Line feeds and tabs are the only control characters allowed. */
  reason: string;
};

export type GetOpeningRowsQuery = {
  /** Return only the first rows, if it is not CSV. */
  limit?: number;
  format?: 'json' | 'csv';
};

export type GetOpeningRowsAsCsvQuery = {
  format?: 'json' | 'csv';
};

export type CreateExportBody = {
  resource: 'payments' | 'refunds' | 'transfers' | 'payouts' | 'entries' | 'fees';
  format: 'csv' | 'xlsx' | 'jsonl';
  filters?: ExportFilters;
};

export type ListExportsQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  status?: 'pending' | 'running' | 'completed' | 'failed';
  resource?: 'payments' | 'refunds' | 'transfers' | 'payouts' | 'entries' | 'fees';
};

export type CreateExportScheduleBody = {
  resource: 'payments' | 'refunds' | 'transfers' | 'payouts' | 'entries' | 'fees';
  format: 'csv' | 'xlsx' | 'jsonl';
  interval: 'daily' | 'weekly' | 'monthly';
  /** A time zone of the IANA database, such as `Africa/Dakar`. Default: UTC. */
  time_zone?: string;
  filters?: {
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
  };
};

export type ListExportSchedulesQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  resource?: 'payments' | 'refunds' | 'transfers' | 'payouts' | 'entries' | 'fees';
};

export type CreateScheduleBody = {
  /** Default: `payout`. */
  kind?: 'payout' | 'transfer';
  /** The name of the schedule. No other schedule that has not ended may have it. The reference of a run's payout or transfer is this name and the day of the run. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  name: string;
  /** ISO 4217 code of an enabled currency. */
  currency: string;
  /** The wallet that pays. Default: your default wallet in this currency. */
  wallet?: string;
  /** The rail that pays every phone of a payout. */
  rail?: string;
  /** Only for payouts. `receiver`: the fee of each item and its tax are taken from its `amount`, which must be above them. The limits of rails and recipients apply to the `sent_amount`. Default: `merchant`. */
  fee_bearer?: 'merchant' | 'receiver';
  /** `once`: one run. `weekly`: each week on the weekday of `first_date`. `monthly`: each month on its day; in a month that is shorter, on the last day. `rule`: as `rule` says. */
  interval?: 'once' | 'weekly' | 'monthly' | 'rule';
  /** A recurrence rule of RFC 5545 for the days of the runs, from `first_date` on: `FREQ` (`DAILY`, `WEEKLY`, `MONTHLY`), `INTERVAL`, `BYDAY`, `BYMONTHDAY`, `BYSETPOS` (1 or -1), `COUNT` and `UNTIL` (a date, inclusive). A month without the day has no run, as the standard says: `BYMONTHDAY=-1` is the last day of every month. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  rule?: string;
  /** The first day on which a run may be made, in the time zone. */
  first_date: string;
  /** The time of day in the time zone, `09:00`. When clocks skip it, the run is made as much later; when clocks repeat it, at the first. */
  time: string;
  /** A time zone of the IANA database, such as `Africa/Dakar`. Default: the merchant's zone. */
  time_zone?: string;
  /** The last day on which a run may be made, inclusive. */
  until?: string | null;
  /** The hours before a run at which `schedule.upcoming` and an e-mail report it. Default: 24. */
  notice_hours?: number;
  items?: Array<NewPayoutItem>;
  /** For a transfer: a wallet id, or the phone of a customer who has a wallet here. Spaces, hyphens, dots and parentheses between the digits are ignored. The number must exist in the numbering plan of its country. */
  to?: string;
  /** Whole number in the currency's minor unit. */
  amount?: number;
  /** Line feeds and tabs are the only control characters allowed. */
  description?: string | null;
};

export type ListSchedulesQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  status?: 'pending' | 'active' | 'paused' | 'ended';
  kind?: 'payout' | 'transfer';
};

export type UpdateScheduleBody = {
  /** The wallet that pays, in the same currency. */
  wallet?: string;
  /** Only for payouts: see `fee_bearer` of a new schedule. */
  fee_bearer?: 'merchant' | 'receiver';
  /** `once`: one run. `weekly`: each week on the weekday of `first_date`. `monthly`: each month on its day; in a month that is shorter, on the last day. `rule`: as `rule` says. */
  interval?: 'once' | 'weekly' | 'monthly' | 'rule';
  /** A recurrence rule of RFC 5545 for the days of the runs, from `first_date` on: `FREQ` (`DAILY`, `WEEKLY`, `MONTHLY`), `INTERVAL`, `BYDAY`, `BYMONTHDAY`, `BYSETPOS` (1 or -1), `COUNT` and `UNTIL` (a date, inclusive). A month without the day has no run, as the standard says: `BYMONTHDAY=-1` is the last day of every month. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  rule?: string;
  /** The first day on which one of the next runs may be made. */
  first_date?: string;
  /** The time of day in the time zone, `09:00`. When clocks skip it, the run is made as much later; when clocks repeat it, at the first. */
  time?: string;
  /** A time zone of the IANA database, such as `Africa/Dakar`. Default: the zone that it has. */
  time_zone?: string;
  /** The last day on which a run may be made, inclusive. */
  until?: string | null;
  /** Days without a run. They replace the earlier ones. */
  skipped_dates?: Array<string>;
  /** The hours before a run at which `schedule.upcoming` and an e-mail report it. Default: 24. */
  notice_hours?: number;
  items?: Array<NewPayoutItem>;
  /** For a transfer: a wallet id, or the phone of a customer who has a wallet here. Spaces, hyphens, dots and parentheses between the digits are ignored. The number must exist in the numbering plan of its country. */
  to?: string;
  /** Whole number in the currency's minor unit. */
  amount?: number;
  /** Line feeds and tabs are the only control characters allowed. */
  description?: string | null;
};

export type ApproveScheduleBody = {
  /** The `version` that you have read. */
  version: number;
};

export type SkipScheduleBody = {
  /** The day of a coming run, in the time zone. */
  date: string;
};

export type KeepBeneficiariesBody = {
  items: Array<NewBeneficiary>;
  /** Adds all of them to this group. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  add_to_group?: string;
};

export type ListBeneficiariesQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  /** The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. */
  group?: string;
  name_match?: 'full' | 'partial' | 'none' | 'unknown';
};

export type VerifyBeneficiaryBody = {
  /** The amount that would be paid. Default: the usual one. */
  amount?: number;
  /** Default: that of the usual amount. */
  currency?: string;
  /** The rail, if the payout will name one. */
  rail?: string;
};

export type ListCustomersQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  /** Digits that the phone contains anywhere, such as its last four. With `+`: its beginning. */
  q?: string;
  /** The customer of this payment. */
  payment?: string;
};

export type CreateCustomerNoteBody = {
  /** Only you see it. An erasure of the person deletes it. Line feeds and tabs are the only control characters allowed. */
  text: string;
};

export type UpdateCustomerNoteBody = {
  /** Only you see it. An erasure of the person deletes it. Line feeds and tabs are the only control characters allowed. */
  text: string;
};

export type UpdateAlertsBody = {
  payments?: boolean;
  /** Replaces the earlier ones. Each currency once. */
  minimums?: Array<{
    /** ISO 4217 code of an enabled currency. */
    currency: string;
    /** Whole number in the currency's minor unit. */
    amount: number;
  }>;
  summary_hour?: number | null;
};

export type AskAlertAddressBody = {
  email: string;
};

export type ConfirmAlertAddressBody = {
  /** The `challenge` from the earlier answer: `ch_…`. */
  challenge: string;
  /** The digits from the message or the authenticator; for `totp` also a recovery code. Spaces, dashes and invisible marks between digits are ignored. Full-width, Arabic-Indic and Extended Arabic-Indic digits are read as 0 to 9. */
  code: string;
};

export type CreateReceiptBody = {
  /** The id of the payment, the refund or the payout item. */
  record: string;
};

export type ListReceiptsQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  payment?: string;
  refund?: string;
  payout_item?: string;
};

export type ListMessagesQuery = {
  limit?: number;
  /** Return the page after this record. Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** Return the page before this record. Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** desc: newest first. asc: oldest first. */
  order?: 'desc' | 'asc';
  created_at?: { gte?: string | Date; gt?: string | Date; lte?: string | Date; lt?: string | Date };
  receipt?: string;
  status?: 'waiting' | 'sent' | 'dead' | 'test';
};

export type UpdateMerchantSettingsBody = {
  receipts?: 'none' | 'sms' | 'email' | 'both';
  /** A time zone of the IANA database, such as `Africa/Dakar`. Default: that of the country of the merchant's phone. */
  time_zone?: string;
  /** The party that bears the fee and its tax of new payments, checkout sessions and payment links that do not name one. Payments with manual capture or `split` that name none have `merchant`. Earlier ones keep theirs. */
  fee_bearer?: 'merchant' | 'payer';
};

export type GetSettlementReportQuery = {
  /** The first day, such as `2026-01-01`. */
  from: string;
  /** The last day. At most 400 days. */
  to: string;
  /** ISO 4217 code of an enabled currency. */
  currency?: string;
  /** A time zone of the IANA database, such as `Africa/Dakar`. Default: UTC. */
  time_zone?: string;
  format?: 'json' | 'csv';
};

export type GetSettlementReportAsCsvQuery = {
  /** The first day, such as `2026-01-01`. */
  from: string;
  /** The last day. At most 400 days. */
  to: string;
  /** ISO 4217 code of an enabled currency. */
  currency?: string;
  /** A time zone of the IANA database, such as `Africa/Dakar`. Default: UTC. */
  time_zone?: string;
  format?: 'json' | 'csv';
};

export type GetLedgerExportQuery = {
  /** The first day, such as `2026-01-01`. */
  from: string;
  /** The last day. At most 400 days. */
  to: string;
  /** ISO 4217 code of an enabled currency. */
  currency?: string;
  /** A time zone of the IANA database, such as `Africa/Dakar`. Default: UTC. */
  time_zone?: string;
  form?: 'plain' | 'odoo' | 'erpnext' | 'quickbooks';
  /** The journal of Odoo, or the company of ERPNext. Default: Miscellaneous Operations, or none. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. Joiners and variation selectors are allowed where a script or an emoji needs them. */
  journal?: string;
};

export type UpdateChartBody = {
  accounts: Array<{
    key: string;
    /** The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. Joiners and variation selectors are allowed where a script or an emoji needs them. */
    code: string;
    /** The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. Joiners and variation selectors are allowed where a script or an emoji needs them. */
    name: string;
  }>;
};

export type GetDeploymentLedgerQuery = {
  /** The first day, such as `2026-01-01`. */
  from: string;
  /** The last day. At most 400 days. */
  to: string;
  /** ISO 4217 code of an enabled currency. */
  currency?: string;
  /** A time zone of the IANA database, such as `Africa/Dakar`. Default: UTC. */
  time_zone?: string;
  form?: 'plain' | 'odoo' | 'erpnext' | 'quickbooks';
  /** The journal of Odoo, or the company of ERPNext. Default: Miscellaneous Operations, or none. The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. Joiners and variation selectors are allowed where a script or an emoji needs them. */
  journal?: string;
  mode?: 'test' | 'live';
};

export type UpdateDeploymentChartBody = {
  accounts: Array<{
    key: string;
    /** The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. Joiners and variation selectors are allowed where a script or an emoji needs them. */
    code: string;
    /** The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this. It must have no control or invisible characters, and at least one visible character. Joiners and variation selectors are allowed where a script or an emoji needs them. */
    name: string;
  }>;
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
};

const payments = (api: Api) => ({
  /**
   * Create a payment.
   *
   * Asks the customer to pay. The answer comes at once and is not the outcome: wait for the event `payment.succeeded` or `payment.failed`.
   *
   * May be called by API keys with the scope `payments:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/payments`
   */
  create(body: CreatePaymentBody, options?: RequestOptions): Promise<Answered<Payment>> {
    return api.send(POST('/payments', { body }), options);
  },

  /**
   * List payments.
   *
   * May be called by API keys with the scope `payments:read`, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/payments`
   */
  list(query?: ListPaymentsQuery, options?: RequestOptions): List<Payment> {
    return api.list(GET('/payments', { query }), options);
  },

  /**
   * Create many payments with one request.
   *
   * Send 1 to 10 000 items as JSON, as NDJSON (`application/x-ndjson`, one item a line) or as CSV (`text/csv`); with the last two, `mode` is in the query. A body may have up to 5 MiB. The whole body is read and validated first: an invalid item refuses the request with 400, and `details` names up to 100 faults, such as `items[3].amount`.
   *
   * The answer is synchronous. `results` has one entry for each item, in the order of the items: `accepted` with the id of its payment, or `failed` with the error that the single request gets. An item whose `reference` was used before fails with `reference_already_used` and names the record that has it.
   *
   * With `mode: "all_or_nothing"` all items are one transaction. If an item cannot be carried out, the answer is `bulk_item_failed`, `details` names the first such items, and nothing has changed. With `mode: "each"` the items are committed in portions of up to 1 000, each with its results. If the request is interrupted, send it again with the same `Idempotency-Key`: it continues after the last committed portion.
   *
   * May be called by API keys with the scope `payments:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/payments/bulk`
   */
  createBulk(body: CreatePaymentBulkBody, options?: RequestOptions): Promise<Answered<Bulk>> {
    return api.send(POST('/payments/bulk', { body }), options);
  },

  /**
   * Create many payments with one request.
   *
   * Send 1 to 10 000 items as JSON, as NDJSON (`application/x-ndjson`, one item a line) or as CSV (`text/csv`); with the last two, `mode` is in the query. A body may have up to 5 MiB. The whole body is read and validated first: an invalid item refuses the request with 400, and `details` names up to 100 faults, such as `items[3].amount`.
   *
   * The answer is synchronous. `results` has one entry for each item, in the order of the items: `accepted` with the id of its payment, or `failed` with the error that the single request gets. An item whose `reference` was used before fails with `reference_already_used` and names the record that has it.
   *
   * With `mode: "all_or_nothing"` all items are one transaction. If an item cannot be carried out, the answer is `bulk_item_failed`, `details` names the first such items, and nothing has changed. With `mode: "each"` the items are committed in portions of up to 1 000, each with its results. If the request is interrupted, send it again with the same `Idempotency-Key`: it continues after the last committed portion.
   *
   * May be called by API keys with the scope `payments:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/payments/bulk`
   */
  createBulkFromCsv(
    csv: string | Uint8Array | Blob,
    query: CreatePaymentBulkQuery,
    options?: RequestOptions,
  ): Promise<Answered<Bulk>> {
    return api.send(POST('/payments/bulk', { file: { type: 'text/csv', bytes: csv }, query }), options);
  },

  /**
   * Create many payments with one request: report what would happen, and write nothing.
   *
   * Send 1 to 10 000 items as JSON, as NDJSON (`application/x-ndjson`, one item a line) or as CSV (`text/csv`); with the last two, `mode` is in the query. A body may have up to 5 MiB. The whole body is read and validated first: an invalid item refuses the request with 400, and `details` names up to 100 faults, such as `items[3].amount`.
   *
   * The answer is synchronous. `results` has one entry for each item, in the order of the items: `accepted` with the id of its payment, or `failed` with the error that the single request gets. An item whose `reference` was used before fails with `reference_already_used` and names the record that has it.
   *
   * With `mode: "all_or_nothing"` all items are one transaction. If an item cannot be carried out, the answer is `bulk_item_failed`, `details` names the first such items, and nothing has changed. With `mode: "each"` the items are committed in portions of up to 1 000, each with its results. If the request is interrupted, send it again with the same `Idempotency-Key`: it continues after the last committed portion.
   *
   * May be called by API keys with the scope `payments:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/payments/bulk`
   */
  createBulkDryRun(body: CreatePaymentBulkBody, options?: RequestOptions): Promise<Answered<DryRun>> {
    return api.send(POST('/payments/bulk', { body: { ...body, dry_run: true } }), options);
  },

  /**
   * Read a bulk request of payments.
   *
   * The totals and results so far.
   *
   * May be called by API keys with the scope `payments:read`, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/payments/bulk/{id}`
   */
  getBulk(bulk: string, options?: RequestOptions): Promise<Answered<Bulk>> {
    return api.send(GET(`/payments/bulk/${segment('bulk', bulk)}`), options);
  },

  /**
   * Count and add up payments.
   *
   * Takes the filters of the list of payments, and answers how many payments match and the sum of the succeeded ones. The figures are exact up to 10 000 payments. They are also exact for up to 92 days if only `status`, `currency` and times at full hours are given.
   *
   * May be called by API keys with the scope `payments:read`, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/payments/totals`
   */
  getTotals(query?: GetPaymentTotalsQuery, options?: RequestOptions): Promise<Answered<PaymentTotals>> {
    return api.send(GET('/payments/totals', { query }), options);
  },

  /**
   * Read one payment.
   *
   * May be called by API keys with the scope `payments:read`, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/payments/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Answered<Payment>> {
    return api.send(GET(`/payments/${segment('id', id)}`), options);
  },

  /**
   * Cancel a payment.
   *
   * Possible while the payment waits for its customer. The payment fails with the code `canceled`. Release a payment whose money is held.
   *
   * May be called by API keys with the scope `payments:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/payments/{id}/cancel`
   */
  cancel(id: string, options?: RequestOptions): Promise<Answered<Payment>> {
    return api.send(POST(`/payments/${segment('id', id)}/cancel`), options);
  },

  /**
   * Capture a payment.
   *
   * Takes the held money of a payment with manual capture: all of it, or a part. You can capture the rest later, up to 50 times in all. The payment succeeds with the capture that leaves nothing held, and its `amount` is what you captured. A freeze or a limit of the customer can refuse a capture; the money then stays held.
   *
   * May be called by API keys with the scope `payments:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/payments/{id}/capture`
   */
  capture(id: string, body?: CapturePaymentBody, options?: RequestOptions): Promise<Answered<Payment>> {
    return api.send(POST(`/payments/${segment('id', id)}/capture`, { body }), options);
  },

  /**
   * Release a payment.
   *
   * The rest of the held money goes back to the customer. Captures stay yours: the payment succeeds with them. Without any capture it fails with the code `canceled`.
   *
   * May be called by API keys with the scope `payments:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/payments/{id}/release`
   */
  release(id: string, options?: RequestOptions): Promise<Answered<Payment>> {
    return api.send(POST(`/payments/${segment('id', id)}/release`), options);
  },

  /**
   * Read a payment's timeline.
   *
   * The states of the payment and of its first 100 refunds, their postings in the ledger, and their events. The deliveries of events are shown to people and to keys with `webhooks:read`. `has_more` is true if there are more refunds (`GET /refunds?payment=…` lists them all), or more entries than your `limit`.
   *
   * May be called by API keys with the scope `payments:read`, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/payments/{id}/timeline`
   */
  getTimeline(id: string, query?: GetPaymentTimelineQuery, options?: RequestOptions): List<TimelineEntry> {
    return api.list(GET(`/payments/${segment('id', id)}/timeline`, { query }), options);
  },

  /**
   * List your payments.
   *
   * Payments that any merchant requested from your phone. By default the list has the payments that wait for you; name another `status` to change that. `status=all` also includes the payments that you paid or declined.
   *
   * May be called by customers.
   *
   * `GET /api/v1/payments/mine`
   */
  listMine(query?: ListMyPaymentsQuery, options?: RequestOptions): List<PaymentRequest> {
    return api.list(GET('/payments/mine', { query }), options);
  },

  /**
   * Read one of your payments.
   *
   * May be called by customers.
   *
   * `GET /api/v1/payments/{id}/request`
   */
  getMine(id: string, options?: RequestOptions): Promise<Answered<PaymentRequest>> {
    return api.send(GET(`/payments/${segment('id', id)}/request`), options);
  },

  /**
   * Request a one-time code for a payment.
   *
   * Approval needs a code if `code_required` is true. The code comes by SMS with the name of the merchant and the amount, or from your authenticator. A new challenge ends the previous one.
   *
   * May be called by customers.
   *
   * `POST /api/v1/payments/{id}/challenge`
   */
  challenge(id: string, options?: RequestOptions): Promise<Answered<Challenge>> {
    return api.send(POST(`/payments/${segment('id', id)}/challenge`), options);
  },

  /**
   * Approve a payment.
   *
   * The money moves from your wallet to the merchant at once. If this fails (too little money, a frozen wallet, a wrong code), the payment keeps waiting until it expires. In test mode this also approves a sandbox payment, in place of its prompt: the answer shows the payment unchanged, and it ends a moment later.
   *
   * May be called by customers.
   *
   * `POST /api/v1/payments/{id}/approve`
   */
  approve(id: string, body?: ApprovePaymentBody, options?: RequestOptions): Promise<Answered<PaymentRequest>> {
    return api.send(POST(`/payments/${segment('id', id)}/approve`, { body }), options);
  },

  /**
   * Decline a payment.
   *
   * The payment fails with the code `customer_declined`.
   *
   * May be called by customers.
   *
   * `POST /api/v1/payments/{id}/decline`
   */
  decline(id: string, options?: RequestOptions): Promise<Answered<PaymentRequest>> {
    return api.send(POST(`/payments/${segment('id', id)}/decline`), options);
  },
});
export type PaymentsResource = ReturnType<typeof payments>;

const branches = (api: Api) => ({
  /**
   * Create a branch.
   *
   * A branch is a shop or a counter of the merchant. Payments, checkout sessions and payment links may name one; a payment takes the branch of its session, and a session the branch of its link. Lists, totals, exports and the summary filter by it.
   *
   * May be called by API keys with the scope `payments:write`, merchants, developers (owner). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/branches`
   */
  createBranch(body: CreateBranchBody, options?: RequestOptions): Promise<Answered<Branch>> {
    return api.send(POST('/branches', { body }), options);
  },

  /**
   * List branches.
   *
   * May be called by API keys with the scope `payments:read`, merchants, developers (owner, developer, accountant, viewer, till). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/branches`
   */
  list(query?: ListBranchesQuery, options?: RequestOptions): List<Branch> {
    return api.list(GET('/branches', { query }), options);
  },

  /**
   * Read a branch.
   *
   * May be called by API keys with the scope `payments:read`, merchants, developers (owner, developer, accountant, viewer, till). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/branches/{id}`
   */
  getBranch(id: string, options?: RequestOptions): Promise<Answered<Branch>> {
    return api.send(GET(`/branches/${segment('id', id)}`), options);
  },

  /**
   * Rename or archive a branch.
   *
   * No new record may name an archived branch. Links that belong to it keep it, and so do their payments.
   *
   * May be called by API keys with the scope `payments:write`, merchants, developers (owner). Merchants and developers name the integration in `Service-Integration`.
   *
   * `PATCH /api/v1/branches/{id}`
   */
  updateBranch(id: string, body?: UpdateBranchBody, options?: RequestOptions): Promise<Answered<Branch>> {
    return api.send(PATCH(`/branches/${segment('id', id)}`, { body }), options);
  },
});
export type BranchesResource = ReturnType<typeof branches>;

const checkout = (api: Api) => ({
  /**
   * Create a checkout session.
   *
   * Opens a page on which one payer pays this amount once. Send the payer to `url`. Wait for the event `checkout.completed`.
   *
   * May be called by API keys with the scope `checkout:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/checkout/sessions`
   */
  createSession(body: CreateCheckoutSessionBody, options?: RequestOptions): Promise<Answered<CheckoutSession>> {
    return api.send(POST('/checkout/sessions', { body }), options);
  },

  /**
   * List checkout sessions.
   *
   * May be called by API keys with the scope `checkout:read`, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/checkout/sessions`
   */
  listSessions(query?: ListCheckoutSessionsQuery, options?: RequestOptions): List<CheckoutSession> {
    return api.list(GET('/checkout/sessions', { query }), options);
  },

  /**
   * Read one checkout session.
   *
   * May be called by API keys with the scope `checkout:read`, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/checkout/sessions/{id}`
   */
  getSession(session: string, options?: RequestOptions): Promise<Answered<CheckoutSession>> {
    return api.send(GET(`/checkout/sessions/${segment('session', session)}`), options);
  },

  /**
   * Expire a checkout session.
   *
   * No attempt begins afterwards. A session with an unfinished payment stays `open` until that payment is final: then it is `completed` or `expired`.
   *
   * May be called by API keys with the scope `checkout:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/checkout/sessions/{id}/expire`
   */
  expireSession(session: string, options?: RequestOptions): Promise<Answered<CheckoutSession>> {
    return api.send(POST(`/checkout/sessions/${segment('session', session)}/expire`), options);
  },

  /**
   * List unexpected payments.
   *
   * Money that reached a session without paying it. The session stays as it is, and the operators of this service have a case that proposes the refund.
   *
   * May be called by API keys with the scope `checkout:read`, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/checkout/unexpected_payments`
   */
  listUnexpectedPayments(query?: ListUnexpectedPaymentsQuery, options?: RequestOptions): List<UnexpectedPayment> {
    return api.list(GET('/checkout/unexpected_payments', { query }), options);
  },

  /**
   * Get the QR code of a checkout session.
   *
   * The `Accept` header chooses: `image/svg+xml` (default), `image/png`, or `application/pdf`, which is a sheet for the counter with the name, the logo, the amount, the code and the address in letters. The code contains the short address, which the camera of every phone opens.
   *
   * May be called by API keys with the scope `checkout:read`, merchants, developers (owner, developer, accountant, viewer, till). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/checkout/sessions/{id}/qr`
   */
  getSessionQr(session: string, query?: GetSessionQrQuery, options?: RequestOptions): Promise<Blob> {
    return api.send(GET(`/checkout/sessions/${segment('session', session)}/qr`, { query, answer: 'file' }), options);
  },
});
export type CheckoutResource = ReturnType<typeof checkout>;

const links = (api: Api) => ({
  /**
   * Create a payment link.
   *
   * A short address to share or to print. Each payer who submits its page gets a checkout session of their own; opening the address changes nothing.
   *
   * May be called by API keys with the scope `checkout:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/links`
   */
  create(body: CreateLinkBody, options?: RequestOptions): Promise<Answered<PaymentLink>> {
    return api.send(POST('/links', { body }), options);
  },

  /**
   * List payment links.
   *
   * May be called by API keys with the scope `checkout:read`, merchants, developers (owner, developer, accountant, viewer, till). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/links`
   */
  list(query?: ListLinksQuery, options?: RequestOptions): List<PaymentLink> {
    return api.list(GET('/links', { query }), options);
  },

  /**
   * Read one payment link.
   *
   * May be called by API keys with the scope `checkout:read`, merchants, developers (owner, developer, accountant, viewer, till). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/links/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Answered<PaymentLink>> {
    return api.send(GET(`/links/${segment('id', id)}`), options);
  },

  /**
   * Update a payment link.
   *
   * Changes the texts, or whether it is active. Sessions that are open keep their terms. The price never changes: create another link.
   *
   * May be called by API keys with the scope `checkout:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `PATCH /api/v1/links/{id}`
   */
  update(id: string, body?: UpdateLinkBody, options?: RequestOptions): Promise<Answered<PaymentLink>> {
    return api.send(PATCH(`/links/${segment('id', id)}`, { body }), options);
  },

  /**
   * Get the QR code of a payment link.
   *
   * The `Accept` header chooses: `image/svg+xml` (default), `image/png`, or `application/pdf`, which is a sheet for the counter with the name, the logo, the amount, the code and the address in letters. The code contains the short address, which the camera of every phone opens.
   *
   * May be called by API keys with the scope `checkout:read`, merchants, developers (owner, developer, accountant, viewer, till). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/links/{id}/qr`
   */
  getQr(id: string, query?: GetLinkQrQuery, options?: RequestOptions): Promise<Blob> {
    return api.send(GET(`/links/${segment('id', id)}/qr`, { query, answer: 'file' }), options);
  },
});
export type LinksResource = ReturnType<typeof links>;

const shifts = (api: Api) => ({
  /**
   * Start a shift.
   *
   * At the till of a payment link with an open amount, which many payers may use. A till has one open shift at a time.
   *
   * May be called by API keys with the scope `checkout:write`, merchants, developers (owner, developer, till; live: till). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/shifts`
   */
  start(body: StartShiftBody, options?: RequestOptions): Promise<Answered<ShiftWithItsTotal>> {
    return api.send(POST('/shifts', { body }), options);
  },

  /**
   * List shifts.
   *
   * May be called by API keys with the scope `checkout:read`, merchants, developers (owner, developer, accountant, viewer, till). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/shifts`
   */
  list(query?: ListShiftsQuery, options?: RequestOptions): List<Shift> {
    return api.list(GET('/shifts', { query }), options);
  },

  /**
   * Read a shift with its total.
   *
   * A sale counts in the shift that began it, even if it is paid later.
   *
   * May be called by API keys with the scope `checkout:read`, merchants, developers (owner, developer, accountant, viewer, till). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/shifts/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Answered<ShiftWithItsTotal>> {
    return api.send(GET(`/shifts/${segment('id', id)}`), options);
  },

  /**
   * End a shift.
   *
   * Its open sales can still be paid. Ending it again changes nothing.
   *
   * May be called by API keys with the scope `checkout:write`, merchants, developers (owner, developer, till; live: till). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/shifts/{id}/end`
   */
  end(id: string, options?: RequestOptions): Promise<Answered<ShiftWithItsTotal>> {
    return api.send(POST(`/shifts/${segment('id', id)}/end`), options);
  },

  /**
   * List the payments at the printed code of a shift.
   *
   * The paid sessions that payers opened from the till's link while the shift was open.
   *
   * May be called by API keys with the scope `checkout:read`, merchants, developers (owner, developer, accountant, viewer, till). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/shifts/{id}/payments`
   */
  listCounterPayments(
    id: string,
    query?: ListCounterPaymentsQuery,
    options?: RequestOptions,
  ): List<PaymentAtThePrintedCode> {
    return api.list(GET(`/shifts/${segment('id', id)}/payments`, { query }), options);
  },
});
export type ShiftsResource = ReturnType<typeof shifts>;

const sales = (api: Api) => ({
  /**
   * Begin a sale.
   *
   * Opens a checkout session of ten minutes. Show its `url` as a QR code, and wait until the sale is `paid`: follow `GET /events/stream?group=checkout.*`, and read the sale after each event.
   *
   * May be called by API keys with the scope `checkout:write`, merchants, developers (owner, developer, till; live: till). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/shifts/{id}/sales`
   */
  create(shift: string, body: CreateSaleBody, options?: RequestOptions): Promise<Answered<Sale>> {
    return api.send(POST(`/shifts/${segment('shift', shift)}/sales`, { body }), options);
  },

  /**
   * List sales.
   *
   * May be called by API keys with the scope `checkout:read`, merchants, developers (owner, developer, accountant, viewer, till). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/sales`
   */
  list(query?: ListSalesQuery, options?: RequestOptions): List<Sale> {
    return api.list(GET('/sales', { query }), options);
  },

  /**
   * Read a sale.
   *
   * May be called by API keys with the scope `checkout:read`, merchants, developers (owner, developer, accountant, viewer, till). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/sales/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Answered<Sale>> {
    return api.send(GET(`/sales/${segment('id', id)}`), options);
  },

  /**
   * Tie a payment at the printed code to a sale.
   *
   * For a payer who used the code on the counter instead of the screen. The payment has the amount of the sale, was paid after the sale began, and is tied to no other sale. The session of the sale expires, so that nobody pays twice.
   *
   * May be called by API keys with the scope `checkout:write`, merchants, developers (owner, developer, till; live: till). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/sales/{id}/tie`
   */
  tie(id: string, body: TieSaleBody, options?: RequestOptions): Promise<Answered<Sale>> {
    return api.send(POST(`/sales/${segment('id', id)}/tie`, { body }), options);
  },

  /**
   * Cancel a sale.
   *
   * No payment begins afterwards. One that is unfinished may still succeed: then the sale is paid.
   *
   * May be called by API keys with the scope `checkout:write`, merchants, developers (owner, developer, till; live: till). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/sales/{id}/cancel`
   */
  cancel(id: string, options?: RequestOptions): Promise<Answered<Sale>> {
    return api.send(POST(`/sales/${segment('id', id)}/cancel`), options);
  },
});
export type SalesResource = ReturnType<typeof sales>;

const refunds = (api: Api) => ({
  /**
   * Refund a payment.
   *
   * Refund a payment in full or in part, until nothing remains. The money leaves the wallet that received the payment. Shares of the payment go back there first, as far as their wallets have the money.
   *
   * May be called by API keys with the scope `payments:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/refunds`
   */
  create(body: CreateRefundBody, options?: RequestOptions): Promise<Answered<Refund>> {
    return api.send(POST('/refunds', { body }), options);
  },

  /**
   * List refunds.
   *
   * May be called by API keys with the scope `payments:read`, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/refunds`
   */
  list(query?: ListRefundsQuery, options?: RequestOptions): List<Refund> {
    return api.list(GET('/refunds', { query }), options);
  },

  /**
   * Read one refund.
   *
   * May be called by API keys with the scope `payments:read`, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/refunds/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Answered<Refund>> {
    return api.send(GET(`/refunds/${segment('id', id)}`), options);
  },

  /**
   * List your refunds.
   *
   * May be called by customers.
   *
   * `GET /api/v1/refunds/mine`
   */
  listMine(query?: ListMyRefundsQuery, options?: RequestOptions): List<ReceivedRefund> {
    return api.list(GET('/refunds/mine', { query }), options);
  },
});
export type RefundsResource = ReturnType<typeof refunds>;

const wallets = (api: Api) => ({
  /**
   * Read your default wallet.
   *
   * The caller's default wallet: the merchant's wallet for a key or a merchant's person, or a customer's own wallet. Any key may read it.
   *
   * May be called by API keys, customers, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/wallets/me`
   */
  getMine(query?: GetMyWalletQuery, options?: RequestOptions): Promise<Answered<Wallet>> {
    return api.send(GET('/wallets/me', { query }), options);
  },

  /**
   * List wallets.
   *
   * Your merchant's wallets, or a customer's own wallets. A key never sees a customer's wallet.
   *
   * May be called by API keys with the scope `wallets:read`, customers, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/wallets`
   */
  list(query?: ListWalletsQuery, options?: RequestOptions): List<Wallet> {
    return api.list(GET('/wallets', { query }), options);
  },

  /**
   * Open a wallet.
   *
   * Opens another wallet for your merchant; the first wallet in a currency becomes the default. A customer has one wallet in each currency.
   *
   * May be called by API keys with the scope `wallets:write`, customers, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/wallets`
   */
  create(body: CreateWalletBody, options?: RequestOptions): Promise<Answered<Wallet>> {
    return api.send(POST('/wallets', { body }), options);
  },

  /**
   * Read one wallet.
   *
   * May be called by API keys with the scope `wallets:read`, customers, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/wallets/{id}`
   */
  get(id: string, query?: GetWalletQuery, options?: RequestOptions): Promise<Answered<Wallet>> {
    return api.send(GET(`/wallets/${segment('id', id)}`, { query }), options);
  },

  /**
   * Read a wallet's statement.
   *
   * The statement lists each line with the balance after it. As CSV (`Accept: text/csv`), the answer has every line that matches the filters, oldest first.
   *
   * May be called by API keys with the scope `wallets:read`, customers, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/wallets/{id}/entries`
   */
  listEntries(id: string, query?: ListWalletEntriesQuery, options?: RequestOptions): List<Entry> {
    return api.list(GET(`/wallets/${segment('id', id)}/entries`, { query }), options);
  },

  /**
   * Read a wallet's statement.
   *
   * The statement lists each line with the balance after it. As CSV (`Accept: text/csv`), the answer has every line that matches the filters, oldest first.
   *
   * May be called by API keys with the scope `wallets:read`, customers, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/wallets/{id}/entries`
   */
  listEntriesAsCsv(id: string, query?: ListWalletEntriesAsCsvQuery, options?: RequestOptions): Promise<string> {
    return api.send(GET(`/wallets/${segment('id', id)}/entries`, { query, answer: 'text' }), options);
  },
});
export type WalletsResource = ReturnType<typeof wallets>;

const transfers = (api: Api) => ({
  /**
   * Move money between wallets.
   *
   * Atomic and synchronous: when the answer is 201, the money has moved.
   *
   * May be called by API keys with the scope `wallets:write`, customers, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/wallets/transfer`
   */
  create(body: CreateTransferBody, options?: RequestOptions): Promise<Answered<Transfer>> {
    return api.send(POST('/wallets/transfer', { body }), options);
  },

  /**
   * Move money between wallets: report what would happen, and write nothing.
   *
   * Atomic and synchronous: when the answer is 201, the money has moved.
   *
   * May be called by API keys with the scope `wallets:write`, customers, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/wallets/transfer`
   */
  createDryRun(body: CreateTransferBody, options?: RequestOptions): Promise<Answered<DryRun>> {
    return api.send(POST('/wallets/transfer', { body: { ...body, dry_run: true } }), options);
  },

  /**
   * Make many transfers with one request.
   *
   * Send 1 to 10 000 items as JSON, as NDJSON (`application/x-ndjson`, one item a line) or as CSV (`text/csv`); with the last two, `mode` is in the query. A body may have up to 5 MiB. The whole body is read and validated first: an invalid item refuses the request with 400, and `details` names up to 100 faults, such as `items[3].amount`.
   *
   * The answer is synchronous. `results` has one entry for each item, in the order of the items: `succeeded` with the id of its transfer, or `failed` with the error that the single request gets. An item whose `reference` was used before fails with `reference_already_used` and names the record that has it.
   *
   * With `mode: "all_or_nothing"` all items are one transaction. If an item cannot be carried out, the answer is `bulk_item_failed`, `details` names the first such items, and nothing has changed. With `mode: "each"` the items are committed in portions of up to 1 000, each with its results. If the request is interrupted, send it again with the same `Idempotency-Key`: it continues after the last committed portion.
   *
   * May be called by API keys with the scope `wallets:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/transfers/bulk`
   */
  createBulk(body: CreateTransferBulkBody, options?: RequestOptions): Promise<Answered<Bulk>> {
    return api.send(POST('/transfers/bulk', { body }), options);
  },

  /**
   * Make many transfers with one request.
   *
   * Send 1 to 10 000 items as JSON, as NDJSON (`application/x-ndjson`, one item a line) or as CSV (`text/csv`); with the last two, `mode` is in the query. A body may have up to 5 MiB. The whole body is read and validated first: an invalid item refuses the request with 400, and `details` names up to 100 faults, such as `items[3].amount`.
   *
   * The answer is synchronous. `results` has one entry for each item, in the order of the items: `succeeded` with the id of its transfer, or `failed` with the error that the single request gets. An item whose `reference` was used before fails with `reference_already_used` and names the record that has it.
   *
   * With `mode: "all_or_nothing"` all items are one transaction. If an item cannot be carried out, the answer is `bulk_item_failed`, `details` names the first such items, and nothing has changed. With `mode: "each"` the items are committed in portions of up to 1 000, each with its results. If the request is interrupted, send it again with the same `Idempotency-Key`: it continues after the last committed portion.
   *
   * May be called by API keys with the scope `wallets:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/transfers/bulk`
   */
  createBulkFromCsv(
    csv: string | Uint8Array | Blob,
    query: CreateTransferBulkQuery,
    options?: RequestOptions,
  ): Promise<Answered<Bulk>> {
    return api.send(POST('/transfers/bulk', { file: { type: 'text/csv', bytes: csv }, query }), options);
  },

  /**
   * Make many transfers with one request: report what would happen, and write nothing.
   *
   * Send 1 to 10 000 items as JSON, as NDJSON (`application/x-ndjson`, one item a line) or as CSV (`text/csv`); with the last two, `mode` is in the query. A body may have up to 5 MiB. The whole body is read and validated first: an invalid item refuses the request with 400, and `details` names up to 100 faults, such as `items[3].amount`.
   *
   * The answer is synchronous. `results` has one entry for each item, in the order of the items: `succeeded` with the id of its transfer, or `failed` with the error that the single request gets. An item whose `reference` was used before fails with `reference_already_used` and names the record that has it.
   *
   * With `mode: "all_or_nothing"` all items are one transaction. If an item cannot be carried out, the answer is `bulk_item_failed`, `details` names the first such items, and nothing has changed. With `mode: "each"` the items are committed in portions of up to 1 000, each with its results. If the request is interrupted, send it again with the same `Idempotency-Key`: it continues after the last committed portion.
   *
   * May be called by API keys with the scope `wallets:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/transfers/bulk`
   */
  createBulkDryRun(body: CreateTransferBulkBody, options?: RequestOptions): Promise<Answered<DryRun>> {
    return api.send(POST('/transfers/bulk', { body: { ...body, dry_run: true } }), options);
  },

  /**
   * Read a bulk request of transfers.
   *
   * The totals and results so far.
   *
   * May be called by API keys with the scope `wallets:read`, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/transfers/bulk/{id}`
   */
  getBulk(bulk: string, options?: RequestOptions): Promise<Answered<Bulk>> {
    return api.send(GET(`/transfers/bulk/${segment('bulk', bulk)}`), options);
  },

  /**
   * List transfers.
   *
   * May be called by API keys with the scope `wallets:read`, customers, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/transfers`
   */
  list(query?: ListTransfersQuery, options?: RequestOptions): List<Transfer> {
    return api.list(GET('/transfers', { query }), options);
  },

  /**
   * Read one transfer.
   *
   * You can read a transfer that you made, and a transfer into or out of your wallets. If somebody else made the transfer, `reference` is null and `metadata` is empty, because they belong to its maker.
   *
   * May be called by API keys with the scope `wallets:read`, customers, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/transfers/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Answered<Transfer>> {
    return api.send(GET(`/transfers/${segment('id', id)}`), options);
  },

  /**
   * Reverse a transfer.
   *
   * Returns the money of a transfer to the wallet that paid it, in whole or in part, and again until all of it is back. It is a movement out of the wallet that received the money, so only the owner of that wallet can do it, while the wallet has the money. The answer is the movement, and `reversed_amount` of the transfer grows.
   *
   * May be called by API keys with the scope `wallets:write`, customers, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/transfers/{id}/reverse`
   */
  reverse(id: string, body?: ReverseTransferBody, options?: RequestOptions): Promise<Answered<Movement>> {
    return api.send(POST(`/transfers/${segment('id', id)}/reverse`, { body }), options);
  },
});
export type TransfersResource = ReturnType<typeof transfers>;

const holds = (api: Api) => ({
  /**
   * Hold money on a wallet.
   *
   * The money stays on your wallet, is no longer available, and can be captured until `expires_at`. The rest becomes available again then. The event `hold.expiring` warns you 24 hours before, or half-way if the hold lasts less than 48 hours. With `escrow` two deciders end the hold instead of you.
   *
   * May be called by API keys with the scope `holds:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/holds`
   */
  create(body: CreateHoldBody, options?: RequestOptions): Promise<Answered<Hold>> {
    return api.send(POST('/holds', { body }), options);
  },

  /**
   * List holds.
   *
   * May be called by API keys with the scope `holds:read`, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/holds`
   */
  list(query?: ListHoldsQuery, options?: RequestOptions): List<Hold> {
    return api.list(GET('/holds', { query }), options);
  },

  /**
   * Read one hold.
   *
   * May be called by API keys with the scope `holds:read`, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/holds/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Answered<Hold>> {
    return api.send(GET(`/holds/${segment('id', id)}`), options);
  },

  /**
   * Capture a hold.
   *
   * Pays held money to a wallet at once: all of it, or a part. You can capture the rest later, up to 50 times in all. A freeze or a limit of the receiver can refuse a capture; the money then stays held.
   *
   * May be called by API keys with the scope `holds:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/holds/{id}/capture`
   */
  capture(id: string, body?: CaptureHoldBody, options?: RequestOptions): Promise<Answered<Hold>> {
    return api.send(POST(`/holds/${segment('id', id)}/capture`, { body }), options);
  },

  /**
   * Release a hold.
   *
   * The rest of the money becomes available on the wallet again. Captures stay paid.
   *
   * May be called by API keys with the scope `holds:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/holds/{id}/release`
   */
  release(id: string, options?: RequestOptions): Promise<Answered<Hold>> {
    return api.send(POST(`/holds/${segment('id', id)}/release`), options);
  },

  /**
   * List the escrows that you decide.
   *
   * Escrows of any merchant that name one of your wallets as a decider. By default the list has the escrows that wait for your decision; name another `status` to change that.
   *
   * May be called by API keys with the scope `holds:read`, customers, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/holds/escrows`
   */
  listEscrows(query?: ListEscrowsQuery, options?: RequestOptions): List<Escrow> {
    return api.list(GET('/holds/escrows', { query }), options);
  },

  /**
   * Read an escrow that you decide.
   *
   * May be called by API keys with the scope `holds:read`, customers, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/holds/{id}/escrow`
   */
  getEscrow(id: string, options?: RequestOptions): Promise<Answered<Escrow>> {
    return api.send(GET(`/holds/${segment('id', id)}/escrow`), options);
  },

  /**
   * Decide an escrow.
   *
   * One decision of each of the two deciders counts, and each can change it until both agree. The second `release` pays the whole amount to the receiver, and the second `return` gives it back, in the same transaction. If the decisions differ, the money stays held, and the deployment's operators get a case. A decision that would pay a receiver who cannot be paid now is refused and not kept: decide again later.
   *
   * May be called by API keys with the scope `holds:write`, customers, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/holds/{id}/decide`
   */
  decide(id: string, body: DecideHoldBody, options?: RequestOptions): Promise<Answered<Escrow>> {
    return api.send(POST(`/holds/${segment('id', id)}/decide`, { body }), options);
  },
});
export type HoldsResource = ReturnType<typeof holds>;

const movements = (api: Api) => ({
  /**
   * Move money between several wallets.
   *
   * All legs move in one transaction, or none does: when the answer is 201, the money has moved. The debits are from your own wallets, the credits go to any wallet. There are up to 100 legs. In each currency the debits equal the credits.
   *
   * Money moves between pairs of wallets: the first debit pays the first credit of its currency. When one of the two is complete, the next leg of its side follows. So n debits and m credits of a currency make at most n + m − 1 postings.
   *
   * May be called by API keys with the scope `wallets:write`, customers, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/movements`
   */
  create(body: CreateMovementBody, options?: RequestOptions): Promise<Answered<Movement>> {
    return api.send(POST('/movements', { body }), options);
  },

  /**
   * List movements.
   *
   * The movements that you made, with the reversals of transfers.
   *
   * May be called by API keys with the scope `wallets:read`, customers, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/movements`
   */
  list(query?: ListMovementsQuery, options?: RequestOptions): List<Movement> {
    return api.list(GET('/movements', { query }), options);
  },

  /**
   * Read one movement.
   *
   * You can read a movement that you made. Its other receivers see their own lines in their statements.
   *
   * May be called by API keys with the scope `wallets:read`, customers, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/movements/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Answered<Movement>> {
    return api.send(GET(`/movements/${segment('id', id)}`), options);
  },
});
export type MovementsResource = ReturnType<typeof movements>;

const splitPartners = (api: Api) => ({
  /**
   * Ask the owner of a wallet to accept shares.
   *
   * The owner accepts once, and `split` of your payments can then name the wallet. A second request for the same wallet answers with the first. Your own wallets need no acceptance.
   *
   * With `reserve`, a part of each share stays held in the wallet for some days. Refunds take it when the wallet has nothing else. A stricter reserve than the present one is a proposal until the owner accepts it. A milder one, or `null` for none, applies to the next shares at once. Without `reserve` it stays as it is.
   *
   * May be called by API keys with the scope `wallets:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/split_partners`
   */
  request(body: RequestSplitPartnerBody, options?: RequestOptions): Promise<Answered<SplitPartner>> {
    return api.send(POST('/split_partners', { body }), options);
  },

  /**
   * List split partners.
   *
   * May be called by API keys with the scope `wallets:read`, customers, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/split_partners`
   */
  list(query?: ListSplitPartnersQuery, options?: RequestOptions): List<SplitPartner> {
    return api.list(GET('/split_partners', { query }), options);
  },

  /**
   * Read one split partner.
   *
   * The marketplace and the owner of the wallet can read it.
   *
   * May be called by API keys with the scope `wallets:read`, customers, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/split_partners/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Answered<SplitPartner>> {
    return api.send(GET(`/split_partners/${segment('id', id)}`), options);
  },

  /**
   * Read the report of a split partner.
   *
   * The shares, returns, debts and reserve of one seller at your integration, by day. The movements are those of the wallet's statement, so both tie. The marketplace and the owner of the wallet can read it. As CSV: `Accept: text/csv` or `format=csv`.
   *
   * May be called by API keys with the scope `wallets:read`, customers, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/split_partners/{id}/report`
   */
  getReport(
    id: string,
    query: GetSplitPartnerReportQuery,
    options?: RequestOptions,
  ): Promise<Answered<SplitPartnerReport>> {
    return api.send(GET(`/split_partners/${segment('id', id)}/report`, { query }), options);
  },

  /**
   * Read the report of a split partner.
   *
   * The shares, returns, debts and reserve of one seller at your integration, by day. The movements are those of the wallet's statement, so both tie. The marketplace and the owner of the wallet can read it. As CSV: `Accept: text/csv` or `format=csv`.
   *
   * May be called by API keys with the scope `wallets:read`, customers, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/split_partners/{id}/report`
   */
  getReportAsCsv(id: string, query: GetSplitPartnerReportAsCsvQuery, options?: RequestOptions): Promise<string> {
    return api.send(GET(`/split_partners/${segment('id', id)}/report`, { query, answer: 'text' }), options);
  },

  /**
   * Accept shares of a marketplace.
   *
   * The owner of the wallet accepts. Refunds then take shares back out of the wallet, and what it lacks becomes its debt to the marketplace. If the marketplace proposes a reserve, name the same in `reserve`: so you accept nothing that changed meanwhile.
   *
   * May be called by API keys with the scope `wallets:write`, customers, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/split_partners/{id}/accept`
   */
  accept(id: string, body?: AcceptSplitPartnerBody, options?: RequestOptions): Promise<Answered<SplitPartner>> {
    return api.send(POST(`/split_partners/${segment('id', id)}/accept`, { body }), options);
  },

  /**
   * Refuse shares of a marketplace, or stop accepting them.
   *
   * The owner of the wallet refuses a request, or revokes an earlier acceptance. Payments that were created before keep their shares, and the reserve keeps its days. To refuse only a stricter reserve, do nothing.
   *
   * May be called by API keys with the scope `wallets:write`, customers, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/split_partners/{id}/decline`
   */
  decline(id: string, options?: RequestOptions): Promise<Answered<SplitPartner>> {
    return api.send(POST(`/split_partners/${segment('id', id)}/decline`), options);
  },
});
export type SplitPartnersResource = ReturnType<typeof splitPartners>;

const payouts = (api: Api) => ({
  /**
   * Create a payout to many recipients.
   *
   * Send 1 to 10 000 items, as JSON or as CSV. All items are validated first: one invalid item refuses the whole payout, and `details` names up to 100 invalid fields, such as `items[3].amount`. The total with its fees is reserved in the wallet at once. If an item fails later, its money goes back to the wallet, and the other items continue. A body may have up to 5 MiB.
   *
   * With `text/csv`, the first line names the columns in any order: `recipient` and `amount` are required; `reference`, `description` and `name` are optional. Put `currency`, `wallet`, `rail`, `fee_bearer` and the payout's own `reference` in the query. An amount is a whole number of minor units. The file may have a byte order mark, any line ends, quotes, empty lines and rows of empty cells. Semicolons or tabs replace commas if the header has them, and a line `sep=;` may come before the header. You may send the result file again: its other columns are ignored, but a line whose `status` is not `failed` or `canceled` is refused. A refusal also names the line.
   *
   * If a person makes a payout above the total that the operator sets (`PAYOUT_APPROVAL_ABOVE`), its money is reserved and the payout waits for an approval: see `approval`. The same applies if the payout would bring the person's payouts of that day (UTC) without a second person above `PAYOUT_PERSON_DAY_MAX`.
   *
   * May be called by API keys with the scope `payouts:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/payouts`
   */
  create(body: CreatePayoutBody, options?: RequestOptions): Promise<Answered<Payout>> {
    return api.send(POST('/payouts', { body }), options);
  },

  /**
   * Create a payout to many recipients.
   *
   * Send 1 to 10 000 items, as JSON or as CSV. All items are validated first: one invalid item refuses the whole payout, and `details` names up to 100 invalid fields, such as `items[3].amount`. The total with its fees is reserved in the wallet at once. If an item fails later, its money goes back to the wallet, and the other items continue. A body may have up to 5 MiB.
   *
   * With `text/csv`, the first line names the columns in any order: `recipient` and `amount` are required; `reference`, `description` and `name` are optional. Put `currency`, `wallet`, `rail`, `fee_bearer` and the payout's own `reference` in the query. An amount is a whole number of minor units. The file may have a byte order mark, any line ends, quotes, empty lines and rows of empty cells. Semicolons or tabs replace commas if the header has them, and a line `sep=;` may come before the header. You may send the result file again: its other columns are ignored, but a line whose `status` is not `failed` or `canceled` is refused. A refusal also names the line.
   *
   * If a person makes a payout above the total that the operator sets (`PAYOUT_APPROVAL_ABOVE`), its money is reserved and the payout waits for an approval: see `approval`. The same applies if the payout would bring the person's payouts of that day (UTC) without a second person above `PAYOUT_PERSON_DAY_MAX`.
   *
   * May be called by API keys with the scope `payouts:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/payouts`
   */
  createFromCsv(
    csv: string | Uint8Array | Blob,
    query: CreatePayoutQuery,
    options?: RequestOptions,
  ): Promise<Answered<Payout>> {
    return api.send(POST('/payouts', { file: { type: 'text/csv', bytes: csv }, query }), options);
  },

  /**
   * Create a payout to many recipients: report what would happen, and write nothing.
   *
   * Send 1 to 10 000 items, as JSON or as CSV. All items are validated first: one invalid item refuses the whole payout, and `details` names up to 100 invalid fields, such as `items[3].amount`. The total with its fees is reserved in the wallet at once. If an item fails later, its money goes back to the wallet, and the other items continue. A body may have up to 5 MiB.
   *
   * With `text/csv`, the first line names the columns in any order: `recipient` and `amount` are required; `reference`, `description` and `name` are optional. Put `currency`, `wallet`, `rail`, `fee_bearer` and the payout's own `reference` in the query. An amount is a whole number of minor units. The file may have a byte order mark, any line ends, quotes, empty lines and rows of empty cells. Semicolons or tabs replace commas if the header has them, and a line `sep=;` may come before the header. You may send the result file again: its other columns are ignored, but a line whose `status` is not `failed` or `canceled` is refused. A refusal also names the line.
   *
   * If a person makes a payout above the total that the operator sets (`PAYOUT_APPROVAL_ABOVE`), its money is reserved and the payout waits for an approval: see `approval`. The same applies if the payout would bring the person's payouts of that day (UTC) without a second person above `PAYOUT_PERSON_DAY_MAX`.
   *
   * May be called by API keys with the scope `payouts:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/payouts`
   */
  createDryRun(body: CreatePayoutBody, options?: RequestOptions): Promise<Answered<DryRun>> {
    return api.send(POST('/payouts', { body: { ...body, dry_run: true } }), options);
  },

  /**
   * List payouts.
   *
   * May be called by API keys with the scope `payouts:read`, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/payouts`
   */
  list(query?: ListPayoutsQuery, options?: RequestOptions): List<Payout> {
    return api.list(GET('/payouts', { query }), options);
  },

  /**
   * Read one payout.
   *
   * The payout's totals show its progress at any time.
   *
   * May be called by API keys with the scope `payouts:read`, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/payouts/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Answered<Payout>> {
    return api.send(GET(`/payouts/${segment('id', id)}`), options);
  },

  /**
   * List a payout's items.
   *
   * With `Accept: text/csv` the answer is a file of all items in the order of the request; filters apply, paging does not. `fee` is taken only for items that succeed. A text that a spreadsheet would read as a formula starts with an apostrophe.
   *
   * May be called by API keys with the scope `payouts:read`, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/payouts/{id}/items`
   */
  listItems(id: string, query?: ListPayoutItemsQuery, options?: RequestOptions): List<PayoutItem> {
    return api.list(GET(`/payouts/${segment('id', id)}/items`, { query }), options);
  },

  /**
   * List a payout's items.
   *
   * With `Accept: text/csv` the answer is a file of all items in the order of the request; filters apply, paging does not. `fee` is taken only for items that succeed. A text that a spreadsheet would read as a formula starts with an apostrophe.
   *
   * May be called by API keys with the scope `payouts:read`, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/payouts/{id}/items`
   */
  listItemsAsCsv(id: string, query?: ListPayoutItemsAsCsvQuery, options?: RequestOptions): Promise<string> {
    return api.send(GET(`/payouts/${segment('id', id)}/items`, { query, answer: 'text' }), options);
  },

  /**
   * Cancel a payout.
   *
   * Possible while the payout is pending. No item is paid, and all its money is available again.
   *
   * May be called by API keys with the scope `payouts:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/payouts/{id}/cancel`
   */
  cancel(id: string, options?: RequestOptions): Promise<Answered<Payout>> {
    return api.send(POST(`/payouts/${segment('id', id)}/cancel`), options);
  },

  /**
   * Pay the failed items of a payout again.
   *
   * Makes a new payout of the items that failed, from the same wallet and on the same rail. The first payout must be completed. If a provider reports a failed item as paid, the answer is 409 while operators look into it, and the item is left out afterwards. The new reference derives from the first one (`<reference>-again`, or `again-<id>`), so the items are paid again once: to try a third time, retry the new payout. `metadata.retry_of` names the first payout.
   *
   * May be called by API keys with the scope `payouts:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/payouts/{id}/retry`
   */
  retry(id: string, options?: RequestOptions): Promise<Answered<Payout>> {
    return api.send(POST(`/payouts/${segment('id', id)}/retry`), options);
  },

  /**
   * Approve a payout that a person made.
   *
   * Only another person than the maker of the payout may do this: one of the merchant's people, or an owner of the integration; in live mode with a second factor. It must not be a person whom the maker invited, or who invited the maker, in the last seven days. The items are paid after the approval; for a moment the payout can still be canceled.
   *
   * May be called by merchants, developers (owner). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/payouts/{id}/approve`
   */
  approve(id: string, options?: RequestOptions): Promise<Answered<Payout>> {
    return api.send(POST(`/payouts/${segment('id', id)}/approve`), options);
  },

  /**
   * Reject a payout that a person made.
   *
   * Only another person than the maker of the payout may do this: one of the merchant's people, or an owner of the integration; in live mode with a second factor. It must not be a person whom the maker invited, or who invited the maker, in the last seven days. The payout is canceled, and all its money is available again.
   *
   * May be called by merchants, developers (owner). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/payouts/{id}/reject`
   */
  reject(id: string, body: RejectPayoutBody, options?: RequestOptions): Promise<Answered<Payout>> {
    return api.send(POST(`/payouts/${segment('id', id)}/reject`, { body }), options);
  },

  /**
   * Check the names of recipients.
   *
   * Asks the providers whether these phones have accounts and whether the names fit, before you make a payout. No name is returned. An integration may ask about 60 recipients a minute. A payout that waits for a second person is checked by itself: see `name_match` of its items.
   *
   * May be called by API keys with the scope `payouts:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/payouts/names`
   */
  checkNames(body: CheckNamesBody, options?: RequestOptions): List<NameCheck> {
    return api.list(POST('/payouts/names', { body }), options);
  },
});
export type PayoutsResource = ReturnType<typeof payouts>;

const webhooks = (api: Api) => ({
  /**
   * Register a webhook endpoint.
   *
   * At most 16 endpoints in a mode. Only this answer has the signing secret.
   *
   * May be called by API keys with the scope `webhooks:write`, merchants, developers (owner, developer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/webhooks`
   */
  create(body: CreateWebhookBody, options?: RequestOptions): Promise<Answered<WebhookEndpoint>> {
    return api.send(POST('/webhooks', { body }), options);
  },

  /**
   * List webhook endpoints.
   *
   * May be called by API keys with the scope `webhooks:read`, merchants, developers (owner, developer, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/webhooks`
   */
  list(query?: ListWebhooksQuery, options?: RequestOptions): List<WebhookEndpoint> {
    return api.list(GET('/webhooks', { query }), options);
  },

  /**
   * Read one webhook endpoint.
   *
   * May be called by API keys with the scope `webhooks:read`, merchants, developers (owner, developer, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/webhooks/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Answered<WebhookEndpoint>> {
    return api.send(GET(`/webhooks/${segment('id', id)}`), options);
  },

  /**
   * Change a webhook endpoint.
   *
   * Changes only the fields that you send. While an endpoint is disabled, its deliveries are held: replay them after you enable it.
   *
   * May be called by API keys with the scope `webhooks:write`, merchants, developers (owner, developer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `PATCH /api/v1/webhooks/{id}`
   */
  update(id: string, body?: UpdateWebhookBody, options?: RequestOptions): Promise<Answered<WebhookEndpoint>> {
    return api.send(PATCH(`/webhooks/${segment('id', id)}`, { body }), options);
  },

  /**
   * Delete a webhook endpoint.
   *
   * The service sends nothing more to this endpoint, including waiting deliveries.
   *
   * May be called by API keys with the scope `webhooks:write`, merchants, developers (owner, developer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `DELETE /api/v1/webhooks/{id}`
   */
  delete(id: string, options?: RequestOptions): Promise<Answered<DeletedWebhookEndpoint>> {
    return api.send(DELETE(`/webhooks/${segment('id', id)}`), options);
  },

  /**
   * Roll the signing secret.
   *
   * Until the overlap ends, the old secret signs `Service-Signature` and the new secret signs `Service-Signature-Next`; `webhook-signature` has both signatures. If you roll again during the overlap, the old secret continues to sign and the new secret is replaced.
   *
   * May be called by API keys with the scope `webhooks:write`, merchants, developers (owner, developer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/webhooks/{id}/roll_secret`
   */
  rollSecret(id: string, body?: RollWebhookSecretBody, options?: RequestOptions): Promise<Answered<WebhookEndpoint>> {
    return api.send(POST(`/webhooks/${segment('id', id)}/roll_secret`, { body }), options);
  },

  /**
   * Send a test event.
   *
   * Sends a `webhook.test` event once, now, and answers with the endpoint's response. There are no retries.
   *
   * May be called by API keys with the scope `webhooks:write`, merchants, developers (owner, developer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/webhooks/{id}/test`
   */
  test(id: string, options?: RequestOptions): Promise<Answered<Delivery>> {
    return api.send(POST(`/webhooks/${segment('id', id)}/test`), options);
  },

  /**
   * List an endpoint's deliveries.
   *
   * May be called by API keys with the scope `webhooks:read`, merchants, developers (owner, developer, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/webhooks/{id}/deliveries`
   */
  listDeliveries(id: string, query?: ListWebhookDeliveriesQuery, options?: RequestOptions): List<Delivery> {
    return api.list(GET(`/webhooks/${segment('id', id)}/deliveries`, { query }), options);
  },

  /**
   * Replay deliveries.
   *
   * Resends deliveries of the endpoint between two times, with the same event ids and on the schedule of a first attempt. New deliveries go first.
   *
   * May be called by API keys with the scope `webhooks:write`, merchants, developers (owner, developer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/webhooks/{id}/replay`
   */
  replay(id: string, body: ReplayWebhookBody, options?: RequestOptions): Promise<Answered<Replay>> {
    return api.send(POST(`/webhooks/${segment('id', id)}/replay`, { body }), options);
  },
});
export type WebhooksResource = ReturnType<typeof webhooks>;

const deliveries = (api: Api) => ({
  /**
   * Read one delivery.
   *
   * May be called by API keys with the scope `webhooks:read`, merchants, developers (owner, developer, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/deliveries/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Answered<Delivery>> {
    return api.send(GET(`/deliveries/${segment('id', id)}`), options);
  },

  /**
   * Resend a delivery.
   *
   * Sends the delivery now, in any state, with the same event id. If it fails, retries follow the schedule of a first attempt.
   *
   * May be called by API keys with the scope `webhooks:write`, merchants, developers (owner, developer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/deliveries/{id}/resend`
   */
  resend(id: string, options?: RequestOptions): Promise<Answered<Delivery>> {
    return api.send(POST(`/deliveries/${segment('id', id)}/resend`), options);
  },
});
export type DeliveriesResource = ReturnType<typeof deliveries>;

const replays = (api: Api) => ({
  /**
   * List an endpoint's replays.
   *
   * May be called by API keys with the scope `webhooks:read`, merchants, developers (owner, developer, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/webhooks/{id}/replays`
   */
  list(webhook: string, query?: ListReplaysQuery, options?: RequestOptions): List<Replay> {
    return api.list(GET(`/webhooks/${segment('webhook', webhook)}/replays`, { query }), options);
  },

  /**
   * Read one replay.
   *
   * May be called by API keys with the scope `webhooks:read`, merchants, developers (owner, developer, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/replays/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Answered<Replay>> {
    return api.send(GET(`/replays/${segment('id', id)}`), options);
  },
});
export type ReplaysResource = ReturnType<typeof replays>;

const webhookHealth = (api: Api) => ({
  /**
   * Read the health of all endpoints.
   *
   * Counts of attempts by endpoint, newest endpoint first, all on one page.
   *
   * May be called by API keys with the scope `webhooks:read`, merchants, developers (owner, developer, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/webhook_health`
   */
  list(options?: RequestOptions): List<WebhookHealth> {
    return api.list(GET('/webhook_health'), options);
  },
});
export type WebhookHealthResource = ReturnType<typeof webhookHealth>;

const inbox = (api: Api) => ({
  /**
   * Open the inbox.
   *
   * A test integration has a built-in webhook receiver, outside the limit of 16 endpoints. Merchants who register get it at once; this opens it for an older integration. Later events arrive there too, signed and delivered like those of any endpoint, without a network.
   *
   * May be called by API keys with the scope `webhooks:write`, merchants, developers (owner, developer). Merchants and developers name the integration in `Service-Integration`.
   *
   * Test mode only.
   *
   * `POST /api/v1/inbox`
   */
  open(options?: RequestOptions): Promise<Answered<Inbox>> {
    return api.send(POST('/inbox'), options);
  },

  /**
   * List the events in the inbox.
   *
   * The inbox keeps the last 100 events.
   *
   * May be called by API keys with the scope `webhooks:read`, merchants, developers (owner, developer, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * Test mode only.
   *
   * `GET /api/v1/inbox`
   */
  list(query?: ListInboxQuery, options?: RequestOptions): List<InboxEvent> {
    return api.list(GET('/inbox', { query }), options);
  },
});
export type InboxResource = ReturnType<typeof inbox>;

const events = (api: Api) => ({
  /**
   * List events.
   *
   * May be called by API keys with the scope `events:read`, merchants, developers (owner, developer, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/events`
   */
  list(query?: ListEventsQuery, options?: RequestOptions): List<WebhookEvent> {
    return api.list(GET('/events', { query }), options);
  },

  /**
   * Follow events as they happen.
   *
   * Server-sent events (`text/event-stream`): `data` is an event, `id` its id. After a disconnect, send the last id as `Last-Event-ID`: the stream starts with the events that you missed, without losses and without duplicates. Without it the stream starts now; its first message has an id and no data, so that you can resume from there before the first event (`0` is before all events). Events come in the order in which they became visible. A comment comes every ten seconds; the stream ends when the key or session ends. Use it for dashboards and tools; servers should use webhooks.
   *
   * May be called by API keys with the scope `events:read`, merchants, developers (owner, developer, accountant, viewer, till). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/events/stream`
   */
  stream(options?: StreamOptions): AsyncGenerator<WebhookEvent, void, undefined> {
    return api.stream(GET('/events/stream'), options);
  },

  /**
   * Read one event.
   *
   * May be called by API keys with the scope `events:read`, merchants, developers (owner, developer, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/events/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Answered<WebhookEvent>> {
    return api.send(GET(`/events/${segment('id', id)}`), options);
  },

  /**
   * List an event's deliveries.
   *
   * At most one for each endpoint, all on one page. Deliveries are kept for 30 days.
   *
   * May be called by API keys with the scope `webhooks:read`, merchants, developers (owner, developer, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/events/{id}/deliveries`
   */
  listDeliveries(id: string, options?: RequestOptions): List<Delivery> {
    return api.list(GET(`/events/${segment('id', id)}/deliveries`), options);
  },

  /**
   * Resend an event to open streams.
   *
   * Every stream of this world that was opened with `resent=true` gets the event again, such as a running `rialto listen`. Endpoints do not: resend a delivery for them.
   *
   * May be called by API keys with the scope `webhooks:write`, merchants, developers (owner, developer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/events/{id}/resend`
   */
  resend(id: string, options?: RequestOptions): Promise<Answered<WebhookEvent>> {
    return api.send(POST(`/events/${segment('id', id)}/resend`), options);
  },
});
export type EventsResource = ReturnType<typeof events>;

const requestLogs = (api: Api) => ({
  /**
   * List requests of the last 30 days.
   *
   * All requests of the integration's keys, and the requests by which people changed its records. A request appears about a second after its answer.
   *
   * May be called by merchants, developers (owner, developer, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/request_logs`
   */
  list(query?: ListRequestLogsQuery, options?: RequestOptions): List<RequestLogEntry> {
    return api.list(GET('/request_logs', { query }), options);
  },

  /**
   * Read one request.
   *
   * May be called by merchants, developers (owner, developer, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/request_logs/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Answered<RequestLog>> {
    return api.send(GET(`/request_logs/${segment('id', id)}`), options);
  },
});
export type RequestLogsResource = ReturnType<typeof requestLogs>;

const summary = (api: Api) => ({
  /**
   * Read a summary of payments.
   *
   * Volume, outcomes and refunds of the payments created in a time, and the balance. Each node caches past days for a while. The figures of today are at most two seconds old, or ten times the time that it takes to read them.
   *
   * May be called by merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/summary`
   */
  get(query: GetSummaryQuery, options?: RequestOptions): Promise<Answered<Summary>> {
    return api.send(GET('/summary', { query }), options);
  },
});
export type SummaryResource = ReturnType<typeof summary>;

const search = (api: Api) => ({
  /**
   * Find records.
   *
   * Finds what people type: digits of a phone (payments, and the customers themselves), a part of a `reference`, an amount in major units (`2 500`, `25.00 USD`), a date (`2026-01-15`, UTC), the name or phone of a payout's recipient, the title of a payment link, or the beginning of an id. Returns at most ten records of a kind and meaning. Parts in the middle of a reference, names and recipients are looked for in the newest 50 000 records, and only while fewer than twenty records were found. A key finds only what its scopes let it read. Only people find requests.
   *
   * May be called by API keys with the scope `payments:read`, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/search`
   */
  search(query: SearchQuery, options?: RequestOptions): List<SearchHit> {
    return api.list(GET('/search', { query }), options);
  },
});
export type SearchResource = ReturnType<typeof search>;

const currencies = (api: Api) => ({
  /**
   * List currencies.
   *
   * The currencies that the operator has enabled, all on one page unless you give a `limit`.
   *
   * May be called by API keys, customers, merchants, developers, operators.
   *
   * `GET /api/v1/currencies`
   */
  list(query?: ListCurrenciesQuery, options?: RequestOptions): List<Currency> {
    return api.list(GET('/currencies', { query }), options);
  },
});
export type CurrenciesResource = ReturnType<typeof currencies>;

const fees = (api: Api) => ({
  /**
   * List your fees.
   *
   * The current fees of each payment and each payout item, by currency, all on one page. If a fee is not listed, it is zero. The `fee` of a payment, a payout and its items is calculated from the tier of the amount: `basis_points` of the whole amount, rounded half up to the minor unit, plus `fixed`, between `minimum` and `maximum`, and never more than the amount. The `tax` on it is `tax_basis_points` of the final fee, rounded half up, and at most what the fee leaves of the amount. A fee with a `rail` replaces the general fee for payments that begin on this rail and for payouts that name it. A refund returns the fee and its tax in proportion if `fee_on_refund` is `returned`, and neither if it is `kept`.
   *
   * May be called by API keys, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/fees`
   */
  listOwn(options?: RequestOptions): List<Fee> {
    return api.list(GET('/fees'), options);
  },

  /**
   * Ask what a payment or a payout item would cost.
   *
   * The fee of one payment or one item of a payout, without making it. It binds until `valid_until`, because a changed fee starts only when no earlier quote binds any more: nothing has to be sent with the payment. Without `rail` it is the fee on rails that have none of their own. A payment has the fee of the first rail that it is sent to, a payout that of the rail that it names.
   *
   * May be called by API keys, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/fees/quote`
   */
  quote(query: QuoteFeeQuery, options?: RequestOptions): Promise<Answered<FeeQuote>> {
    return api.send(GET('/fees/quote', { query }), options);
  },
});
export type FeesResource = ReturnType<typeof fees>;

const rails = (api: Api) => ({
  /**
   * List the rails that you can use.
   *
   * The rails that work for you now, all on one page. With `phone`, `currency` and `amount` only those that can serve such a payment: first those that a request without `rail` would use, in their order, then those that you can name. Some providers tell only at the payment whether the phone has an account.
   *
   * May be called by API keys with the scope `rails:read`, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/rails`
   */
  listOwn(query?: ListOwnRailsQuery, options?: RequestOptions): List<UsableRail> {
    return api.list(GET('/rails', { query }), options);
  },
});
export type RailsResource = ReturnType<typeof rails>;

const auth = (api: Api) => ({
  /**
   * Log in as a customer.
   *
   * If the account has a second factor, the answer is a challenge instead of tokens. After too many wrong passwords from strangers, the account answers 429 to new devices: send the `challenge` and `code` of `POST /auth/device` with the password. Strangers do not delay known devices, open sessions, or networks that the account logged in from.
   *
   * `POST /api/v1/auth/login`
   */
  login(body: LoginBody, options?: RequestOptions): Promise<Answered<LoginResult | CookieLoginResult | Challenge>> {
    return api.send(POST('/auth/login', { body, keyed: false }), options);
  },

  /**
   * Log in as a merchant.
   *
   * If the account has a second factor, the answer is a challenge instead of tokens. After too many wrong passwords from strangers, the account answers 429 to new devices: send the `challenge` and `code` of `POST /auth/device` with the password. Strangers do not delay known devices, open sessions, or networks that the account logged in from.
   *
   * `POST /api/v1/auth/merchant/login`
   */
  loginMerchant(
    body: LoginMerchantBody,
    options?: RequestOptions,
  ): Promise<Answered<LoginResult | CookieLoginResult | Challenge>> {
    return api.send(POST('/auth/merchant/login', { body, keyed: false }), options);
  },

  /**
   * Log in as a developer.
   *
   * If the account has a second factor, the answer is a challenge instead of tokens. After too many wrong passwords from strangers, the account answers 429 to new devices: send the `challenge` and `code` of `POST /auth/device` with the password. Strangers do not delay known devices, open sessions, or networks that the account logged in from.
   *
   * `POST /api/v1/auth/developer/login`
   */
  loginDeveloper(
    body: LoginDeveloperBody,
    options?: RequestOptions,
  ): Promise<Answered<StaffLoginResult | CookieLoginResult | Challenge>> {
    return api.send(POST('/auth/developer/login', { body, keyed: false }), options);
  },

  /**
   * Log in as an operator.
   *
   * If the account has a second factor, the answer is a challenge instead of tokens. After too many wrong passwords from strangers, the account answers 429 to new devices: send the `challenge` and `code` of `POST /auth/device` with the password. Strangers do not delay known devices, open sessions, or networks that the account logged in from.
   *
   * `POST /api/v1/auth/operator/login`
   */
  loginOperator(
    body: LoginOperatorBody,
    options?: RequestOptions,
  ): Promise<Answered<StaffLoginResult | CookieLoginResult | Challenge>> {
    return api.send(POST('/auth/operator/login', { body, keyed: false }), options);
  },

  /**
   * Register as a customer.
   *
   * The service sends a code to the phone; `POST /auth/2fa/verify` opens the account with it. The answer does not show whether the phone already has an account.
   *
   * `POST /api/v1/auth/register`
   */
  register(body: RegisterBody, options?: RequestOptions): Promise<Answered<Challenge>> {
    return api.send(POST('/auth/register', { body, keyed: false }), options);
  },

  /**
   * Register as a merchant.
   *
   * A merchant always registers in the test world; an operator approves it for live. `POST /auth/2fa/verify` creates the merchant, its first integration and the login. If the password has fewer than 15 characters, each login also needs an SMS code.
   *
   * `POST /api/v1/auth/merchant/register`
   */
  registerMerchant(body: RegisterMerchantBody, options?: RequestOptions): Promise<Answered<Challenge>> {
    return api.send(POST('/auth/merchant/register', { body, keyed: false }), options);
  },

  /**
   * Accept an invitation and log in.
   *
   * Opens a developer account with this password, which needs at least 15 characters and must not be a common one. If you have an account, send its password, or accept while logged in (`POST /invitations/accept`).
   *
   * `POST /api/v1/auth/developer/accept`
   */
  acceptInvitation(
    body: AcceptInvitationBody,
    options?: RequestOptions,
  ): Promise<Answered<StaffLoginResult | CookieLoginResult | Challenge>> {
    return api.send(POST('/auth/developer/accept', { body, keyed: false }), options);
  },

  /**
   * Answer a challenge.
   *
   * Completes a login or a registration.
   *
   * `POST /api/v1/auth/2fa/verify`
   */
  verifyTwoFactor(
    body: VerifyTwoFactorBody,
    options?: RequestOptions,
  ): Promise<Answered<LoginResult | StaffLoginResult | CookieLoginResult>> {
    return api.send(POST('/auth/2fa/verify', { body, keyed: false }), options);
  },

  /**
   * Resend a code.
   *
   * Possible after 30 seconds, three times at most. The challenge still expires at the same time. An authenticator (`totp`) has no code to send: 400.
   *
   * `POST /api/v1/auth/2fa/resend`
   */
  resendCode(body: ResendCodeBody, options?: RequestOptions): Promise<Answered<Challenge>> {
    return api.send(POST('/auth/2fa/resend', { body, keyed: false }), options);
  },

  /**
   * Get a new pair of tokens.
   *
   * Send the refresh token in the body, as `Authorization: Bearer` or in its cookie. It works once. If the answer is lost, the same client (its device cookie, or the same network and user agent) gets the same pair again for 30 seconds. Any other second use ends the whole session.
   *
   * `POST /api/v1/auth/refresh`
   */
  refreshTokens(
    body?: RefreshTokensBody,
    options?: RequestOptions,
  ): Promise<Answered<LoginResult | StaffLoginResult | CookieLoginResult>> {
    return api.send(POST('/auth/refresh', { body, keyed: false }), options);
  },

  /**
   * Log out.
   *
   * The tokens of this session stop working within a second.
   *
   * May be called by customers, merchants, developers, operators.
   *
   * `POST /api/v1/auth/logout`
   */
  logout(body?: LogoutBody, options?: RequestOptions): Promise<Answered<object>> {
    return api.send(POST('/auth/logout', { body, keyed: false }), options);
  },

  /**
   * List open sessions.
   *
   * May be called by customers, merchants, developers, operators.
   *
   * `GET /api/v1/auth/sessions`
   */
  listSessions(query?: ListSessionsQuery, options?: RequestOptions): List<Session> {
    return api.list(GET('/auth/sessions', { query }), options);
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
    return api.send(DELETE(`/auth/sessions/${segment('id', id)}`), options);
  },

  /**
   * Request a code for a new password.
   *
   * The service sends a code to the phone or e-mail address. The answer does not show whether the account exists.
   *
   * `POST /api/v1/auth/password/forgot`
   */
  forgotPassword(body: ForgotPasswordBody, options?: RequestOptions): Promise<Answered<Challenge>> {
    return api.send(POST('/auth/password/forgot', { body, keyed: false }), options);
  },

  /**
   * Set a new password with a code.
   *
   * Ends every session of the account.
   *
   * `POST /api/v1/auth/password/reset`
   */
  resetPassword(body: ResetPasswordBody, options?: RequestOptions): Promise<Answered<object>> {
    return api.send(POST('/auth/password/reset', { body, keyed: false }), options);
  },

  /**
   * Request a code for a new device.
   *
   * For a login that answers 429 because of wrong passwords. The service sends a code to the phone or e-mail address: log in with it and the password. The answer does not show whether the account exists.
   *
   * `POST /api/v1/auth/device`
   */
  askDeviceCode(body: AskDeviceCodeBody, options?: RequestOptions): Promise<Answered<Challenge>> {
    return api.send(POST('/auth/device', { body, keyed: false }), options);
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
    return api.send(POST('/auth/password/change', { body, keyed: false }), options);
  },

  /**
   * Start to enable a second factor.
   *
   * The factor is enabled after `POST /auth/2fa/confirm` with a code. Developers and operators use `totp`. To change an enabled factor, first disable it with one of its codes.
   *
   * May be called by customers, merchants, developers, operators.
   *
   * `POST /api/v1/auth/2fa/enable`
   */
  enableTwoFactor(body: EnableTwoFactorBody, options?: RequestOptions): Promise<Answered<TwoFactorEnrolment>> {
    return api.send(POST('/auth/2fa/enable', { body, keyed: false }), options);
  },

  /**
   * Start to disable the second factor.
   *
   * The factor is disabled after `POST /auth/2fa/confirm` with a code.
   *
   * May be called by customers, merchants, developers, operators.
   *
   * `POST /api/v1/auth/2fa/disable`
   */
  disableTwoFactor(body: DisableTwoFactorBody, options?: RequestOptions): Promise<Answered<Challenge>> {
    return api.send(POST('/auth/2fa/disable', { body, keyed: false }), options);
  },

  /**
   * Confirm that a second factor is enabled or disabled.
   *
   * Ends every other session of the account.
   *
   * May be called by customers, merchants, developers, operators.
   *
   * `POST /api/v1/auth/2fa/confirm`
   */
  confirmTwoFactor(body: ConfirmTwoFactorBody, options?: RequestOptions): Promise<Answered<TwoFactor>> {
    return api.send(POST('/auth/2fa/confirm', { body, keyed: false }), options);
  },

  /**
   * Request a code to your e-mail address.
   *
   * For people who log in by phone: the service sends a code to the address. Without the code, nothing else is sent to it.
   *
   * May be called by merchants.
   *
   * `POST /api/v1/auth/alert_address`
   */
  askAlertAddress(body: AskAlertAddressBody, options?: RequestOptions): Promise<Answered<Challenge>> {
    return api.send(POST('/auth/alert_address', { body, keyed: false }), options);
  },

  /**
   * Confirm your e-mail address.
   *
   * It replaces the earlier address in all your integrations.
   *
   * May be called by merchants.
   *
   * `POST /api/v1/auth/alert_address/confirm`
   */
  confirmAlertAddress(body: ConfirmAlertAddressBody, options?: RequestOptions): Promise<Answered<AlertAddress>> {
    return api.send(POST('/auth/alert_address/confirm', { body, keyed: false }), options);
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
    return api.send(GET('/me'), options);
  },

  /**
   * Change your own account.
   *
   * May be called by customers, merchants, developers, operators.
   *
   * `PATCH /api/v1/me`
   */
  update(body?: UpdateMeBody, options?: RequestOptions): Promise<Answered<Me>> {
    return api.send(PATCH('/me', { body }), options);
  },
});
export type MeResource = ReturnType<typeof me>;

const integrations = (api: Api) => ({
  /**
   * Create an integration.
   *
   * The integration exists in both worlds, permanently. Once the merchant is approved for live, this needs a live login.
   *
   * May be called by merchants.
   *
   * `POST /api/v1/integrations`
   */
  create(body: CreateIntegrationBody, options?: RequestOptions): Promise<Answered<Integration>> {
    return api.send(POST('/integrations', { body }), options);
  },

  /**
   * List integrations.
   *
   * A merchant's people see the merchant's integrations. A developer sees the integrations that they belong to.
   *
   * May be called by merchants, developers (owner, developer, accountant, viewer, till).
   *
   * `GET /api/v1/integrations`
   */
  list(query?: ListIntegrationsQuery, options?: RequestOptions): List<Integration> {
    return api.list(GET('/integrations', { query }), options);
  },

  /**
   * Read an integration.
   *
   * May be called by merchants, developers (owner, developer, accountant, viewer, till).
   *
   * `GET /api/v1/integrations/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Answered<Integration>> {
    return api.send(GET(`/integrations/${segment('id', id)}`), options);
  },

  /**
   * Change an integration.
   *
   * For the merchant's people and owners. The slug does not change. `origins` replaces the previous list; browsers apply it within ten minutes.
   *
   * May be called by merchants, developers (owner).
   *
   * `PATCH /api/v1/integrations/{id}`
   */
  update(id: string, body?: UpdateIntegrationBody, options?: RequestOptions): Promise<Answered<Integration>> {
    return api.send(PATCH(`/integrations/${segment('id', id)}`, { body }), options);
  },

  /**
   * Accept an invitation while logged in.
   *
   * The invitation must have been sent to your own e-mail address.
   *
   * May be called by developers.
   *
   * `POST /api/v1/invitations/accept`
   */
  join(body: JoinIntegrationBody, options?: RequestOptions): Promise<Answered<Integration>> {
    return api.send(POST('/invitations/accept', { body }), options);
  },

  /**
   * List the developers of an integration.
   *
   * May be called by merchants, developers (owner, developer, viewer).
   *
   * `GET /api/v1/integrations/{id}/developers`
   */
  listDevelopers(id: string, query?: ListDevelopersQuery, options?: RequestOptions): List<Developer> {
    return api.list(GET(`/integrations/${segment('id', id)}/developers`, { query }), options);
  },

  /**
   * Change a developer's role.
   *
   * For the merchant's people and owners. Only the merchant's people may change the last owner.
   *
   * May be called by merchants, developers (owner).
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
      PATCH(`/integrations/${segment('id', id)}/developers/${segment('developer', developer)}`, { body }),
      options,
    );
  },

  /**
   * Remove a developer.
   *
   * For the merchant's people and owners; every developer may leave. A removed developer has no access to the integration, and open invitations by and to this developer are withdrawn. Only the merchant's people may remove the last owner. Keys stay valid: roll those that the developer knows.
   *
   * May be called by merchants, developers (owner).
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
      DELETE(`/integrations/${segment('id', id)}/developers/${segment('developer', developer)}`),
      options,
    );
  },

  /**
   * Show the first key.
   *
   * A merchant who registers gets a test key with all scopes, whose text nobody has seen. This gives it a new text and returns it; the text before stops working. It is refused once the key was used.
   *
   * May be called by merchants, developers (owner, developer; live: none).
   *
   * `POST /api/v1/integrations/{id}/starter_key`
   */
  rollStarterKey(id: string, options?: RequestOptions): Promise<Answered<APIKey>> {
    return api.send(POST(`/integrations/${segment('id', id)}/starter_key`), options);
  },
});
export type IntegrationsResource = ReturnType<typeof integrations>;

const invitations = (api: Api) => ({
  /**
   * Invite a developer.
   *
   * For the merchant's people and owners. The service sends a link to the e-mail address. The link works once within 7 days, and it ends an earlier invitation of the same address. Once the merchant is approved for live, only a live login or an owner with `live` may invite. A developer without `live` may then be invited again, and gets `live` with the role of that invitation.
   *
   * May be called by merchants, developers (owner).
   *
   * `POST /api/v1/integrations/{id}/invitations`
   */
  create(integration: string, body: CreateInvitationBody, options?: RequestOptions): Promise<Answered<Invitation>> {
    return api.send(POST(`/integrations/${segment('integration', integration)}/invitations`, { body }), options);
  },

  /**
   * List invitations.
   *
   * For the merchant's people and owners.
   *
   * May be called by merchants, developers (owner).
   *
   * `GET /api/v1/integrations/{id}/invitations`
   */
  list(integration: string, query?: ListInvitationsQuery, options?: RequestOptions): List<Invitation> {
    return api.list(GET(`/integrations/${segment('integration', integration)}/invitations`, { query }), options);
  },

  /**
   * Withdraw an invitation.
   *
   * An invitation that is no longer open stays unchanged.
   *
   * May be called by merchants, developers (owner).
   *
   * `DELETE /api/v1/invitations/{id}`
   */
  delete(id: string, options?: RequestOptions): Promise<Answered<Invitation>> {
    return api.send(DELETE(`/invitations/${segment('id', id)}`), options);
  },
});
export type InvitationsResource = ReturnType<typeof invitations>;

const keys = (api: Api) => ({
  /**
   * Create a key.
   *
   * The merchant's people, owners and developers make test keys. Only a person of the merchant who is logged in to the live world with a second factor makes live keys.
   *
   * May be called by merchants, developers (owner, developer; live: none).
   *
   * `POST /api/v1/integrations/{id}/keys`
   */
  create(integration: string, body: CreateKeyBody, options?: RequestOptions): Promise<Answered<APIKey>> {
    return api.send(POST(`/integrations/${segment('integration', integration)}/keys`, { body }), options);
  },

  /**
   * List keys.
   *
   * The list includes revoked keys. Live keys are visible only to the people who may make them.
   *
   * May be called by merchants, developers (owner, developer, viewer).
   *
   * `GET /api/v1/integrations/{id}/keys`
   */
  list(integration: string, query?: ListKeysQuery, options?: RequestOptions): List<APIKey> {
    return api.list(GET(`/integrations/${segment('integration', integration)}/keys`, { query }), options);
  },

  /**
   * Roll a key.
   *
   * Makes a new key with the scopes and the label of the old key. The old key works until the overlap ends.
   *
   * May be called by merchants, developers (owner, developer; live: none).
   *
   * `POST /api/v1/keys/{id}/roll`
   */
  roll(id: string, body?: RollKeyBody, options?: RequestOptions): Promise<Answered<APIKey>> {
    return api.send(POST(`/keys/${segment('id', id)}/roll`, { body }), options);
  },

  /**
   * Revoke a key.
   *
   * The key never works again. Every node stops accepting it within a second.
   *
   * May be called by merchants, developers (owner, developer; live: none).
   *
   * `DELETE /api/v1/keys/{id}`
   */
  revoke(id: string, options?: RequestOptions): Promise<Answered<APIKey>> {
    return api.send(DELETE(`/keys/${segment('id', id)}`), options);
  },
});
export type KeysResource = ReturnType<typeof keys>;

const operator = (api: Api) => ({
  /**
   * List merchants.
   *
   * `search` finds merchants with this id, with a person who has this phone, or with a name that begins with this text. The read is written to the audit log.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/merchants`
   */
  listMerchants(query?: ListMerchantsQuery, options?: RequestOptions): List<Merchant> {
    return api.list(GET('/operator/merchants', { query }), options);
  },

  /**
   * Read a merchant.
   *
   * The read is written to the audit log.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/merchants/{id}`
   */
  getMerchant(id: string, options?: RequestOptions): Promise<Answered<Merchant>> {
    return api.send(GET(`/operator/merchants/${segment('id', id)}`), options);
  },

  /**
   * Approve a merchant for live.
   *
   * The merchant's people may log in to the live world with their phone and password, and always with an SMS code, regardless of their second factor in the test world. Its developers stay in the test world until they are invited again from the live world. Open invitations end, because a test login, which anyone can get, may have sent them. A sandbox has no live world and answers 403.
   *
   * May be called by operators (compliance, admin).
   *
   * `POST /api/v1/operator/merchants/{id}/approve_live`
   */
  approveLive(id: string, options?: RequestOptions): Promise<Answered<Merchant>> {
    return api.send(POST(`/operator/merchants/${segment('id', id)}/approve_live`), options);
  },

  /**
   * Revoke a live approval.
   *
   * Within a second, the live logins of the merchant's people are suspended, its live keys are revoked, and its developers lose access to the live world. A new approval restores the logins, but not the keys or the developers' access.
   *
   * May be called by operators (compliance, admin).
   *
   * `POST /api/v1/operator/merchants/{id}/revoke_live`
   */
  revokeLive(id: string, body: RevokeLiveBody, options?: RequestOptions): Promise<Answered<Merchant>> {
    return api.send(POST(`/operator/merchants/${segment('id', id)}/revoke_live`, { body }), options);
  },

  /**
   * List each integration's load.
   *
   * The load over all nodes, highest first: by connection time, then by batch time, then by requests. The list includes throttled integrations without load. Figures are a few seconds old.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/tenants/load`
   */
  listTenantLoad(query?: ListTenantLoadQuery, options?: RequestOptions): List<TenantLoad> {
    return api.list(GET('/operator/tenants/load', { query }), options);
  },

  /**
   * Throttle an integration.
   *
   * Within a second, every node answers requests above the rate with 429 `throttled`, until you lift the throttle. The throttle applies to API keys and to people who act on the integration, in one mode. Payments and other work in progress continue. A new throttle replaces an earlier one.
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
    return api.send(POST(`/operator/integrations/${segment('id', id)}/throttle`, { body }), options);
  },

  /**
   * Lift the throttle of an integration.
   *
   * An integration without a throttle stays unchanged.
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
    return api.send(POST(`/operator/integrations/${segment('id', id)}/unthrottle`, { body }), options);
  },

  /**
   * Find accounts.
   *
   * Search by one of `phone`, `email` or `search`, across all types and modes. Without any of them, the list has the accounts of one type. The read is written to the audit log, with the ids of the accounts found.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/accounts`
   */
  listAccounts(query?: ListAccountsQuery, options?: RequestOptions): List<Account> {
    return api.list(GET('/operator/accounts', { query }), options);
  },

  /**
   * Read an account.
   *
   * The read is written to the audit log.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/accounts/{id}`
   */
  getAccount(id: string, options?: RequestOptions): Promise<Answered<Account>> {
    return api.send(GET(`/operator/accounts/${segment('id', id)}`), options);
  },

  /**
   * Suspend an account.
   *
   * The account's tokens stop working on every node within a second, and it cannot log in. Only an admin may suspend an operator's account, and nobody may suspend their own.
   *
   * May be called by operators (compliance, admin).
   *
   * `POST /api/v1/operator/accounts/{id}/suspend`
   */
  suspendAccount(id: string, body: SuspendAccountBody, options?: RequestOptions): Promise<Answered<Account>> {
    return api.send(POST(`/operator/accounts/${segment('id', id)}/suspend`, { body }), options);
  },

  /**
   * Lift the suspension of an account.
   *
   * May be called by operators (compliance, admin).
   *
   * `POST /api/v1/operator/accounts/{id}/unsuspend`
   */
  unsuspendAccount(id: string, options?: RequestOptions): Promise<Answered<Account>> {
    return api.send(POST(`/operator/accounts/${segment('id', id)}/unsuspend`), options);
  },

  /**
   * Reset the failed passwords and codes of an account.
   *
   * The owner can log in at once. Only an admin may unblock an operator's account, and nobody may unblock their own.
   *
   * May be called by operators (support, admin).
   *
   * `POST /api/v1/operator/accounts/{id}/unblock`
   */
  unblockAccount(id: string, options?: RequestOptions): Promise<Answered<Account>> {
    return api.send(POST(`/operator/accounts/${segment('id', id)}/unblock`), options);
  },

  /**
   * List a customer's or merchant's wallets.
   *
   * The read is written to the audit log.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/wallets`
   */
  listWalletsOf(query: ListWalletsOfQuery, options?: RequestOptions): List<Wallet> {
    return api.list(GET('/operator/wallets', { query }), options);
  },

  /**
   * Read any wallet.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/wallets/{id}`
   */
  getAnyWallet(id: string, options?: RequestOptions): Promise<Answered<Wallet>> {
    return api.send(GET(`/operator/wallets/${segment('id', id)}`), options);
  },

  /**
   * Read the statement of any wallet or system wallet.
   *
   * The read is written to the audit log, except for system wallets.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/wallets/{id}/entries`
   */
  listAnyEntries(id: string, query?: ListAnyEntriesQuery, options?: RequestOptions): List<Entry> {
    return api.list(GET(`/operator/wallets/${segment('id', id)}/entries`, { query }), options);
  },

  /**
   * Freeze a wallet.
   *
   * The wallet refuses new debits and credits; transactions in progress still settle. Emits `wallet.frozen`. A wallet that is already frozen stays frozen, and the reason `fraud` replaces `kyc`.
   *
   * May be called by operators (compliance, admin).
   *
   * `POST /api/v1/operator/wallets/{id}/freeze`
   */
  freezeWallet(id: string, body: FreezeWalletBody, options?: RequestOptions): Promise<Answered<Wallet>> {
    return api.send(POST(`/operator/wallets/${segment('id', id)}/freeze`, { body }), options);
  },

  /**
   * Unfreeze a wallet.
   *
   * A wallet that is frozen for `kyc` is unfrozen at once (200, the wallet). A wallet that is frozen for `fraud` needs two operators and a `reason` (202, an approval). Nothing happens until another operator approves it, within three days. Both need an authenticator (`totp`) on their account.
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
    return api.send(POST(`/operator/wallets/${segment('id', id)}/unfreeze`, { body }), options);
  },

  /**
   * Find payments of a customer or of an integration.
   *
   * The payments of one customer, from every integration, or the payments of one integration. Name one of the two. The read is written to the audit log.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/payments`
   */
  listAnyPayments(query?: ListAnyPaymentsQuery, options?: RequestOptions): List<AnyPayment> {
    return api.list(GET('/operator/payments', { query }), options);
  },

  /**
   * Read any payment.
   *
   * The read is written to the audit log.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/payments/{id}`
   */
  getAnyPayment(id: string, options?: RequestOptions): Promise<Answered<AnyPayment>> {
    return api.send(GET(`/operator/payments/${segment('id', id)}`), options);
  },

  /**
   * Read the timeline of any payment.
   *
   * The same timeline that the integration reads: states of the payment and of its refunds, postings, events. The read is written to the audit log.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/payments/{id}/timeline`
   */
  getAnyPaymentTimeline(id: string, query?: GetAnyPaymentTimelineQuery, options?: RequestOptions): List<TimelineEntry> {
    return api.list(GET(`/operator/payments/${segment('id', id)}/timeline`, { query }), options);
  },

  /**
   * List the payouts of an integration.
   *
   * The read is written to the audit log.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/payouts`
   */
  listAnyPayouts(query: ListAnyPayoutsQuery, options?: RequestOptions): List<AnyPayout> {
    return api.list(GET('/operator/payouts', { query }), options);
  },

  /**
   * Read any payout.
   *
   * The read is written to the audit log.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/payouts/{id}`
   */
  getAnyPayout(id: string, options?: RequestOptions): Promise<Answered<AnyPayout>> {
    return api.send(GET(`/operator/payouts/${segment('id', id)}`), options);
  },

  /**
   * List the items of any payout.
   *
   * The read is written to the audit log.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/payouts/{id}/items`
   */
  listAnyPayoutItems(id: string, query?: ListAnyPayoutItemsQuery, options?: RequestOptions): List<PayoutItem> {
    return api.list(GET(`/operator/payouts/${segment('id', id)}/items`, { query }), options);
  },

  /**
   * Cancel any payout.
   *
   * Possible while the payout is pending: while it waits for a second person, or for a moment after it was created. No item is paid, and all its money is available again. A payout that has started runs to completion.
   *
   * May be called by operators (compliance, admin).
   *
   * `POST /api/v1/operator/payouts/{id}/cancel`
   */
  cancelAnyPayout(id: string, body: CancelAnyPayoutBody, options?: RequestOptions): Promise<Answered<AnyPayout>> {
    return api.send(POST(`/operator/payouts/${segment('id', id)}/cancel`, { body }), options);
  },

  /**
   * Read the trial balance.
   *
   * For every currency and mode, from the balances at one moment. `npm run admin -- ledger check` proves the balances from the postings.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `GET /api/v1/operator/ledger/trial_balance`
   */
  getTrialBalance(options?: RequestOptions): Promise<Answered<TrialBalance>> {
    return api.send(GET('/operator/ledger/trial_balance'), options);
  },

  /**
   * List system wallets.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `GET /api/v1/operator/ledger/wallets`
   */
  listSystemWallets(query?: ListSystemWalletsQuery, options?: RequestOptions): List<SystemWallet> {
    return api.list(GET('/operator/ledger/wallets', { query }), options);
  },

  /**
   * Read a posting with its cause.
   *
   * Use the id of its line in the statement of either wallet.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/postings/{id}`
   */
  getPosting(id: string, options?: RequestOptions): Promise<Answered<Posting>> {
    return api.send(GET(`/operator/postings/${segment('id', id)}`), options);
  },

  /**
   * Read the health of rails.
   *
   * The calls of all nodes to each rail, and the records that still wait for it.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/rails`
   */
  listRails(options?: RequestOptions): List<Rail> {
    return api.list(GET('/operator/rails'), options);
  },

  /**
   * List the configured rails.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/rail_settings`
   */
  listRailSettings(options?: RequestOptions): List<RailSettings> {
    return api.list(GET('/operator/rail_settings'), options);
  },

  /**
   * Add a rail.
   *
   * A rail of test mode is enabled at once. In live mode it takes effect when another operator approves it (202). Both need an authenticator.
   *
   * May be called by operators (finance, admin).
   *
   * `POST /api/v1/operator/rail_settings`
   */
  addRail(body: AddRailBody, options?: RequestOptions): Promise<Answered<RailSettings | Approval>> {
    return api.send(POST('/operator/rail_settings', { body }), options);
  },

  /**
   * List the providers that a rail can connect to.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/providers`
   */
  listProviders(options?: RequestOptions): List<Provider> {
    return api.list(GET('/operator/providers'), options);
  },

  /**
   * Read a configured rail.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/rail_settings/{slug}`
   */
  getRailSettings(slug: string, options?: RequestOptions): Promise<Answered<RailSettings>> {
    return api.send(GET(`/operator/rail_settings/${segment('slug', slug)}`), options);
  },

  /**
   * Change the limits of a rail.
   *
   * Every node uses the new values within a second. Missing fields stay as they are.
   *
   * May be called by operators (finance, admin).
   *
   * `PATCH /api/v1/operator/rail_settings/{slug}`
   */
  updateRailSettings(
    slug: string,
    body?: UpdateRailSettingsBody,
    options?: RequestOptions,
  ): Promise<Answered<RailSettings>> {
    return api.send(PATCH(`/operator/rail_settings/${segment('slug', slug)}`, { body }), options);
  },

  /**
   * Change the credentials or the base URL of a rail.
   *
   * In live mode it takes effect when another operator approves it (202). Both need an authenticator. Until then the rail keeps its present connection.
   *
   * May be called by operators (finance, admin).
   *
   * `POST /api/v1/operator/rail_settings/{slug}/rotate`
   */
  rotateRail(slug: string, body: RotateRailBody, options?: RequestOptions): Promise<Answered<RailSettings | Approval>> {
    return api.send(POST(`/operator/rail_settings/${segment('slug', slug)}/rotate`, { body }), options);
  },

  /**
   * Request the approval of a live rail.
   *
   * For a connection that an admin command added or changed. In live mode it takes effect when another operator approves it (202). Both need an authenticator.
   *
   * May be called by operators (finance, admin).
   *
   * `POST /api/v1/operator/rail_settings/{slug}/request_approval`
   */
  requestRailApproval(
    slug: string,
    body: RequestRailApprovalBody,
    options?: RequestOptions,
  ): Promise<Answered<Approval>> {
    return api.send(POST(`/operator/rail_settings/${segment('slug', slug)}/request_approval`, { body }), options);
  },

  /**
   * Pause a rail.
   *
   * Nothing new is sent on it. Questions about what was sent, and callbacks, continue.
   *
   * May be called by operators (finance, admin).
   *
   * `POST /api/v1/operator/rail_settings/{slug}/pause`
   */
  pauseRail(slug: string, body: PauseRailBody, options?: RequestOptions): Promise<Answered<RailSettings>> {
    return api.send(POST(`/operator/rail_settings/${segment('slug', slug)}/pause`, { body }), options);
  },

  /**
   * Resume a paused or closed rail.
   *
   * Records that wait for it are sent at once.
   *
   * May be called by operators (finance, admin).
   *
   * `POST /api/v1/operator/rail_settings/{slug}/resume`
   */
  resumeRail(slug: string, body: ResumeRailBody, options?: RequestOptions): Promise<Answered<RailSettings>> {
    return api.send(POST(`/operator/rail_settings/${segment('slug', slug)}/resume`, { body }), options);
  },

  /**
   * Test the connection of a rail.
   *
   * Fetches a token, a balance and a lookup, and asks for a payment that does not exist, with the proposed connection if there is one. It moves no money and changes nothing.
   *
   * May be called by operators (finance, admin).
   *
   * `POST /api/v1/operator/rail_settings/{slug}/test`
   */
  testRail(slug: string, options?: RequestOptions): Promise<Answered<RailTest>> {
    return api.send(POST(`/operator/rail_settings/${segment('slug', slug)}/test`), options);
  },

  /**
   * Remove a paused rail.
   *
   * Its credentials are erased. Its slug and its wallets stay, and the slug is never used again.
   *
   * May be called by operators (finance, admin).
   *
   * `POST /api/v1/operator/rail_settings/{slug}/remove`
   */
  removeRail(slug: string, body: RemoveRailBody, options?: RequestOptions): Promise<Answered<RailSettings>> {
    return api.send(POST(`/operator/rail_settings/${segment('slug', slug)}/remove`, { body }), options);
  },

  /**
   * Read the webhook backlog.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/webhooks/backlog`
   */
  getWebhookBacklog(options?: RequestOptions): Promise<Answered<WebhookBacklog>> {
    return api.send(GET('/operator/webhooks/backlog'), options);
  },

  /**
   * Read the names behind ids.
   *
   * The names of merchants, people, integrations, keys and wallets, so that pages show names and not ids. An unknown id is left out. If the names include people, the read is written to the audit log with their ids.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/names`
   */
  listNames(query: ListNamesQuery, options?: RequestOptions): List<NameOfARecord> {
    return api.list(GET('/operator/names', { query }), options);
  },

  /**
   * Count what waits for you.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/waiting`
   */
  getWaitingCounts(options?: RequestOptions): Promise<Answered<WaitingCounts>> {
    return api.send(GET('/operator/waiting'), options);
  },

  /**
   * Read the head of the sealed ledger.
   *
   * Postings are sealed in batches, and each batch has the hash of the one before it. Only a head that you store elsewhere proves the chain (`npm run admin -- ledger check --head`).
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `GET /api/v1/operator/ledger/seal`
   */
  getSealHead(options?: RequestOptions): Promise<Answered<SealHead>> {
    return api.send(GET('/operator/ledger/seal'), options);
  },

  /**
   * List the batches of the sealed ledger.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `GET /api/v1/operator/ledger/seals`
   */
  listSeals(query?: ListSealsQuery, options?: RequestOptions): List<Seal> {
    return api.list(GET('/operator/ledger/seals', { query }), options);
  },

  /**
   * Read the state of the audit chain.
   *
   * The service checks the chain continuously, 10 000 rows a minute, and compares it with its last check. A person who can write to the database can also forge this result: only a head that you store elsewhere proves the chain (`npm run admin -- audit verify --head`).
   *
   * May be called by operators (compliance, admin).
   *
   * `GET /api/v1/operator/audit/chain`
   */
  getAuditChain(options?: RequestOptions): Promise<Answered<AuditChain>> {
    return api.send(GET('/operator/audit/chain'), options);
  },

  /**
   * List fees.
   *
   * The first 100 fees, by merchant, mode and currency. Name a merchant to get only its fees.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/fees`
   */
  listFees(query?: ListFeesQuery, options?: RequestOptions): List<Fee> {
    return api.list(GET('/operator/fees', { query }), options);
  },

  /**
   * Request a change of a merchant's fee for payments or payout items.
   *
   * Either `basis_points` and `fixed`, or `tiers`. Once approved, the change starts when no earlier quote binds any more (`next` of the fee says when). It applies to payments and payouts made from then on; those in progress keep the fee that they were opened with. Nothing happens until another operator approves it, within three days. Both need an authenticator (`totp`) on their account.
   *
   * May be called by operators (finance, admin).
   *
   * `POST /api/v1/operator/fees`
   */
  setFee(body: SetFeeBody, options?: RequestOptions): Promise<Answered<Approval>> {
    return api.send(POST('/operator/fees', { body }), options);
  },

  /**
   * List limits.
   *
   * The limits on what customers send and hold, by mode, currency and tier. A combination that is not listed has no limit.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/limits`
   */
  listLimits(options?: RequestOptions): List<Limit> {
    return api.list(GET('/operator/limits'), options);
  },

  /**
   * Request a change of a tier's limits.
   *
   * The limits apply to movements after the approval. Earlier spending and held balances stay, even above the limit. Nothing happens until another operator approves it, within three days. Both need an authenticator (`totp`) on their account.
   *
   * May be called by operators (compliance, admin).
   *
   * `POST /api/v1/operator/limits`
   */
  setLimit(body: SetLimitBody, options?: RequestOptions): Promise<Answered<Approval>> {
    return api.send(POST('/operator/limits', { body }), options);
  },

  /**
   * Read the audit log.
   *
   * Every privileged action: actor, action, target, values before and after, reason and address.
   *
   * May be called by operators (compliance, admin).
   *
   * `GET /api/v1/operator/audit`
   */
  listAudit(query?: ListAuditQuery, options?: RequestOptions): List<AuditEntry> {
    return api.list(GET('/operator/audit', { query }), options);
  },

  /**
   * Request a cash-in to a wallet.
   *
   * Adds money that arrived outside, at a bank or a desk. Nothing happens until another operator approves it, within three days. Both need an authenticator (`totp`) on their account.
   *
   * May be called by operators (finance, admin).
   *
   * `POST /api/v1/operator/cash_ins`
   */
  requestCashIn(body: RequestCashInBody, options?: RequestOptions): Promise<Answered<Approval>> {
    return api.send(POST('/operator/cash_ins', { body }), options);
  },

  /**
   * Request a correction of a wallet balance.
   *
   * A correction credits or debits the wallet. It also works on a frozen wallet, so stolen money can be taken back while the thief has no access to it. It does not work on a closed wallet. Nothing happens until another operator approves it, within three days. Both need an authenticator (`totp`) on their account.
   *
   * May be called by operators (finance, admin).
   *
   * `POST /api/v1/operator/adjustments`
   */
  requestAdjustment(body: RequestAdjustmentBody, options?: RequestOptions): Promise<Answered<Approval>> {
    return api.send(POST('/operator/adjustments', { body }), options);
  },

  /**
   * Request a new operator.
   *
   * Nothing happens until another operator approves it, within three days. Both need an authenticator (`totp`) on their account. Otherwise an operator could create their own second person. The new operator sets a password with `POST /auth/password/forgot`.
   *
   * May be called by operators (admin).
   *
   * `POST /api/v1/operator/operators`
   */
  requestOperator(body: RequestOperatorBody, options?: RequestOptions): Promise<Answered<Approval>> {
    return api.send(POST('/operator/operators', { body }), options);
  },

  /**
   * List approvals.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `GET /api/v1/operator/approvals`
   */
  listApprovals(query?: ListApprovalsQuery, options?: RequestOptions): List<Approval> {
    return api.list(GET('/operator/approvals', { query }), options);
  },

  /**
   * Read an approval.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `GET /api/v1/operator/approvals/{id}`
   */
  getApproval(id: string, options?: RequestOptions): Promise<Answered<Approval>> {
    return api.send(GET(`/operator/approvals/${segment('id', id)}`), options);
  },

  /**
   * Approve and execute a request.
   *
   * Executes the request once, in the same transaction. The operator who made the request cannot approve it. Money, fees and rails need the role finance or admin, limits, freezes and people compliance or admin, a new operator admin. A request that a command opened (`requested_by` is null) takes two approvals: the first operator takes it on, and the second executes it. If the request cannot be executed now (a cash-in to a frozen wallet, no funds), the answer says why and the request keeps waiting.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `POST /api/v1/operator/approvals/{id}/approve`
   */
  approve(id: string, options?: RequestOptions): Promise<Answered<Approval>> {
    return api.send(POST(`/operator/approvals/${segment('id', id)}/approve`), options);
  },

  /**
   * Reject a request.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `POST /api/v1/operator/approvals/{id}/reject`
   */
  reject(id: string, body: RejectBody, options?: RequestOptions): Promise<Answered<Approval>> {
    return api.send(POST(`/operator/approvals/${segment('id', id)}/reject`, { body }), options);
  },

  /**
   * Download the export of a person's data.
   *
   * All data about a person, of an approved `person_export`: a line of JSON for each row and document. The file is ready within the hour, is downloaded once, and is deleted then or after three days.
   *
   * May be called by operators (compliance, admin).
   *
   * `GET /api/v1/operator/approvals/{id}/file`
   */
  downloadPersonExport(id: string, options?: RequestOptions): Promise<Blob> {
    return api.send(GET(`/operator/approvals/${segment('id', id)}/file`, { answer: 'file' }), options);
  },

  /**
   * List the submissions of all customers.
   *
   * `?status=pending&order=asc` is the queue, the longest waiting first. Names, birth dates and numbers are only in the single submission, and each read of it is written to the audit log.
   *
   * May be called by operators (compliance, admin).
   *
   * `GET /api/v1/operator/kyc/submissions`
   */
  listKycReviews(query?: ListKycReviewsQuery, options?: RequestOptions): List<KYCQueueItem> {
    return api.list(GET('/operator/kyc/submissions', { query }), options);
  },

  /**
   * Read a submission.
   *
   * The read is written to the audit log.
   *
   * May be called by operators (compliance, admin).
   *
   * `GET /api/v1/operator/kyc/submissions/{id}`
   */
  getKycReview(id: string, options?: RequestOptions): Promise<Answered<KYCReview>> {
    return api.send(GET(`/operator/kyc/submissions/${segment('id', id)}`), options);
  },

  /**
   * Approve a submission.
   *
   * The customer becomes verified. Emits `kyc.updated`.
   *
   * May be called by operators (compliance, admin).
   *
   * `POST /api/v1/operator/kyc/submissions/{id}/approve`
   */
  approveKyc(id: string, body?: ApproveKycBody, options?: RequestOptions): Promise<Answered<KYCReview>> {
    return api.send(POST(`/operator/kyc/submissions/${segment('id', id)}/approve`, { body }), options);
  },

  /**
   * Reject a submission.
   *
   * Emits `kyc.updated`, and `wallet.frozen` for each wallet that it freezes. An approved submission can be rejected only with `revoke`, so that when two operators decide at the same time only one decision counts. The customer's wallets stay frozen until an operator unfreezes them.
   *
   * May be called by operators (compliance, admin).
   *
   * `POST /api/v1/operator/kyc/submissions/{id}/reject`
   */
  rejectKyc(id: string, body: RejectKycBody, options?: RequestOptions): Promise<Answered<KYCReview>> {
    return api.send(POST(`/operator/kyc/submissions/${segment('id', id)}/reject`, { body }), options);
  },

  /**
   * List parked settlements.
   *
   * A settlement is parked if the ledger refuses it (the wallet is full), or if it failed twelve times. No worker retries it.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `GET /api/v1/operator/parked_settlements`
   */
  listParkedSettlements(query?: ListParkedSettlementsQuery, options?: RequestOptions): List<ParkedSettlement> {
    return api.list(GET('/operator/parked_settlements', { query }), options);
  },

  /**
   * Retry a parked settlement.
   *
   * Remove the cause first. Money in suspense then goes to its wallet, and the fee is taken. If nothing is booked, the worker processes the record again.
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
    return api.send(POST(`/operator/parked_settlements/${segment('id', id)}/retry`, { body }), options);
  },

  /**
   * List callbacks of rails.
   *
   * The requests of providers in the last 30 days, and what was done.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/callbacks`
   */
  listCallbacks(query?: ListCallbacksQuery, options?: RequestOptions): List<CallbackEntry> {
    return api.list(GET('/operator/callbacks', { query }), options);
  },

  /**
   * Read a callback of a rail.
   *
   * The body may contain the phone of a customer. The read is written to the audit log.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/callbacks/{id}`
   */
  getCallback(id: string, options?: RequestOptions): Promise<Answered<Callback>> {
    return api.send(GET(`/operator/callbacks/${segment('id', id)}`), options);
  },

  /**
   * List cases.
   *
   * The inbox of everything about rails that needs a person.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/cases`
   */
  listCases(query?: ListCasesQuery, options?: RequestOptions): List<Case> {
    return api.list(GET('/operator/cases', { query }), options);
  },

  /**
   * Read a case with its record's history.
   *
   * The read is written to the audit log.
   *
   * May be called by operators (support, compliance, finance, admin).
   *
   * `GET /api/v1/operator/cases/{id}`
   */
  getCase(id: string, options?: RequestOptions): Promise<Answered<CaseWithItsHistory>> {
    return api.send(GET(`/operator/cases/${segment('id', id)}`), options);
  },

  /**
   * Assign a case to an operator.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `POST /api/v1/operator/cases/{id}/assign`
   */
  assignCase(id: string, body: AssignCaseBody, options?: RequestOptions): Promise<Answered<CaseWithItsHistory>> {
    return api.send(POST(`/operator/cases/${segment('id', id)}/assign`, { body }), options);
  },

  /**
   * Comment on a case.
   *
   * Other operators read it in the history of the case. A closed case can be commented on too.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `POST /api/v1/operator/cases/{id}/comments`
   */
  commentCase(id: string, body: CommentCaseBody, options?: RequestOptions): Promise<Answered<CaseWithItsHistory>> {
    return api.send(POST(`/operator/cases/${segment('id', id)}/comments`, { body }), options);
  },

  /**
   * Close a case.
   *
   * Moves no money. While money of the case is in suspense, it is closed only by assigning or returning that money. The case of a disputed escrow is closed by the agreement of its deciders.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `POST /api/v1/operator/cases/{id}/close`
   */
  closeCase(id: string, body: CloseCaseBody, options?: RequestOptions): Promise<Answered<CaseWithItsHistory>> {
    return api.send(POST(`/operator/cases/${segment('id', id)}/close`, { body }), options);
  },

  /**
   * Ask the provider again about a case's record.
   *
   * The provider is asked within a second instead of at the usual pace. Nothing is sent twice. Possible while the case's payment, refund or payout item is open.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `POST /api/v1/operator/cases/{id}/ask_again`
   */
  askAgain(id: string, options?: RequestOptions): Promise<Answered<CaseWithItsHistory>> {
    return api.send(POST(`/operator/cases/${segment('id', id)}/ask_again`), options);
  },

  /**
   * Request that money in suspense goes to a wallet.
   *
   * The whole amount goes to the wallet of a merchant or a customer, and the case is closed. Nothing happens until another operator approves it, within three days. Both need an authenticator.
   *
   * May be called by operators (finance, admin).
   *
   * `POST /api/v1/operator/cases/{id}/assign_money`
   */
  assignCaseMoney(id: string, body: AssignCaseMoneyBody, options?: RequestOptions): Promise<Answered<Approval>> {
    return api.send(POST(`/operator/cases/${segment('id', id)}/assign_money`, { body }), options);
  },

  /**
   * Request that money in suspense is booked as returned.
   *
   * First return the money to its payer at the provider. The amount then goes from suspense back to the rail, and the case is closed. Nothing happens until another operator approves it, within three days. Both need an authenticator.
   *
   * May be called by operators (finance, admin).
   *
   * `POST /api/v1/operator/cases/{id}/return_money`
   */
  returnCaseMoney(id: string, body: ReturnCaseMoneyBody, options?: RequestOptions): Promise<Answered<Approval>> {
    return api.send(POST(`/operator/cases/${segment('id', id)}/return_money`, { body }), options);
  },

  /**
   * Request that a case's record is settled by hand.
   *
   * For `wrong_amount` and `unknown_too_long`, while the payment, refund or payout item is open and the provider's own records show its outcome. It is settled as if the provider had answered so: money, events and webhooks are the same, and the case is closed. Before a payment fails for its amount, return the money to its payer at the provider. Nothing happens until another operator approves it, within three days. Both need an authenticator.
   *
   * May be called by operators (finance, admin).
   *
   * `POST /api/v1/operator/cases/{id}/settle`
   */
  settleCaseRecord(id: string, body: SettleCaseRecordBody, options?: RequestOptions): Promise<Answered<Approval>> {
    return api.send(POST(`/operator/cases/${segment('id', id)}/settle`, { body }), options);
  },

  /**
   * Add a matching rule.
   *
   * May be called by operators (finance, admin).
   *
   * `POST /api/v1/operator/matching_rules`
   */
  addMatchingRule(body: AddMatchingRuleBody, options?: RequestOptions): Promise<Answered<MatchingRule>> {
    return api.send(POST('/operator/matching_rules', { body }), options);
  },

  /**
   * List matching rules.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `GET /api/v1/operator/matching_rules`
   */
  listMatchingRules(options?: RequestOptions): List<MatchingRule> {
    return api.list(GET('/operator/matching_rules'), options);
  },

  /**
   * Enable or disable a matching rule.
   *
   * May be called by operators (finance, admin).
   *
   * `POST /api/v1/operator/matching_rules/{id}`
   */
  enableMatchingRule(
    id: string,
    body: EnableMatchingRuleBody,
    options?: RequestOptions,
  ): Promise<Answered<MatchingRule>> {
    return api.send(POST(`/operator/matching_rules/${segment('id', id)}`, { body }), options);
  },

  /**
   * Search open items that sum to a case.
   *
   * One, two or three open items of the other side within ten days, whose sum is the amount of the case. Show them before money is posted from suspense.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `GET /api/v1/operator/cases/{id}/candidates`
   */
  listCaseCandidates(
    id: string,
    options?: RequestOptions,
  ): Promise<
    Answered<{
      object: 'candidates';
      data: Array<{
        lines: Array<string>;
        /** Positions. */
        entries: Array<string>;
        /** The records or references of them. */
        records: Array<string>;
        /** Their sum. */
        amount: number;
        day: string;
      }>;
    }>
  > {
    return api.send(GET(`/operator/cases/${segment('id', id)}/candidates`), options);
  },

  /**
   * Read what ties and what does not.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `GET /api/v1/operator/reconciliation`
   */
  listReconciledRails(options?: RequestOptions): List<ReconciledRail> {
    return api.list(GET('/operator/reconciliation'), options);
  },

  /**
   * Import a statement file.
   *
   * The body is the file itself: CSV, XLSX, camt.053 or MT940 of at most 512 MiB, read by the layout of the rail. The file is kept for 10 years and imported in the background: read it again until its `status` is `imported` or `refused`. It is imported completely or not at all. The same bytes are imported once, however often they are sent.
   *
   * May be called by operators (finance, admin).
   *
   * `POST /api/v1/operator/statement_files`
   */
  createStatementFile(
    file: Upload,
    query: CreateStatementFileQuery,
    options?: RequestOptions,
  ): Promise<Answered<StatementFile>> {
    return api.send(POST('/operator/statement_files', { file, query }), options);
  },

  /**
   * List statement files.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `GET /api/v1/operator/statement_files`
   */
  listStatementFiles(query?: ListStatementFilesQuery, options?: RequestOptions): List<StatementFile> {
    return api.list(GET('/operator/statement_files', { query }), options);
  },

  /**
   * Read a statement file and its progress.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `GET /api/v1/operator/statement_files/{id}`
   */
  getStatementFile(id: string, options?: RequestOptions): Promise<Answered<StatementFile>> {
    return api.send(GET(`/operator/statement_files/${segment('id', id)}`), options);
  },

  /**
   * Download a statement file as it was received.
   *
   * The bytes are compared with the file's `sha256` before they are sent. Each download is in the audit log. A file from a provider's own list has no bytes.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `GET /api/v1/operator/statement_files/{id}/raw`
   */
  downloadStatementFile(id: string, options?: RequestOptions): Promise<Blob> {
    return api.send(GET(`/operator/statement_files/${segment('id', id)}/raw`, { answer: 'file' }), options);
  },

  /**
   * List the layouts of statement files.
   *
   * Those that come with the service first. Copy one to make your own.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `GET /api/v1/operator/statement_layouts`
   */
  listStatementLayouts(options?: RequestOptions): List<StatementLayout> {
    return api.list(GET('/operator/statement_layouts'), options);
  },

  /**
   * Add a layout of statement files.
   *
   * A layout never changes, so that a file can be read again as it was: add another one with a new name.
   *
   * May be called by operators (finance, admin).
   *
   * `POST /api/v1/operator/statement_layouts`
   */
  addStatementLayout(body: AddStatementLayoutBody, options?: RequestOptions): Promise<Answered<StatementLayout>> {
    return api.send(POST('/operator/statement_layouts', { body }), options);
  },

  /**
   * Try a layout with a file.
   *
   * The body is a file of at most 5 MiB; of a longer CSV file, send the beginning. The answer has its first lines as the layout reads them, and its problems. Nothing is kept.
   *
   * May be called by operators (finance, admin).
   *
   * `POST /api/v1/operator/statement_layouts/preview`
   */
  previewStatementLayout(
    file: Upload,
    query?: PreviewStatementLayoutQuery,
    options?: RequestOptions,
  ): Promise<
    Answered<{
      object: 'statement_preview';
      /** At most 20. */
      lines: Array<{
        line: number;
        operation: string | null;
        record: string | null;
        reference: string | null;
        kind: 'collection' | 'payout' | 'refund' | 'fee' | 'topup' | 'incoming' | 'reversal' | 'other';
        /** Signed minor units. */
        amount: number;
        /** Whole number in the currency's minor unit. */
        fee: number;
        currency: string;
        booked_on: string;
        /** RFC 3339, UTC, milliseconds. */
        at: string | null;
        phone: string | null;
        state: 'booked' | 'pending' | 'refused';
      }>;
      /** At most 20, of these lines. */
      problems: Array<{
        /** The line, row or entry in the file, from 1. */
        line: number | null;
        /** The column or element, as the file names it. */
        field: string | null;
        problem: string;
      }>;
    }>
  > {
    return api.send(POST('/operator/statement_layouts/preview', { file, query }), options);
  },

  /**
   * List the lines of statements.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `GET /api/v1/operator/statement_lines`
   */
  listStatementLines(query?: ListStatementLinesQuery, options?: RequestOptions): List<StatementLine> {
    return api.list(GET('/operator/statement_lines', { query }), options);
  },

  /**
   * Mark an exception as timing.
   *
   * The case is closed. If the other side still lacks the movement after that day, a new case is opened.
   *
   * May be called by operators (finance, admin).
   *
   * `POST /api/v1/operator/cases/{id}/mark_timing`
   */
  markTiming(id: string, body: MarkTimingBody, options?: RequestOptions): Promise<Answered<CaseWithItsHistory>> {
    return api.send(POST(`/operator/cases/${segment('id', id)}/mark_timing`, { body }), options);
  },

  /**
   * Match a case's line or entry by hand.
   *
   * The sums of both sides must be equal. The cases of all of them are closed.
   *
   * May be called by operators (finance, admin).
   *
   * `POST /api/v1/operator/cases/{id}/match`
   */
  matchCase(id: string, body: MatchCaseBody, options?: RequestOptions): Promise<Answered<CaseWithItsHistory>> {
    return api.send(POST(`/operator/cases/${segment('id', id)}/match`, { body }), options);
  },

  /**
   * Request to book the difference of an exception.
   *
   * Books the difference on the clearing wallet, so that it equals the provider. `suspense`: money that arrived waits in suspense, and is assigned or returned from the case. `write_off`: against adjustments. `fee`: against the charges of the provider. Nothing happens until another operator approves it, within three days. Both need an authenticator.
   *
   * May be called by operators (finance, admin).
   *
   * `POST /api/v1/operator/cases/{id}/resolve`
   */
  resolveCase(id: string, body: ResolveCaseBody, options?: RequestOptions): Promise<Answered<Approval>> {
    return api.send(POST(`/operator/cases/${segment('id', id)}/resolve`, { body }), options);
  },

  /**
   * Reconcile a rail now.
   *
   * The service reconciles each rail after an import and every few minutes. This starts it at once.
   *
   * May be called by operators (finance, admin).
   *
   * `POST /api/v1/operator/reconciliation/{slug}/run`
   */
  runReconciliation(slug: string, options?: RequestOptions): Promise<Answered<ReconciledRail>> {
    return api.send(POST(`/operator/reconciliation/${segment('slug', slug)}/run`), options);
  },

  /**
   * Set how a rail is reconciled.
   *
   * The change is in the audit log. It applies to statements that are imported later.
   *
   * May be called by operators (finance, admin).
   *
   * `POST /api/v1/operator/reconciliation/{slug}`
   */
  setReconciledRail(
    slug: string,
    body: SetReconciledRailBody,
    options?: RequestOptions,
  ): Promise<Answered<ReconciledRail>> {
    return api.send(POST(`/operator/reconciliation/${segment('slug', slug)}`, { body }), options);
  },

  /**
   * Show the matches of a rule without effect.
   *
   * May be called by operators (finance, admin).
   *
   * `GET /api/v1/operator/matching_rules/{id}/trial`
   */
  tryMatchingRule(
    id: string,
    query?: TryMatchingRuleQuery,
    options?: RequestOptions,
  ): Promise<
    Answered<{
      object: 'matching_trial';
      lines: number;
      entries: number;
      /** Lines with several candidates. They stay open. */
      unclear: number;
      sample: Array<{
        line: string;
        position: string;
      }>;
    }>
  > {
    return api.send(GET(`/operator/matching_rules/${segment('id', id)}/trial`, { query }), options);
  },

  /**
   * Undo the match of a line.
   *
   * All lines and entries of the match become open items. Charges that were posted for these lines are posted back. A match that a case resolved stays.
   *
   * May be called by operators (finance, admin).
   *
   * `POST /api/v1/operator/statement_lines/{id}/undo_match`
   */
  undoMatch(id: string, body: UndoMatchBody, options?: RequestOptions): Promise<Answered<StatementLine>> {
    return api.send(POST(`/operator/statement_lines/${segment('id', id)}/undo_match`, { body }), options);
  },

  /**
   * Close a day.
   *
   * Days close in order, after they have ended at the rail and a statement covers them. Lines that come later count on the first open day. Another operator reviews the close. `missing_here`: a line without an entry. `missing_there`: an entry without a line. `amount_differs`, `fee_differs`, `duplicate_there`, `ambiguous`, `reversed`: as in reconciliation. `timing`: the other side booked it on a later day. `resolved_later`: a case about it was resolved on a later day. `charges`: charges of a file that were posted on a later day. `opening`: an opening balance that was booked after the first close.
   *
   * May be called by operators (finance, admin).
   *
   * `POST /api/v1/operator/closes`
   */
  closeDay(body: CloseDayBody, options?: RequestOptions): Promise<Answered<CloseWithItsItems>> {
    return api.send(POST('/operator/closes', { body }), options);
  },

  /**
   * List closed days.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `GET /api/v1/operator/closes`
   */
  listCloses(query?: ListClosesQuery, options?: RequestOptions): List<Close> {
    return api.list(GET('/operator/closes', { query }), options);
  },

  /**
   * Read a closed day with its items.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `GET /api/v1/operator/closes/{id}`
   */
  getClose(id: string, options?: RequestOptions): Promise<Answered<CloseWithItsItems>> {
    return api.send(GET(`/operator/closes/${segment('id', id)}`), options);
  },

  /**
   * Download a document of a reviewed close.
   *
   * The close as PDF or CSV, and the detached JWS (RFC 7515, appendix F) of each. `/.well-known/document-keys.json` has the public keys. The guide "Close the day" shows how to verify a document.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `GET /api/v1/operator/closes/{id}/files/{file}`
   */
  getCloseFile(id: string, file: string, options?: RequestOptions): Promise<Blob> {
    return api.send(
      GET(`/operator/closes/${segment('id', id)}/files/${segment('file', file)}`, { answer: 'file' }),
      options,
    );
  },

  /**
   * Download a document of a reviewed close.
   *
   * The close as PDF or CSV, and the detached JWS (RFC 7515, appendix F) of each. `/.well-known/document-keys.json` has the public keys. The guide "Close the day" shows how to verify a document.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `GET /api/v1/operator/closes/{id}/files/{file}`
   */
  getCloseFileAsCsv(id: string, file: string, options?: RequestOptions): Promise<string> {
    return api.send(
      GET(`/operator/closes/${segment('id', id)}/files/${segment('file', file)}`, { answer: 'text' }),
      options,
    );
  },

  /**
   * Read a closed month.
   *
   * The sums of its days, once each of them is closed and reviewed. The first month of a rail begins with its first closed day.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `GET /api/v1/operator/closes/month`
   */
  getClosedMonth(
    query: GetClosedMonthQuery,
    options?: RequestOptions,
  ): Promise<
    Answered<{
      object: 'closed_month';
      livemode: boolean;
      /** The slug of the rail. */
      rail: string;
      currency: string;
      /** YYYY-MM */
      month: string;
      /** The first closed day. */
      from: string;
      to: string;
      days: number;
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
      /** Its days, in order. */
      closes: Array<string>;
    }>
  > {
    return api.send(GET('/operator/closes/month', { query }), options);
  },

  /**
   * Download a document of a closed month.
   *
   * The month as PDF or CSV, signed like the documents of its days.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `GET /api/v1/operator/closes/month/files/{file}`
   */
  getClosedMonthFile(file: string, query: GetClosedMonthFileQuery, options?: RequestOptions): Promise<Blob> {
    return api.send(GET(`/operator/closes/month/files/${segment('file', file)}`, { query, answer: 'file' }), options);
  },

  /**
   * Download a document of a closed month.
   *
   * The month as PDF or CSV, signed like the documents of its days.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `GET /api/v1/operator/closes/month/files/{file}`
   */
  getClosedMonthFileAsCsv(
    file: string,
    query: GetClosedMonthFileAsCsvQuery,
    options?: RequestOptions,
  ): Promise<string> {
    return api.send(GET(`/operator/closes/month/files/${segment('file', file)}`, { query, answer: 'text' }), options);
  },

  /**
   * Preview the close of a day.
   *
   * Shows the figures as they are now. Nothing is written. `missing_here`: a line without an entry. `missing_there`: an entry without a line. `amount_differs`, `fee_differs`, `duplicate_there`, `ambiguous`, `reversed`: as in reconciliation. `timing`: the other side booked it on a later day. `resolved_later`: a case about it was resolved on a later day. `charges`: charges of a file that were posted on a later day. `opening`: an opening balance that was booked after the first close.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `GET /api/v1/operator/closes/preview`
   */
  previewClose(
    query: PreviewCloseQuery,
    options?: RequestOptions,
  ): Promise<
    Answered<{
      object: 'close_preview';
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
      /** The part of the difference without an item. The day closes only if it is zero. */
      unexplained: number;
      /** The reasons why the day cannot be closed yet. */
      problems: Array<string>;
      /** The same reasons as codes. */
      reasons: Array<'closed' | 'order' | 'not_ended' | 'not_covered' | 'not_matched' | 'not_copied' | 'no_float'>;
      /** The day that closes next. */
      next_day: string;
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
    }>
  > {
    return api.send(GET('/operator/closes/preview', { query }), options);
  },

  /**
   * Review a closed day.
   *
   * By another operator than the one who closed it.
   *
   * May be called by operators (finance, admin).
   *
   * `POST /api/v1/operator/closes/{id}/review`
   */
  reviewClose(id: string, options?: RequestOptions): Promise<Answered<CloseWithItsItems>> {
    return api.send(POST(`/operator/closes/${segment('id', id)}/review`), options);
  },

  /**
   * Compare the money owed with the money held.
   *
   * A currency is compared when each of its reconciled rails is closed and reviewed for the day. A gap opens a case (`safeguarding_gap`).
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `GET /api/v1/operator/safeguarding`
   */
  getSafeguarding(
    query: GetSafeguardingQuery,
    options?: RequestOptions,
  ): Promise<
    Answered<{
      object: 'safeguarding';
      day: string;
      data: Array<Safeguarding>;
      /** The rails whose close or review lacks. */
      waiting: Array<{
        /** The slug of the rail. */
        rail: string;
        livemode: boolean;
        currency: string;
      }>;
      /** The head of the sealed ledger that the reports of the day carry, by mode. It is kept when the day has every currency and the seal covers it. */
      seals: Array<{
        livemode: boolean;
        number: number;
        hash: string;
        /** RFC 3339, UTC, milliseconds. */
        sealed_at: string;
      }>;
    }>
  > {
    return api.send(GET('/operator/safeguarding', { query }), options);
  },

  /**
   * Download the safeguarding report of a day.
   *
   * Built from closed and reviewed days only. It carries the head of the ledger's seal. A detached JWS signs each file, as with closes.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `GET /api/v1/operator/safeguarding/files/{file}`
   */
  getSafeguardingFile(file: string, query: GetSafeguardingFileQuery, options?: RequestOptions): Promise<Blob> {
    return api.send(GET(`/operator/safeguarding/files/${segment('file', file)}`, { query, answer: 'file' }), options);
  },

  /**
   * Download the safeguarding report of a day.
   *
   * Built from closed and reviewed days only. It carries the head of the ledger's seal. A detached JWS signs each file, as with closes.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `GET /api/v1/operator/safeguarding/files/{file}`
   */
  getSafeguardingFileAsCsv(
    file: string,
    query: GetSafeguardingFileAsCsvQuery,
    options?: RequestOptions,
  ): Promise<string> {
    return api.send(GET(`/operator/safeguarding/files/${segment('file', file)}`, { query, answer: 'text' }), options);
  },

  /**
   * Read the float of every rail.
   *
   * Measured every three minutes. `available` and `booked` are of one moment.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `GET /api/v1/operator/floats`
   */
  listFloats(options?: RequestOptions): List<Float> {
    return api.list(GET('/operator/floats'), options);
  },

  /**
   * Request an opening balance, a top-up or a sweep of a float.
   *
   * Books money that was moved between the deployment's bank and the provider, so that the clearing wallet equals the provider's books. It moves nothing at the provider. Nothing happens until another operator approves it, within three days. Both need an authenticator.
   *
   * May be called by operators (finance, admin).
   *
   * `POST /api/v1/operator/floats`
   */
  requestFloatChange(body: RequestFloatChangeBody, options?: RequestOptions): Promise<Answered<Approval>> {
    return api.send(POST('/operator/floats', { body }), options);
  },

  /**
   * Request the import of opening balances.
   *
   * Credits wallets with the balances of an old system, in one transaction, all of them or none. The body is a CSV file of at most 5 MiB and 10 000 rows, with the columns `wallet`, `amount`, `currency` and `reference`. The number of rows and the control totals come from the old system, not from the file: the file must tie to them exactly. A `reference` is imported once for ever. Nothing happens until another operator approves the same digest, within three days. Both need an authenticator (`totp`) on their account.
   *
   * May be called by operators (finance, admin).
   *
   * `POST /api/v1/operator/opening_balances`
   */
  requestOpeningBalances(
    csv: string | Uint8Array | Blob,
    query: RequestOpeningBalancesQuery,
    options?: RequestOptions,
  ): Promise<Answered<Approval>> {
    return api.send(POST('/operator/opening_balances', { file: { type: 'text/csv', bytes: csv }, query }), options);
  },

  /**
   * Read the rows of opening balances.
   *
   * The rows that an approval of the kind `opening` posts, or has posted. As CSV all of them: `Accept: text/csv` or `format=csv`.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `GET /api/v1/operator/opening_balances/{id}/rows`
   */
  getOpeningRows(
    id: string,
    query?: GetOpeningRowsQuery,
    options?: RequestOptions,
  ): Promise<Answered<RowsOfOpeningBalances>> {
    return api.send(GET(`/operator/opening_balances/${segment('id', id)}/rows`, { query }), options);
  },

  /**
   * Read the rows of opening balances.
   *
   * The rows that an approval of the kind `opening` posts, or has posted. As CSV all of them: `Accept: text/csv` or `format=csv`.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `GET /api/v1/operator/opening_balances/{id}/rows`
   */
  getOpeningRowsAsCsv(id: string, query?: GetOpeningRowsAsCsvQuery, options?: RequestOptions): Promise<string> {
    return api.send(GET(`/operator/opening_balances/${segment('id', id)}/rows`, { query, answer: 'text' }), options);
  },

  /**
   * Export the general ledger of the deployment.
   *
   * Every posting of the deployment, summed by account. One document for each day and currency; its lines sum to zero. Amounts are decimals in major units. `form` chooses the columns: `plain`, or those that Odoo, ERPNext or QuickBooks import ([export to accounting](/docs/export-accounting)). At most 31 days.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `GET /api/v1/operator/reports/ledger`
   */
  getDeploymentLedger(query: GetDeploymentLedgerQuery, options?: RequestOptions): Promise<string> {
    return api.send(GET('/operator/reports/ledger', { query, answer: 'text' }), options);
  },

  /**
   * Read the deployment's chart of accounts.
   *
   * May be called by operators (compliance, finance, admin).
   *
   * `GET /api/v1/operator/reports/chart`
   */
  getDeploymentChart(options?: RequestOptions): Promise<Answered<ChartOfAccounts>> {
    return api.send(GET('/operator/reports/chart'), options);
  },

  /**
   * Change the deployment's chart of accounts.
   *
   * Accounts that are not named stay as they are. A key such as `clearing:mtn-ug` sets the account of one rail, `clearing` that of all others.
   *
   * May be called by operators (finance, admin).
   *
   * `PATCH /api/v1/operator/reports/chart`
   */
  updateDeploymentChart(body: UpdateDeploymentChartBody, options?: RequestOptions): Promise<Answered<ChartOfAccounts>> {
    return api.send(PATCH('/operator/reports/chart', { body }), options);
  },
});
export type OperatorResource = ReturnType<typeof operator>;

const kyc = (api: Api) => ({
  /**
   * Upload an image of a document.
   *
   * The body is the file itself: PNG, JPEG or PDF of at most 5 MiB, detected from its content. Upload one file at a time, so that a phone on a bad network repeats one image and not all. A document that is in no submission within a day is deleted; ten documents may wait at once.
   *
   * May be called by customers.
   *
   * `POST /api/v1/kyc/documents`
   */
  createDocument(file: Upload, options?: RequestOptions): Promise<Answered<KYCDocument>> {
    return api.send(POST('/kyc/documents', { file }), options);
  },

  /**
   * List your documents.
   *
   * Your uploaded documents that are still stored.
   *
   * May be called by customers.
   *
   * `GET /api/v1/kyc/documents`
   */
  listDocuments(query?: ListKycDocumentsQuery, options?: RequestOptions): List<KYCDocument> {
    return api.list(GET('/kyc/documents', { query }), options);
  },

  /**
   * Download a document.
   *
   * The file as it was uploaded. A customer can download their own documents. Operators can download documents that are in a submission, and each download is written to the audit log. The file is always sent as an attachment, because it comes from outside and a browser must not open it in place.
   *
   * May be called by customers, operators (compliance, admin).
   *
   * `GET /api/v1/kyc/documents/{id}`
   */
  getDocument(document: string, options?: RequestOptions): Promise<Blob> {
    return api.send(GET(`/kyc/documents/${segment('document', document)}`, { answer: 'file' }), options);
  },

  /**
   * Submit your identity for verification.
   *
   * Your KYC status becomes `pending` and an operator decides. You cannot submit while another submission is pending. A verified customer may submit a new document, and is pending until an operator decides.
   *
   * May be called by customers.
   *
   * `POST /api/v1/kyc/submissions`
   */
  createSubmission(body: CreateKycSubmissionBody, options?: RequestOptions): Promise<Answered<KYCSubmission>> {
    return api.send(POST('/kyc/submissions', { body }), options);
  },

  /**
   * List your submissions.
   *
   * May be called by customers.
   *
   * `GET /api/v1/kyc/submissions`
   */
  listSubmissions(query?: ListKycSubmissionsQuery, options?: RequestOptions): List<KYCSubmission> {
    return api.list(GET('/kyc/submissions', { query }), options);
  },

  /**
   * Read one of your submissions.
   *
   * May be called by customers.
   *
   * `GET /api/v1/kyc/submissions/{id}`
   */
  getSubmission(submission: string, options?: RequestOptions): Promise<Answered<KYCSubmission>> {
    return api.send(GET(`/kyc/submissions/${segment('submission', submission)}`), options);
  },
});
export type KycResource = ReturnType<typeof kyc>;

const exports = (api: Api) => ({
  /**
   * Create an export.
   *
   * Writes every record that matches the filters into a file, in the background, for any period and size. The event `export.completed` reports the end; a person who is logged in with an e-mail address also gets a message. A key needs the scope that reads the resource: `payments:read` for payments and refunds, `wallets:read` for transfers, entries and fees, `payouts:read` for payouts. At most 5 exports of a mode wait or run at a time.
   *
   * CSV has amounts in minor units. XLSX has amounts as numbers in major units and times as dates in UTC. JSONL has one record on each line, as the API returns it. A text that a spreadsheet would read as a formula starts with an apostrophe in CSV. `fees` are the lines of your wallets' statements with the kinds `fee`, `tax`, `fee_return` and `tax_return`.
   *
   * May be called by API keys, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/exports`
   */
  create(body: CreateExportBody, options?: RequestOptions): Promise<Answered<Export>> {
    return api.send(POST('/exports', { body }), options);
  },

  /**
   * List exports.
   *
   * Exports are kept for 7 days. A key sees the exports of the resources that it may read.
   *
   * May be called by API keys, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/exports`
   */
  list(query?: ListExportsQuery, options?: RequestOptions): List<Export> {
    return api.list(GET('/exports', { query }), options);
  },

  /**
   * Read one export.
   *
   * A key needs the scope that reads the resource: `payments:read` for payments and refunds, `wallets:read` for transfers, entries and fees, `payouts:read` for payouts.
   *
   * May be called by API keys, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/exports/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Answered<Export>> {
    return api.send(GET(`/exports/${segment('id', id)}`), options);
  },

  /**
   * Download an export's file.
   *
   * A key needs the scope that reads the resource: `payments:read` for payments and refunds, `wallets:read` for transfers, entries and fees, `payouts:read` for payouts.
   *
   * May be called by API keys, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/exports/{id}/file`
   */
  download(id: string, options?: RequestOptions): Promise<Blob> {
    return api.send(GET(`/exports/${segment('id', id)}/file`, { answer: 'file' }), options);
  },

  /**
   * Download an export's file.
   *
   * A key needs the scope that reads the resource: `payments:read` for payments and refunds, `wallets:read` for transfers, entries and fees, `payouts:read` for payouts.
   *
   * May be called by API keys, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/exports/{id}/file`
   */
  downloadAsCsv(id: string, options?: RequestOptions): Promise<string> {
    return api.send(GET(`/exports/${segment('id', id)}/file`, { answer: 'text' }), options);
  },
});
export type ExportsResource = ReturnType<typeof exports>;

const exportSchedules = (api: Api) => ({
  /**
   * Schedule an export.
   *
   * Creates an export of the previous day, week (from Monday) or month, soon after it ends in the time zone. The filters have no time. A key needs the scope that reads the resource: `payments:read` for payments and refunds, `wallets:read` for transfers, entries and fees, `payouts:read` for payouts. At most 16 schedules in a mode.
   *
   * May be called by API keys, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/export_schedules`
   */
  create(body: CreateExportScheduleBody, options?: RequestOptions): Promise<Answered<ExportSchedule>> {
    return api.send(POST('/export_schedules', { body }), options);
  },

  /**
   * List the schedules of exports.
   *
   * May be called by API keys, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/export_schedules`
   */
  list(query?: ListExportSchedulesQuery, options?: RequestOptions): List<ExportSchedule> {
    return api.list(GET('/export_schedules', { query }), options);
  },

  /**
   * Delete a schedule of exports.
   *
   * Exports that it created stay until they expire. A key needs the scope that reads the resource: `payments:read` for payments and refunds, `wallets:read` for transfers, entries and fees, `payouts:read` for payouts.
   *
   * May be called by API keys, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `DELETE /api/v1/export_schedules/{id}`
   */
  delete(id: string, options?: RequestOptions): Promise<Answered<DeletedExportSchedule>> {
    return api.send(DELETE(`/export_schedules/${segment('id', id)}`), options);
  },
});
export type ExportSchedulesResource = ReturnType<typeof exportSchedules>;

const schedules = (api: Api) => ({
  /**
   * Schedule a payout or a transfer.
   *
   * Makes the payout or the transfer at a given time: once, or again and again. A person must approve the schedule before its first run, and must approve each change. A total above the deployment's limit for one person needs another person than the maker, for the schedule and again for each of its payouts. A key with `wallets:write` may approve transfers too. No money is reserved before a run.
   *
   * May be called by API keys with the scope `schedules:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/schedules`
   */
  create(body: CreateScheduleBody, options?: RequestOptions): Promise<Answered<Schedule>> {
    return api.send(POST('/schedules', { body }), options);
  },

  /**
   * List schedules.
   *
   * May be called by API keys with the scope `schedules:read`, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/schedules`
   */
  list(query?: ListSchedulesQuery, options?: RequestOptions): List<Schedule> {
    return api.list(GET('/schedules', { query }), options);
  },

  /**
   * Read one schedule.
   *
   * May be called by API keys with the scope `schedules:read`, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/schedules/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Answered<Schedule>> {
    return api.send(GET(`/schedules/${segment('id', id)}`), options);
  },

  /**
   * Change a schedule.
   *
   * Changes the fields that you send. The schedule is `pending` afterwards: a person approves it again before its next run. `items` replaces all recipients.
   *
   * May be called by API keys with the scope `schedules:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `PATCH /api/v1/schedules/{id}`
   */
  update(id: string, body?: UpdateScheduleBody, options?: RequestOptions): Promise<Answered<Schedule>> {
    return api.send(PATCH(`/schedules/${segment('id', id)}`, { body }), options);
  },

  /**
   * Approve a schedule.
   *
   * One of the merchant's people or an owner of the integration approves exactly the version that they have read; in live mode with a second factor. If the total exceeds the deployment's limit for one person, it must be another person than the one who made or last changed it, and neither may have invited the other in the last seven days. An API key approves no payout. It may approve a transfer if it has `wallets:write`.
   *
   * May be called by API keys with the scope `schedules:write`, merchants, developers (owner). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/schedules/{id}/approve`
   */
  approve(id: string, body: ApproveScheduleBody, options?: RequestOptions): Promise<Answered<Schedule>> {
    return api.send(POST(`/schedules/${segment('id', id)}/approve`, { body }), options);
  },

  /**
   * Pause a schedule.
   *
   * No run is made until it is resumed. Payouts that it has made go on.
   *
   * May be called by API keys with the scope `schedules:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/schedules/{id}/pause`
   */
  pause(id: string, options?: RequestOptions): Promise<Answered<Schedule>> {
    return api.send(POST(`/schedules/${segment('id', id)}/pause`), options);
  },

  /**
   * Resume a schedule.
   *
   * Runs whose time has passed meanwhile are not made.
   *
   * May be called by API keys with the scope `schedules:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/schedules/{id}/resume`
   */
  resume(id: string, options?: RequestOptions): Promise<Answered<Schedule>> {
    return api.send(POST(`/schedules/${segment('id', id)}/resume`), options);
  },

  /**
   * Skip one run of a schedule.
   *
   * No run is made on this day. It needs no approval. To make the run after all, change `skipped_dates` and have the schedule approved again.
   *
   * May be called by API keys with the scope `schedules:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/schedules/{id}/skip`
   */
  skip(id: string, body: SkipScheduleBody, options?: RequestOptions): Promise<Answered<Schedule>> {
    return api.send(POST(`/schedules/${segment('id', id)}/skip`, { body }), options);
  },

  /**
   * End a schedule.
   *
   * No run is made any more. This is final. Payouts that it has made go on. An ended schedule is deleted after 90 days.
   *
   * May be called by API keys with the scope `schedules:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/schedules/{id}/end`
   */
  end(id: string, options?: RequestOptions): Promise<Answered<Schedule>> {
    return api.send(POST(`/schedules/${segment('id', id)}/end`), options);
  },
});
export type SchedulesResource = ReturnType<typeof schedules>;

const beneficiaries = (api: Api) => ({
  /**
   * Keep people in your list.
   *
   * Adds up to 500 people to the list of those whom you pay, and changes those who are in it with the same phone or wallet. Fields that you leave out stay as they are. A list has at most 5000 people in a mode. It pays nobody.
   *
   * May be called by API keys with the scope `payouts:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/beneficiaries`
   */
  keep(body: KeepBeneficiariesBody, options?: RequestOptions): List<Beneficiary> {
    return api.list(POST('/beneficiaries', { body }), options);
  },

  /**
   * List the people whom you pay.
   *
   * May be called by API keys with the scope `payouts:read`, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/beneficiaries`
   */
  list(query?: ListBeneficiariesQuery, options?: RequestOptions): List<Beneficiary> {
    return api.list(GET('/beneficiaries', { query }), options);
  },

  /**
   * Check the name of a person in your list.
   *
   * Asks the rail that would pay this phone whether the name fits, and keeps the answer in `name_match`. It stays null if the phone is paid into its wallet here, or if the rail cannot check names. Another name clears it. These questions count with those of `POST /payouts/names`.
   *
   * May be called by API keys with the scope `payouts:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/beneficiaries/{id}/verify`
   */
  verify(id: string, body?: VerifyBeneficiaryBody, options?: RequestOptions): Promise<Answered<Beneficiary>> {
    return api.send(POST(`/beneficiaries/${segment('id', id)}/verify`, { body }), options);
  },

  /**
   * Remove a person from your list.
   *
   * Payouts and schedules that pay this person stay as they are.
   *
   * May be called by API keys with the scope `payouts:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `DELETE /api/v1/beneficiaries/{id}`
   */
  delete(id: string, options?: RequestOptions): Promise<Answered<DeletedBeneficiary>> {
    return api.send(DELETE(`/beneficiaries/${segment('id', id)}`), options);
  },
});
export type BeneficiariesResource = ReturnType<typeof beneficiaries>;

const customers = (api: Api) => ({
  /**
   * List customers.
   *
   * Everybody who was ever asked to pay in this mode, each phone once. The newest customers come first. `payment` finds the customer of a payment, so that no address needs a phone.
   *
   * May be called by API keys with the scope `payments:read`, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/customers`
   */
  list(query?: ListCustomersQuery, options?: RequestOptions): List<Customer> {
    return api.list(GET('/customers', { query }), options);
  },

  /**
   * Read a customer.
   *
   * The figures count up to 10000 payments and refunds, the newest first. The records themselves: `GET /payments?customer=cus_…` and `GET /refunds?customer=cus_…`.
   *
   * May be called by API keys with the scope `payments:read`, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/customers/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Answered<CustomerWithTotals>> {
    return api.send(GET(`/customers/${segment('id', id)}`), options);
  },

  /**
   * Write a note about a customer.
   *
   * A customer has at most 50 notes.
   *
   * May be called by API keys with the scope `payments:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/customers/{id}/notes`
   */
  createNote(id: string, body: CreateCustomerNoteBody, options?: RequestOptions): Promise<Answered<CustomerNote>> {
    return api.send(POST(`/customers/${segment('id', id)}/notes`, { body }), options);
  },

  /**
   * Change a note.
   *
   * The note keeps its author.
   *
   * May be called by API keys with the scope `payments:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `PATCH /api/v1/customers/{id}/notes/{note}`
   */
  updateNote(
    id: string,
    note: string,
    body: UpdateCustomerNoteBody,
    options?: RequestOptions,
  ): Promise<Answered<CustomerNote>> {
    return api.send(PATCH(`/customers/${segment('id', id)}/notes/${segment('note', note)}`, { body }), options);
  },

  /**
   * Delete a note.
   *
   * May be called by API keys with the scope `payments:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `DELETE /api/v1/customers/{id}/notes/{note}`
   */
  deleteNote(id: string, note: string, options?: RequestOptions): Promise<Answered<DeletedCustomerNote>> {
    return api.send(DELETE(`/customers/${segment('id', id)}/notes/${segment('note', note)}`), options);
  },
});
export type CustomersResource = ReturnType<typeof customers>;

const alerts = (api: Api) => ({
  /**
   * Read which e-mails you get.
   *
   * Your own settings for this integration in this mode.
   *
   * May be called by merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/alerts`
   */
  get(options?: RequestOptions): Promise<Answered<Alerts>> {
    return api.send(GET('/alerts'), options);
  },

  /**
   * Choose which e-mails you get.
   *
   * Payments that succeed within a minute are in one e-mail. The summary has the takings, fees, refunds, failures and the balance of each currency, also on a day without payments. Nothing is sent about test payments unless you turn it on in test mode.
   *
   * May be called by merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `PATCH /api/v1/alerts`
   */
  update(body?: UpdateAlertsBody, options?: RequestOptions): Promise<Answered<Alerts>> {
    return api.send(PATCH('/alerts', { body }), options);
  },
});
export type AlertsResource = ReturnType<typeof alerts>;

const receipts = (api: Api) => ({
  /**
   * Create a receipt.
   *
   * Makes a public page for a payment, a refund or a payout item. A record has one receipt: repeated requests return the same address until it is revoked. A payout item needs the scope `payouts:write`, the others `payments:write`.
   *
   * May be called by API keys, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `POST /api/v1/receipts`
   */
  create(body: CreateReceiptBody, options?: RequestOptions): Promise<Answered<Receipt>> {
    return api.send(POST('/receipts', { body }), options);
  },

  /**
   * List receipts.
   *
   * May be called by API keys with the scope `payments:read`, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/receipts`
   */
  list(query?: ListReceiptsQuery, options?: RequestOptions): List<Receipt> {
    return api.list(GET('/receipts', { query }), options);
  },

  /**
   * Read one receipt.
   *
   * May be called by API keys with the scope `payments:read`, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/receipts/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Answered<Receipt>> {
    return api.send(GET(`/receipts/${segment('id', id)}`), options);
  },

  /**
   * Revoke a receipt.
   *
   * Its address answers at once like one that never existed. A new receipt of the record gets another address.
   *
   * May be called by API keys with the scope `payments:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * `DELETE /api/v1/receipts/{id}`
   */
  revoke(id: string, options?: RequestOptions): Promise<Answered<Receipt>> {
    return api.send(DELETE(`/receipts/${segment('id', id)}`), options);
  },
});
export type ReceiptsResource = ReturnType<typeof receipts>;

const messages = (api: Api) => ({
  /**
   * List messages.
   *
   * The receipts that were sent, or that a test world shows instead. They are kept for 30 days.
   *
   * May be called by API keys with the scope `payments:read`, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/messages`
   */
  list(query?: ListMessagesQuery, options?: RequestOptions): List<Message> {
    return api.list(GET('/messages', { query }), options);
  },
});
export type MessagesResource = ReturnType<typeof messages>;

const merchants = (api: Api) => ({
  /**
   * Read the settings.
   *
   * The settings apply to all integrations of the merchant, in both modes.
   *
   * May be called by merchants.
   *
   * `GET /api/v1/merchants/me`
   */
  getSettings(options?: RequestOptions): Promise<Answered<MerchantSettings>> {
    return api.send(GET('/merchants/me'), options);
  },

  /**
   * Change the settings.
   *
   * Once the merchant is approved for live, this needs a live login.
   *
   * May be called by merchants.
   *
   * `PATCH /api/v1/merchants/me`
   */
  updateSettings(body?: UpdateMerchantSettingsBody, options?: RequestOptions): Promise<Answered<MerchantSettings>> {
    return api.send(PATCH('/merchants/me', { body }), options);
  },

  /**
   * Set the logo.
   *
   * The body is the file itself: PNG, JPEG or WebP of at most 6144 bytes and at most 1024 × 1024 pixels, detected from its content. It replaces the previous one.
   *
   * May be called by merchants.
   *
   * `POST /api/v1/merchants/me/logo`
   */
  setLogo(file: Upload, options?: RequestOptions): Promise<Answered<MerchantSettings>> {
    return api.send(POST('/merchants/me/logo', { file }), options);
  },

  /**
   * Remove the logo.
   *
   * May be called by merchants.
   *
   * `DELETE /api/v1/merchants/me/logo`
   */
  deleteLogo(options?: RequestOptions): Promise<Answered<MerchantSettings>> {
    return api.send(DELETE('/merchants/me/logo'), options);
  },
});
export type MerchantsResource = ReturnType<typeof merchants>;

const reports = (api: Api) => ({
  /**
   * Read the settlement report.
   *
   * For your accountant: what came in, what went out and what is owed to you, by day and currency. It is computed from the postings of your merchant's wallets, so it ties with their statements. As CSV: `Accept: text/csv` or `format=csv`.
   *
   * May be called by API keys with the scope `wallets:read`, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/reports/settlement`
   */
  getSettlement(query: GetSettlementReportQuery, options?: RequestOptions): Promise<Answered<SettlementReport>> {
    return api.send(GET('/reports/settlement', { query }), options);
  },

  /**
   * Read the settlement report.
   *
   * For your accountant: what came in, what went out and what is owed to you, by day and currency. It is computed from the postings of your merchant's wallets, so it ties with their statements. As CSV: `Accept: text/csv` or `format=csv`.
   *
   * May be called by API keys with the scope `wallets:read`, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/reports/settlement`
   */
  getSettlementAsCsv(query: GetSettlementReportAsCsvQuery, options?: RequestOptions): Promise<string> {
    return api.send(GET('/reports/settlement', { query, answer: 'text' }), options);
  },

  /**
   * Export the general ledger.
   *
   * The movements of your merchant's wallets as double entry, for your accounting. One document for each day and currency; its lines sum to zero. Amounts are decimals in major units. `form` chooses the columns: `plain`, or those that Odoo, ERPNext or QuickBooks import ([export to accounting](/docs/export-accounting)). The accounts are those of your chart.
   *
   * May be called by API keys with the scope `wallets:read`, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/reports/ledger`
   */
  getLedgerExport(query: GetLedgerExportQuery, options?: RequestOptions): Promise<string> {
    return api.send(GET('/reports/ledger', { query, answer: 'text' }), options);
  },

  /**
   * Read the chart of accounts.
   *
   * May be called by API keys with the scope `wallets:read`, merchants, developers (owner, developer, accountant, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * `GET /api/v1/reports/chart`
   */
  getChart(options?: RequestOptions): Promise<Answered<ChartOfAccounts>> {
    return api.send(GET('/reports/chart'), options);
  },

  /**
   * Change the chart of accounts.
   *
   * Accounts that are not named stay as they are. The chart applies to all integrations and both modes.
   *
   * May be called by API keys with the scope `wallets:write`, merchants, developers (owner, developer, accountant; live: owner, accountant). Merchants and developers name the integration in `Service-Integration`.
   *
   * `PATCH /api/v1/reports/chart`
   */
  updateChart(body: UpdateChartBody, options?: RequestOptions): Promise<Answered<ChartOfAccounts>> {
    return api.send(PATCH('/reports/chart', { body }), options);
  },
});
export type ReportsResource = ReturnType<typeof reports>;

const test = (api: Api) => ({
  /**
   * Advance the test world's clock.
   *
   * Payments expire, webhook retries become due and dead letters age as if the time had passed. A signature's `t` stays real time. The clock never goes back, and it goes at most a hundred years ahead. Codes of merchants' people do not move; codes of test customers also move with other integrations' clocks. `status` is `ready` when all deadlines are moved. In a world with thousands of open records it is `advancing`: the service continues in the background, `GET /test/clock` shows when it has finished, and another advance gets 409 until then. Records that are created after the request are not moved.
   *
   * May be called by API keys, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * Test mode only.
   *
   * `POST /api/v1/test/clock/advance`
   */
  advanceClock(body: AdvanceTestClockBody, options?: RequestOptions): Promise<Answered<TestClock>> {
    return api.send(POST('/test/clock/advance', { body }), options);
  },

  /**
   * Read the test world's clock.
   *
   * Poll the clock after an advance whose `status` is `advancing`.
   *
   * May be called by API keys, merchants, developers (owner, developer, viewer). Merchants and developers name the integration in `Service-Integration`.
   *
   * Test mode only.
   *
   * `GET /api/v1/test/clock`
   */
  getClock(options?: RequestOptions): Promise<Answered<TestClock>> {
    return api.send(GET('/test/clock'), options);
  },

  /**
   * Put test money into a wallet.
   *
   * May be called by API keys with the scope `wallets:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * Test mode only.
   *
   * `POST /api/v1/test/wallets/{id}/fund`
   */
  fundWallet(id: string, body: FundTestWalletBody, options?: RequestOptions): Promise<Answered<Wallet>> {
    return api.send(POST(`/test/wallets/${segment('id', id)}/fund`, { body }), options);
  },

  /**
   * Freeze a wallet.
   *
   * Freezes the wallet as an operator would. Emits `wallet.frozen`. A wallet that is already frozen stays frozen, and the reason `fraud` replaces `kyc`.
   *
   * May be called by API keys with the scope `wallets:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * Test mode only.
   *
   * `POST /api/v1/test/wallets/{id}/freeze`
   */
  freezeWallet(id: string, body: FreezeTestWalletBody, options?: RequestOptions): Promise<Answered<Wallet>> {
    return api.send(POST(`/test/wallets/${segment('id', id)}/freeze`, { body }), options);
  },

  /**
   * Unfreeze a wallet.
   *
   * Emits `wallet.unfrozen`. A wallet that is already active stays unchanged.
   *
   * May be called by API keys with the scope `wallets:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * Test mode only.
   *
   * `POST /api/v1/test/wallets/{id}/unfreeze`
   */
  unfreezeWallet(id: string, options?: RequestOptions): Promise<Answered<Wallet>> {
    return api.send(POST(`/test/wallets/${segment('id', id)}/unfreeze`), options);
  },

  /**
   * Set a user's KYC status.
   *
   * Sets any status, as if the steps between had happened. Emits `kyc.updated` if the status changes.
   *
   * May be called by API keys with the scope `wallets:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * Test mode only.
   *
   * `POST /api/v1/test/users/{id}/kyc`
   */
  setKyc(id: string, body: SetTestKycBody, options?: RequestOptions): Promise<Answered<User>> {
    return api.send(POST(`/test/users/${segment('id', id)}/kyc`, { body }), options);
  },

  /**
   * Emit a sample event.
   *
   * Stores a sample event of this kind, and sends it to the endpoints that subscribe to it. No money moves and no record changes.
   *
   * May be called by API keys with the scope `webhooks:write`, merchants, developers (owner, developer). Merchants and developers name the integration in `Service-Integration`.
   *
   * Test mode only.
   *
   * `POST /api/v1/test/events`
   */
  emitEvent(body: EmitTestEventBody, options?: RequestOptions): Promise<Answered<WebhookEvent>> {
    return api.send(POST('/test/events', { body }), options);
  },

  /**
   * Approve a payment as its customer.
   *
   * Works for every payment of the sandbox rail that is not final, including payments whose phone makes them wait (0007) or stay `processing` (0008).
   *
   * May be called by API keys with the scope `payments:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * Test mode only.
   *
   * `POST /api/v1/test/payments/{id}/approve`
   */
  approvePayment(id: string, options?: RequestOptions): Promise<Answered<Payment>> {
    return api.send(POST(`/test/payments/${segment('id', id)}/approve`), options);
  },

  /**
   * Decline a payment as its customer.
   *
   * Works for every payment of the sandbox rail that is not final. The payment fails with the code `customer_declined`.
   *
   * May be called by API keys with the scope `payments:write`, merchants, developers (owner, developer; live: none). Merchants and developers name the integration in `Service-Integration`.
   *
   * Test mode only.
   *
   * `POST /api/v1/test/payments/{id}/decline`
   */
  declinePayment(id: string, options?: RequestOptions): Promise<Answered<Payment>> {
    return api.send(POST(`/test/payments/${segment('id', id)}/decline`), options);
  },
});
export type TestResource = ReturnType<typeof test>;

/** The operations that an API key may call. */
export class ServerResources {
  readonly payments: Pick<
    PaymentsResource,
    | 'create'
    | 'list'
    | 'createBulk'
    | 'createBulkFromCsv'
    | 'createBulkDryRun'
    | 'getBulk'
    | 'getTotals'
    | 'get'
    | 'cancel'
    | 'capture'
    | 'release'
    | 'getTimeline'
  >;
  readonly branches: BranchesResource;
  readonly checkout: CheckoutResource;
  readonly links: LinksResource;
  readonly shifts: ShiftsResource;
  readonly sales: SalesResource;
  readonly refunds: Pick<RefundsResource, 'create' | 'list' | 'get'>;
  readonly wallets: WalletsResource;
  readonly transfers: TransfersResource;
  readonly holds: HoldsResource;
  readonly movements: MovementsResource;
  readonly splitPartners: SplitPartnersResource;
  readonly payouts: Pick<
    PayoutsResource,
    | 'create'
    | 'createFromCsv'
    | 'createDryRun'
    | 'list'
    | 'get'
    | 'listItems'
    | 'listItemsAsCsv'
    | 'cancel'
    | 'retry'
    | 'checkNames'
  >;
  readonly webhooks: WebhooksResource;
  readonly deliveries: DeliveriesResource;
  readonly replays: ReplaysResource;
  readonly webhookHealth: WebhookHealthResource;
  readonly inbox: InboxResource;
  readonly events: EventsResource;
  readonly search: SearchResource;
  readonly currencies: CurrenciesResource;
  readonly fees: FeesResource;
  readonly rails: RailsResource;
  readonly exports: ExportsResource;
  readonly exportSchedules: ExportSchedulesResource;
  readonly schedules: SchedulesResource;
  readonly beneficiaries: BeneficiariesResource;
  readonly customers: CustomersResource;
  readonly receipts: ReceiptsResource;
  readonly messages: MessagesResource;
  readonly reports: ReportsResource;
  readonly test: TestResource;

  constructor(api: Api) {
    this.payments = payments(api);
    this.branches = branches(api);
    this.checkout = checkout(api);
    this.links = links(api);
    this.shifts = shifts(api);
    this.sales = sales(api);
    this.refunds = refunds(api);
    this.wallets = wallets(api);
    this.transfers = transfers(api);
    this.holds = holds(api);
    this.movements = movements(api);
    this.splitPartners = splitPartners(api);
    this.payouts = payouts(api);
    this.webhooks = webhooks(api);
    this.deliveries = deliveries(api);
    this.replays = replays(api);
    this.webhookHealth = webhookHealth(api);
    this.inbox = inbox(api);
    this.events = events(api);
    this.search = search(api);
    this.currencies = currencies(api);
    this.fees = fees(api);
    this.rails = rails(api);
    this.exports = exports(api);
    this.exportSchedules = exportSchedules(api);
    this.schedules = schedules(api);
    this.beneficiaries = beneficiaries(api);
    this.customers = customers(api);
    this.receipts = receipts(api);
    this.messages = messages(api);
    this.reports = reports(api);
    this.test = test(api);
  }
}

/** The operations that a logged-in person may call, and those that log in. */
export class UserResources {
  readonly payments: PaymentsResource;
  readonly branches: BranchesResource;
  readonly checkout: CheckoutResource;
  readonly links: LinksResource;
  readonly shifts: ShiftsResource;
  readonly sales: SalesResource;
  readonly refunds: RefundsResource;
  readonly wallets: WalletsResource;
  readonly transfers: TransfersResource;
  readonly holds: HoldsResource;
  readonly movements: MovementsResource;
  readonly splitPartners: SplitPartnersResource;
  readonly payouts: PayoutsResource;
  readonly webhooks: WebhooksResource;
  readonly deliveries: DeliveriesResource;
  readonly replays: ReplaysResource;
  readonly webhookHealth: WebhookHealthResource;
  readonly inbox: InboxResource;
  readonly events: EventsResource;
  readonly requestLogs: RequestLogsResource;
  readonly summary: SummaryResource;
  readonly search: SearchResource;
  readonly currencies: CurrenciesResource;
  readonly fees: FeesResource;
  readonly rails: RailsResource;
  readonly auth: AuthResource;
  readonly me: MeResource;
  readonly integrations: IntegrationsResource;
  readonly invitations: InvitationsResource;
  readonly keys: KeysResource;
  readonly operator: OperatorResource;
  readonly kyc: KycResource;
  readonly exports: ExportsResource;
  readonly exportSchedules: ExportSchedulesResource;
  readonly schedules: SchedulesResource;
  readonly beneficiaries: BeneficiariesResource;
  readonly customers: CustomersResource;
  readonly alerts: AlertsResource;
  readonly receipts: ReceiptsResource;
  readonly messages: MessagesResource;
  readonly merchants: MerchantsResource;
  readonly reports: ReportsResource;
  readonly test: TestResource;

  constructor(api: Api) {
    this.payments = payments(api);
    this.branches = branches(api);
    this.checkout = checkout(api);
    this.links = links(api);
    this.shifts = shifts(api);
    this.sales = sales(api);
    this.refunds = refunds(api);
    this.wallets = wallets(api);
    this.transfers = transfers(api);
    this.holds = holds(api);
    this.movements = movements(api);
    this.splitPartners = splitPartners(api);
    this.payouts = payouts(api);
    this.webhooks = webhooks(api);
    this.deliveries = deliveries(api);
    this.replays = replays(api);
    this.webhookHealth = webhookHealth(api);
    this.inbox = inbox(api);
    this.events = events(api);
    this.requestLogs = requestLogs(api);
    this.summary = summary(api);
    this.search = search(api);
    this.currencies = currencies(api);
    this.fees = fees(api);
    this.rails = rails(api);
    this.auth = auth(api);
    this.me = me(api);
    this.integrations = integrations(api);
    this.invitations = invitations(api);
    this.keys = keys(api);
    this.operator = operator(api);
    this.kyc = kyc(api);
    this.exports = exports(api);
    this.exportSchedules = exportSchedules(api);
    this.schedules = schedules(api);
    this.beneficiaries = beneficiaries(api);
    this.customers = customers(api);
    this.alerts = alerts(api);
    this.receipts = receipts(api);
    this.messages = messages(api);
    this.merchants = merchants(api);
    this.reports = reports(api);
    this.test = test(api);
  }
}
