import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TableLayout } from './layout.ts';
import { bankCsv } from './layouts/bank-csv.ts';
import { mPesaPortal } from './layouts/m-pesa-portal.ts';
import { pawapayStatement } from './layouts/pawapay-statement.ts';
import { waveTransactions } from './layouts/wave-transactions.ts';
import { readAll } from './read-all.ts';
import { readStatementFile } from './read-file.ts';

const now = new Date('2026-11-26T08:00:00Z');

async function* chunks(content: string | Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const read = (content: string | Uint8Array, layout: TableLayout, size = 4096) =>
  readAll(readStatementFile(chunks(content, size), layout, now));
const problemsOf = async (content: string | Uint8Array, layout: TableLayout) =>
  (await read(content, layout)).problems.map(({ problem }) => problem);

const john = '254711111111 - JOHN';
const item = 'pit_01kd9m6k1e7k8t0k5zv5g3h2aa';
const payment = 'pay_01kd9m6k1e7k8t0k5zv5g3h2ah';
const mPesa = `Organization Name:,ACME LTD
Short Code:,600000
Opening Balance:,"1,000.00"
Closing Balance:,"2,467.00"

Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Reason Type,Other Party Info,A/C No.
SKL4,03-11-2026 12:00:00,Pay Bill from 254712345678,Failed,500.00,,,Pay Bill Online,254712345678 - JANE DOE,X
SKL3,03-11-2026 11:00:05,Business Payment Charge,Completed,,-33.00,"2,467.00",Business Payment Charge,${john},
SKL3,03-11-2026 11:00:05,Business Payment,Completed,,-500.00,"2,500.00",Business Payment via API,${john},${item}
SKL2,03-11-2026 10:20:30,Pay Bill,Completed,"2,000.00",,"3,000.00",Pay Bill Online,254712345678 - JANE DOE,${payment}
`;

test('an M-Pesa statement has charges as fees, failed rows as refused, and ties with its balances', async () => {
  for (const size of [1, 7, 4096]) {
    const { lines, statements, problems } = await read(mPesa, mPesaPortal, size);
    assert.deepEqual(problems, []);
    assert.deepEqual(
      lines.map(({ line, operation, kind, amount, state }) => [line, operation, kind, amount, state]),
      [
        [7, 'SKL4', 'collection', 50000n, 'refused'],
        [8, 'SKL3', 'fee', -3300n, 'booked'],
        [9, 'SKL3', 'payout', -50000n, 'booked'],
        [10, 'SKL2', 'collection', 200000n, 'booked'],
      ],
    );
    assert.equal(lines[3]!.record, 'pay_01kd9m6k1e7k8t0k5zv5g3h2ah');
    assert.equal(lines[3]!.phone, '254712345678');
    assert.equal(lines[3]!.at!.toISOString(), '2026-11-03T07:20:30.000Z');
    assert.deepEqual(statements, [
      {
        account: '600000',
        currency: 'KES',
        from: '2026-11-03',
        to: '2026-11-03',
        number: null,
        page: null,
        last: true,
        opening: 100000n,
        closing: 246700n,
      },
    ]);
  }
});

test('a missing row breaks the running balance and the statement, with the size of the gap', async () => {
  const problems = await problemsOf(mPesa.replace(/^.*Business Payment,Completed.*\n/m, ''), mPesaPortal);
  assert.equal(problems.length, 2);
  assert.match(
    problems[0]!,
    /row 9: Balance 3000 KES does not follow from row 8: 2500 KES is expected\. The gap is 500 KES/,
  );
  assert.match(problems[1]!, /does not tie: opening 1000 KES .* The gap is -500 KES/);
});

const bank = (rows: string) => `Date,Narration,Credit,Debit,Balance\n${rows}`;

test('rows may be in either order, and both give the same opening and closing', async () => {
  const rows = ['2026-11-01,a,10.00,,110.00', '2026-11-02,b,,30.00,80.00', '2026-11-03,c,5.00,,85.00'];
  for (const order of [rows, rows.toReversed()]) {
    const { statements, problems } = await read(bank(order.join('\n')), bankCsv);
    assert.deepEqual(problems, []);
    assert.equal(statements[0]!.opening, 10000n);
    assert.equal(statements[0]!.closing, 8500n);
  }
});

test('two rows that fit both orders are ordered by their dates', async () => {
  const { statements } = await read(bank('2026-11-02,b,,5,100\n2026-11-01,a,5,,105'), bankCsv);
  assert.deepEqual([statements[0]!.opening, statements[0]!.closing], [10000n, 10000n]);
});

test('an empty statement is valid', async () => {
  const { lines, statements, problems } = await read(bank(''), bankCsv);
  assert.deepEqual([lines, problems, statements.length], [[], [], 1]);
});

test('equal rows all count', async () => {
  const row = '2026-11-01,a,10.00,,';
  const { lines } = await read(bank(`${row}\n${row}\n`), {
    ...bankCsv,
    optional: ['balance', 'operation', 'currency'],
  });
  assert.equal(lines.length, 2);
});

test('a Wave fee counts as in the list, and a hidden phone stays', async () => {
  const { lines, problems, statements } = await read(
    `timestamp,transaction_id,transaction_type,amount,fee,balance,currency,counterparty_mobile,client_reference
2026-11-03T11:30:30Z,T_4,api_payout_reversal,5000,-50,30000,XOF,+221761110001,pit_01kd9m6k1e7k8t0k5zv5g3h2aa
2026-11-03T11:20:30Z,T_3,api_checkout,10000,100,24950,XOF,+2217****001,pay_01kd9m6k1e7k8t0k5zv5g3h2ah
2026-11-03T10:20:30Z,T_2,api_payout,-5000,50,14950,XOF,+221761110001,pit_01kd9m6k1e7k8t0k5zv5g3h2aa
2026-11-03T09:20:30Z,T_1,merchant_payment,10000,100,20000,XOF,+221761110001,
`,
    waveTransactions,
  );
  assert.deepEqual(problems, []);
  assert.deepEqual(
    lines.map(({ kind, amount, fee, phone }) => [kind, amount, fee, phone]),
    [
      ['reversal', 5000n, 0n, '+221761110001'],
      ['fee', 50n, 0n, '+221761110001'],
      ['collection', 10100n, 100n, '+2217****001'],
      ['payout', -5000n, 50n, '+221761110001'],
      ['incoming', 10000n, 0n, '+221761110001'],
    ],
  );
  assert.equal(statements[0]!.opening, 10000n);
});

test('a pawaPay statement has its kinds and times in UTC, with or without signs', async () => {
  const id = '0199f1d4-0000-7000-8000-000000000001';
  for (const sign of ['-', '']) {
    const { lines, problems } = await read(
      `Creation Date,MSISDN,Transaction ID,Amount,Currency,Country,MNO,Type,Balance
2026-11-03 23:59:59,260763456789,${id},${sign}2.50,ZMW,ZMB,MTN,Payout fee,97.50
2026-11-03 23:59:59,260763456789,${id},${sign}50.00,ZMW,ZMB,MTN,Payout,100.00
2026-11-03 10:00:00,260763456789,${id},20.00,ZMW,ZMB,MTN,Deposit,150.00
`,
      pawapayStatement,
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(
      lines.map(({ kind, amount, bookedOn }) => [kind, amount, bookedOn]),
      [
        ['fee', -250n, '2026-11-03'],
        ['payout', -5000n, '2026-11-03'],
        ['collection', 2000n, '2026-11-03'],
      ],
    );
  }
});

test('a kind that does not say the direction, and a negative collection, are refused', async () => {
  const head = 'Creation Date,Transaction ID,Amount,Currency,Type\n';
  const problems = await problemsOf(
    `${head}2026-11-03 10:00:00,a,5,ZMW,Mystery\n2026-11-03 10:00:00,b,-5,ZMW,Deposit\n`,
    pawapayStatement,
  );
  assert.match(problems[0]!, /row 2: Type does not say whether the money came in or went out/);
  assert.match(problems[1]!, /row 3: Amount is negative, but a collection comes in/);
});

test('a preview takes the first lines and leaves the rest of the file', async () => {
  let taken = 0;
  let closed = false;
  async function* endless() {
    try {
      yield Buffer.from('Date,Narration,Credit,Debit,Balance\n');
      for (; ; taken++) yield Buffer.from(`2026-11-01,row ${taken},0,,5\n`.repeat(1000));
    } finally {
      closed = true;
    }
  }
  const { lines } = await readAll(readStatementFile(endless(), bankCsv, now), 10);
  assert.equal(lines.length, 10);
  assert.ok(taken < 50 && closed, `${taken} chunks were taken`);
});

test('a header with a column missing or given twice is refused by name', async () => {
  assert.match((await problemsOf('Date,Narration,Credit\n', bankCsv))[0]!, /no column "Debit"/);
  assert.match((await problemsOf('Date,Narration,Credit,Debit,Debit\n', bankCsv))[0]!, /"Debit" more than once/);
  assert.match((await problemsOf('a,b\n1,2\n', bankCsv))[0]!, /none of the first 50 rows is the header/);
});

test('formulas are text and never run', async () => {
  const { lines, problems } = await read(bank(`2026-11-01,"=HYPERLINK(""http://x"",""y"")",10,,`), bankCsv);
  assert.deepEqual(problems, []);
  assert.equal(lines[0]!.reference, '=HYPERLINK("http://x","y")');
});

test('each bad cell is named with its row and column', async () => {
  const rows = [
    '2026-11-01,a,1.234,,',
    '01/11/2026,b,1,,',
    '2569-11-01,c,1,,',
    '2026-11-01,d,1e3,,',
    '2026-11-01,e,1,2,',
    '2026-11-01,f,,,',
  ];
  const problems = await problemsOf(bank(rows.join('\n')), bankCsv);
  const expected = [
    /row 2: Credit "1\.234" has more decimals than the currency, which has 2/,
    /row 3: Booking date "01\/11\/2026" is not a date of the form/,
    /row 4: Booking date "2569-11-01" has the year 2569 of the Buddhist calendar/,
    /row 5: Credit "1e3" was rounded by a spreadsheet/,
    /row 6: Debit has a value, and the credit has one too/,
    /row 7: amount is empty/,
  ];
  for (const [at, pattern] of expected.entries()) assert.match(problems[at]!, pattern);
});

test('a file in another encoding is refused, and the encoding of the layout is used', async () => {
  const latin = Buffer.from(bank('2026-11-01,Koné,1,,'), 'latin1');
  assert.match((await problemsOf(latin, bankCsv))[0]!, /not valid utf-8 at or after line 1/);
  const { lines } = await read(latin, { ...bankCsv, encoding: 'windows-1252' });
  assert.equal(lines[0]!.reference, 'Koné');
  assert.match(
    (await problemsOf(bank('2026-11-01,Koné,1,,'), { ...bankCsv, encoding: 'windows-1252' }))[0]!,
    /is UTF-8, but the layout reads it as windows-1252/,
  );
  const wide = Buffer.from(`\ufeff${bank('2026-11-01,Koné,1,,')}`, 'utf16le');
  assert.match((await problemsOf(wide, bankCsv))[0]!, /UTF-16LE/);
  assert.equal((await read(wide, { ...bankCsv, encoding: 'utf-16le' })).lines[0]!.reference, 'Koné');
});

test('a reader stops after 100 problems', async () => {
  const problems = await problemsOf(bank('x,a,1,,\n'.repeat(500)), bankCsv);
  assert.equal(problems.length, 101);
  assert.match(problems.at(-1)!, /100 problems or more/);
});

test('the lines of quoted cells with line ends are counted', async () => {
  const { lines } = await read(bank('\r\n2026-11-01,"a\r\nb",1,,\r\n\r\n2026-11-02,c,1,,\r\n'), bankCsv);
  assert.deepEqual(
    lines.map(({ line }) => line),
    [3, 6],
  );
});
