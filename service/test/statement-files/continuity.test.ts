import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestService, type TestService } from '../support/harness.ts';
import { makeOperator } from '../support/operators.ts';
import type { TestPerson } from '../support/person.ts';
import { bankFile, importFile, linesOf, reconcileRail } from '../support/statement-files.ts';

let service: TestService;
let operator: TestPerson;
let count = 0;
before(async () => {
  service = await startTestService();
  operator = await makeOperator(service, 'finance');
});
after(() => service.stop());

/** One line of a day with its balance. */
const day = (date: string, credit: number, balance: number) =>
  bankFile([`2026-10-${date},R${date},x,${credit}.00,,${balance}.00`], { balance: true });
const newRail = async () => {
  const rail = `gap-${++count}`;
  await reconcileRail(service, { rail });
  return rail;
};

describe('the balances of statements', () => {
  it('follow from day to day, or the file is refused with the size of the gap', async () => {
    const rail = await newRail();
    await importFile(operator, rail, '01.csv', day('01', 10, 110));
    assert.equal((await importFile(operator, rail, '02.csv', day('02', 5, 115))).status, 'imported');
    const gap = await importFile(operator, rail, '03.csv', day('03', 5, 130));
    assert.equal(gap.status, 'refused');
    assert.match(gap.problems[0].problem, /opens on 2026-10-03 with 125 KES.*closes on 2026-10-02 with 115 KES/);
    assert.match(gap.problems[0].problem, /The gap is 10 KES/);
    assert.equal((await linesOf(service, rail)).length, 2);
  });

  it('may be imported out of order: a missing day is a warning, and a wrong one is refused later', async () => {
    const rail = await newRail();
    await importFile(operator, rail, '01.csv', day('01', 10, 110));
    const later = await importFile(operator, rail, '04.csv', day('04', 5, 130));
    assert.equal(later.status, 'imported');
    assert.match(later.warnings[0], /The gap is 15 KES, and no statement has the 2 days between/);
    const rows = ['2026-10-02,R2,x,10.00,,120.00', '2026-10-03,R3,x,4.00,,124.00'];
    const wrong = await importFile(operator, rail, 'wrong.csv', bankFile(rows, { balance: true }));
    assert.equal(wrong.status, 'refused');
    assert.match(wrong.problems[0].problem, /closes on 2026-10-03 with 124 KES, but "04\.csv" opens.*125 KES/);
    rows[1] = '2026-10-03,R3,x,5.00,,125.00';
    const right = await importFile(operator, rail, 'right.csv', bankFile(rows, { balance: true }));
    assert.deepEqual([right.status, right.warnings], ['imported', []]);
  });

  it('are not compared with a file that overlaps', async () => {
    const rail = await newRail();
    const rows = ['2026-10-01,R1,x,10.00,,110.00', '2026-10-02,R2,x,10.00,,120.00', '2026-10-03,R3,x,10.00,,130.00'];
    await importFile(operator, rail, 'a.csv', bankFile(rows.slice(0, 2), { balance: true }));
    const second = await importFile(operator, rail, 'b.csv', bankFile(rows.slice(1), { balance: true }));
    assert.deepEqual([second.status, second.warnings, second.new_lines], ['imported', [], 1]);
  });
});

/** A message of MT940 for one account, with one credit. */
const mt940 = (account: string, id: string) =>
  [
    ':20:STARTUMS',
    `:25:${account}`,
    ':28C:1/1',
    ':60F:C261001KES100,00',
    `:61:2610011001C10,00NTRF${id}//${id}`,
    ':86:rent',
    ':62F:C261001KES110,00',
    '-',
    '',
  ].join('\r\n');

describe('a file with several accounts', () => {
  it('is split: each rail gets the lines of its account', async () => {
    await reconcileRail(service, { rail: 'bank-a', layout: 'mt940', account: '111' });
    await reconcileRail(service, { rail: 'bank-b', layout: 'mt940', account: '222' });
    const file = await importFile(operator, 'bank-a', 'all.sta', mt940('BANKKENA/111', 'X1') + mt940('222', 'X2'));
    assert.deepEqual([file.status, file.lines, file.problems], ['imported', 1, []]);
    const { body } = await operator.call('GET', '/operator/statement_files?rail=bank-b');
    const [part] = body.data;
    assert.deepEqual([part.part_of, part.status, part.lines, part.new_lines], [file.id, 'imported', 1, 1]);
    assert.deepEqual([(await linesOf(service, 'bank-a')).length, (await linesOf(service, 'bank-b')).length], [1, 1]);
  });

  it('with a foreign account is refused by name, and no rail gets a line', async () => {
    await reconcileRail(service, { rail: 'bank-c', layout: 'mt940', account: '333' });
    await reconcileRail(service, { rail: 'bank-d', layout: 'mt940', account: '444' });
    const body = mt940('333', 'X1') + mt940('444', 'X2') + mt940('555', 'X3');
    const file = await importFile(operator, 'bank-c', 'all.sta', body);
    assert.equal(file.status, 'refused');
    assert.match(file.problems[0].problem, /the account 555/);
    assert.deepEqual([...(await linesOf(service, 'bank-c')), ...(await linesOf(service, 'bank-d'))], []);
  });
});
