import type { Message } from '../kit/callbacks.ts';
import type { Settings } from '../kit/kit.ts';
import { toDecimal } from '../kit/money.ts';
import type { Transaction } from './transaction.ts';

/**
 * MTN signs nothing. The body is that of the state query.
 * @param view the transaction's present state
 * @returns null for an order without X-Callback-Url
 */
export function callbackOf(
  { order, status }: Transaction,
  view: Readonly<Record<string, unknown>>,
  settings: Settings,
  exponent: number,
): Message | null {
  const { callbackUrl: url, externalId: reference, amount } = order;
  if (url === null) return null;
  const opposite =
    status === 'SUCCESSFUL'
      ? { status: 'FAILED', reason: 'INTERNAL_PROCESSING_ERROR', financialTransactionId: undefined }
      : { status: 'SUCCESSFUL', reason: undefined, financialTransactionId: '1' };
  const body = (changes: object) => JSON.stringify({ ...view, ...changes });
  return {
    reference,
    method: settings.callbackMethod === 'POST' ? 'POST' : 'PUT',
    url,
    headers: { 'content-type': 'application/json' },
    body: body({}),
    variants: {
      otherAmount: () => body({ amount: toDecimal(amount + 1n, exponent) }),
      opposite: () => body(opposite),
      unknown: () => body({ externalId: `x${reference.slice(1)}`, financialTransactionId: '1' }),
    },
    repeats: settings.callbackRepeats as readonly number[],
  };
}
