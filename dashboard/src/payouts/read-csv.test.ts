import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOf, repeatsOf } from './faults.ts';
import { isMapped, linesOf as linesOfTable, mapColumns, rememberedOf } from './map-columns.ts';
import { readCsv } from './read-csv.ts';

const read = (file: string | Buffer) => readCsv(Buffer.from(file as string));
const tableOf = (text: string) => {
  const table = read(text);
  assert.ok('rows' in table, JSON.stringify(table));
  return table;
};
const linesOf = (text: string) => {
  const table = tableOf(text);
  const mapping = mapColumns(table);
  assert.ok(isMapped(mapping), JSON.stringify(mapping));
  return linesOfTable(table, mapping);
};

test('quotes, semicolons, any line ends, empty rows and columns and a byte order mark are read', () => {
  const lines = linesOf(
    '\ufeffname,Amount,recipient,,\r\n"Ndiaye, ""Awa""\nDakar",100,+221770000001,,\r,,,,\nBa,200,+221770000002,,',
  );
  assert.deepEqual(
    lines.map(({ line, cells }) => [line, cells.name, cells.amount, cells.recipient]),
    [
      [2, 'Ndiaye, "Awa"\nDakar', '100', '+221770000001'],
      [5, 'Ba', '200', '+221770000002'],
    ],
  );
  const others = [
    'recipient;amount\n+221770000001;5',
    'recipient\tamount\n+221770000001\t5',
    'sep=;\nrecipient;amount\n\n;5',
  ];
  assert.deepEqual(
    others.map((text) => linesOf(text)[0]!).map(({ line, cells }) => [line, cells.amount]),
    [
      [2, '5'],
      [2, '5'],
      [4, '5'],
    ],
  );
});

test('headings of six languages are known, and a person says what the others are', () => {
  const mapped = (head: string) => mapColumns(tableOf(`${head}\n1;2;3;4`));
  assert.deepEqual(mapped('Téléphone;Montant;Nom et prénoms;Matricule'), ['recipient', 'amount', 'name', 'reference']);
  assert.deepEqual(mapped('CELULAR;Sueldo ;NOMBRE;Concepto'), ['recipient', 'amount', 'name', 'description']);
  assert.deepEqual(mapped('Telefone;Salário líquido;Nome;Referência'), ['recipient', 'amount', 'name', 'reference']);
  assert.deepEqual(mapped('Nimewo telefòn;Montan;Non;Rezon'), ['recipient', 'amount', 'name', 'description']);
  assert.deepEqual(mapped('Namba ya simu;Mshahara;Jina;Maelezo'), ['recipient', 'amount', 'name', 'description']);
  assert.deepEqual(mapped('Phone Number:;Net pay;Employee;status'), ['recipient', 'amount', 'name', null]);
  // An unknown heading, a second column of the same kind, no heading, and an invisible letter.
  assert.deepEqual(mapped('phone;amount;Service;mobile'), ['recipient', 'amount', undefined, undefined]);
  assert.deepEqual(mapped('phone;;amount;mobi\u200ble'), ['recipient', undefined, 'amount', undefined]);
  for (const head of ['phone;amount;Service;name', 'phone;name;note;ref', 'phone;;amount;name'])
    assert.equal(isMapped(mapped(head)), false, head);
  assert.deepEqual(read('recipient,amount\n\n'), { fault: 'empty' });
});

test('what a person chose is known in the next file, and comes before the heading’s own meaning', () => {
  const table = tableOf('GSM;Net;Prime;Nom\n+221771234568;100;5;Awa');
  const before = mapColumns(table);
  assert.deepEqual(before, [undefined, 'amount', undefined, 'name']);
  const kept = rememberedOf(table, ['recipient', null, 'amount', 'name'], { vieux: 'reference' });
  const next = mapColumns(tableOf('Nom;gsm :;PRIME;net\nAwa;+221771234568;5;100'), kept);
  assert.deepEqual(next, ['name', 'recipient', 'amount', null]);
  assert.equal(kept.vieux, 'reference');
});

