import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestService, type TestService } from '../support/harness.ts';
import { makeOperator } from '../support/operators.ts';
import type { TestPerson } from '../support/person.ts';
import { bankFile, importFile, linesOf, reconcileRail, sendFile } from '../support/statement-files.ts';

let service: TestService;
let operator: TestPerson;
let count = 0;
before(async () => {
  service = await startTestService();
  operator = await makeOperator(service, 'finance');
});
after(() => service.stop());

const newRail = async (settings: { account?: string; layout?: string } = {}) => {
  const rail = `bank-${++count}`;
  await reconcileRail(service, { rail, ...settings });
  return rail;
};

const two = ['2026-10-01,A1,rent,100.00,', '2026-10-02,A2,salary,,40.50'];

describe('a statement file', () => {
  it('is imported, and shows its lines and its statement', async () => {
    const rail = await newRail();
    const file = await importFile(operator, rail, 'october.csv', bankFile(two));
    assert.deepEqual(
      [file.status, file.lines, file.new_lines, file.problems, file.read_bytes === file.size],
      ['imported', 2, 2, [], true],
    );
    assert.deepEqual(
      file.statements.map(({ from, to, lines, total }: any) => [from, to, lines, total]),
      [['2026-10-01', '2026-10-02', 2, 5_950]],
    );
    const lines = await linesOf(service, rail);
    assert.deepEqual(
      lines.map(({ operation, amount, booked_on }) => [operation, amount, booked_on]),
      [
        ['A1', 10_000, '2026-10-01'],
        ['A2', -4_050, '2026-10-02'],
      ],
    );
  });

  it('is imported once however often it is sent', async () => {
    const rail = await newRail();
    const body = bankFile(two);
    const first = await importFile(operator, rail, 'october.csv', body);
    const again = await Promise.all([1, 2, 3].map((i) => sendFile(operator, rail, `copy ${i}.csv`, body)));
    assert.deepEqual([...new Set(again.map((reply) => reply.body.id))], [first.id]);
    assert.equal((await linesOf(service, rail)).length, 2);
    const { body: list } = await operator.call('GET', `/operator/statement_files?rail=${rail}&status=imported`);
    assert.deepEqual(
      list.data.map(({ id }: any) => id),
      [first.id],
    );
  });

  it('shares its lines with overlapping files, and equal lines inside one file all count', async () => {
    const rail = await newRail();
    const equal = ['2026-10-01,,coffee,,3.00', '2026-10-01,,coffee,,3.00'];
    await importFile(operator, rail, 'first.csv', bankFile([...two, ...equal]));
    const more = [...equal, '2026-10-01,,coffee,,3.00', ...two, '2026-10-03,A3,rent,7.00,'];
    const second = await importFile(operator, rail, 'second.csv', bankFile(more));
    assert.deepEqual([second.status, second.lines, second.new_lines], ['imported', 6, 2]);
    const lines = await linesOf(service, rail);
    assert.deepEqual(
      lines.map(({ operation, amount, occurrence, name }) => [operation, amount, occurrence, name]),
      [
        ['A1', 10_000, 1, 'first.csv'],
        [null, -300, 1, 'first.csv'],
        [null, -300, 2, 'first.csv'],
        [null, -300, 3, 'second.csv'],
        ['A2', -4_050, 1, 'first.csv'],
        ['A3', 700, 1, 'second.csv'],
      ],
    );
  });

  it('with one bad line is refused completely, and names each bad line', async () => {
    const rail = await newRail();
    const rows = Array.from({ length: 3_000 }, (_, i) => `2026-10-01,B${i},x,1.00,`);
    rows[1_500] = '2026-10-01,B1500,x,1.005,';
    rows[2_500] = '2026-13-01,B2500,x,1.00,';
    const file = await importFile(operator, rail, 'bad.csv', bankFile(rows));
    assert.deepEqual([file.status, file.new_lines], ['refused', 0]);
    assert.deepEqual(
      file.problems.map(({ line }: any) => line),
      [1_502, 2_502],
    );
    assert.match(file.problems[0].problem, /row 1502: Credit .*1\.005/);
    assert.deepEqual(await linesOf(service, rail), []);
    // The corrected file is another one.
    rows[1_500] = '2026-10-01,B1500,x,1.00,';
    rows[2_500] = '2026-10-01,B2500,x,1.00,';
    assert.equal((await importFile(operator, rail, 'bad.csv', bankFile(rows))).new_lines, 3_000);
  });

  it('whose line differs from the imported one is refused, and both are named', async () => {
    const rail = await newRail();
    await importFile(operator, rail, 'first.csv', bankFile(two));
    const changed = ['2026-10-03,A3,rent,7.00,', '2026-10-02,A2,salary,,40.60'];
    const file = await importFile(operator, rail, 'second.csv', bankFile(changed));
    assert.equal(file.status, 'refused');
    assert.match(file.problems[0].problem, /line 3 \(A2\) has the amount -40\.60 KES, but line 3 of "first\.csv"/);
    assert.equal((await linesOf(service, rail)).length, 2);
  });

  it('updates a pending line that is booked now', async () => {
    const rail = await newRail({ layout: 'm-pesa-portal' });
    const row = (status: string, id: string) =>
      `${id},01-10-2026 10:00:00,Pay Bill from 254712345678,${status},10.00,,`;
    const file = (...rows: string[]) =>
      ['Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance', ...rows, ''].join('\n');
    const names =
      'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Reason Type,Other Party Info';
    const full = (...rows: string[]) =>
      file(...rows.map((text) => `${text},Pay Bill,254712345678`)).replace(/^.*/, names);
    const pending = await importFile(operator, rail, 'p.csv', full(row('Pending', 'TJ1')));
    assert.equal(pending.status, 'imported', JSON.stringify(pending.problems));
    const booked = full(row('Completed', 'TJ1').replace(/,$/, ',10.00'));
    const file2 = await importFile(operator, rail, 'b.csv', booked);
    assert.deepEqual([file2.status, file2.new_lines], ['imported', 0], JSON.stringify(file2.problems));
    const lines = await linesOf(service, rail);
    assert.deepEqual(
      lines.map(({ state, name }) => [state, name]),
      [['booked', 'b.csv']],
    );
    // An older file does not take it back.
    const older = full(row('Pending', 'TJ1'), row('Pending', 'TJ2'));
    await importFile(operator, rail, 'c.csv', older);
    assert.deepEqual((await linesOf(service, rail)).map(({ state }) => state).sort(), ['booked', 'pending']);
  });

  it('of a foreign account is refused by name', async () => {
    const rail = await newRail({ account: '600999' });
    const file = await importFile(operator, rail, 'other.csv', bankFile(two, { labels: ['Account,700111'] }));
    assert.equal(file.status, 'refused');
    assert.match(file.problems[0].problem, /the account 700111, which belongs to no rail here.*600999/);
    assert.deepEqual(await linesOf(service, rail), []);
    const own = await importFile(operator, rail, 'own.csv', bankFile(two, { labels: ['Account,600 999'] }));
    assert.equal(own.status, 'imported');
  });

  it('counts a line of a closed day on the first open day', async () => {
    const rail = await newRail();
    const text = `UPDATE reconciled_rails SET closed_to = '2026-10-01' WHERE rail = $1`;
    await service.db.query({ name: 'test_close_day', text }, [rail]);
    await importFile(operator, rail, 'late.csv', bankFile(two));
    assert.deepEqual(
      (await linesOf(service, rail)).map(({ booked_on, accounted_on }) => [booked_on, accounted_on]),
      [
        ['2026-10-01', '2026-10-02'],
        ['2026-10-02', '2026-10-02'],
      ],
    );
  });

  it('of an unknown rail, an empty one, or a file without a header is refused', async () => {
    const rail = await newRail();
    assert.equal((await sendFile(operator, 'no-rail', 'x.csv', bankFile(two))).status, 404);
    assert.equal((await sendFile(operator, rail, 'x.csv', '')).status, 400);
    const file = await importFile(operator, rail, 'x.csv', 'no,header\n1,2\n');
    assert.equal(file.status, 'refused');
    assert.ok(file.problems.length > 0);
  });
});
