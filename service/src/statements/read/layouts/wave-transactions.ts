import type { TableLayout } from '../layout.ts';

/**
 * The transactions of a Wave Business wallet as CSV. Wave documents no columns of its portal's export: these are the
 * fields of `GET /v1/transactions` (Balance & Reconciliation API). Compare them with a real export first. Amounts are
 * signed, and their fees count as in the list that the service reads (rails/wave/statement.ts). The day is UTC, the
 * local time of Senegal, Côte d'Ivoire, Mali, Burkina Faso and The Gambia.
 */
export const waveTransactions: TableLayout = {
  name: 'Wave transactions',
  format: 'csv',
  encoding: 'utf-8',
  delimiter: ',',
  decimal: '.',
  group: '',
  columns: {
    operation: ['transaction_id', 'Transaction ID'],
    date: ['timestamp', 'Timestamp'],
    kind: ['transaction_type', 'Transaction type'],
    amount: ['amount', 'Amount'],
    fee: ['fee', 'Fee'],
    currency: ['currency', 'Currency'],
    balance: ['balance', 'Balance'],
    phone: ['counterparty_mobile', 'Counterparty mobile'],
    record: ['client_reference', 'Client reference'],
    reference: ['payment_reason', 'Payment reason'],
  },
  optional: ['balance', 'phone', 'record', 'reference'],
  dateFormat: "yyyy-MM-dd['T'][ ]HH:mm:ss[.SSS][XXX]",
  timeZone: 'Africa/Dakar',
  sign: 'as_given',
  amountIs: 'moved',
  amountIsOf: [
    ['collection', 'net'],
    ['payout', 'gross'],
    ['reversal', 'returned'],
  ],
  order: 'newest_first',
  kinds: [
    ['*refund*', 'refund'],
    ['*revers*', 'reversal'],
    ['*fee*', 'fee'],
    ['merchant_payment', 'incoming'],
    ['api_checkout', 'collection'],
    ['api_payout', 'payout'],
    ['bulk_payment', 'payout'],
    ['b2b_payment', 'other'],
    ['merchant_sweep', 'other'],
    ['*deposit*', 'topup'],
    ['*withdraw*', 'topup'],
  ],
};
