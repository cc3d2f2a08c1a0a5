type List = (path: string, ...data: object[]) => object;

/** Samples of currencies and fees. `examples.ts` combines them with the others. */
export function rateExamples(list: List, merchant: string) {
  const tier = (from: number, basis_points: number, fixed: number, maximum: number | null = null) => ({
    ...{ from, basis_points, fixed, minimum: null, maximum },
  });
  const fee = {
    object: 'fee',
    merchant,
    livemode: false,
    currency: 'XOF',
    rail: null,
    tax_basis_points: 1_800,
    fee_on_refund: 'kept',
    next: null,
  };
  return {
    listCurrencies: {
      answer: list(
        '/currencies',
        { code: 'XOF', exponent: 0, min_amount: 1, max_amount: 999_999_999_999 },
        { code: 'USD', exponent: 2, min_amount: 1, max_amount: 999_999_999_999 },
      ),
    },
    listOwnFees: {
      answer: list(
        '/fees',
        {
          ...{ ...fee, charged_on: 'payment', basis_points: 150, fixed: 0 },
          tiers: [tier(1, 150, 0), tier(100_000, 100, 500, 5_000)],
        },
        { ...fee, charged_on: 'payout', basis_points: 0, fixed: 50, tiers: [tier(1, 0, 50)] },
      ),
    },
    quoteFee: {
      answer: {
        ...{ object: 'fee_quote', livemode: false, kind: 'payment', amount: 250_000, currency: 'XOF', rail: null },
        ...{ fee: 3_000, tax: 540, total: 250_000, net: 246_460, bearer: 'merchant' },
        tier: tier(100_000, 100, 500, 5_000),
        tax_basis_points: 1_800,
        fee_on_refund: 'kept',
        tier_rail: null,
        valid_until: '2026-09-01T12:15:00.000Z',
      },
    },
  };
}
