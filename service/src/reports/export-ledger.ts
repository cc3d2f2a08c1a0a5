import type { getDeploymentLedger, getLedgerExport } from '../../../contract/src/reports.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import { decimalText } from '../core/decimal-text.ts';
import type { Database } from '../db/database.ts';
import type { Download } from '../http/files.ts';
import type { Caller } from '../kernel/command.ts';
import { loadChart } from './chart.ts';
import { renderLedger } from './ledger-forms.ts';
import { deploymentDocuments, type LedgerDocument, merchantDocuments } from './ledger-lines.ts';
import { type Days, readDays } from './read-days.ts';
import { readAccounts, readSums } from './store.ts';

/** The decimals of a currency. */
export type ExponentOf = (currency: string) => number;
type LedgerQuery = QueryOf<typeof getLedgerExport>;

/** The general ledger of a merchant's wallets. */
export async function exportOwnLedger(
  db: Database,
  caller: Caller,
  query: LedgerQuery,
  exponentOf: ExponentOf,
): Promise<Download> {
  const days = readDays(query);
  const { livemode, owner } = caller;
  const [rows, accountOf] = await Promise.all([
    readSums(db, { id: owner.id, livemode }, query.currency, days),
    loadChart(db, caller),
  ]);
  return fileOf(merchantDocuments(days.dates, rows, accountOf), days, query, exponentOf);
}

const MOST_DAYS = 31;

/** The general ledger of the whole deployment, for operators. */
export async function exportDeploymentLedger(
  db: Database,
  caller: Caller,
  query: QueryOf<typeof getDeploymentLedger>,
  { exponentOf, live }: { readonly exponentOf: ExponentOf; readonly live: boolean },
): Promise<Download> {
  const days = readDays(query, MOST_DAYS);
  const livemode = query.mode ? query.mode === 'live' : live;
  const [rows, accountOf] = await Promise.all([
    readAccounts(db, livemode, query.currency, days),
    loadChart(db, caller),
  ]);
  return fileOf(deploymentDocuments(days.dates, rows, accountOf), days, query, exponentOf);
}

function fileOf(
  documents: readonly LedgerDocument[],
  { from, to }: Days,
  { form = 'plain', journal = '' }: Pick<LedgerQuery, 'form' | 'journal'>,
  exponentOf: ExponentOf,
): Download {
  const amountText = (minor: bigint, currency: string) => decimalText(minor, exponentOf(currency));
  const text = renderLedger(documents, { form, journal, amountText });
  return { name: `ledger-${from}-${to}-${form}.csv`, type: 'text/csv; charset=utf-8', bytes: Buffer.from(text) };
}