test('a file with invalid letters or quotes is refused with its line', () => {
  const before = 'recipient,amount,name\n+221770000001,5,Awa\n';
  const jose = Buffer.from(`${before}+221770000001,5,José`, 'latin1');
  assert.deepEqual(read(jose), { fault: 'encoding' });
  const quotes = {
    '+221770000001,"1"2,x': 'quotes',
    '+221770000001,1,Jean "Ti" Paul': 'quotes',
    '+221770000001,1,"Jean': 'unclosed',
  };
  for (const [row, fault] of Object.entries(quotes)) {
    assert.deepEqual(read(`${before}${row}\n+221770000002,5,Awa\n`), { fault, values: { line: 3 } }, row);
  }
});

test('every bad cell is found, and a good line has none', () => {
  const bad = ['', '0', '-5', '1.5', '1,5', '1e3', '9999999999999', 'ten', '50', '2000000'];
  const text = `recipient,amount\n${bad.map((amount) => `+221770000001,"${amount}"`).join('\n')}\n+221770000002,100`;
  const faults = faultsOf(linesOf(text), { min: 100n, max: 1_000_000n });
  assert.deepEqual(
    [...faults.keys()],
    bad.map((_, index) => index + 2),
  );
  for (const recipient of ['+0221770000001', '+22177', 'wal_1', "=cmd|'/c'!A1"]) {
    const [line] = linesOf(`recipient,amount,reference\n${recipient},100,r`);
    assert.equal(faultsOf([line!], null).get(2)?.recipient?.key, 'recipient', recipient);
  }
  const twice = faultsOf(linesOf('recipient,amount,reference\n+221770000001,100,r\n+221770000002,100,r'), null);
  assert.deepEqual([...twice.keys()], [3]);
  assert.deepEqual(twice.get(3)?.reference, { key: 'twice', values: { line: 2 } });
});

test('a spreadsheet’s damage to phones and amounts is named', () => {
  const lines = linesOf(
    '\ufeffrecipient;amount\r\n5,09377E+10;30000,00\r\n221 77 000 00 01;30\u202f000\r\n+5.09E+10;3E+04\r\n;\r\n;',
  );
  const keys = [...faultsOf(lines, null).values()].map(({ recipient, amount }) => [recipient?.key, amount?.key]);
  assert.deepEqual(keys, [
    ['rounded', 'marks'],
    ['plus', 'marks'],
    ['rounded', 'rounded'],
  ]);
});

test('a line that does not match the columns is bad, wherever its cells may belong', () => {
  const lines = linesOf('recipient,name,amount,\n+221770000001,Awa,5,7\n+221770000001,5\n+221770000001,,5\n,,,,');
  const faults = faultsOf(lines, null);
  assert.deepEqual([...faults.keys()], [2, 3]);
  assert.deepEqual(faults.get(2), { recipient: { key: 'stray', values: { column: 4 } } });
  assert.deepEqual(faults.get(3), {
    recipient: { key: 'uneven', values: { found: 2, expected: 4 } },
    amount: { key: 'amount' },
  });
});

test('a recipient on several lines is reported, also if each line has a reference', () => {
  const [one, two] = ['+221 77 000-00.01', '+221770000002'];
  const rows = [`${one},5,`, `${two},5,a`, '+221770000001,6,', `${two},5,b`, '+221770000003,5,', ',5,', ',5,'];
  const lines = linesOf(['recipient,amount,reference', ...rows].join('\n'));
  assert.deepEqual(repeatsOf(lines), [
    { recipient: '+221770000001', lines: [2, 4] },
    { recipient: two, lines: [3, 5] },
  ]);
  assert.deepEqual(faultsOf([lines[0]!, lines[2]!], null).size, 0);
});

test('a result file is recognised: its paid lines and another currency are reported', () => {
  const lines = linesOf(
    [
      'id,recipient,amount,currency,status,name',
      'pit_1,+221770000001,5,XOF,succeeded,Awa',
      "pit_2,+221770000002,5,XOF,failed,'=1",
      'pit_3,+221770000003,5.0,USD,canceled,Awa',
      'pit_4,+221770000004,5,XOF,processing,Awa',
    ].join('\n'),
  );
  assert.equal(lines[1]!.cells.name, '=1');
  const faults = faultsOf(lines, null, { currency: 'XOF' });
  assert.deepEqual(
    [...faults].map(([line, { recipient, amount }]) => [line, recipient?.key, amount?.key]),
    [
      [2, 'paid', undefined],
      [4, undefined, 'currency'],
      [5, 'paid', undefined],
    ],
  );
});

test('a workbook is recognised', () => {
  assert.deepEqual(readCsv(Buffer.from('PK\x03\x04rest')), { fault: 'workbook' });
});
