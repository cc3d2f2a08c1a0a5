import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BankLayout } from './layout.ts';
import { entryDateNear } from './mt940-line.ts';
import { readAll } from './read-all.ts';
import { readStatementFile } from './read-file.ts';

const layout: BankLayout = { name: 'MT940', format: 'mt940', timeZone: 'Europe/Berlin' };
const now = new Date('2026-11-26T08:00:00Z');

async function* chunks(content: string, size: number) {
  const bytes = Buffer.from(content);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const read = (content: string, size = 4096) => readAll(readStatementFile(chunks(content, size), layout, now));
const problemsOf = async (content: string) => (await read(content)).problems.map(({ problem }) => problem);

const message = (
  entries: string,
  { opening = 'C261102EUR1000,00', closing = 'C261103EUR1000,00', number = '123/1' } = {},
) =>
  `:20:STARTUMS\r\n:25:10020030/1234567\r\n:28C:${number}\r\n:60F:${opening}\r\n${entries}` +
  `:62F:${closing}\r\n:64:${closing}\r\n`;

const entries = `:61:2611031103CR2000,50NTRFNONREF//BANK1\r
SUPPLEMENT\r
:86:166?00GUTSCHRIFT?20EREF+pay_01kd9m6k1e?217k8t0k5zv5g3h2ah?22SVWZ+Rech\r
nung 12?32JANE DOE\r
:61:2611031103D500,NTRFpit-x//BANK2\r
:86:/EREF/pit-01kd9m6k1e7k8t0k5zv5g3h2aa/REMI/Salary\r
:61:2611031103D1,50NCHGNONREF\r
:61:2611031103RC100,00NTRFNONREF//BANK3\r
:61:2611031103RD40,00NRTINONREF//BANK4\r
`;

test('an MT940 has signs, reversals, charges, and our id across the cuts of :86:', async () => {
  for (const size of [1, 5, 4096]) {
    const { lines, statements, problems } = await read(message(entries, { closing: 'C261103EUR2439,00' }), size);
    assert.deepEqual(problems, []);
    assert.deepEqual(
      lines.map(({ line, operation, record, kind, amount }) => [line, operation, record, kind, amount]),
      [
        [5, 'BANK1', 'pay_01kd9m6k1e7k8t0k5zv5g3h2ah', 'incoming', 200050n],
        [9, 'BANK2', 'pit_01kd9m6k1e7k8t0k5zv5g3h2aa', 'payout', -50000n],
        [11, null, null, 'fee', -150n],
        [12, 'BANK3', null, 'reversal', -10000n],
        [13, 'BANK4', null, 'reversal', 4000n],
      ],
    );
    assert.match(lines[0]!.reference!, /SVWZ\+Rechnung 12 JANE DOE SUPPLEMENT/);
    assert.deepEqual(statements, [
      {
        account: '10020030/1234567',
        currency: 'EUR',
        from: '2026-11-03',
        to: '2026-11-03',
        number: '123',
        page: 1,
        last: true,
        opening: 100000n,
        closing: 243900n,
      },
    ]);
  }
});

for (const [valueDate, monthDay, booked] of [
  ['2025-12-31', '0102', '2026-01-02'],
  ['2026-01-01', '1231', '2025-12-31'],
  ['2026-01-02', '0102', '2026-01-02'],
  ['2026-11-03', '1104', '2026-11-04'],
  ['2024-03-01', '0229', '2024-02-29'],
  ['2025-02-28', '0229', '2024-02-29'],
  ['2025-02-30', '0303', '2025-03-03'],
  ['2025-06-30', '0631', null],
] as const)
  test(`the entry date ${monthDay} beside the value date ${valueDate} is ${booked}`, () => {
    assert.equal(entryDateNear(valueDate, monthDay), booked);
  });

test('an entry at New Year is booked in the year nearest to its value date', async () => {
  const { lines } = await read(
    message(':61:2512310102C1,NTRFNONREF\n:61:2601011231C1,NTRFNONREF\n:61:260105C1,NTRFNONREF\n', {
      closing: 'C260105EUR1003,00',
    }),
  );
  assert.deepEqual(
    lines.map(({ bookedOn }) => bookedOn),
    ['2026-01-02', '2025-12-31', '2026-01-05'],
  );
});

test('pages of one statement follow each other, and a missing page is named', async () => {
  const page = (number: string, open: string, amount: string, close: string) =>
    `:20:S\n:25:A1\n:28C:${number}\n:60${open}\n:61:261103C${amount}NTRFNONREF\n:62${close}\n-\n`;
  const first = page('7/1', 'F:C261103EUR100,', '10,', 'M:C261103EUR110,');
  const second = page('7/2', 'M:C261103EUR110,', '20,', 'M:C261103EUR130,');
  const third = page('7/3', 'M:C261103EUR130,', '30,', 'F:C261103EUR160,');
  const whole = await read(first + second + third);
  assert.deepEqual(whole.problems, []);
  assert.deepEqual(
    whole.statements.map(({ page, last }) => [page, last]),
    [
      [1, false],
      [2, false],
      [3, true],
    ],
  );
  const gap = await problemsOf(first + third);
  assert.match(gap[0]!, /page 3 of statement 7 follows page 1/);
  assert.match(gap[1]!, /does not begin with the balance of the page before: .* The gap is 20 EUR/);
});

test('several messages in envelopes, and of several accounts, are read from one file', async () => {
  const text = message(':61:261103C1,00NTRFNONREF//X\r\n', { closing: 'C261103EUR1001,00' });
  const swift = `{1:F01BANKDEFFXXXX0000000000}{2:O9401200261103BANKDEFFXXXXN}{4:\r\n${text}-}{5:{CHK:1}}\r\n`;
  const other = text.replace('1234567', '7654321');
  const { lines, statements, problems } = await read(`\x01${swift}\x03\x01{1:F01X}{2:I940YN}{4:${other}-}\x03`);
  assert.deepEqual(problems, []);
  assert.deepEqual(
    statements.map(({ account }) => account),
    ['10020030/1234567', '10020030/7654321'],
  );
  assert.equal(lines.length, 2);
});

test('an MT942 is refused by name', async () => {
  const envelope = '{1:F01X}{2:O942N}{4:\n:20:X\n:25:Y\n:28C:1\n:34F:EUR0,\n-}';
  assert.match((await problemsOf(envelope))[0]!, /MT942/);
  assert.match((await problemsOf(':20:X\n:25:Y\n:28C:1\n:34F:EUR0,\n:90D:0EUR0,\n'))[0]!, /MT942/);
  const mixed = `${message('')}{1:F01X}{2:O942N}{4:\n:20:X\n-}`;
  assert.match((await problemsOf(mixed))[0]!, /MT942/);
});

test('a gap, a cut file, a bad entry and too many decimals are named', async () => {
  assert.match((await problemsOf(message(entries)))[0]!, /does not tie: .* The gap is -1439 EUR/);
  assert.match((await problemsOf(message(entries).slice(0, 200)))[0]!, /:62F: is missing\. The file may be cut off/);
  assert.match((await problemsOf(message(':61:261103X5,00NTRFNONREF\n')))[0]!, /line 5: :61: .* is not an entry/);
  assert.match((await problemsOf(message(':61:261103C5,001NTRFNONREF\n')))[0]!, /more decimals than the currency/);
  assert.match((await problemsOf(message(':61:261103C1.000,00NTRFNONREF\n')))[0]!, /is not an entry/);
  assert.match((await problemsOf(message('', { opening: 'C261102DEM1,00' })))[0]!, /DEM is not an ISO 4217/);
});

test('an empty statement is valid, and amounts may have leading zeros', async () => {
  const { statements, problems } = await read(message('', { opening: 'C261102EUR0000000001000,00' }));
  assert.deepEqual(problems, []);
  assert.equal(statements[0]!.opening, 100000n);
});
