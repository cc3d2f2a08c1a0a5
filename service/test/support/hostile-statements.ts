import type { StatementLayout, TableLayout } from '../../src/statements/read/layout.ts';
import { bankCsv } from '../../src/statements/read/layouts/bank-csv.ts';
import { type MadeCell, makeZip, xlsxParts } from './make-xlsx.ts';

/** A seeded source of choices (mulberry32). */
export type Chance = { next(): number; below(limit: number): number; pick<T>(list: readonly T[]): T };

export function makeChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { next, below, pick: (list) => list[below(list.length)]! };
}

export type Format = 'csv' | 'xlsx' | 'camt.053' | 'mt940';

/** A row of the sound statement: its amount in minor units and its text. */
type Row = { readonly amount: number; readonly text: string };

/** Sums of any of these amounts differ, so a lost row always shows. */
const rows: readonly Row[] = Array.from({ length: 12 }, (_, at) => ({
  amount: (at % 3 === 2 ? -1 : 1) * (2 ** (at + 5) * 100 + at),
  text: `transfer ${at} Koné`,
}));
const opening = 100_000_000;
const closing = rows.reduce((sum, { amount }) => sum + amount, opening);
export const soundAmounts = rows.map(({ amount }) => BigInt(amount));

const text = (minor: number) => (Math.abs(minor) / 100).toFixed(2);
const day = (at: number) => String(1 + at).padStart(2, '0');

const tableLayout = { ...bankCsv, currency: 'KES', timeZone: 'Africa/Nairobi', optional: ['operation', 'currency'] };
export const layouts: Readonly<Record<Format, StatementLayout>> = {
  csv: tableLayout as TableLayout,
  xlsx: { ...tableLayout, format: 'xlsx' } as TableLayout,
  'camt.053': { name: 'camt', format: 'camt.053', timeZone: 'Africa/Nairobi' },
  mt940: { name: 'mt940', format: 'mt940', timeZone: 'Africa/Nairobi' },
};

const header = ['Date', 'Bank reference', 'Description', 'Credit', 'Debit', 'Balance'];

function tableRows(): string[][] {
  let balance = opening;
  return rows.map(({ amount, text: description }, at) => {
    balance += amount;
    const [credit, debit] = amount > 0 ? [text(amount), ''] : ['', text(amount)];
    return [`2026-11-${day(at)} 10:20:30`, `R${at}`, description, credit, debit, text(balance)];
  });
}

export function csvText(body: readonly (readonly string[])[] = tableRows()): string {
  const labels = [
    ['Account number', '0011'],
    ['Opening balance', text(opening)],
    ['Closing balance', text(closing)],
  ];
  const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return [...labels, header, ...body].map((row) => `${row.map(quoted).join(',')}\n`).join('');
}

export function workbookParts() {
  const body = tableRows().map(([date, ...rest]): MadeCell[] => [
    { date: String(46327 + Number(date!.slice(8, 10)) - 1 + 0.430902777778) },
    ...rest.map((cell, at): MadeCell => (at >= 2 && cell !== '' ? { n: cell } : cell)),
  ]);
  return xlsxParts([
    ['Opening balance', { n: text(opening) }],
    ['Closing balance', { n: text(closing) }],
    header,
    ...body,
  ]);
}

