import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readXlsx } from 'hucre/xlsx';
import { decimalText } from '../core/decimal-text.ts';
import { columnsOf } from './cells.ts';
import { sheetRow } from './sheet-xml.ts';
import { emptyXlsx, MOST_SHEET_ROWS, writeXlsx } from './xlsx.ts';

type Row = { readonly text: string | null; readonly amount: bigint; readonly at: string | null };
const columns = columnsOf<Row>(
  ['text', 'text', ({ text }) => text],
  ['amount', 'amount', ({ amount }) => amount],
  ['at', 'time', ({ at }) => at],
);

async function workbook(rows: readonly Row[], exponent: number) {
  const texts = rows.map((row) => sheetRow(columns, row, exponent));
  const { bytes } = await writeXlsx(emptyXlsx, texts, { sheet: 'rows', columns, isLast: true });
  return (await readXlsx(bytes)).sheets;
}
const rowOf = (more: Partial<Row>): Row => ({ text: null, amount: 0n, at: null, ...more });

it('texts come back as they were, and none is a formula', async () => {
  const texts = [
    '=1+1',
    '<a href="x">&amp;',
    ' spaces ',
    'é 漢 😀',
    "it's",
    'a\nb',
    '_x0041_',
    '+221771234567',
    '0012',
  ];
  const [sheet] = await workbook(
    texts.map((text) => rowOf({ text })),
    0,
  );
  assert.deepEqual(
    sheet!.rows.slice(1).map(([text]) => text),
    texts,
  );
});

it('a lone surrogate and a control character do not break the file', async () => {
  const [sheet] = await workbook([rowOf({ text: 'a\ud800b\u0001c' })], 0);
  assert.match(String(sheet!.rows[1]![0]), /^a\ufffdb.*c$/);
});

it('amounts are exact numbers up to 2^53 minor units, and text above', async () => {
  const amounts = [0n, 1n, -1n, 1_050n, 999_999_999_999n, 2n ** 53n, 2n ** 53n + 1n, -(2n ** 62n)];
  for (const exponent of [0, 2, 3]) {
    const [sheet] = await workbook(
      amounts.map((amount) => rowOf({ amount })),
      exponent,
    );
    for (const [i, amount] of amounts.entries()) {
      const text = decimalText(amount, exponent);
      const isExact = amount <= 2n ** 53n && amount >= -(2n ** 53n);
      assert.deepEqual(sheet!.rows[i + 1]![1], isExact ? Number(text) : text);
    }
  }
  assert.deepEqual([decimalText(5n, 2), decimalText(-5n, 2), decimalText(1_050n, 3)], ['0.05', '-0.05', '1.050']);
});

it('times are dates in UTC with their milliseconds, around the new year and before 1970 too', async () => {
  const times = [
    '2025-12-31T23:59:59.999Z',
    '2026-01-01T00:00:00.000Z',
    '2024-02-29T12:34:56.789Z',
    '1969-12-31T23:59:59.001Z',
  ];
  const [sheet] = await workbook(
    times.map((at) => rowOf({ at })),
    0,
  );
  assert.deepEqual(
    sheet!.rows.slice(1).map(([, , at]) => (at as Date).toISOString()),
    times,
  );
});

it('rows beyond the most of a sheet continue on the next one', async () => {
  const full = { ...emptyXlsx };
  const options = { sheet: 'rows', columns, isLast: false };
  const row = (n: number) => sheetRow(columns, rowOf({ amount: BigInt(n) }), 0);
  const first = await writeXlsx(full, [row(1)], options);
  // As if the sheet had all but one of its rows.
  const nearly = { ...first.state, open: { ...first.state.open!, rows: MOST_SHEET_ROWS - 1 } };
  const second = await writeXlsx(nearly, [row(2), row(3)], { ...options, isLast: true });
  const { sheets } = await readXlsx(Buffer.concat([first.bytes, second.bytes]));
  assert.deepEqual(
    sheets.map(({ name, rows }) => [name, rows.length]),
    [
      ['rows', 3],
      ['rows 2', 2],
    ],
  );
});

it('an export without rows is a workbook with the names', async () => {
  const [sheet] = await workbook([], 0);
  assert.deepEqual(sheet!.rows, [['text', 'amount', 'at']]);
});
