import type { StatementLayout } from '../layout.ts';
import { bankCsv } from './bank-csv.ts';
import { mPesaPortal } from './m-pesa-portal.ts';
import { mtnMomoExample } from './mtn-momo-example.ts';
import { pawapayStatement } from './pawapay-statement.ts';
import { waveTransactions } from './wave-transactions.ts';

/** The layouts that come with the service, by their keys. Operators copy and change them. */
export const providedLayouts: Readonly<Record<string, StatementLayout>> = {
  'm-pesa-portal': mPesaPortal,
  'wave-transactions': waveTransactions,
  'pawapay-statement': pawapayStatement,
  'mtn-momo-example': mtnMomoExample,
  'bank-csv': bankCsv,
  'camt.053': { name: 'camt.053', format: 'camt.053', timeZone: 'UTC' },
  mt940: { name: 'MT940', format: 'mt940', timeZone: 'UTC' },
};
