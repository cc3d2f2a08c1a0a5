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
});
