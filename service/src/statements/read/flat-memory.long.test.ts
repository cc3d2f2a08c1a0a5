import assert from 'node:assert/strict';
import { test } from 'node:test';
import { soundFile } from '../../../test/support/hostile-statements.ts';
import type { StatementLayout } from './layout.ts';
import { bankCsv } from './layouts/bank-csv.ts';
import { readStatementFile } from './read-file.ts';

const now = new Date('2026-11-26T08:00:00Z');
const LIMIT = 200 * 1024 * 1024;

/** Text in portions of some 64 KiB: the start, a piece for each row, the end. */
async function* file(start: string, piece: (row: number) => string, rows: number, end: string) {
  let text = start;
  for (let row = 0; row < rows; row++) {
    text += piece(row);
    if (text.length < 65_536) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text + end);
}

const csvRow = (row: number) => `2026-11-03,R${row},transfer of customer ${row},1.00,,${row + 1}.00\n`;
const csv = (rows: number) => file('Date,Bank reference,Narration,Credit,Debit,Balance\n', csvRow, rows, '');

const camtStart = soundFile('camt.053').toString().split('<Ntry>')[0]!;
const camtEntry = (row: number) =>
  '<Ntry><Amt Ccy="KES">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>PDNG</Sts><BookgDt><Dt>2026-11-03</Dt></BookgDt>' +
  `<AcctSvcrRef>R${row}</AcctSvcrRef></Ntry>\n`;
const camt = (rows: number) => file(camtStart, camtEntry, rows, '</Stmt></BkToCstmrStmt></Document>');

const swiftEntry = (row: number) => `:61:261103C1,00NTRFNONREF//R${row}\n:86:transfer of customer ${row}\n`;
const swift = (rows: number) =>
  file(':20:S\n:25:A\n:28C:1/1\n:60F:C261103KES0,\n', swiftEntry, rows, `:62F:C261103KES${rows},\n`);

const bank = (format: 'camt.053' | 'mt940'): StatementLayout => ({ name: format, format, timeZone: 'UTC' });

for (const [name, rows, made, layout] of [
  ['CSV', 1_000_000, csv, bankCsv],
  ['MT940', 300_000, swift, bank('mt940')],
  ['camt.053', 100_000, camt, bank('camt.053')],
] as const)
  test(`${rows} rows of ${name} are read with flat memory`, async () => {
    const before = process.memoryUsage().rss;
    let most = before;
    let count = 0;
    for await (const item of readStatementFile(made(rows), layout, now)) {
      if ('line' in item && ++count % 10_000 === 0) most = Math.max(most, process.memoryUsage().rss);
    }
    assert.equal(count, rows);
    assert.ok(most - before < LIMIT, `${Math.round((most - before) / 1e6)} MB more`);
  });
