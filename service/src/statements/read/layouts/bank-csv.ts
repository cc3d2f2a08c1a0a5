import type { TableLayout } from '../layout.ts';

/**
 * A bank account as CSV with the column names that banks use most. It is the start for an operator's own layout: banks
 * differ in names, encoding and number format.
 */
export const bankCsv: TableLayout = {
  name: 'Bank account (CSV)',
  format: 'csv',
  encoding: 'utf-8',
  delimiter: ',',
  decimal: '.',
  group: ',',
  columns: {
    date: ['Booking date', 'Date', 'Transaction date', 'Posting date'],
    operation: ['Bank reference', 'Transaction reference', 'Transaction id'],
    reference: ['Description', 'Narrative', 'Narration', 'Details', 'Remittance information'],
    credit: ['Credit', 'Credit amount', 'Money in'],
    debit: ['Debit', 'Debit amount', 'Money out'],
    balance: ['Balance', 'Running balance'],
    currency: 'Currency',
  },
  optional: ['operation', 'balance', 'currency'],
  currency: 'USD',
  dateFormat: 'yyyy-MM-dd[ HH:mm[:ss]]',
  timeZone: 'UTC',
  sign: 'as_given',
  debits: 'either',
  otherKind: { in: 'incoming', out: 'payout' },
  labels: {
    account: ['Account', 'Account number', 'IBAN'],
    opening: 'Opening balance',
    closing: 'Closing balance',
  },
  skip: [
    {
      column: ['Description', 'Narrative', 'Narration', 'Details'],
      startsWith: ['opening balance', 'closing balance'],
    },
  ],
};
