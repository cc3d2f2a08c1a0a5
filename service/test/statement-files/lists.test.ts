import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fixedRails, type Rail, type StatementRow } from '../../src/rails/rail.ts';
import { createListReader } from '../../src/statements/read-list.ts';
import { startTestService, type TestService } from '../support/harness.ts';
import { makeOperator } from '../support/operators.ts';
import type { TestPerson } from '../support/person.ts';
import { importFile, linesOf, reconcileRail } from '../support/statement-files.ts';

let service: TestService;
let operator: TestPerson;
/** The provider's list, in pages of two rows. */
let listed: StatementRow[] = [];
let failing = false;

const slug = 'wave-sn';
const rail: Rail = {
  name: slug,
  capabilities: () => ({ decimals: 0, collect: null, refund: null, payout: null }),
  statement: async (from, to, cursor) => {
    const at = Number(cursor ?? 0);
    if (failing && at > 0) throw new Error('the provider does not answer');
    const rows = listed.filter((row) => row.at >= from && row.at < to);
    return { rows: rows.slice(at, at + 2), cursor: at + 2 < rows.length ? `${at + 2}` : null };
  },
};
before(async () => {
  service = await startTestService();
  operator = await makeOperator(service, 'finance');
  await reconcileRail(service, { rail: slug, layout: 'wave-transactions', currency: 'XOF', zone: 'Africa/Dakar' });
});
after(() => service.stop());

const errors: unknown[] = [];
/** One round of a node that has not read the list yet. */
const readOnce = () =>
  createListReader({
    db: service.db,
    rails: fixedRails({ [slug]: rail }),
    onError: (error) => errors.push(error),
    everyMs: 0,
  })();

const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString().slice(0, 10);
const row = (operation: string, amount: bigint, more: Partial<StatementRow> = {}): StatementRow => ({
  operation,
  record: null,
  kind: amount < 0n ? 'payout' : 'incoming',
  amount,
  currency: 'XOF',
  at: new Date(`${yesterday}T10:00:00Z`),
  phone: null,
  accountText: null,
  ...more,
});
const files = async () => (await operator.call('GET', `/operator/statement_files?rail=${slug}`)).body.data;

describe("a provider's list", () => {
  it('is read with all its pages, and a charge is the fee of its movement', async () => {
    listed = [row('T1', 500n), row('T2', -300n), row('T2', -3n, { kind: 'fee' }), row('T3', 20n)];
    assert.equal(await readOnce(), 1);
    const lines = await linesOf(service, slug);
    assert.deepEqual(
      lines.map(({ operation, amount, fee, booked_on }) => [operation, amount, fee, booked_on]),
      [
        ['T1', 500, 0, yesterday],
        ['T2', -300, 3, yesterday],
        ['T3', 20, 0, yesterday],
      ],
    );
    const [file] = await files();
    assert.deepEqual([file.source, file.status, file.lines, file.new_lines], ['provider', 'imported', 3, 3]);
  });

  it('and a file have the same lines, and a later reading adds only new ones', async () => {
    listed.push(row('T4', 40n));
    await readOnce();
    assert.equal((await linesOf(service, slug)).length, 4);
    const header = 'Transaction ID,Timestamp,Transaction type,Amount,Fee,Currency';
    const rows = [
      `T5,${yesterday}T12:00:00Z,merchant_payment,50,0,XOF`,
      `T2,${yesterday}T10:00:00Z,api_payout,-300,3,XOF`,
      `T1,${yesterday}T10:00:00Z,merchant_payment,500,0,XOF`,
    ];
    const file = await importFile(operator, slug, 'wave.csv', [header, ...rows, ''].join('\n'));
    assert.deepEqual([file.status, file.new_lines], ['imported', 1], JSON.stringify(file.problems));
    assert.equal((await linesOf(service, slug)).length, 5);
  });

  it('that breaks off leaves nothing, and is read again', async () => {
    const before = (await files()).length;
    listed = ['A', 'B', 'C'].map((name) => row(`U${name}`, 7n));
    failing = true;
    assert.equal(await readOnce(), 0);
    assert.match(`${errors.pop()}`, /does not answer/);
    assert.deepEqual([(await linesOf(service, slug)).length, (await files()).length], [5, before]);
    failing = false;
    await readOnce();
    assert.equal((await linesOf(service, slug)).length, 8);
  });

  it('without new lines leaves one empty reading, not one for each hour', async () => {
    const before = (await files()).length;
    for (let i = 0; i < 3; i++) await readOnce();
    assert.equal((await files()).length, before + 1);
  });
});
