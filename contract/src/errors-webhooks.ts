/** Errors of webhook endpoints. `errors.ts` puts them with the others. */
export const webhookErrors = {
  webhook_disabled: {
    status: 409,
    type: 'conflict',
    title: 'The webhook endpoint is disabled',
    advice:
      'Nothing but a test is sent to a disabled endpoint. Enable it first (`PATCH /api/v1/webhooks/{id} {"status":"enabled"}`).',
  },
  webhook_deleted: {
    status: 409,
    type: 'conflict',
    title: 'The webhook endpoint is deleted',
    advice:
      'The delivery is kept, but its endpoint is deleted, so nothing can be sent there. Register the endpoint again: it gets the events that happen from then on.',
  },
  too_many_endpoints: {
    status: 422,
    type: 'unprocessable',
    title: 'There are 16 webhook endpoints already',
    advice: 'Delete an endpoint that is no longer used.',
  },
} as const;
