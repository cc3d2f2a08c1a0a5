import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestService, type TestService } from '../support/harness.ts';
import { makeOperator } from '../support/operators.ts';
import type { TestPerson } from '../support/person.ts';
import { importFile, linesOf, reconcileRail } from '../support/statement-files.ts';

let service: TestService;
let operator: TestPerson;
before(async () => {
  service = await startTestService();
  operator = await makeOperator(service, 'finance');
});
after(() => service.stop());

const layout = {
  format: 'csv',
  time_zone: 'Africa/Nairobi',
  delimiter: ';',
  decimal: ',',
  group: '.',
  columns: { date: 'Datum', operation: 'Ref', amount: 'Betrag' },
  currency: 'KES',
  date_format: 'dd.MM.yyyy',
};
const file = 'Datum;Ref;Betrag\n01.10.2026;R1;1.234,50\n02.10.2026;R2;-3,00\n';
const preview = (query: Record<string, string>, body = file) =>
  operator.call('POST', `/operator/statement_layouts/preview?${new URLSearchParams(query)}`, body, {
    'content-type': 'text/csv',
  });

describe('a layout of an operator', () => {
  it('shows the first lines of a file before it is kept', async () => {
    const { status, body, text } = await preview({ definition: JSON.stringify(layout) });
    assert.equal(status, 200, text);
    assert.deepEqual(
      body.lines.map(({ operation, amount, booked_on }: any) => [operation, amount, booked_on]),
      [
        ['R1', 123_450, '2026-10-01'],
        ['R2', -300, '2026-10-02'],
      ],
    );
    const wrong = await preview({ definition: JSON.stringify({ ...layout, date_format: 'MM/dd/yyyy' }) });
    assert.equal(wrong.body.problems.length, 2);
    const faulty: Record<string, string>[] = [
      {},
      { definition: '{' },
      { definition: '{"format":"csv"}' },
      { layout: 'none' },
    ];
    for (const query of faulty) assert.ok([400, 404].includes((await preview(query)).status));
    const none = `SELECT count(*)::int AS count FROM statement_files`;
    assert.equal((await service.db.query<{ count: number }>({ name: 'test_none', text: none }))[0]!.count, 0);
  });

  it('is kept under a new name, listed, and reads the files of a rail', async () => {
    const body = { name: 'our-bank', layout };
    assert.equal((await operator.call('POST', '/operator/statement_layouts', body)).status, 201);
    assert.equal((await operator.call('POST', '/operator/statement_layouts', body)).status, 409);
    const bad = { name: 'bad-bank', layout: { ...layout, time_zone: 'Mars/Olympus' } };
    const reserved = await operator.call('POST', '/operator/statement_layouts', { ...body, name: 'provider' });
    assert.deepEqual([reserved.status, /name: provider is reserved/.test(reserved.text)], [400, true], reserved.text);
    const refused = await operator.call('POST', '/operator/statement_layouts', bad);
    assert.deepEqual([refused.status, refused.body.error.param], [400, 'layout.time_zone']);
    const { data } = (await operator.call('GET', '/operator/statement_layouts')).body;
    const names = data.map(({ name }: any) => name);
    assert.ok(names.includes('m-pesa-portal') && names.at(-1) === 'our-bank', names.join());
    await reconcileRail(service, { rail: 'bank-ke', layout: 'our-bank' });
    const imported = await importFile(operator, 'bank-ke', 'oct.csv', file);
    assert.equal(imported.status, 'imported', JSON.stringify(imported.problems));
    assert.equal((await linesOf(service, 'bank-ke')).length, 2);
  });
});
