import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { type MadeCell, makeXlsx, makeZip, xlsxParts } from '../../../test/support/make-xlsx.ts';
import type { TableLayout } from './layout.ts';
import { bankCsv } from './layouts/bank-csv.ts';
import { readAll } from './read-all.ts';
import { readStatementFile } from './read-file.ts';
import { plainCellNumber } from './statement-amount.ts';
import { datePartsOf } from './workbook.ts';

const now = new Date('2026-11-26T08:00:00Z');
const layout: TableLayout = { ...bankCsv, format: 'xlsx', currency: 'KES', timeZone: 'Africa/Nairobi' };
const header = ['Date', 'Bank reference', 'Narration', 'Credit', 'Debit', 'Balance'];

async function* chunks(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
}
const readBytes = (bytes: Uint8Array, given = layout) => readAll(readStatementFile(chunks(bytes), given, now));
const read = (rows: MadeCell[][], options?: { from1904?: boolean; shared?: boolean }) =>
  readBytes(makeXlsx([header, ...rows], options));
const problemsOf = async (bytes: Uint8Array, given = layout) =>
  (await readBytes(bytes, given)).problems.map(({ problem }) => problem);

test('texts, numbers and dates of a workbook become lines', async () => {
  for (const shared of [true, false]) {
    const { lines, statements, problems } = await read(
      [
        [{ date: '46329.430902777778' }, 'R1', 'pay <1> & more', { n: '33.299999999999997' }, '', { n: '133.3' }],
        [{ date: '46330', style: 2 }, 'R2', '=1+1', '', { n: '1E2' }, { formula: 'A1+1', value: '33.3' }],
      ],
      { shared },
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(
      lines.map(({ line, operation, reference, amount, bookedOn, at }) => [
        line,
        operation,
        reference,
        amount,
        bookedOn,
        at?.toISOString(),
      ]),
      [
        [2, 'R1', 'pay <1> & more', 3330n, '2026-11-03', '2026-11-03T07:20:30.000Z'],
        [3, 'R2', '=1+1', -10000n, '2026-11-04', undefined],
      ],
    );
    assert.deepEqual([statements[0]!.opening, statements[0]!.closing], [10000n, 3330n]);
  }
});

test('workbooks from 1904 have the same dates', async () => {
  const { lines } = await read([[{ date: '44867.430902777778' }, 'R1', 'x', { n: '1' }, '', { n: '1' }]], {
    from1904: true,
  });
  assert.equal(lines[0]!.at!.toISOString(), '2026-11-03T07:20:30.000Z');
});

test('the time zone of the machine changes no date', () => {
  const script = `
    import { makeXlsx } from './service/test/support/make-xlsx.ts';
    import { bankCsv } from './service/src/statements/read/layouts/bank-csv.ts';
    import { readAll } from './service/src/statements/read/read-all.ts';
    import { readStatementFile } from './service/src/statements/read/read-file.ts';
    const rows = [${JSON.stringify(header)}, [{ date: '46329.999988425923' }, 'R1', 'x', { n: '1' }, '', { n: '1' }],
      ['2026-11-03 23:59:59', 'R2', 'x', { n: '1' }, '', { n: '2' }]];
    const layout = { ...bankCsv, format: 'xlsx', timeZone: 'Africa/Nairobi' };
    const read = await readAll(readStatementFile([makeXlsx(rows)].values(), layout, new Date('2026-11-26T08:00:00Z')));
    const shown = read.lines.map(({ bookedOn, at }) => bookedOn + at.toISOString());
    console.log(new Date(2026, 0, 1).getTimezoneOffset(), ...shown);
  `.replace('[makeXlsx(rows)].values()', '(async function* () { yield makeXlsx(rows); })()');
  const shown = ['America/New_York', 'Asia/Kolkata'].map((TZ) => {
    const run = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      env: { ...process.env, TZ },
      encoding: 'utf8',
    });
    assert.equal(run.status, 0, run.stderr);
    return run.stdout.trim();
  });
  const lines = '2026-11-032026-11-03T20:59:59.000Z 2026-11-032026-11-03T20:59:59.000Z';
  assert.deepEqual(shown, [`300 ${lines}`, `-330 ${lines}`]);
});

