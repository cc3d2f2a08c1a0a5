import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { createPayout } from '../../contract/src/payouts.ts';
import { readCsv as readByApi } from '../../service/src/http/csv.ts';
import { startTestService, type TestMerchant, type TestService } from '../../service/test/support/harness.ts';
import { itemsOf, payCsv } from '../../service/test/support/payout-flows.ts';
import { faultsOf } from '../src/payouts/faults.ts';
import { isMapped, linesOf, mapColumns } from '../src/payouts/map-columns.ts';
import { readCsv } from '../src/payouts/read-csv.ts';
import { itemOf } from '../src/payouts/service-faults.ts';
import { withSemicolons } from '../src/ui/with-semicolons.ts';

/** If the dashboard reads a file differently from the API, it pays a person or an amount that nobody wrote. */
let service: TestService;
let shop: TestMerchant;
before(async () => {
  service = await startTestService();
  shop = await service.merchant();
  await shop.wallet('XOF', 1_000_000n);
});
after(() => service.stop());

/** The lines that the dashboard would send, with their numbers; null if it finds an error or asks a question. */
function readByDashboard(file: Buffer) {
  const table = readCsv(file);
  if ('fault' in table) return null;
  const mapping = mapColumns(table);
  const lines = isMapped(mapping) ? linesOf(table, mapping) : [];
  if (lines.length === 0 || faultsOf(lines, null).size > 0) return null;
  return { records: lines.map(itemOf), lines: lines.map(({ line }) => line) };
}

const phone = '+50937001234';
const row = `${phone},1`;
const head = 'recipient,amount';
const named = `${head},name`;

/** Files that both accept, and files that both refuse. Spreadsheets, people and scripts have written each of them. */
const taken: Record<string, string> = {
  'a result file of unpaid lines': `${named},status,currency,id\n${row},"'=1",failed,XOF,pit_1\n${row},Awa,canceled,XOF,pit_2\n`,
  'line feeds': `${head}\n${row}\n`,
  'carriage returns only': `${head}\r${row}\r`,
  'mixed line ends': `${head}\r\n${row}\n${phone},2\r${phone},3`,
  'blank rows': `\n,\n${head}\n,\n${row}\n\n , \n${phone},2\n,`,
  'columns without a name': `${head},,\n${row},,\n${phone},2\n,,,,\n`,
  semicolons: `${named.replaceAll(',', ';')}\n${phone};7;Awa, Dakar\n`,
  tabs: `${named.replaceAll(',', '\t')}\n${phone}\t7\tAwa, Dakar; Thiès\n${phone}\t8\t\n`,
  'a separator line for Excel': `\ufeffsep=;\r\n${named.replaceAll(',', ';')}\r\n${phone};7;Awa, Dakar\r\n`,
  'a separator line for Excel with a comma, above a name with a semicolon': `sep=,\n${named}\n${row},a;b\n`,
  'a separator line for Excel with an unknown separator': `sep=|\n${head}\n${row}\n`,
  'a byte order mark': `\ufeff${head}\n${row}\n`,
  'two byte order marks': `\ufeff\ufeff${head}\n${row}\n`,
  'spaces around cells': `${head}, name\n ${phone} , 5 ,\u00a0Awa \n`,
  'quotes, and spaces outside them': `${named}\n"${phone}", "5" ," Awa ""A"" "\n`,
  'a phone with spaces': `${head}\n+509 37 00 12 34,5\n`,
  'a copied phone with a non-breaking hyphen': `${head}\n+509\u00a03700\u20111234,5\n`,
  'a phone with dashes, in quotes': `${head}\n" +509-3700-1234 ",5\n`,
  'letters of many scripts': `${named}\n${row},José Ọlá 李\n`,
  'a replacement character in the file': `${named}\n${row},Jos\ufffd\n`,
};
const refused: Record<string, string | Buffer> = {
  'a digit after a quote': `${head}\n${phone},"1"2\n`,
  'a result file with a paid line': `${head},status,currency\n${row},succeeded,XOF\n${row},failed,XOF\n`,
  'a workbook': Buffer.from('PK\x03\x04rest'),
  'a carriage return in an amount': `${head}\n${phone},1\r5\n`,
  'a carriage return in a quoted amount': `${head}\n${phone},"1\r5"\n`,
  'Latin-1': Buffer.from(`${named}\n${row},José\n`, 'latin1'),
  'UTF-16': Buffer.from(`\ufeff${head}\n${row}\n`, 'utf16le'),
  'a missing cell': `${named}\n${row}\n`,
  'a cell too many': `${head}\n${row},5\n`,
  'a value in a column without a name': `${head},,\n${row},,9\n`,
  'a column without a name between named ones': `recipient,,amount\n${phone},,5\n`,
  'quotes within a cell': `${named}\n${row},Jean "Ti" Paul\n`,
  'an unclosed quote': `${named}\n${row},"Jean\n${row},Paul\n`,
  'a cell of two lines': `${named}\n${row},"Awa\nNdiaye"\n`,
  'a quoted amount with spaces': `${head}\n${phone}," 1 "\n`,
  'an amount with a thousands separator': `${head}\n${phone},"1,000"\n`,
  'amounts in other notations': `${head}\n${phone},0x10\n${phone},1e3\n${phone},+5\n${phone},05\n`,
  'digits of another script': `${head}\n${phone},٥\n`,
  'no rows': `${head}\n,\n`,
  nothing: '',
};

