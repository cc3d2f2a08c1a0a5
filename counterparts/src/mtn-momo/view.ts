import type { Settings } from '../kit/kit.ts';
import { toDecimal } from '../kit/money.ts';
import { reasonText } from './answers.ts';
import { kinds } from './kinds.ts';
import type { Order } from './order.ts';
import type { Transaction } from './transaction.ts';

/** @returns the body of a state query and of a callback */
export function viewOf(transaction: Transaction, settings: Settings, exponent: number): Record<string, unknown> {
  const { status, reason, order, kind, original } = transaction;
  const { currency, externalId, payerMessage, payeeNote } = order;
  return {
    financialTransactionId: transaction.financialTransactionId ?? undefined,
    externalId,
    amount: amountAs(settings.amountAs, order, exponent),
    currency,
    [kinds[kind].partyField ?? 'payee']: order.party ?? original?.order.party,
    payerMessage,
    payeeNote,
    status: status === 'PENDING' ? settings.pendingAs : status,
    reason: reason === null ? undefined : reasonAs(settings.reasonAs, reason),
  };
}

/** Odd but real: the same amount as text, as a number, and with more decimals. */
function amountAs(form: unknown, { amount, amountText }: Order, exponent: number): string | number {
  if (form === 'number') return Number(toDecimal(amount, exponent));
  return form === 'decimals' ? toDecimal(amount * 100n, exponent + 2) : amountText;
}

/** Odd but real: a bare code, or an object. */
const reasonAs = (form: unknown, code: string) => (form === 'object' ? { code, message: reasonText(code) } : code);
