import { sidesDifference } from './explain.ts';
import type { ClosedMonth } from './find-month.ts';
import { aboutRows, csvHead, figureRows, figureTables, moneyOf } from './write-close.ts';
import { writeCsv } from './write-csv.ts';
import { writePdf } from './write-pdf.ts';

type Document = { readonly month: ClosedMonth; readonly exponent: number };

/** The figures of a month and its days, a row each. */
export function writeMonthCsv({ month, exponent }: Document): Buffer {
  const money = moneyOf(exponent);
  const { rail, livemode, currency, days } = month;
  return writeCsv([
    csvHead,
    ...aboutRows({
      ...{ month: month.month, rail, mode: livemode ? 'live' : 'test', currency },
      ...{ from: days[0]!.day, to: days.at(-1)!.day, days: String(days.length) },
    }),
    ...figureRows(month, money),
    ...days.map((day) => ['day', '', '', money(sidesDifference(day)), '', day.day, day.id, '']),
  ]);
}

/** The month as a PDF. The items are in the documents of its days. */
export function writeMonthPdf({ month, exponent }: Document, brand: string): Promise<Buffer> {
  const money = moneyOf(exponent);
  const { rail, livemode, currency, days } = month;
  const reviews = days.map(({ reviewed_at }) => reviewed_at!.getTime());
  return writePdf({
    title: `Monthly close ${month.month}, ${rail}`,
    at: new Date(Math.max(...reviews)),
    about: [
      `${brand}. ${livemode ? 'Live' : 'Test'} mode, amounts in ${currency}.`,
      `From ${days[0]!.day} to ${days.at(-1)!.day}: ${days.length} closed and reviewed days.`,
    ],
    tables: [
      ...figureTables(month, money),
      {
        title: 'Days',
        columns: [
          { name: 'Day', width: 14 },
          { name: 'Close', width: 40 },
          { name: 'Closing balance', width: 24, right: true },
          { name: 'Difference', width: 22, right: true },
        ],
        rows: days.map((day) => [day.day, day.id, money(day.closing_there), money(sidesDifference(day))]),
      },
    ],
  });
}
