import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fixedRails } from '../../src/rails/rail.ts';
import { createStatementWorker } from '../../src/statements/worker.ts';
import type { DocumentStore } from '../../src/storage/document-store.ts';
import { startTestService, type TestService, testSecrets } from '../support/harness.ts';
import { makeOperator } from '../support/operators.ts';
import type { TestPerson } from '../support/person.ts';
import { bankFile, linesOf, reconcileRail, sendFile } from '../support/statement-files.ts';

let service: TestService;
let operator: TestPerson;
before(async () => {
  // No workers: a test runs the rounds of its nodes.
  service = await startTestService({ ROLE: 'api' });
  operator = await makeOperator(service, 'finance');
});
after(() => service.stop());

const errors: unknown[] = [];
const node = (documents: DocumentStore = service.documents) =>
  createStatementWorker({
    ...{ db: service.db, documents, rails: fixedRails({}), root: '', key: testSecrets.railKey },
    onError: (error) => errors.push(error),
    onRefused: () => {},
  });

/** A store that breaks at the second chunk, as a node that is killed between two portions of lines. */
const breaking = (): DocumentStore => {
  let reads = 0;
  return {
    ...service.documents,
    get: (name) => (++reads === 2 ? Promise.reject(new Error('killed')) : service.documents.get(name)),
  };
};

const fileOf = async (id: string) => (await operator.call('GET', `/operator/statement_files/${id}`)).body;
/** The claim of a node that does not renew it ends. */
const expire = (id: string) =>
  service.db.query(
    {
      name: 'test_expire',
      text: `UPDATE statement_files SET claimed_at = claimed_at - interval '1 minute' WHERE id = $1`,
    },
    [id],
  );

/** Longer than one chunk of 4 MiB. */
const long = (last: string) =>
  bankFile([
    ...Array.from({ length: 45_000 }, (_, i) => `2026-10-01,C${i},${'x'.repeat(90)},1.00,`),
    `2026-10-01,LAST,x,${last},`,
  ]);

describe('an import that is interrupted', () => {
  it('leaves lines that do not count, and is imported once by another node', async () => {
    await reconcileRail(service, { rail: 'bank-1' });
    const { id } = (await sendFile(operator, 'bank-1', 'long.csv', long('1.00'))).body;
    await node(breaking()).round();
    assert.match(`${errors.pop()}`, /killed/);
    const left = await linesOf(service, 'bank-1');
    assert.ok(left.length > 1_000 && left.length < 45_000, `${left.length} lines`);
    assert.ok(left.every(({ status }) => status === 'reading'));
    assert.equal((await fileOf(id)).status, 'reading');
    // While the claim is fresh, no other node reads the file.
    await node().round();
    assert.equal((await fileOf(id)).status, 'reading');
    await expire(id);
    await node().round();
    const file = await fileOf(id);
    assert.deepEqual([file.status, file.lines, file.new_lines], ['imported', 45_001, 45_001]);
    assert.equal((await linesOf(service, 'bank-1')).length, 45_001);
  });

  it('leaves nothing if the file is refused then', async () => {
    await reconcileRail(service, { rail: 'bank-2' });
    const { id } = (await sendFile(operator, 'bank-2', 'long.csv', long('1.005'))).body;
    await node(breaking()).round();
    errors.pop();
    assert.notEqual((await linesOf(service, 'bank-2')).length, 0);
    await expire(id);
    await node().round();
    assert.equal((await fileOf(id)).status, 'refused');
    assert.deepEqual(await linesOf(service, 'bank-2'), []);
  });

  it('by the end of the service is continued at once', async () => {
    await reconcileRail(service, { rail: 'bank-3' });
    const { id } = (await sendFile(operator, 'bank-3', 'long.csv', long('2.00'))).body;
    const stopped: ReturnType<typeof node> = node({
      ...service.documents,
      get: (name) => {
        stopped.stop();
        return service.documents.get(name);
      },
    });
    await stopped.round();
    assert.deepEqual(errors, []);
    await node().round();
    assert.equal((await fileOf(id)).status, 'imported');
  });
});

describe('an upload that breaks off', () => {
  it('is swept with its bytes', async () => {
    await reconcileRail(service, { rail: 'bank-4' });
    const kept = await sendFile(operator, 'bank-4', 'a.csv', bankFile(['2026-10-01,A1,x,1.00,']));
    const again = await sendFile(operator, 'bank-4', 'b.csv', bankFile(['2026-10-01,A1,x,1.00,']));
    assert.equal(again.body.id, kept.body.id);
    const count = `SELECT count(*)::int AS count FROM statement_files WHERE rail = 'bank-4'`;
    const files = async () =>
      (await service.db.query<{ count: number }>({ name: 'test_count_files', text: count }))[0]!.count;
    assert.equal(await files(), 2);
    await node().round();
    assert.equal(await files(), 1);
    assert.equal((await fileOf(kept.body.id)).status, 'imported');
  });
});