for (const [what, file] of Object.entries(taken)) {
  test(`${what}: the API and the dashboard pay the same`, async () => {
    const byCsv = await payCsv(shop, file);
    assert.equal(byCsv.status, 202, byCsv.text);
    const items = readByDashboard(Buffer.from(file))?.records;
    const byJson = await shop.call('POST', '/payouts', { currency: 'XOF', items });
    assert.equal(byJson.status, 202, byJson.text);
    const paid = async (id: string) =>
      (await itemsOf(shop, id)).map(({ recipient, amount, name }) => ({ recipient, amount, name }));
    assert.deepEqual(await paid(byJson.body.id), await paid(byCsv.body.id));
  });
}

for (const [what, file] of Object.entries(refused)) {
  test(`${what}: neither the API nor the dashboard pays anything`, async () => {
    const { status, text } = await payCsv(shop, file as string);
    assert.equal(status, 400, text);
    assert.equal(readByDashboard(Buffer.from(file as string)), null);
  });
}

/** Tables that are nearly valid, valid ones with random marks behind, and ones with a changed byte. */
function files(): fc.Arbitrary<Buffer> {
  const cells = fc.constantFrom(...'1|25| 3 |"4"|"5"6|"7" |"8|""||9\r1|é|"Awa ""A"""'.split('|'), phone);
  const rows = fc.array(fc.array(cells, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 });
  const tables = fc
    .tuple(fc.constantFrom(head, named, `${head},`), fc.constantFrom('\n', '\r\n', '\r'), rows)
    .map(([first, end, lines]) => Buffer.from([first, ...lines.map((line) => [phone, ...line].join(','))].join(end)));
  const marks = fc.constantFrom(...',|;|"|""|\r|\n|\r\n| |\ufeff|é|1|20'.split('|'), head, phone);
  const heaps = fc.array(marks, { maxLength: 12 }).map((some) => Buffer.from(`${head}\n${row}${some.join('')}`));
  const spoilt = fc.tuple(tables, fc.nat(255), fc.nat()).map(([file, byte, at]) => {
    file[at % file.length] = byte;
    return file;
  });
  return fc.oneof(tables, heaps, spoilt);
}

test('the dashboard pays the same as the API for any file', async (t) => {
  let both = 0;
  await fc.assert(
    fc.asyncProperty(files(), async (file) => {
      const read = readByDashboard(file);
      if (read === null) return;
      const asked = await readByApi(file, createPayout.bulk, 10_000, {}).catch((error) => {
        // The dashboard knows a heading with marks at its ends, and sends the items with the columns' own names.
        if (error.details?.[0]?.reason !== 'csv_unknown_column') throw error;
      });
      if (!asked) return;
      assert.deepEqual({ ...read, faults: [] }, asked, JSON.stringify(file.toString()));
      both++;
    }),
    { numRuns: 3_000 },
  );
  t.diagnostic(`${both} files that both take`);
  assert.ok(both > 100);
});

test('a result with semicolons has the same cells as with commas, and no formula', () => {
  const quote = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const cells = fc.array(fc.constantFrom(...'a1é; ,"\r\n'), { maxLength: 6 }).map((some) => some.join(''));
  const tables = fc.array(fc.tuple(fc.constant('pit_1'), cells, cells, fc.constant('5')), { minLength: 1 });
  fc.assert(
    fc.property(tables, (rows) => {
      const csv = rows.map((row) => `${row.map(quote).join(',')}\r\n`).join('');
      assert.deepEqual(parse(withSemicolons(csv), { delimiter: ';', record_delimiter: '\r\n' }), rows, csv);
    }),
  );
  assert.equal(withSemicolons('"a,=1, ""+2",b;c,,\'=1\r\n'), '"a,\'=1,\' ""+2";"b;c";;\'=1\r\n');
});
