import type { EventGroup, EventKind } from '../../../contract/src/events.ts';

/** `satisfies` makes the compiler report a kind that the contract adds. */
export const eventKinds = Object.keys({
  'payment.succeeded': 1,
  'payment.failed': 1,
  'payment.requires_action': 1,
  'payment.requires_capture': 1,
  'payment.captured': 1,
  'payment.capture_expiring': 1,
  'payment.reversed': 1,
  'refund.created': 1,
  'refund.succeeded': 1,
  'refund.failed': 1,
  'payout.completed': 1,
  'payout.canceled': 1,
  'payout.item_returned': 1,
  'transfer.succeeded': 1,
  'hold.created': 1,
  'hold.captured': 1,
  'hold.released': 1,
  'hold.decided': 1,
  'hold.expiring': 1,
  'hold.expired': 1,
  'transfer.reversed': 1,
  'movement.succeeded': 1,
  'wallet.frozen': 1,
  'wallet.unfrozen': 1,
  'kyc.updated': 1,
  'checkout.completed': 1,
  'checkout.expired': 1,
  'checkout.unexpected_payment': 1,
  'bulk.completed': 1,
  'export.completed': 1,
  'schedule.upcoming': 1,
  'schedule.failed': 1,
  'webhook.test': 1,
} satisfies Record<EventKind, 1>) as EventKind[];

/** The pattern of each group, as endpoints accept it. */
export const eventGroups = [...new Set(eventKinds.map((kind) => `${kind.split('.')[0]}.*`))] as EventGroup[];