test('a bare number where the layout expects a date is refused', async () => {
  const { problems } = await read([[{ n: '46329.5' }, 'R1', 'x', { n: '1' }, '', { n: '1' }]]);
  assert.match(problems[0]!.problem, /row 2: Booking date holds the number 46329\.5 without a date format/);
});

test('an id that was rounded, a date for an amount and an error are refused by cell', async () => {
  const { problems } = await read([
    [{ date: '46329' }, { n: '2.5471234567812345E+16' }, 'x', { n: '1' }, '', { n: '1' }],
    [{ date: '46329' }, 'R', 'x', { date: '46329' }, '', { n: '1' }],
    [{ date: '46329' }, 'R', 'x', { raw: '<c r="AT" t="e"><v>#REF!</v></c>' }, '', { n: '1' }],
    [{ date: '1' }, 'R', 'x', { n: '1' }, '', { n: '1' }],
    [{ date: '46329' }, 'R', 'x', { n: '1.005' }, '', { n: '1' }],
  ]);
  const expected = [
    /Bank reference .* was rounded/,
    /Credit holds a date/,
    /Credit has the error "#REF!"/,
    /not in this century/,
    /more decimals/,
  ];
  for (const [at, pattern] of expected.entries()) assert.match(problems[at]!.problem, pattern);
});

test('workbooks with several sheets, without a sheet, or with twice the same part are refused by name', async () => {
  const parts = xlsxParts([header]);
  const two = parts['xl/workbook.xml'].replace('<sheets>', '<sheets><sheet name="Notes" sheetId="2" r:id="rId9"/>');
  assert.match(
    (await problemsOf(makeZip({ ...parts, 'xl/workbook.xml': two })))[0]!,
    /several sheets: "Notes", "Sheet1"/,
  );
  assert.deepEqual(await problemsOf(makeZip({ ...parts, 'xl/workbook.xml': two }), { ...layout, sheet: 'sheet1' }), []);
  assert.match((await problemsOf(makeZip({ 'a.txt': 'x' })))[0]!, /no Excel workbook/);
  const cut = makeZip(parts).subarray(0, 900);
  assert.match((await problemsOf(cut))[0]!, /the workbook is broken/);
});

test('a DOCTYPE in a part of a workbook is refused', async () => {
  const parts = xlsxParts([header]);
  const entities = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>`;
  const sheet = parts['xl/worksheets/sheet1.xml'].replace('<worksheet', `${entities}<worksheet`);
  assert.match((await problemsOf(makeZip({ ...parts, 'xl/worksheets/sheet1.xml': sheet })))[0]!, /DOCTYPE/);
});

for (const [text, plain] of [
  ['33.299999999999997', '33.3'],
  ['0.30000000000000004', '0.3'],
  ['1E2', '100'],
  ['1.5E-3', '0.0015'],
  ['-1234.5', '-1234.5'],
  ['99999999999999995', '100000000000000000'],
  ['9999999999999.995', '10000000000000'],
  ['0', '0'],
  ['x', null],
] as const)
  test(`the cell number ${text} is ${plain}`, () => {
    assert.equal(plainCellNumber(text), plain);
  });

for (const [format, parts] of [
  ['dd/mm/yyyy hh:mm:ss', { date: true, time: true }],
  ['[$-409]d-mmm-yy', { date: true, time: false }],
  ['[h]:mm', { date: false, time: true }],
  ['#,##0.00 "days"', null],
  ['[Red]0.00', null],
  ['General', null],
  ['yyyy\\-mm\\-dd;@', { date: true, time: false }],
] as const)
  test(`the number format ${format} shows ${JSON.stringify(parts)}`, () => {
    assert.deepEqual(datePartsOf(format), parts);
  });
