import type { EventKind } from './events.ts';

/** Samples of payments that are captured later. `examples.ts` combines them with the others. */

/** The fields of the samples that are captured automatically. */
export const automatic = {
  ...{ capture: 'automatic', amount_authorized: 5_000, amount_captured: 0, capture_before: null },
} as const;

const capture_before = '2036-01-22T09:30:00.000Z';
const laterAt = '2026-01-15T09:30:02.140Z';

/** @param payment a payment that waits for its customer */
function heldOf(payment: object) {
  const held = {
    ...{ ...payment, updated_at: laterAt, version: 3, status: 'requires_capture', next_action: null },
    ...{ capture: 'manual', capture_before, rail_reference: 'sandbox-7r2k9n4tq8wb', fee: 0, net: 0 },
  };
  const inParts = { ...held, version: 4, amount_captured: 2_000, fee: 45, net: 1_955 };
  return {
    held,
    inParts,
    ended: { ...inParts, version: 5, status: 'succeeded', amount: 2_000, charged_amount: 2_000, succeeded_at: laterAt },
  };
}

type EventOf<Event> = (type: `payment.${string}` & EventKind, object: object, previous?: object) => Event;

/** The event of each kind, made by `eventOf`. */
export const captureEvents = <Event>(eventOf: EventOf<Event>, payment: object) => {
  const { held, inParts } = heldOf(payment);
  return {
    'payment.requires_capture': eventOf('payment.requires_capture', held, { status: 'requires_action' }),
    'payment.captured': eventOf('payment.captured', inParts, { amount_captured: 0, fee: 0, net: 0 }),
    'payment.capture_expiring': eventOf('payment.capture_expiring', inParts),
  };
};

export const captureExamples = (payment: object) => {
  const { inParts, ended } = heldOf(payment);
  return {
    capturePayment: { request: { amount: 2_000 }, answer: inParts },
    releasePayment: { answer: ended },
  };
};
