import type { TableLayout } from '../layout.ts';

/**
 * An example for the transaction report of MTN's partner portal. MTN publishes no columns, and they differ by country:
 * compare this layout with a real report, and change it, before it is used. The report shows our id as the external id.
 */
export const mtnMomoExample: TableLayout = {
  name: 'MTN MoMo (example)',
  format: 'csv',
  encoding: 'utf-8',
  delimiter: ',',
  decimal: '.',
  group: ',',
  columns: {
    operation: ['Id', 'Financial Transaction Id', 'Transaction Id'],
    record: ['External id', 'External Transaction Id'],
    date: ['Date', 'Transaction Date'],
    state: 'Status',
    kind: ['Type', 'Transaction Type'],
    phone: ['From', 'MSISDN'],
    amount: 'Amount',
    fee: ['Fee', 'From fee'],
    balance: 'Balance',
    currency: 'Currency',
    reference: ['From message', 'Note'],
  },
  optional: ['record', 'state', 'phone', 'fee', 'balance', 'reference'],
  dateFormat: 'yyyy-MM-dd HH:mm[:ss]',
  timeZone: 'Africa/Kampala',
  sign: 'as_given',
  states: [
    ['success*', 'booked'],
    ['completed', 'booked'],
    ['pending', 'pending'],
    ['failed', 'refused'],
    ['rejected', 'refused'],
  ],
  kinds: [
    ['*fee*', 'fee'],
    ['*refund*', 'refund'],
    ['*revers*', 'reversal'],
    ['debit', 'collection'],
    ['payment', 'collection'],
    ['transfer', 'payout'],
    ['*disburse*', 'payout'],
    ['*deposit*', 'topup'],
  ],
};
