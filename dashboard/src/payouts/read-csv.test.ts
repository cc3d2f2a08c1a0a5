import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOf } from './faults.ts';
import { readCsv } from './read-csv.ts';

const linesOf = (text: string) => {
  const csv = readCsv(text);
  assert.ok('lines' in csv, JSON.stringify(csv));
  return csv.lines;
};

test('quotes, semicolons, CRLF, empty lines and a byte order mark are read, and lines keep their numbers', () => {
  const lines = linesOf(
    '\ufeffname,Amount,recipient\r\n"Ndiaye, ""Awa""\nDakar",100,+221770000001\r\n\r\nBa,200,+221770000002',
  );
  assert.deepEqual(
    lines.map(({ line, cells }) => [line, cells.name, cells.amount, cells.recipient]),
    [
      [2, 'Ndiaye, "Awa"\nDakar', '100', '+221770000001'],
      [5, 'Ba', '200', '+221770000002'],
    ],
  );
  assert.equal(linesOf('recipient;amount\n+221770000001;5')[0]!.cells.amount, '5');
});

test('a file without its columns says which', () => {
  assert.deepEqual(readCsv('recipient,sum\n'), { fault: 'unknown', name: 'sum' });
  assert.deepEqual(readCsv('recipient\n+221'), { fault: 'missing', name: 'amount' });
  assert.deepEqual(readCsv('amount,amount,recipient\n'), { fault: 'twice', name: 'amount' });
  assert.deepEqual(readCsv('recipient,amount\n\n'), { fault: 'empty', name: '' });
});

test('every bad cell is found, and a good line has none', () => {
  const bad = ['', '0', '-5', '1.5', '1,5', '1e3', '9999999999999', 'ten', '50', '2000000'];
  const text = `recipient,amount\n${bad.map((amount) => `+221770000001,"${amount}"`).join('\n')}\n+221770000002,100`;
  const faults = faultsOf(linesOf(text), { min: 100n, max: 1_000_000n });
  assert.deepEqual(
    [...faults.keys()],
    bad.map((_, index) => index + 2),
  );
  for (const recipient of ['770000001', '+0221770000001', '+22177', 'wal_1', "=cmd|'/c'!A1"]) {
    const [line] = linesOf(`recipient,amount,reference\n${recipient},100,r`);
    assert.equal(faultsOf([line!], null).get(2)?.recipient?.key, 'recipient', recipient);
  }
  const twice = faultsOf(linesOf('recipient,amount,reference\n+221770000001,100,r\n+221770000002,100,r'), null);
  assert.deepEqual([...twice.keys()], [3]);
  assert.deepEqual(twice.get(3)?.reference, { key: 'twice', values: { line: 2 } });
});
