import type { TableLayout } from './layout.ts';
import { readTable } from './read-table.ts';
import { noSharedStrings, readSharedStrings } from './shared-strings.ts';
import { readSheetRows } from './sheet-rows.ts';
import { openSpoolFile } from './spool-file.ts';
import type { Reader } from './statement-line.ts';
import { readWorkbook } from './workbook.ts';
import { openZip } from './zip-archive.ts';

/**
 * Reads one sheet of an Excel workbook by its layout. The file and its texts are on disk meanwhile, in files without a
 * name. `hucre` reads in bounded memory too, but gives amounts as binary numbers; `read-excel-file` keeps all rows.
 */
export async function* readXlsx(bytes: AsyncIterable<Uint8Array>, layout: TableLayout, now: Date): Reader {
  const file = await openSpoolFile();
  try {
    for await (const chunk of bytes) await file.write(chunk);
    const zip = await openZip(file);
    const workbook = await readWorkbook(zip, layout.sheet ?? null);
    const texts =
      workbook.sharedStrings !== null && zip.has(workbook.sharedStrings)
        ? await readSharedStrings(zip.read(workbook.sharedStrings))
        : noSharedStrings;
    try {
      yield* readTable(readSheetRows(zip.read(workbook.sheet), workbook, texts), layout, now);
    } finally {
      await texts.close();
    }
  } finally {
    await file.close();
  }
}
