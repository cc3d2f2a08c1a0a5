/** Errors of tills. `errors.ts` combines them with the others. */
export const tillErrors = {
  shift_open: {
    status: 409,
    type: 'conflict',
    title: 'The till already has an open shift',
    advice:
      'The message names it. Work in that shift, or end it with `POST /api/v1/shifts/{id}/end` and start another.',
  },
  shift_ended: {
    status: 409,
    type: 'conflict',
    title: 'The shift has ended',
    advice: 'Start another shift with `POST /api/v1/shifts`, and begin the sale there.',
  },
  sale_not_waiting: {
    status: 409,
    type: 'conflict',
    title: 'The sale does not wait for a payment',
    advice:
      'It is paid, it has expired, or the payer of its own code is paying now. Nothing was changed. Read the sale again.',
  },
  payment_not_for_sale: {
    status: 422,
    type: 'unprocessable',
    title: 'This payment cannot be tied to this sale',
    advice:
      'The message gives the reason. The payment must be one of the printed code in the same shift, have the amount of the sale, be made after the sale began, and be tied to no other sale.',
  },
  qr_scheme_missing: {
    status: 422,
    type: 'unprocessable',
    title: 'No rail has an account at a QR scheme',
    advice:
      'No rail that this link may use has one in its currency. Leave `content` out: the code of the address works with every phone. An operator sets the account with `npm run admin -- rails rotate <slug> --scheme-file <file>`.',
  },
} as const;
