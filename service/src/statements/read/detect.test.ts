import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectFormat } from './detect.ts';
import { findText } from './layout.ts';
import { findLayoutFaults } from './layout-faults.ts';
import { bankCsv } from './layouts/bank-csv.ts';
import { providedLayouts } from './layouts/provided.ts';

const camt = (name: string) =>
  `<?xml version="1.0"?>\n<!-- x --><n:Document xmlns:n="urn:iso:std:iso:20022:tech:xsd:${name}.001.08">`;
const hex = (text: string) => Buffer.from(text, 'hex');

for (const [name, head, format] of [
  ['a CSV file', 'Date,Amount\n', 'csv'],
  ['a CSV file with a byte order mark', '\ufeffDate;Amount', 'csv'],
  ['a workbook', Buffer.concat([hex('504b0304'), Buffer.alloc(40)]), 'xlsx'],
  ['a camt.053 with a prefix', camt('camt.053'), 'camt.053'],
  ['a bare MT940', ':20:X\r\n:25:Y', 'mt940'],
  ['an MT940 in an envelope', '{1:F01BANKXXXX}{2:O9401200}{4:\r\n:20:X', 'mt940'],
  ['an MT940 behind a bank header', 'ABNANL2A\r\n940\r\nABNANL2A\r\n:20:ABN', 'mt940'],
  ['a framed MT940', '\u0001\n:20:X\n:25:Y', 'mt940'],
] as const)
  test(`${name} is ${format}`, () => {
    assert.deepEqual(detectFormat(Buffer.from(head as string)), { format });
  });

for (const [name, head, refusal] of [
  ['an empty file', '', /is empty/],
  ['white space', ' \n ', /only white space/],
  ['a PDF', '%PDF-1.7', /is a PDF/],
  ['gzip', hex('1f8b08'), /gzip/],
  ['an old workbook', hex('d0cf11e0a1b11ae1'), /old or encrypted Excel workbook/],
  [
    'an OpenDocument spreadsheet',
    Buffer.concat([
      hex('504b0304'),
      Buffer.alloc(26),
      Buffer.from('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'),
    ]),
    /OpenDocument/,
  ],
  ['a web page', '<!DOCTYPE html>', /web page/],
  ['UTF-16', Buffer.from('\ufeffDate', 'utf16le'), /UTF-16LE/],
  ['a binary file', hex('0102000405'), /NUL bytes/],
  ['camt.052', camt('camt.052'), /camt\.052, an intraday report/],
  ['camt.054', camt('camt.054'), /camt\.054, a notification/],
  ['pain.001', camt('pain.001'), /is a pain\.001/],
  ['unknown XML', '<?xml version="1.0"?><feed/>', /XML \("feed"\)/],
  ['XML with a DOCTYPE', '<?xml version="1.0"?><!DOCTYPE x>', /DOCTYPE/],
  [
    'an Excel 2003 file',
    '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">',
    /Excel 2003/,
  ],
  ['an MT942', '{1:F01X}{2:I942X}{4:\n:20:', /MT942/],
  ['OFX', 'OFXHEADER:100', /OFX/],
  ['JSON', '{"rows":[]}', /JSON/],
] as const)
  test(`${name} is refused by name`, () => {
    const detected = detectFormat(Buffer.from(head as string));
    assert.match('refusal' in detected ? detected.refusal : detected.format, refusal);
  });

test('the provided layouts can be used', () => {
  for (const [key, layout] of Object.entries(providedLayouts)) assert.deepEqual(findLayoutFaults(layout), [], key);
});

test('faults of a layout are named by their field', () => {
  const { credit: _, ...columns } = bankCsv.columns;
  const faults = findLayoutFaults({
    ...bankCsv,
    timeZone: 'Nairobi',
    group: '.' as const,
    currency: 'XXK',
    dateFormat: 'QQ',
    columns: { ...columns, state: 'Status' },
    sign: 'by_kind' as const,
    skip: [{ column: 'x' }],
  });
  const expected = ['timeZone', 'group', 'columns', 'currency', 'states', 'sign', 'skip', 'dateFormat'];
  assert.deepEqual(
    faults.map(({ field }) => field),
    expected,
  );
});

test('a text map takes the first pattern that fits, whatever the case', () => {
  const map = [
    ['*charge*', 1],
    ['pay*', 2],
    ['*bill', 3],
    ['exact', 4],
  ] as const;
  const found = ['Pay CHARGE now', 'PAY bill', 'a Bill', 'exact', 'exactly'].map((text) => findText<number>(map, text));
  assert.deepEqual(found, [1, 2, 3, 4, null]);
});
