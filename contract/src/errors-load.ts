/** Errors of requests that cost too much. `errors.ts` combines them with the others. */
export const loadErrors = {
  list_too_expensive: {
    status: 422,
    type: 'unprocessable',
    title: 'The list would read too many records',
    advice:
      'One request reads at most 50000 records and takes at most one second of database time, and too few of the newest records match these filters. Send the request with the `created_at[gte]` that the message gives. Then read older records part by part with `created_at[lt]`. A filter by `reference` finds its record at once.',
  },
  throttled: {
    status: 429,
    type: 'rate_limit',
    title: 'The operator has throttled this integration',
    advice:
      'An operator of this deployment set a lower rate for the integration in this mode; the message gives the rate. Wait as long as `Retry-After` says, send fewer requests, and ask their support for the reason.',
  },
} as const;
