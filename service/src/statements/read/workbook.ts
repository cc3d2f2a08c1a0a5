import { posix } from 'node:path';
import { decodeXml, openXml } from './read-xml.ts';
import { shownText } from './shown-text.ts';
import { Unreadable } from './unreadable.ts';
import type { ZipArchive } from './zip-archive.ts';

/** The sheet to read, and what its cells need. */
export type Workbook = {
  readonly sheet: string;
  /** The first day of serial numbers is 1904-01-01, as on old Macintosh computers, not 1900-01-01. */
  readonly from1904: boolean;
  /** For each cell style: whether it shows a date, a time, or both. Null is a number. */
  readonly dates: readonly (DateParts | null)[];
  readonly sharedStrings: string | null;
};

export type DateParts = { readonly date: boolean; readonly time: boolean };

/** A workbook of thousands of sheets or styles is none of a provider. */
const MAX_PARTS = 70_000;

/** Calls `open` for each element of a small part of the workbook. */
async function eachElement(
  zip: ZipArchive,
  part: string,
  open: (name: string, attributes: Readonly<Record<string, string>>) => void,
): Promise<void> {
  let elements = 0;
  const parser = openXml({
    open(name, attributes) {
      if (++elements > MAX_PARTS) throw new Unreadable(`the part ${shownText(part)} of the workbook is too large`);
      open(name, attributes);
    },
    text() {},
    close() {},
  });
  for await (const text of decodeXml(zip.read(part))) parser.write(text);
  parser.close();
}

/**
 * Finds the sheet, the styles and the shared texts of a workbook (ECMA-376, part 1).
 * @param wanted the sheet's name; null for the only visible one
 */
export async function readWorkbook(zip: ZipArchive, wanted: string | null): Promise<Workbook> {
  const root = (await findRelated(zip, '_rels/.rels', '')).get('officeDocument')?.[0]?.target ?? 'xl/workbook.xml';
  if (!zip.has(root)) throw new Unreadable('the file is a ZIP archive, but no Excel workbook. Unpack it first');
  const folder = posix.dirname(root);
  const related = await findRelated(zip, `${folder}/_rels/${posix.basename(root)}.rels`, folder);
  const sheets: { name: string; id: string; visible: boolean }[] = [];
  let from1904 = false;
  await eachElement(zip, root, (name, attributes) => {
    if (name === 'workbookPr') from1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
    if (name === 'sheet')
      sheets.push({
        name: attributes.name ?? '',
        id: Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '',
        visible: (attributes.state ?? 'visible') === 'visible',
      });
  });
  const { id } = chooseSheet(sheets, wanted);
  const sheet = related.get('worksheet')?.find((one) => one.id === id)?.target;
  if (!sheet) throw new Unreadable('the workbook does not contain its sheet. Save it again as .xlsx, or as CSV');
  const styles = related.get('styles')?.[0]?.target;
  return {
    sheet,
    from1904,
    dates: styles && zip.has(styles) ? await readDateStyles(zip, styles) : [],
    sharedStrings: related.get('sharedStrings')?.[0]?.target ?? null,
  };
}

type Sheet = { readonly name: string; readonly id: string; readonly visible: boolean };

function chooseSheet(sheets: readonly Sheet[], wanted: string | null): Sheet {
  const visible = sheets.filter((sheet) => sheet.visible);
  const names = visible.map(({ name }) => shownText(name)).join(', ');
  if (wanted !== null) {
    const found = sheets.find(({ name }) => name.trim().toLowerCase() === wanted.trim().toLowerCase());
    if (!found) throw new Unreadable(`the workbook has no sheet ${shownText(wanted)}. Its sheets are: ${names}`);
    return found;
  }
  if (visible.length === 0) throw new Unreadable('the workbook has no visible sheet');
  if (visible.length > 1)
    throw new Unreadable(`the workbook has several sheets: ${names}. Keep one, or name one in the layout`);
  return visible[0]!;
}

/** The targets of a relationships part, by the last word of their type. */
async function findRelated(zip: ZipArchive, part: string, folder: string) {
  const related = new Map<string, { id: string; target: string }[]>();
  if (!zip.has(part)) return related;
  await eachElement(zip, part, (name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) => {
    if (name !== 'Relationship' || mode === 'External') return;
    const path = target.startsWith('/') ? target.slice(1) : posix.normalize(posix.join(folder, target));
    const kind = type.slice(type.lastIndexOf('/') + 1);
    related.set(kind, [...(related.get(kind) ?? []), { id, target: path }]);
  });
  return related;
}

/** Built-in number formats of dates (ECMA-376, 18.8.30). 27 to 36 and 50 to 58 are dates of East Asian locales. */
function builtInDate(id: number): DateParts | null {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58))
    return { date: true, time: false };
  if (id >= 18 && id <= 21) return { date: false, time: true };
  if (id === 22) return { date: true, time: true };
  return (id >= 32 && id <= 35) || (id >= 45 && id <= 47) ? { date: false, time: true } : null;
}

/** The parts that a number format shows; null if it is no date. */
export function datePartsOf(format: string): DateParts | null {
  // Texts in quotes, escaped characters, colors and conditions in brackets are no date letters. [h] is a duration.
  const plain = format
    .split(';')[0]!
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?:h+|m+|s+)\]/gi, 'h')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/general/gi, '');
  const date = /[yd]/i.test(plain) || (/m/i.test(plain) && !/[hs]/i.test(plain));
  const time = /[hs]/i.test(plain);
  return date || time ? { date, time } : null;
}

async function readDateStyles(zip: ZipArchive, part: string): Promise<(DateParts | null)[]> {
  const formats = new Map<number, DateParts | null>();
  const styles: (DateParts | null)[] = [];
  // cellXfs come after numFmts. Only cells refer to cellXfs; cellStyleXfs have the same elements.
  let inside = false;
  await eachElement(zip, part, (name, attributes) => {
    if (name === 'numFmt') formats.set(Number(attributes.numFmtId), datePartsOf(attributes.formatCode ?? ''));
    if (name === 'cellXfs') inside = true;
    else if (/^(cellStyles|dxfs|tableStyles|colors|extLst)$/.test(name)) inside = false;
    else if (name === 'xf' && inside) {
      const id = Number(attributes.numFmtId ?? '0');
      styles.push(formats.has(id) ? formats.get(id)! : builtInDate(id));
    }
  });
  return styles;
}
