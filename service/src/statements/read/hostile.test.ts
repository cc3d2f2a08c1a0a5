import assert from 'node:assert/strict';
import { test } from 'node:test';
import { constants, deflateRawSync } from 'node:zlib';
import { layouts, makeChance, mutations, soundAmounts, soundFile } from '../../../test/support/hostile-statements.ts';
import { makeZip, xlsxParts } from '../../../test/support/make-xlsx.ts';
import type { TableLayout } from './layout.ts';
import { readAll } from './read-all.ts';
import { readStatementFile } from './read-file.ts';

/** `npm run test:long` has 1 200. */
const FILES = Number(process.env.HOSTILE_FILES ?? 300);
const now = new Date('2026-11-26T08:00:00Z');
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

async function* chunks(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

for (const format of ['csv', 'xlsx', 'camt.053', 'mt940'] as const)
  test(`the sound ${format} file has no problem and its amounts`, async () => {
    const { lines, problems } = await readAll(readStatementFile(chunks(soundFile(format), 100), layouts[format], now));
    assert.deepEqual(problems, []);
    assert.deepEqual(
      lines.map(({ amount }) => amount),
      soundAmounts,
    );
  });

test(`${FILES} hostile files never crash a reader, and each bad one says what is wrong (seed ${seed})`, async () => {
  console.log(`seed ${seed}`);
  const chance = makeChance(seed);
  let refused = 0;
  for (let count = 0; count < FILES; count++) {
    const mutation = count < mutations.length ? mutations[count]! : chance.pick(mutations);
    const bytes = mutation.make(chance);
    const size = 1 + chance.below(5000);
    const place = `${mutation.name} (file ${count} of seed ${seed})`;
    const read = await readAll(readStatementFile(chunks(bytes, size), layouts[mutation.format], now)).catch((error) => {
      throw new Error(`${place} crashed the reader`, { cause: error });
    });
    const texts = read.problems.map(({ problem }) => problem);
    if (mutation.says)
      assert.ok(
        texts.some((text) => mutation.says!.test(text)),
        `${place}: ${texts.slice(0, 3).join(' | ') || 'no problem'}`,
      );
    if (texts.length > 0) {
      refused++;
      for (const text of texts) assert.match(text, /^[a-z].{20,}/s, place);
      continue;
    }
    // A file without a problem has the sound amounts, so no change of money passes.
    const amounts = read.lines.filter(({ state }) => state === 'booked').map(({ amount, fee }) => amount - fee);
    assert.deepEqual(amounts, soundAmounts, place);
    assert.equal(read.statements.length, 1, place);
  }
  assert.ok(refused > FILES / 2, `${refused} of ${FILES} files were refused`);
});

test('control: without balances, a missing row passes with other amounts', async () => {
  const drop = mutations.find(({ name }) => name === 'csv: a missing row')!;
  const { balance: _, ...columns } = (layouts.csv as TableLayout).columns;
  const blind = { ...(layouts.csv as TableLayout), columns, labels: {} };
  const { lines, problems } = await readAll(readStatementFile(chunks(drop.make(makeChance(1)), 100), blind, now));
  assert.deepEqual(problems, []);
  assert.equal(lines.length, soundAmounts.length - 1);
});

/** An endless file that counts the bytes that were taken. */
function endless(start: string, piece: string) {
  let taken = 0;
  const chunk = Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length)));
  async function* bytes() {
    yield Buffer.from(start);
    for (; taken < 2 ** 31; taken += chunk.length) yield chunk;
  }
  return { bytes: bytes(), taken: () => taken };
}

for (const [name, format, start, piece, says] of [
  ['a line of 2 GB in a CSV file', 'csv', 'Date,', 'a', /longer than 1048576/],
  ['a quoted cell of 2 GB', 'csv', 'Date,"', 'a,\n', /row is longer|longer than/],
  ['2 GB of empty cells', 'csv', 'Date', ',', /longer than 1048576/],
  ['2 GB of bad rows', 'csv', 'Date,Description,Credit,Debit,Balance,Bank reference\n', 'x,y,z,,,\n', /100 problems/],
  ['a line of 2 GB in an MT940', 'mt940', ':20:X\n:25:Y\n:86:', 'a', /longer than 1048576/],
  ['2 GB of lines in one field', 'mt940', ':20:X\n:25:Y\n:86:', 'a\n', /more than 200 lines/],
  [
    'a text of 2 GB in a camt.053',
    'camt.053',
    `${soundFile('camt.053').toString().slice(0, 250)}<X>`,
    'a',
    /characters of text/,
  ],
  [
    '2 GB of elements in one entry',
    'camt.053',
    `${soundFile('camt.053').toString().split('<Sts>')[0]}`,
    '<a/>',
    /more than 20000 parts/,
  ],
  [
    '2 GB of nested elements',
    'camt.053',
    `${soundFile('camt.053').toString().split('<Sts>')[0]}`,
    '<a>',
    /nested more/,
  ],
] as [string, 'csv' | 'mt940' | 'camt.053', string, string, RegExp][])
  test(`${name} stops early`, async () => {
    const file = endless(start, piece);
    const { problems } = await readAll(readStatementFile(file.bytes, layouts[format], now));
    assert.ok(
      problems.some(({ problem }) => says.test(problem)),
      problems[0]?.problem ?? 'no problem',
    );
    assert.ok(file.taken() < 8 * 1024 * 1024, `${file.taken()} bytes were taken`);
  });

test('a ZIP bomb stops early, with flat memory', async () => {
  // 4 GiB of valid, empty rows from some 5 MB: a whole deflate block repeats.
  const rows = '<row><c><v></v></c></row>'.repeat(40_000);
  const block = deflateRawSync(rows, { finishFlush: constants.Z_FULL_FLUSH, level: 9 });
  const zip = makeZip({ ...xlsxParts([['Date']]), 'xl/worksheets/sheet1.xml': 'BOMB' });
  const cells = ['Date', 'Description', 'Credit', 'Debit', 'Balance'].map(
    (name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`,
  );
  const data = Buffer.concat([
    deflateRawSync(`<worksheet><sheetData><row>${cells.join('')}</row>`, { finishFlush: constants.Z_FULL_FLUSH }),
    ...Array.from({ length: 4_000 }, () => block),
    deflateRawSync('</sheetData></worksheet>'),
  ]);
  const bomb = withData(zip, data);
  const before = process.memoryUsage().rss;
  const { problems } = await readAll(readStatementFile(chunks(bomb, 65_536), layouts.xlsx, now));
  assert.match(problems[0]!.problem, /inflates more than 200 times/);
  assert.ok(process.memoryUsage().rss - before < 200 * 1024 * 1024);
});

/** Replaces the data of the last part, and declares an honest size of 4 GiB less one byte. */
function withData(zip: Buffer, data: Buffer): Buffer {
  const central = zip.lastIndexOf('PK\x01\x02');
  const end = zip.lastIndexOf('PK\x05\x06');
  const local = zip.readUInt32LE(central + 42);
  const name = zip.readUInt16LE(local + 26);
  const head = Buffer.from(zip.subarray(0, local + 30 + name));
  const directory = Buffer.from(zip.subarray(zip.indexOf('PK\x01\x02'), end));
  const last = central - zip.indexOf('PK\x01\x02');
  directory.writeUInt32LE(data.length, last + 20);
  directory.writeUInt32LE(0xfffffffe, last + 24);
  const tail = Buffer.from(zip.subarray(end));
  tail.writeUInt32LE(head.length + data.length, 16);
  return Buffer.concat([head, data, directory, tail]);
}
