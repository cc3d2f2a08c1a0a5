/** Errors of splits. `errors.ts` combines them with the others. */
export const splitErrors = {
  split_not_accepted: {
    status: 403,
    type: 'permission',
    title: 'The owner of this wallet has not accepted shares from you',
    advice:
      'Nothing was created. `param` names the share. Ask the owner with `POST /split_partners`, and create the payment again after they accepted.',
  },
} as const;
