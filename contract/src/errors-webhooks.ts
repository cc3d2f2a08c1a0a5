/** Errors of webhook endpoints. `errors.ts` combines them with the others. */
export const webhookErrors = {
  webhook_disabled: {
    status: 409,
    type: 'conflict',
    title: 'The webhook endpoint is disabled',
    advice:
      'A disabled endpoint gets test events only. Enable it first (`PATCH /api/v1/webhooks/{id} {"status":"enabled"}`).',
  },
  webhook_deleted: {
    status: 409,
    type: 'conflict',
    title: 'The webhook endpoint is deleted',
    advice:
      'The delivery is kept, but it cannot be sent because its endpoint is deleted. Register the endpoint again: it gets the events that happen from then on.',
  },
  too_many_endpoints: {
    status: 422,
    type: 'unprocessable',
    title: 'There are 16 webhook endpoints already',
    advice: 'That is the maximum in a mode. Delete an endpoint that you no longer use.',
  },
} as const;
