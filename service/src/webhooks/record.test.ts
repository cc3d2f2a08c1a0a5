import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { cloneDatabase, type TestDatabase } from '../../test/support/database.ts';
import { withStatements } from '../../test/support/world.ts';
import { type Database, openDatabase } from '../db/database.ts';
import type { Attempted } from './attempt.ts';
import { createRecorder, portionsOf } from './record.ts';

const withAnswer = (characters: number | null) =>
  ({
    delivery: { world: 1, id: 'dlv_nobody', endpoint_id: 'wbk_nobody', attempts_made: 0, run_start: 0 },
    at: new Date(),
    requestHeaders: {},
    outcome: { responseStatus: 200, responseBody: characters === null ? null : 'x'.repeat(characters), error: null },
  }) as Attempted;
const lengthsOf = (answers: (number | null)[]) => portionsOf(answers.map(withAnswer)).map((portion) => portion.length);

describe('attempts are recorded together', () => {
  let database: TestDatabase;
  let db: Database;
  before(async () => {
    database = await cloneDatabase();
    db = openDatabase(database.url, { max: 2 });
  });
  after(async () => {
    await db.close();
    await database.drop();
  });

  it('up to a million characters of answers', () => {
    assert.deepEqual(lengthsOf([]), []);
    assert.deepEqual(lengthsOf(Array(500).fill(null)), [500]);
    assert.deepEqual(lengthsOf(Array(500).fill(200)), [500]);
    // 16 of 64 KiB are exactly that many.
    assert.deepEqual(lengthsOf(Array(40).fill(65_536)), [16, 16, 8]);
    assert.deepEqual(lengthsOf([2_000_000, 1, 1_048_575, 1]), [1, 2, 1]);
  });

  it('with one transaction for each portion', async (t) => {
    const connect = t.mock.method(db.pool, 'connect');
    const record = createRecorder(db);
    for (const [characters, transactions] of [
      [200, 1],
      [65_536, 3],
    ] as const) {
      connect.mock.resetCalls();
      await Promise.all(Array.from({ length: 40 }, () => record(withAnswer(characters))));
      assert.equal(connect.mock.callCount(), transactions);
    }
  });

  it('without their answer, if it cannot be stored', async () => {
    const record = createRecorder(
      withStatements(db, (statement) =>
        statement.name === 'deliveries_record'
          ? {
              name: 'test_record',
              text: `SELECT $1::int[], $2::text[], $3::int[], $5::text[], $6::bigint[], 1 / (($4::json[])[1] ->> 'response_body' IS NULL)::int`,
            }
          : statement,
      ),
    );
    await record(withAnswer(5));
    // Control: an attempt that cannot be stored at all is an error.
    const never = withStatements(db, (statement) =>
      statement.name === 'deliveries_record'
        ? {
            name: 'test_never',
            text: 'SELECT $1::int[], $2::text[], $3::int[], $4::json[], $5::text[], $6::bigint[], 1 / 0',
          }
        : statement,
    );
    await assert.rejects(createRecorder(never)(withAnswer(5)));
  });
});
