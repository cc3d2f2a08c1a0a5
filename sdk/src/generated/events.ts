// Made from openapi.json by scripts/sdk.mjs: npm run sdk

import type { Event, Payment, Payout, Refund, Transfer, User, Wallet, WebhookEndpoint } from './records.ts';

/** The record that an event of each kind carries. */
export type EventRecords = {
  /** A payment is settled. */
  'payment.succeeded': Payment;
  /** A payment fails definitively. */
  'payment.failed': Payment;
  /** A refund is initiated. */
  'refund.created': Refund;
  /** A wallet is frozen (fraud or KYC). */
  'wallet.frozen': Wallet;
  /** The KYC status of a user changes. */
  'kyc.updated': User;
  /** A mass payout is executed. */
  'payout.completed': Payout;
  /** The refunded money has reached the customer. */
  'refund.succeeded': Refund;
  /** A refund fails; its money is back on the wallet. */
  'refund.failed': Refund;
  /** A payment waits for its customer. */
  'payment.requires_action': Payment;
  /** A frozen wallet is active again. */
  'wallet.unfrozen': Wallet;
  /** Money has moved between two wallets. */
  'transfer.succeeded': Transfer;
  /** A test event was asked for. */
  'webhook.test': WebhookEndpoint;
};

export type EventKind = keyof EventRecords;

export const eventKinds = [
  'payment.succeeded',
  'payment.failed',
  'refund.created',
  'wallet.frozen',
  'kyc.updated',
  'payout.completed',
  'refund.succeeded',
  'refund.failed',
  'payment.requires_action',
  'wallet.unfrozen',
  'transfer.succeeded',
  'webhook.test',
] as const satisfies readonly EventKind[];

/** An event; its `type` says what `data.object` is. */
export type WebhookEvent = {
  [Kind in EventKind]: Omit<Event, 'type' | 'data'> & {
    type: Kind;
    data: { object: EventRecords[Kind]; previous_attributes?: Record<string, unknown> };
  };
}[EventKind];
