/** Errors of checkout sessions. `errors.ts` combines them with the others. */
export const checkoutErrors = {
  checkout_session_completed: {
    status: 409,
    type: 'conflict',
    title: 'The checkout session is completed',
    advice: 'Its payment has succeeded, so the session cannot expire. To return the money, refund the payment.',
  },
} as const;
