/** Errors of work that is under way. `errors.ts` puts them with the others. */
export const workErrors = {
  idempotency_in_progress: {
    status: 409,
    type: 'conflict',
    title: 'The first request with this key is still under way',
    advice: 'Send the same request with the same key again in a moment; it will get the answer of the first.',
  },
  clock_advance_in_progress: {
    status: 409,
    type: 'conflict',
    title: 'The test clock is still being advanced',
    advice:
      'An earlier advance of this test clock still moves deadlines. Poll `GET /api/v1/test/clock` until its `status` is `ready`, then send the request again with a new Idempotency-Key.',
  },
  settlement_refused: {
    status: 409,
    type: 'conflict',
    title: 'The ledger still refuses this settlement',
    advice:
      'The message names the refusal, such as a wallet that is full. Remove the cause, then send the request again with a new Idempotency-Key.',
  },
  settlement_resolved: {
    status: 409,
    type: 'conflict',
    title: 'The settlement is resolved already',
    advice: 'Nothing was changed. `GET /api/v1/operator/parked_settlements?status=open` lists those that still wait.',
  },
} as const;
