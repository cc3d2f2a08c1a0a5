/**
 * Fields that hold money. Their JSON numbers are parsed from their source text into bigint, so no amount is ever a
 * float. `test/json.test.ts` checks the names against the contract.
 */
export const moneyFields: ReadonlySet<string> = new Set([
  'amount',
  'amount_authorized',
  'amount_captured',
  'amount_returned',
  'borne',
  'charged_amount',
  'closing_debt',
  'closing_reserve',
  'debt',
  'debt_paid',
  'taken',
  'amount_refunded',
  'amount_released',
  'amount_remaining',
  'available',
  'balance',
  'balance_after',
  'booked',
  'closing',
  'credits',
  'day',
  'debits',
  'difference',
  'drawn',
  'expected_amount',
  'failed_amount',
  'fee',
  'fee_returned',
  'fees',
  'fixed',
  'from',
  'gap',
  'here',
  'holdings',
  'kept',
  'max',
  'max_amount',
  'maximum',
  'min_amount',
  'minimum',
  'month',
  'net',
  'opening',
  'other',
  'opening_debt',
  'opening_reserve',
  'owed',
  'paid_in',
  'paid_out',
  'refunded',
  'released',
  'remaining',
  'posted',
  'reserved',
  'returned',
  'returned_amount',
  'reversed',
  'reversed_amount',
  'sales_amount',
  'sent_amount',
  'single',
  'succeeded_amount',
  'sum',
  'suspended',
  'tax',
  'tax_returned',
  'taxes',
  'there',
  'total',
  'unexplained',
  'untied_amount',
  'volume',
]);

type Context = { readonly source?: string };

export function parseJson(text: string): unknown {
  const revive = (key: string, value: unknown, context?: Context) =>
    typeof value === 'number' && moneyFields.has(key) ? BigInt(context?.source ?? value) : value;
  return JSON.parse(text, revive as (key: string, value: unknown) => unknown);
}

/** For the raw view of a record: prints bigint as the number of the API. */
export const printJson = (value: unknown): string =>
  JSON.stringify(value, (_key, inner) => (typeof inner === 'bigint' ? Number(inner) : inner), 2);
