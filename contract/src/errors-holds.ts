/** Errors of holds. `errors.ts` combines them with the others. */
export const holdErrors = {
  hold_is_over: {
    status: 409,
    type: 'conflict',
    title: 'The hold has ended',
    advice:
      'Its `status` says how: captured, released or expired. Nothing is held any more. If the money is still there, create another hold.',
  },
  hold_in_escrow: {
    status: 409,
    type: 'conflict',
    title: 'Two deciders end this hold',
    advice:
      'A hold with `escrow` is neither captured nor released by its holder. Each decider calls `POST /holds/{id}/decide`; the hold ends when both decisions are the same.',
  },
  escrow_is_disputed: {
    status: 409,
    type: 'conflict',
    title: 'The deciders of the escrow disagree',
    advice:
      'Its money stays held, so the case stays open. It is closed as soon as both deciders make the same decision.',
  },
  capture_exceeds_remaining: {
    status: 422,
    type: 'unprocessable',
    title: 'The capture exceeds what is still held',
    advice: 'The field `remaining` has the amount that is still held. Captures together cannot exceed the hold.',
  },
  too_many_captures: {
    status: 422,
    type: 'unprocessable',
    title: 'The hold has 50 captures already',
    advice: 'That is the maximum. Release what is left, and create another hold for it.',
  },
  payment_not_capturable: {
    status: 409,
    type: 'conflict',
    title: 'No money of the payment is held',
    advice:
      'Only a payment with `capture: manual` and the status `requires_capture` can be captured or released, until its `capture_before`. Read the payment to see its status.',
  },
} as const;
