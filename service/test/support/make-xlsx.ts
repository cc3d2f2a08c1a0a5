import { crc32, deflateRawSync } from 'node:zlib';

/** A part of an archive: its text, or bytes. */
export type ZipParts = Readonly<Record<string, string | Uint8Array>>;

/** Makes a ZIP archive (APPNOTE.TXT, 4.3). */
export function makeZip(parts: ZipParts, { store = false } = {}): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content as string);
    const data = store ? bytes : deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(store ? 0 : 8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    local.push(Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), data);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    central.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, tail, Buffer.from(name));
    offset += 30 + Buffer.byteLength(name) + data.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Object.keys(parts).length, 8);
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}

/** A cell: text, a number in its digits, a date's serial number (style 1: date and time, 2: date), a formula. */
export type MadeCell =
  | string
  | { readonly n: string }
  | { readonly date: string; readonly style?: 1 | 2 }
  | { readonly formula: string; readonly value: string }
  | { readonly raw: string };

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const sharedText = (text: string) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`;
const letters = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : letters(Math.floor(column / 26) - 1) + letters(column % 26);

/** The parts of a workbook with one sheet, as Excel writes them. */
export function xlsxParts(rows: readonly (readonly MadeCell[])[], { from1904 = false, shared = true } = {}) {
  const texts = new Map<string, number>();
  const cell = (one: MadeCell, at: string): string => {
    if (typeof one === 'object') {
      if ('n' in one) return `<c r="${at}"><v>${one.n}</v></c>`;
      if ('date' in one) return `<c r="${at}" s="${one.style ?? 1}"><v>${one.date}</v></c>`;
      if ('formula' in one) return `<c r="${at}"><f>${escaped(one.formula)}</f><v>${one.value}</v></c>`;
      return one.raw.replace('AT', at);
    }
    if (one === '') return '';
    if (!shared) return `<c r="${at}" t="inlineStr"><is><t>${escaped(one)}</t></is></c>`;
    if (!texts.has(one)) texts.set(one, texts.size);
    return `<c r="${at}" t="s"><v>${texts.get(one)}</v></c>`;
  };
  const sheet = rows
    .map((row, y) => `<row r="${y + 1}">${row.map((one, x) => cell(one, `${letters(x)}${y + 1}`)).join('')}</row>`)
    .join('');
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const packages = 'http://schemas.openxmlformats.org/package/2006';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
  const relations = (inner: string) =>
    `${head}<Relationships xmlns="${packages}/relationships">${inner}</Relationships>`;
  return {
    '[Content_Types].xml': `${head}<Types xmlns="${packages}/content-types"/>`,
    '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml':
      `${head}<workbook ${main} xmlns:r="${office}"><workbookPr${from1904 ? ' date1904="1"' : ''}/>` +
      '<sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relations(
      relation('rId1', 'worksheet', 'worksheets/sheet1.xml') +
        relation('rId2', 'styles', 'styles.xml') +
        relation('rId3', 'sharedStrings', 'sharedStrings.xml'),
    ),
    'xl/styles.xml':
      `${head}<styleSheet ${main}>` +
      '<numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm:ss"/></numFmts>' +
      '<cellStyleXfs count="1"><xf numFmtId="14"/></cellStyleXfs>' +
      '<cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    'xl/sharedStrings.xml': `${head}<sst ${main}>${[...texts.keys()].map(sharedText).join('')}</sst>`,
    'xl/worksheets/sheet1.xml': `${head}<worksheet ${main}><sheetData>${sheet}</sheetData></worksheet>`,
  };
}

/** A workbook with one sheet. */
export const makeXlsx = (rows: readonly (readonly MadeCell[])[], options?: { from1904?: boolean; shared?: boolean }) =>
  makeZip(xlsxParts(rows, options));
