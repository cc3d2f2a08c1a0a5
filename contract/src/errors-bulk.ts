/** Errors of bulk requests. `errors.ts` combines them with the others. */
export const bulkErrors = {
  bulk_item_failed: {
    status: 422,
    type: 'unprocessable',
    title: 'An item of the request cannot be carried out',
    advice:
      'With `mode: "all_or_nothing"` every item must be possible. `details` names the first items that are not, each with the error of a single request. Nothing was changed: correct or remove these items, and send the request with a new Idempotency-Key.',
  },
} as const;
