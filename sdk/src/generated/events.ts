// Generated from openapi.json by scripts/sdk.mjs. Run: npm run sdk

import type {
  BulkCompletedEvent,
  CheckoutCompletedEvent,
  CheckoutExpiredEvent,
  CheckoutUnexpectedPaymentEvent,
  ExportCompletedEvent,
  HoldCapturedEvent,
  HoldCreatedEvent,
  HoldDecidedEvent,
  HoldExpiredEvent,
  HoldExpiringEvent,
  HoldReleasedEvent,
  KycUpdatedEvent,
  MovementSucceededEvent,
  PaymentCapturedEvent,
  PaymentCaptureExpiringEvent,
  PaymentFailedEvent,
  PaymentRequiresActionEvent,
  PaymentRequiresCaptureEvent,
  PaymentReversedEvent,
  PaymentSucceededEvent,
  PayoutCanceledEvent,
  PayoutCompletedEvent,
  PayoutItemReturnedEvent,
  RefundCreatedEvent,
  RefundFailedEvent,
  RefundSucceededEvent,
  ScheduleFailedEvent,
  ScheduleUpcomingEvent,
  TransferReversedEvent,
  TransferSucceededEvent,
  WalletFrozenEvent,
  WalletUnfrozenEvent,
  WebhookTestEvent,
} from './records.ts';

/** An event. Its `type` determines the type of `data.object`. */
export type WebhookEvent =
  | PaymentSucceededEvent
  | PaymentFailedEvent
  | RefundCreatedEvent
  | WalletFrozenEvent
  | KycUpdatedEvent
  | PayoutCompletedEvent
  | RefundSucceededEvent
  | RefundFailedEvent
  | PaymentRequiresActionEvent
  | PaymentRequiresCaptureEvent
  | PaymentCapturedEvent
  | PaymentCaptureExpiringEvent
  | WalletUnfrozenEvent
  | PayoutCanceledEvent
  | TransferSucceededEvent
  | HoldCreatedEvent
  | HoldCapturedEvent
  | HoldReleasedEvent
  | HoldDecidedEvent
  | HoldExpiringEvent
  | HoldExpiredEvent
  | TransferReversedEvent
  | MovementSucceededEvent
  | PaymentReversedEvent
  | PayoutItemReturnedEvent
  | CheckoutCompletedEvent
  | CheckoutExpiredEvent
  | CheckoutUnexpectedPaymentEvent
  | BulkCompletedEvent
  | ExportCompletedEvent
  | ScheduleUpcomingEvent
  | ScheduleFailedEvent
  | WebhookTestEvent;

export type EventKind = WebhookEvent['type'];

/** The record in each kind of event. */
export type EventRecords = { [One in WebhookEvent as One['type']]: One['data']['object'] };

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
  'payment.requires_capture',
  'payment.captured',
  'payment.capture_expiring',
  'wallet.unfrozen',
  'payout.canceled',
  'transfer.succeeded',
  'hold.created',
  'hold.captured',
  'hold.released',
  'hold.decided',
  'hold.expiring',
  'hold.expired',
  'transfer.reversed',
  'movement.succeeded',
  'payment.reversed',
  'payout.item_returned',
  'checkout.completed',
  'checkout.expired',
  'checkout.unexpected_payment',
  'bulk.completed',
  'export.completed',
  'schedule.upcoming',
  'schedule.failed',
  'webhook.test',
] as const satisfies readonly EventKind[];
