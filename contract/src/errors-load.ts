/** Errors of requests that cost too much. `errors.ts` puts them with the others. */
export const loadErrors = {
  list_too_expensive: {
    status: 422,
    type: 'unprocessable',
    title: 'The list would read too many records',
    advice:
      'One request searches at most 50000 records and takes at most a second of the database. Too few of the newest records match these filters. Bound the time: with `created_at[gte]` as the message gives it the request is answered; read what is older with `created_at[lt]`, part by part. A `reference` finds its record at once.',
  },
  rate_limited: {
    status: 429,
    type: 'rate_limit',
    title: 'Too many requests',
    advice: 'Wait as long as `Retry-After` says. `RateLimit` in every answer says what is left.',
  },
  throttled: {
    status: 429,
    type: 'rate_limit',
    title: 'The operator slows this integration down',
    advice:
      'The operator of this deployment set a lower rate for the integration in this mode. The message gives it. Wait as long as `Retry-After` says, send fewer requests, and ask their support for the reason.',
  },
} as const;
