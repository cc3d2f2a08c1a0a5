import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { cloneDatabase, type TestDatabase } from '../../test/support/database.ts';
import { copyIn, openCopyRows } from './copy.ts';
import { type Database, openDatabase } from './database.ts';

type Row = { small: number; whole: number; told: string | null; at: number };

let clone: TestDatabase;
let db: Database;
before(async () => {
  clone = await cloneDatabase();
  // One connection: what a refused COPY left of it is what the next one gets.
  db = openDatabase(clone.url, { max: 1 });
  await db.pool.query(
    'CREATE TABLE copied (n int GENERATED ALWAYS AS IDENTITY, small int2, whole int4, told text, at timestamptz)',
  );
});
after(async () => {
  await db.close();
  await clone.drop();
});

const COPY = 'COPY copied (small, whole, told, at) FROM STDIN (FORMAT binary)';
const rows = openCopyRows();
function add({ small, whole, told, at }: Row): void {
  rows.begin(4);
  rows.int2(small);
  rows.int4(whole);
  rows.text(told);
  rows.time(at);
  rows.end();
}
const ordinary: Row = { small: 1, whole: 2, told: 'three', at: 4 };

/** What is there now, which is then no more. */
async function take(): Promise<Row[]> {
  const { rows: found } = await db.pool.query('SELECT small, whole, told, at FROM copied ORDER BY n');
  await db.pool.query('TRUNCATE copied');
  return found.map((row) => ({ ...row, at: Number(row.at) }));
}
async function copied(those: readonly Row[]): Promise<Row[]> {
  rows.clear();
  for (const one of those) add(one);
  await copyIn(db, COPY, rows.data());
  return take();
}

const int = (bits: number) => fc.integer({ min: -(2 ** (bits - 1)), max: 2 ** (bits - 1) - 1 });
const anyRow = fc.record(
  {
    small: int(16),
    whole: int(32),
    told: fc.option(fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'))),
    at: fc.integer({ min: 0, max: Date.UTC(2200, 0, 1) }),
  },
  { noNullPrototype: true },
);

describe('rows that are copied', () => {
  it('are what was written, in memory that held others before', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRow, { maxLength: 20 }), async (those) => {
        assert.deepEqual(await copied(those), those);
      }),
      { numRuns: 50 },
    );
  });

  it('may be more than one piece of them, and a text longer than all of the memory so far', async () => {
    const those = Array.from({ length: 300 }, (_, i) => ({ ...ordinary, whole: i, told: '→é'.repeat(i * 10) }));
    assert.deepEqual(await copied(those), those);
  });

  it('leave out one that was not ended, and its neighbours are whole', async () => {
    rows.clear();
    add(ordinary);
    assert.throws(() => add({ ...ordinary, whole: 2 ** 31 }), RangeError);
    add({ ...ordinary, told: null });
    rows.begin(4);
    rows.int2(7);
    await copyIn(db, COPY, rows.data());
    assert.deepEqual(await take(), [ordinary, { ...ordinary, told: null }]);
  });

  it('are none where the database refuses one of them, and the connection is as it was', async () => {
    const many = Array.from({ length: 5_000 }, () => ({ ...ordinary, told: 'x'.repeat(100) }));
    await assert.rejects(copied([...many, { ...ordinary, told: 'no text of theirs: \0' }]), { code: '22021' });
    await assert.rejects(copyIn(db, COPY.replace('told', 'untold'), rows.data()), { code: '42703' });
    const { rows: before } = await db.pool.query('SELECT pg_backend_pid() AS pid');
    assert.deepEqual(await copied([ordinary]), [ordinary]);
    assert.deepEqual((await db.pool.query('SELECT pg_backend_pid() AS pid')).rows, before);
  });

  it('are one transaction with what stands before them', async () => {
    rows.clear();
    add(ordinary);
    await copyIn(db, `SELECT set_config('application_name', 'copying', true); ${COPY}`, rows.data());
    assert.equal((await db.pool.query('SHOW application_name')).rows[0].application_name, 'rialto');
    await assert.rejects(
      copyIn(db, `INSERT INTO copied (told) VALUES ('before'); ${COPY}`, rows.data().subarray(0, -6)),
    );
    assert.deepEqual(await take(), [ordinary]);
  });
});
