import type { TableLayout } from '../layout.ts';

/**
 * The wallet statement of pawaPay (`POST /v2/statements`, or Finances in its dashboard), with the columns of its
 * documentation. Times are UTC. The transaction id is the UUID that our request had. A wallet has one currency. The
 * documentation does not say whether amounts have a sign, so the type decides, and the balances prove it.
 */
export const pawapayStatement: TableLayout = {
  name: 'pawaPay statement',
  format: 'csv',
  encoding: 'utf-8',
  delimiter: ',',
  decimal: '.',
  group: '',
  columns: {
    date: ['Creation Date', 'Created'],
    phone: ['MSISDN', 'Phone number'],
    operation: 'Transaction ID',
    amount: 'Amount',
    currency: 'Currency',
    kind: ['Type', 'Transaction type'],
    balance: ['Balance', 'Balance after', 'Wallet balance'],
    fee: ['Fee', 'Fees'],
    reference: ['Description', 'Metadata'],
  },
  optional: ['phone', 'balance', 'fee', 'reference'],
  dateFormat: "yyyy-MM-dd['T'][ ]HH:mm[:ss][.SSS][XXX]",
  timeZone: 'UTC',
  sign: 'by_kind',
  order: 'newest_first',
  kinds: [
    ['*fee*', 'fee'],
    ['*commission*', 'fee'],
    ['*revers*', 'reversal'],
    ['*refund*', 'refund'],
    ['*payout*', 'payout'],
    ['*deposit*', 'collection'],
    ['*top up*', 'topup'],
    ['*top-up*', 'topup'],
    ['*topup*', 'topup'],
    ['*settlement*', 'topup'],
    ['*rebalanc*', 'topup'],
  ],
};
