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
} as const;
