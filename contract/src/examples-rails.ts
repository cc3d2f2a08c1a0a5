/** Samples of the routes of rails. `examples.ts` combines them with the others. */
export const railExamples = {
  listOwnRails: {
    answer: {
      object: 'list',
      data: [
        {
          object: 'usable_rail',
          livemode: true,
          slug: 'mtn-ug',
          provider: 'mtn-momo',
          country: 'UG',
          currency: 'UGX',
          direction: 'collect',
          flow: 'prompt',
          min_amount: 500,
          max_amount: 5_000_000,
          decimals: 0,
          refunds: 'part',
          refund_days: null,
          approval_seconds: 300,
          needs_otp: false,
          checks_names: true,
          status: 'enabled',
          until: null,
        },
      ],
      has_more: false,
      url: '/api/v1/rails',
    },
  },
};
