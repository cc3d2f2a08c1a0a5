/** Errors of rates, quotas and closed registration. `errors.ts` combines them with the others. */
export const quotaErrors = {
  registrations_closed: {
    status: 403,
    type: 'permission',
    title: 'Registration in test mode is restricted',
    advice:
      'The operator closed registration, or allows only invited phones (`TEST_REGISTRATIONS`). Ask them to invite your phone, and register with that phone.',
  },
  quota_reached: {
    status: 409,
    type: 'conflict',
    title: 'A quota of this test world is full',
    advice:
      'Test worlds have quotas, so that no tenant fills the storage; live worlds have none. The message names the quota, its size, its setting and how to make room. Make room and send the request again with a new Idempotency-Key, or ask the operator of the deployment for a higher quota.',
  },
  quota_exceeded: {
    status: 429,
    type: 'rate_limit',
    title: 'A daily quota of this test world is used up',
    advice:
      'Test worlds have quotas, so that no tenant slows down the others; live worlds have none. The message names the quota, its size and its setting. Wait as long as `Retry-After` says, or ask the operator of the deployment for a higher quota.',
  },
  rate_limited: {
    status: 429,
    type: 'rate_limit',
    title: 'Too many requests',
    advice:
      'Wait as long as `Retry-After` says, then retry. `RateLimit` in every answer says how many requests are left.',
  },
} as const;
