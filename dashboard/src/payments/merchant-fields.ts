import type { Payment } from '../../../contract/src/payments.ts';
import type { Say } from '../texts/use-texts.ts';

type MerchantFields = Pick<Payment, 'reference' | 'description' | 'success_url' | 'cancel_url'>;

/** The fields that a merchant gives, as facts for the merchant's and the operator's page of a payment. */
export const merchantFields = (payment: MerchantFields, t: Say): [name: string, value: string | null][] => [
  [t('record.reference'), payment.reference],
  [t('record.description'), payment.description],
  [t('payments.successUrl'), payment.success_url],
  [t('payments.cancelUrl'), payment.cancel_url],
];
