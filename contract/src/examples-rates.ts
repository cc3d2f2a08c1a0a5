type List = (path: string, ...data: object[]) => object;

/** Samples of currencies and fees. `examples.ts` combines them with the others. */
export function rateExamples(list: List, merchant: string) {
  const fee = { object: 'fee', merchant, livemode: false, currency: 'XOF' };
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
        { ...fee, charged_on: 'payment', basis_points: 150, fixed: 0 },
        { ...fee, charged_on: 'payout', basis_points: 0, fixed: 50 },
      ),
    },
  };
}
