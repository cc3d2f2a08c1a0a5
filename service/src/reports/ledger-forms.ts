import { type LedgerForm, plainLedgerHeader } from '../../../contract/src/reports.ts';
import { harmlessCell, quoteCell } from '../core/csv-cell.ts';
import type { LedgerDocument, LedgerLine } from './ledger-lines.ts';

type Cells = readonly string[];
type Form = {
  readonly header: string;
  /** The cells of one line. Importers read a line whose document's cells are empty as part of the document above. */
  readonly line: (document: LedgerDocument, line: LedgerLine, context: Context) => Cells;
};
type Context = { readonly isFirst: boolean; readonly amount: (minor: bigint) => string; readonly journal: string };

/** Texts that people wrote are defused. */
const text = harmlessCell;
const onlyFirst = (isFirst: boolean, cells: Cells): Cells => (isFirst ? cells : cells.map(() => ''));
const american = (date: string) => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`;

const forms: Readonly<Record<LedgerForm, Form>> = {
  plain: {
    header: plainLedgerHeader,
    line: ({ id, date, currency }, { account, label, debit, credit }, { amount }) => [
      ...[id, date, text(account.code), text(account.name), label],
      ...[amount(debit), amount(credit), currency],
    ],
  },
  // Odoo's import of account.move: lines are `line_ids/…`, and an account is found by its code.
  odoo: {
    header: 'date,journal_id,ref,currency_id,line_ids/account_id,line_ids/name,line_ids/debit,line_ids/credit\r\n',
    line: ({ id, date, currency }, { account, label, debit, credit }, { isFirst, amount, journal }) => [
      ...onlyFirst(isFirst, [date, text(journal || 'Miscellaneous Operations'), id, currency]),
      ...[text(account.code), label, amount(debit), amount(credit)],
    ],
  },
  // ERPNext's Data Import: a column of a child table is "Label (Label of the table)".
  erpnext: {
    header:
      'Entry Type,Posting Date,Company,Reference Number,Reference Date,User Remark,' +
      'Account (Accounting Entries),Debit (Accounting Entries),Credit (Accounting Entries),' +
      'User Remark (Accounting Entries)\r\n',
    line: ({ id, date, currency }, { account, label, debit, credit }, { isFirst, amount, journal }) => [
      ...onlyFirst(isFirst, ['Journal Entry', date, text(journal), id, date, `${id} ${currency}`]),
      ...[text(account.name), amount(debit), amount(credit), label],
    ],
  },
  // QuickBooks Online groups lines by their journal number, and finds an account by its name.
  quickbooks: {
    header: 'Journal No.,Journal Date,Account Name,Debits,Credits,Description,Currency\r\n',
    line: ({ id, date, currency }, { account, label, debit, credit }, { amount }) => [
      ...[id, american(date), text(account.name)],
      ...[debit ? amount(debit) : '', credit ? amount(credit) : '', label, currency],
    ],
  },
};

export type FormOptions = {
  readonly form: LedgerForm;
  readonly journal: string;
  /** Major units with all decimals of the currency. */
  readonly amountText: (minor: bigint, currency: string) => string;
};

/** The file. Each line ends with CRLF. */
export function renderLedger(documents: readonly LedgerDocument[], { form, journal, amountText }: FormOptions): string {
  const { header, line } = forms[form];
  const lines = documents.flatMap((document) => {
    const amount = (minor: bigint) => amountText(minor, document.currency);
    return document.lines.map((one, i) => line(document, one, { isFirst: i === 0, amount, journal }));
  });
  return header + lines.map((cells) => `${cells.map(quoteCell).join(',')}\r\n`).join('');
}
