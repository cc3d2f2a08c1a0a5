import type { TableLayout } from '../layout.ts';

/**
 * The statement that Safaricom's organization portal exports as CSV, newest row first. Safaricom publishes no column
 * list: these are the columns of exports that integrators share. A charge is a row of its own with the receipt of its
 * payment. Failed rows have no amount that moved.
 */
export const mPesaPortal: TableLayout = {
  name: 'M-Pesa organization portal',
  format: 'csv',
  encoding: 'utf-8',
  delimiter: ',',
  decimal: '.',
  group: ',',
  columns: {
    operation: ['Receipt No.', 'Receipt'],
    date: 'Completion Time',
    reference: 'Details',
    record: 'A/C No.',
    state: 'Transaction Status',
    credit: 'Paid In',
    debit: 'Withdrawn',
    balance: 'Balance',
    kind: ['Reason Type', 'Transaction Type', 'Details'],
    phone: 'Other Party Info',
    currency: 'Currency',
  },
  optional: ['currency', 'record'],
  currency: 'KES',
  dateFormat: 'dd-MM-yyyy HH:mm[:ss]|yyyy-MM-dd HH:mm[:ss]|dd/MM/yyyy HH:mm[:ss]',
  timeZone: 'Africa/Nairobi',
  sign: 'as_given',
  // The portal writes withdrawals with a minus in some versions.
  debits: 'either',
  order: 'newest_first',
  states: [
    ['completed', 'booked'],
    ['pending*', 'pending'],
    ['initiated', 'pending'],
    ['authorized', 'pending'],
    ['failed', 'refused'],
    ['cancelled', 'refused'],
    ['declined', 'refused'],
    ['expired', 'refused'],
    ['attempted', 'refused'],
  ],
  kinds: [
    ['*charge*', 'fee'],
    ['*fee*', 'fee'],
    ['*revers*', 'reversal'],
    ['*pay bill*', 'collection'],
    ['*paybill*', 'collection'],
    ['*pay utility*', 'collection'],
    ['*buy goods*', 'collection'],
    ['*merchant payment*', 'collection'],
    ['*business payment*', 'payout'],
    ['*salary payment*', 'payout'],
    ['*promotion payment*', 'payout'],
    ['*organization settlement*', 'topup'],
    ['*deposit of funds*', 'topup'],
    ['*utility to working*', 'topup'],
    ['*working to utility*', 'topup'],
  ],
  labels: {
    account: ['Short Code', 'Organization Short Code'],
    opening: 'Opening Balance',
    closing: 'Closing Balance',
  },
};
