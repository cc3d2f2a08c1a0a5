/** Errors of the configuration of rails. `errors.ts` combines them with the others. */
export const railSettingErrors = {
  rail_slug_used: {
    status: 409,
    type: 'conflict',
    title: 'The slug of the rail was used before',
    advice: "A slug names the rail's wallets and records, also after the rail is removed. Choose another slug.",
  },
  rail_not_approved: {
    status: 409,
    type: 'conflict',
    title: 'Two operators must approve the rail first',
    advice:
      'A rail of live mode is paused until two operators approve its connection. Request it with `POST /api/v1/operator/rail_settings/{slug}/request_approval`; another operator then approves it.',
  },
  rail_approved: {
    status: 409,
    type: 'conflict',
    title: 'Nothing of the rail waits for approval',
    advice: 'The present connection is approved, or the rail belongs to test mode. To send on it, resume the rail.',
  },
  rail_changed: {
    status: 409,
    type: 'conflict',
    title: 'The rail changed after the approval was requested',
    advice: 'Reject this approval. Read the rail, check its base URL and fingerprint, and request the approval again.',
  },
  rail_in_use: {
    status: 409,
    type: 'conflict',
    title: 'The rail is still in use',
    advice: 'Pause the rail, wait until its payments, refunds and payout items are final, then remove it.',
  },
} as const;
