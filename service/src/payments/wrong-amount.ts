import type { CaseDraft } from '../cases/open-cases.ts';
import type { ReceivedMoney } from '../core/payment.ts';
import type { PaymentRow } from './store.ts';

/** Whether the provider received other money than the payment asks for. Such a payment never settles by itself. */
export const isOtherMoney = (
  payment: Pick<PaymentRow, 'amount' | 'currency'>,
  { amount, currency }: ReceivedMoney,
): boolean => amount !== payment.amount || currency !== payment.currency;

type Mismatched = Pick<PaymentRow, 'id' | 'rail' | 'world' | 'livemode' | 'amount' | 'currency'>;

/** The payment stays open until a person has compared it with the provider's records. */
export function wrongAmountCase(payment: Mismatched, received: ReceivedMoney): CaseDraft {
  const { id: record, rail, world, livemode, amount: wanted } = payment;
  const { amount, currency, payer } = received;
  const facts = { wanted: wanted.toString(), wanted_currency: payment.currency, payer };
  return { kind: 'wrong_amount', rail, record, world, livemode, amount, currency, facts };
}
