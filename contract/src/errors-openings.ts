/** Errors of imports of opening balances. `errors.ts` combines them with the others. */
export const openingErrors = {
  opening_changed: {
    status: 409,
    type: 'conflict',
    title: 'The stored rows differ from the requested ones',
    advice:
      'The rows of this import are not those that its digest was made of. Nothing was changed. Reject the request, find out why the rows changed, and request the import again.',
  },
} as const;
