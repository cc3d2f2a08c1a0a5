import type { ErrorCode } from './errors.ts';
import { sampleIds } from './examples.ts';
import { type Fault, fault, sayFault } from './reasons.ts';

function wrong(param: string, code: ErrorCode, found: Fault) {
  const message = sayFault(found);
  return { message: `${param}: ${message}`, param, details: [{ param, code, message, ...found }] };
}

/** The fields of an error example that differ from its code's title. */
export const errorFields: Partial<Record<ErrorCode, object>> = {
  validation_failed: wrong('amount', 'validation_failed', fault('not_integer')),
  amount_out_of_bounds: wrong('amount', 'amount_out_of_bounds', fault('too_small', { minimum: 1 })),
  unsupported_currency: {
    message: 'The currency EUR is not enabled. Enabled currencies: XOF, USD.',
    param: 'currency',
  },
  insufficient_scope: { message: 'The key lacks the scope payments:write' },
  not_found: { message: `Not found: ${sampleIds.pay}` },
  reference_already_used: {
    message: `The reference "order-1042" is already used by ${sampleIds.pay}`,
    param: 'reference',
  },
  refund_exceeds_remaining: { message: 'Only 3500 is left to refund', param: 'amount', remaining: 3_500 },
  capture_exceeds_remaining: { message: 'Only 25000 is still held', param: 'amount', remaining: 25_000 },
  limit_exceeded: {
    message: 'The day limit is 50000 XOF; 12000 is left',
    param: 'from',
    limit: 'day',
    maximum: 50_000,
    remaining: 12_000,
  },
  kyc_required: { param: 'to', limit: 'balance' },
};