const camtBalance = (code: string, minor: number) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="KES">${text(minor)}</Amt>` +
  '<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-12</Dt></Dt></Bal>';

export const camtText = () =>
  '<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">' +
  '<BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr><Stmt><Id>S1</Id>' +
  '<Acct><Id><IBAN>KE0011</IBAN></Id><Ccy>KES</Ccy></Acct>' +
  `${camtBalance('OPBD', opening)}${camtBalance('CLBD', closing)}\n${rows
    .map(
      ({ amount, text: info }, at) =>
        `<Ntry><Amt Ccy="KES">${text(amount)}</Amt><CdtDbtInd>${amount > 0 ? 'CRDT' : 'DBIT'}</CdtDbtInd>` +
        '<Sts>BOOK</Sts>' +
        `<BookgDt><Dt>2026-11-${day(at)}</Dt></BookgDt><AcctSvcrRef>R${at}</AcctSvcrRef>` +
        `<AddtlNtryInf>${info}</AddtlNtryInf></Ntry>\n`,
    )
    .join('')}</Stmt></BkToCstmrStmt></Document>\n`;

const comma = (minor: number) => text(minor).replace('.', ',');
export const swiftText = () =>
  `:20:STARTUMS\r\n:25:KE0011\r\n:28C:7/1\r\n:60F:C261031KES${comma(opening)}\r\n${rows
    .map(
      ({ amount, text: info }, at) =>
        `:61:2611${day(at)}11${day(at)}${amount > 0 ? 'C' : 'D'}${comma(amount)}NTRFNONREF//R${at}\r\n:86:${info}\r\n`,
    )
    .join('')}:62F:C261112KES${comma(closing)}\r\n-\r\n`;

/** The sound file of a format. */
export function soundFile(format: Format): Buffer {
  if (format === 'csv') return Buffer.from(csvText());
  if (format === 'camt.053') return Buffer.from(camtText());
  return format === 'mt940' ? Buffer.from(swiftText()) : makeZip(workbookParts());
}

/** A change that makes a file hostile. Without `says`, the file may be sound still: then it has the sound amounts. */
export type Mutation = {
  readonly name: string;
  readonly format: Format;
  readonly make: (chance: Chance) => Uint8Array;
  readonly says?: RegExp;
};

/** Replaces a cell of a random row of the CSV file. */
const cell = (name: string, column: number | 'amount', value: (old: string) => string, says?: RegExp): Mutation => ({
  name: `csv: ${name}`,
  format: 'csv',
  says,
  make: (chance) => {
    const body = tableRows();
    const row = chance.pick(body);
    const at = column === 'amount' ? (row[3] === '' ? 4 : 3) : column;
    row[at] = value(row[at]!);
    return Buffer.from(csvText(body));
  },
});

const csv = (name: string, change: (text: string, chance: Chance) => string | Uint8Array, says?: RegExp): Mutation => ({
  name: `csv: ${name}`,
  format: 'csv',
  says,
  make: (chance) => Buffer.from(change(csvText(), chance) as string),
});
const camt = (
  name: string,
  change: (text: string, chance: Chance) => string | Uint8Array,
  says?: RegExp,
): Mutation => ({
  name: `camt: ${name}`,
  format: 'camt.053',
  says,
  make: (chance) => Buffer.from(change(camtText(), chance) as string),
});
const swift = (
  name: string,
  change: (text: string, chance: Chance) => string | Uint8Array,
  says?: RegExp,
): Mutation => ({
  name: `mt940: ${name}`,
  format: 'mt940',
  says,
  make: (chance) => Buffer.from(change(swiftText(), chance) as string),
});
const xlsx = (
  name: string,
  change: (parts: ReturnType<typeof workbookParts>, chance: Chance) => Uint8Array,
  says?: RegExp,
): Mutation => ({
  name: `xlsx: ${name}`,
  format: 'xlsx',
  says,
  make: (chance) => change(workbookParts(), chance),
});
const sheet = (name: string, from: string | RegExp, to: string, says?: RegExp) =>
  xlsx(
    name,
    (parts) => {
      const part = 'xl/worksheets/sheet1.xml';
      return makeZip({ ...parts, [part]: parts[part].replace(from, to) });
    },
    says,
  );

/** Drops, doubles or swaps lines between the sound ones. */
const lines = (change: (list: string[], at: number) => string[], isRow: (line: string) => boolean) => {
  return (whole: string, chance: Chance) => {
    const list = whole.split('\n');
    const places = list.flatMap((line, at) => (isRow(line) ? [at] : []));
    return change(list, chance.pick(places)).join('\n');
  };
};
const drop = (list: string[], at: number) => list.toSpliced(at, 1);
const double = (list: string[], at: number) => list.toSpliced(at, 0, list[at]!);
const isCsvRow = (line: string) => line.startsWith('2026-');
const isEntry = (line: string) => line.startsWith('<Ntry>');
const isSwiftEntry = (line: string) => line.startsWith(':61:');

const bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>';

/** Flips, inserts and removes bytes. */
function scramble(bytes: Uint8Array, chance: Chance): Uint8Array {
  let changed = Buffer.from(bytes);
  for (let times = 1 + chance.below(4); times > 0; times--) {
    const at = chance.below(changed.length);
    const kind = chance.below(3);
    if (kind === 0) changed[at] = chance.below(256);
    else if (kind === 1)
      changed = Buffer.concat([changed.subarray(0, at), Buffer.from([chance.below(256)]), changed.subarray(at)]);
    else changed = Buffer.concat([changed.subarray(0, at), changed.subarray(at + 1 + chance.below(40))]);
  }
  return changed;
}

const everywhere = (['csv', 'xlsx', 'camt.053', 'mt940'] as const).flatMap((format): Mutation[] => [
  { name: `${format}: scrambled bytes`, format, make: (chance) => scramble(soundFile(format), chance) },
  { name: `${format}: scrambled bytes`, format, make: (chance) => scramble(soundFile(format), chance) },
  {
    name: `${format}: cut off`,
    format,
    make: (chance) => {
      const whole = soundFile(format);
      return whole.subarray(0, chance.below(whole.length));
    },
  },
  {
    name: `${format}: random bytes`,
    format,
    says: /./,
    make: (chance) => Buffer.from(Array.from({ length: 300 }, () => chance.below(256))),
  },
  {
    name: `${format}: two files in one`,
    format,
    says: /./,
    make: () => Buffer.concat([soundFile(format), soundFile(format === 'csv' ? 'mt940' : 'csv')]),
  },
  { name: `${format}: a PDF`, format, says: /is a PDF/, make: () => Buffer.from('%PDF-1.7\n') },
  { name: `${format}: gzip`, format, says: /gzip/, make: () => Buffer.from('1f8b0800', 'hex') },
  {
    name: `${format}: an old workbook`,
    format,
    says: /old or encrypted Excel/,
    make: () => Buffer.from('d0cf11e0a1b11ae10000', 'hex'),
  },
  {
    name: `${format}: a login page`,
    format,
    says: /web page/,
    make: () => Buffer.from('\n<!DOCTYPE html><html><body>Log in</body></html>'),
  },
  { name: `${format}: nothing`, format, says: /is empty/, make: () => Buffer.alloc(0) },
]);

export const mutations: readonly Mutation[] = [
  ...everywhere,
  cell('a formula in the text', 2, () => '=HYPERLINK("http://x","y")'),
  cell('a command in the text', 2, () => "@SUM(1+1)*cmd|' /C calc'!A0"),
  cell('a formula for the amount', 'amount', (old) => `=${old}*100`, /is not an amount/),
  cell('Unicode minus', 'amount', (old) => `\u2212${old}`),
  cell('parentheses', 'amount', (old) => `(${old})`),
  cell('a minus on both sides', 'amount', (old) => `-${old}-`, /is not an amount/),
  cell('no-break spaces between groups', 'amount', (old) => `1\u00a0${old}`, /separator|groups|does not follow/),
  cell('narrow spaces between groups', 'amount', (old) => `1\u202f${old}`, /separator|groups|does not follow/),
  cell('apostrophes between groups', 'amount', (old) => `1\u2019${old}`, /separator|groups|does not follow/),
  cell('a decimal comma', 'amount', (old) => old.replace('.', ','), /groups of the wrong length|does not follow/),
  cell('too many decimals', 'amount', (old) => `${old}1`, /more decimals/),
  cell('an exponent', 'amount', () => '1E5', /rounded by a spreadsheet/),
  cell('a huge amount', 'amount', () => '9'.repeat(40), /too large/),
  cell('Arabic digits', 'amount', () => '١٢٣', /digits of another script/),
  cell('infinity', 'amount', () => 'Infinity', /is not an amount/),
  cell('no amount', 'amount', () => '', /is empty/),
  cell('a Buddhist year', 0, (old) => old.replace('2026', '2569'), /Buddhist calendar/),
  cell('an Islamic year', 0, (old) => old.replace('2026', '1448'), /Islamic or Persian/),
  cell('a Persian date', 0, () => '۱۴۰۵/۰۸/۱۲', /digits of another script/),
  cell('an Ethiopian year', 0, (old) => old.replace('2026', '2019'), /more than 6 years ago/),
  cell('an Ethiopian month', 0, () => '2019-13-05', /Ethiopian/),
  cell('a Japanese era', 0, () => '令和8年11月3日', /is not a date/),
  cell('a serial number', 0, () => '46329.43', /serial number of a spreadsheet/),
  cell('a date that does not exist', 0, () => '2026-02-30', /does not exist/),
  cell('a date in the future', 0, () => '2027-01-01', /in the future/),
  cell('a hidden line end', 2, () => 'a\r\nb\u2028c'),
  cell('a NUL', 2, () => 'a\0b', /NUL bytes|control character/),
  cell('a cell of 40 000 characters', 2, () => 'x'.repeat(40_000), /longer than 32768/),
  csv('a missing row', lines(drop, isCsvRow), /The gap is/),
  csv('a doubled row', lines(double, isCsvRow), /The gap is/),
  csv('the header again', (whole) => whole.replace(/\n(?=2026-11-05)/, `\n${header.join(',')}\n`), /row 9/),
  csv('a doubled column', (whole) => whole.replace('Credit,', 'Credit,Credit,'), /more than once/),
  csv('a renamed column', (whole) => whole.replace('Debit', 'Debt'), /no column "Debit"/),
  csv('an open quote', (whole) => whole.replace('R5,', 'R5,"'), /quote/),
  csv('another delimiter', (whole) => whole.replaceAll(',', ';'), /is the header|no column/),
  csv('Latin bytes', (whole) => Buffer.from(whole, 'latin1'), /not valid utf-8/),
  csv('UTF-16', (whole) => Buffer.from(`\ufeff${whole}`, 'utf16le'), /UTF-16LE/),
  csv('UTF-16 without a mark', (whole) => Buffer.from(whole, 'utf16le'), /NUL bytes/),
  csv('Macintosh line ends', (whole) => whole.replaceAll('\n', '\r')),
  csv('a byte order mark', (whole) => `\ufeff${whole}`),
  csv('many columns', (whole) => whole.replace('R3,', `R3${','.repeat(2000)}`), /has \d+ cells/),
  csv('a stray cell', (whole) => whole.replace(/(R4,.*)\n/, '$1,x\n'), /does not name/),
  csv('another closing balance', (whole) => whole.replace(/(Closing balance,)/, '$11'), /The gap is/),
  camt('a DOCTYPE', (whole) => whole.replace('<Document', `${bomb}<Document`), /DOCTYPE/),
  camt('entities', (whole) => whole.replace('transfer 3', '&xxe;'), /XML is broken/),
  camt('HTML entities', (whole) => whole.replace('transfer 3', '&nbsp;'), /XML is broken/),
  camt('character references', (whole) => whole.replace('transfer 3', '&#x3D;1+1'), undefined),
  camt('a NUL reference', (whole) => whole.replace('transfer 3', '&#0;'), undefined),
  camt('deep nesting', (whole) => whole.replace('<MsgId>', '<a>'.repeat(5000)), /nested more/),
  camt('a long text', (whole) => whole.replace('transfer 3', 'x'.repeat(50_000)), /characters of text/),
  camt('a long attribute', (whole) => whole.replace('<MsgId>', `<MsgId a="${'x'.repeat(200_000)}">`), undefined),
  camt('a missing entry', lines(drop, isEntry), /The gap is/),
  camt('a doubled entry', lines(double, isEntry), /The gap is/),
  camt('camt.052', (whole) => whole.replace('camt.053', 'camt.052'), /camt\.052/),
  camt('a foreign currency', (whole) => whole.replace('<Ntry><Amt Ccy="KES">', '<Ntry><Amt Ccy="USD">'), /is in USD/),
  camt('Unicode minus', (whole) => whole.replace('<Ntry><Amt Ccy="KES">', '$&\u2212'), /is negative/),
  camt('a decimal comma', (whole) => whole.replace(/(<Ntry><Amt Ccy="KES">\d+)\./, '$1,'), /separator ","/),
  camt('a Buddhist year', (whole) => whole.replace('<BookgDt><Dt>2026', '<BookgDt><Dt>2569'), /Buddhist/),
  camt('no closing balance', (whole) => whole.replace('CLBD', 'CLAV'), /no opening \(OPBD\) or closing/),
  camt('UTF-16 in its name', (whole) => whole.replace('UTF-8', 'UTF-16'), /the XML is in "UTF-16"/),
  camt('Latin bytes', (whole) => Buffer.from(whole, 'latin1'), /not valid utf-8/),
  camt('crossed tags', (whole) => whole.replace('</Sts><BookgDt>', '</BookgDt><Sts>'), /XML is broken/),
  camt('an unknown status', (whole) => whole.replace('<Sts>BOOK', '<Sts>MAYB'), /unknown status/),
  swift('a missing entry', lines(drop, isSwiftEntry), /The gap is/),
  swift('a doubled entry', lines(double, isSwiftEntry), /The gap is/),
  swift('a decimal point', (whole) => whole.replace(/(:61:\S+?\d),(\d\d)N/, '$1.$2N'), /is not an entry/),
  swift('Unicode minus', (whole) => whole.replace(/(:61:\d{10})[CD]/, '$1\u2212'), /is not an entry/),
  swift('no closing balance', (whole) => whole.replace(/:62F:.*\r\n/, ''), /:62F: is missing/),
  swift('an MT942', (whole) => `{1:F01X}{2:O942N}{4:\r\n${whole}`, /MT942/),
  swift(
    'an entry after the end',
    (whole) => whole.replace(/(:62F:.*\r\n)/, '$1:61:2611031103C1,00NTRFX\r\n'),
    /after the closing balance/,
  ),
  swift('a long :86:', (whole) => whole.replace(/(:86:.*\r\n)/, `$1${'x\r\n'.repeat(300)}`), /more than 200 lines/),
  swift('month 13', (whole) => whole.replace(/:61:\d{10}/, ':61:2613031303'), /does not exist|13th/),
  swift('an unknown currency', (whole) => whole.replaceAll('KES', 'XXK'), /not an ISO 4217/),
  sheet('a row out of order', '<row r="5">', '<row r="2">', /out of order/),
  sheet('a cell out of order', 'r="B5"', 'r="A5"', /out of order/),
  sheet('a cell far away', 'r="B5"', 'r="XFD5"', /more than 500 columns/),
  sheet('an unknown text', /<c r="B5" t="s"><v>\d+/, '<c r="B5" t="s"><v>99999', /does not contain/),
  sheet('an error', /<c r="D5"><v>[^<]*/, '<c r="D5" t="e"><v>#DIV/0!', /has the error/),
  sheet('a bare serial number', '<c r="A5" s="1">', '<c r="A5">', /without a date format/),
  sheet('a date of another century', /<c r="A5" s="1"><v>[^<]*/, '<c r="A5" s="1"><v>-700000', /not in this century/),
  sheet('a date that is no number', /<c r="A5" s="1"><v>[^<]*/, '<c r="A5" s="1"><v>NaN', /is not a date/),
  sheet('a formula', /<c r="D5"><v>/, '<c r="D5"><f>WEBSERVICE("http://x")</f><v>'),
  sheet('a DOCTYPE', '<worksheet', `${bomb}<worksheet`, /DOCTYPE/),
  sheet('a cut sheet', /<row r="9">[\s\S]*$/, '', /cut off/),
  xlsx('no sheet', ({ 'xl/worksheets/sheet1.xml': _, ...parts }) => makeZip(parts), /no part|does not contain/),
  xlsx('a ZIP of something else', () => makeZip({ 'a.txt': 'x', '../../etc/passwd': 'x' }), /broken|no Excel workbook/),
  xlsx(
    '1 001 parts',
    (parts) =>
      makeZip(
        { ...parts, ...Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`x${at}`, ''])) },
        { store: true },
      ),
    /parts; at most 1000/,
  ),
  xlsx(
    'a wrong size',
    (parts) => {
      const zip = makeZip(parts);
      zip.writeUInt32LE(5, zip.lastIndexOf('PK\x01\x02') + 24);
      return zip;
    },
    /broken/,
  ),
  xlsx(
    'an encrypted part',
    (parts) => {
      const zip = makeZip(parts);
      zip.writeUInt16LE(1, zip.lastIndexOf('PK\x01\x02') + 8);
      return zip;
    },
    /encrypted/,
  ),
  xlsx(
    'a part twice',
    (parts) => {
      const zip = makeZip({ ...parts, 'xl/worksheets/sheet2.xml': 'x' });
      return Buffer.from(zip.toString('latin1').replaceAll('sheet2.xml', 'sheet1.xml'), 'latin1');
    },
    /more than once/,
  ),
];
