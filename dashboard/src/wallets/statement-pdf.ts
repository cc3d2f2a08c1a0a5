import { jsPDF } from 'jspdf';
import { autoTable } from 'jspdf-autotable';
import { service } from '../page.ts';
import type { Say } from '../texts/use-texts.ts';
import { formatAmount, formatTimeOnPaper } from '../ui/format.ts';
import { nameOf } from './name-of.ts';
import { MOST, type Statement } from './read-statement.ts';
import { sheetFacts } from './sheet-facts.ts';

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

/** A statement as a PDF file: the oldest line first, and the currency in the heading. */
export function makePdf({ wallet, merchant, lines, cut, before, end }: Statement, t: Say): Blob {
  const { currency } = wallet;
  const amount = (minor: bigint) => printable(formatAmount(minor, currency));
  const doc = new jsPDF({ unit: 'pt', format: 'a4', compress: true });
  const title = printable(`${t('wallets.statement')} · ${nameOf(wallet, t)}`);
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
  autoTable(doc, {
    startY: 84,
    margin: MARGIN,
    theme: 'plain',
    body: cells(facts as string[][]),
    styles: { fontSize: SMALL, cellPadding: 2 },
    columnStyles: { 0: { cellWidth: 110, textColor: 90 } },
  });
  autoTable(doc, {
    margin: MARGIN,
    head: cells([
      [
        t('record.created'),
        t('wallets.what'),
        t('wallets.source'),
        `${t('record.amount')}, ${currency}`,
        `${t('wallets.balanceAfter')}, ${currency}`,
      ],
    ]),
    body: cells(
      lines.map((line) => [
        formatTimeOnPaper(line.created_at, true),
        t(`wallets.kind.${line.kind}`),
        line.source,
        amount(line.direction === 'debit' ? -line.amount : line.amount),
        amount(line.balance_after),
      ]),
    ),
    styles: { fontSize: SMALL, cellPadding: 3 },
    headStyles: { fillColor: [14, 107, 97] },
    columnStyles: { 2: { fontSize: 7 }, 3: { halign: 'right' }, 4: { halign: 'right' } },
    didParseCell: ({ section, column, cell }) => {
      if (section === 'head' && column.index > 2) cell.styles.halign = 'right';
    },
  });
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
