import type { getClosedMonth, getClosedMonthFile } from '../../../contract/src/closes.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import type { Database } from '../db/database.ts';
import type { Download } from '../http/files.ts';
import { toJson } from '../http/serialise.ts';
import { type DocumentOptions, downloadOf, formatOf, keepDocument } from './documents.ts';
import { findMonth } from './find-month.ts';
import { viewFigures } from './view.ts';
import { writeMonthCsv, writeMonthPdf } from './write-month.ts';

/** A month of a rail from its closed and reviewed days. */
export async function readMonth(db: Database, { rail, month }: QueryOf<typeof getClosedMonth>): Promise<string> {
  const { days, livemode, currency, explained, ...figures } = await findMonth(db, rail, month);
  const { cut_at: _, ...shown } = viewFigures({ ...figures, cut_at: days.at(-1)!.cut_at }, explained);
  return toJson({
    object: 'closed_month',
    ...{ livemode, rail, currency, month, from: days[0]!.day, to: days.at(-1)!.day },
    ...{ days: days.length, ...shown, closes: days.map(({ id }) => id) },
  });
}

/** A file of a closed month, signed as those of its days. */
export async function downloadMonth(
  options: DocumentOptions,
  { rail, month, file }: QueryOf<typeof getClosedMonthFile>,
): Promise<Download> {
  const { db, brand, exponentOf } = options;
  const { format, signature } = formatOf(file);
  const kept = await keepDocument(options, `month:${rail}:${month}`, format, async () => {
    const found = await findMonth(db, rail, month);
    const document = { month: found, exponent: exponentOf(found.currency) };
    return format === 'pdf' ? writeMonthPdf(document, brand) : writeMonthCsv(document);
  });
  return downloadOf(kept, format, `close-${rail}-${month}`, signature);
}
