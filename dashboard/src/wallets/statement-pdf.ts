import { jsPDF } from 'jspdf';
import { autoTable } from 'jspdf-autotable';
import { service } from '../page.ts';
import type { Say } from '../texts/use-texts.ts';
import { formatAmount, formatTimeOnPaper } from '../ui/format.ts';
import { walletName } from '../ui/wallet-name.tsx';
import { MOST, type Statement } from './read-statement.ts';
import { sheetFacts } from './sheet-facts.ts';
import { LINES_OF_SHEET, sheetCells, sheetHeads } from './sheet-lines.tsx';

/** Points; the page is A4. */
const MARGIN = 40;
const SMALL = 8.5;

/**
 * The standard PDF fonts cover Western Europe, which includes the dashboard's languages. Special spaces and signs of
 * Intl become plain ones. Letters of other scripts are lost.
 */
export const printable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\u00a0\u2000-\u200a\u202f]/g, ' ')
    .replace(/\u2212/g, '-')
    .replace(/[^ -~¡-ÿ€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu, '?');

/** A statement as a PDF file: the oldest line first, one row each and 40 a sheet, and the currency in the heading. */
export function makePdf({ wallet, merchant, lines, cut, before, end }: Statement, t: Say): Blob {
  const { currency } = wallet;
  const amount = (minor: bigint) => printable(formatAmount(minor, currency));
  const doc = new jsPDF({ unit: 'pt', format: 'a4', compress: true });
  const title = printable(`${t('wallets.statement')} · ${walletName(wallet, t)}`);
  doc.setProperties({ title, creator: printable(service.brand) });
  doc.setFontSize(15).text(doc.splitTextToSize(title, doc.internal.pageSize.getWidth() - 2 * MARGIN), MARGIN, 56);
  const facts = [
    [t('wallets.issuer'), service.brand],
    ...sheetFacts(merchant, wallet.livemode ? 'live' : 'test', t),
    [t('record.id'), wallet.id],
    [t('wallets.printed'), formatTimeOnPaper(new Date().toISOString())],
    [t('record.currency'), currency],
    ...(before ? [[t('wallets.opening'), `${amount(before.total)} (${formatTimeOnPaper(before.at)})`]] : []),
    ...(end ? [[t('wallets.closing'), `${amount(end.total)} (${formatTimeOnPaper(end.at)})`]] : []),
    [t('wallets.now'), amount(wallet.balance.total)],
  ];
  const cells = (rows: readonly (readonly string[])[]) => rows.map((row) => row.map(printable));
  const half = Math.ceil(facts.length / 2);
  autoTable(doc, {
    startY: 74,
    margin: MARGIN,
    theme: 'plain',
    body: cells(facts.slice(0, half).map((fact, index) => [...fact, ...(facts[half + index] ?? ['', ''])])),
    styles: { fontSize: SMALL, cellPadding: 1.5 },
    columnStyles: { 0: { cellWidth: 82, textColor: 90 }, 2: { cellWidth: 82, textColor: 90 } },
  });
  for (let from = 0; from < lines.length; from += LINES_OF_SHEET) {
    if (from > 0) doc.addPage();
    autoTable(doc, {
      ...(from > 0 ? { startY: MARGIN } : {}),
      margin: MARGIN,
      head: cells([sheetHeads(currency, t)]),
      body: cells(lines.slice(from, from + LINES_OF_SHEET).map((line) => sheetCells(line, t))),
      // A longer text is cut, so that each line is one row.
      styles: { fontSize: 7, cellPadding: 2.5, overflow: 'ellipsize' },
      headStyles: { fillColor: [14, 107, 97] },
      columnStyles: {
        0: { cellWidth: 90 },
        1: { cellWidth: 58 },
        2: { cellWidth: 80 },
        3: { cellWidth: 66 },
        5: { cellWidth: 70, halign: 'right' },
        6: { cellWidth: 74, halign: 'right' },
      },
      didParseCell: ({ section, column, cell }) => {
        if (section === 'head' && column.index > 4) cell.styles.halign = 'right';
      },
    });
  }
  const note = lines.length === 0 ? t('wallets.noEntries') : cut ? t('wallets.cut', { count: MOST }) : '';
  if (note) autoTable(doc, { margin: MARGIN, theme: 'plain', body: cells([[note]]), styles: { fontSize: SMALL } });
  number(doc);
  return doc.output('blob');
}

function number(doc: jsPDF): void {
  const count = doc.getNumberOfPages();
  const { getWidth, getHeight } = doc.internal.pageSize;
  doc.setFontSize(SMALL);
  for (let page = 1; page <= count; page++) {
    doc.setPage(page);
    doc.text(`${page} / ${count}`, getWidth() - MARGIN, getHeight() - 20, { align: 'right' });
  }
}
