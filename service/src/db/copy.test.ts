import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { cloneDatabase, type TestDatabase } from '../../test/support/database.ts';
import { copyIn, openCopyRows } from './copy.ts';
import { type Database, openDatabase } from './database.ts';

type Row = { small: number; whole: number; note: string | null; at: number };

let clone: TestDatabase;
let db: Database;
before(async () => {
  clone = await cloneDatabase();
  // A single connection, so that the next COPY uses the one that a refused COPY left.
  db = openDatabase(clone.url, { max: 1 });
  await db.pool.query(
    'CREATE TABLE copied (n int GENERATED ALWAYS AS IDENTITY, small int2, whole int4, note text, at timestamptz)',
  );
});
after(async () => {
  await db.close();
  await clone.drop();
});

const COPY = 'COPY copied (small, whole, note, at) FROM STDIN (FORMAT binary)';
const rows = openCopyRows();
function add({ small, whole, note, at }: Row): void {
  rows.begin(4);
  rows.int2(small);
  rows.int4(whole);
  rows.text(note);
  rows.time(at);
  rows.end();
}
const ordinary: Row = { small: 1, whole: 2, note: 'three', at: 4 };

/** Reads and deletes all rows. */
async function take(): Promise<Row[]> {
  const { rows: found } = await db.pool.query('SELECT small, whole, note, at FROM copied ORDER BY n');
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
    note: fc.option(fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'))),
    at: fc.integer({ min: 0, max: Date.UTC(2200, 0, 1) }),
  },
  { noNullPrototype: true },
);

describe('COPY of rows', () => {
  it('stores the rows as written, also when their memory is reused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRow, { maxLength: 20 }), async (those) => {
        assert.deepEqual(await copied(those), those);
      }),
      { numRuns: 50 },
    );
  });

  it('takes several pieces of rows, and a text longer than the memory so far', async () => {
    const those = Array.from({ length: 300 }, (_, i) => ({ ...ordinary, whole: i, note: '→é'.repeat(i * 10) }));
    assert.deepEqual(await copied(those), those);
  });

  it('leaves out a row that was not ended, and keeps its neighbours', async () => {
    rows.clear();
    add(ordinary);
    assert.throws(() => add({ ...ordinary, whole: 2 ** 31 }), RangeError);
    add({ ...ordinary, note: null });
    rows.begin(4);
    rows.int2(7);
    await copyIn(db, COPY, rows.data());
    assert.deepEqual(await take(), [ordinary, { ...ordinary, note: null }]);
  });

  it('stores no row if the database refuses one, and keeps the connection usable', async () => {
    const many = Array.from({ length: 5_000 }, () => ({ ...ordinary, note: 'x'.repeat(100) }));
    await assert.rejects(copied([...many, { ...ordinary, note: 'no text of theirs: \0' }]), { code: '22021' });
    await assert.rejects(copyIn(db, COPY.replace('note', 'untold'), rows.data()), { code: '42703' });
    const { rows: before } = await db.pool.query('SELECT pg_backend_pid() AS pid');
    assert.deepEqual(await copied([ordinary]), [ordinary]);
    assert.deepEqual((await db.pool.query('SELECT pg_backend_pid() AS pid')).rows, before);
  });

  it('runs in one transaction with the statements before it', async () => {
    rows.clear();
    add(ordinary);
    await copyIn(db, `SELECT set_config('application_name', 'copying', true); ${COPY}`, rows.data());
    assert.equal((await db.pool.query('SHOW application_name')).rows[0].application_name, 'rialto');
    await assert.rejects(
      copyIn(db, `INSERT INTO copied (note) VALUES ('before'); ${COPY}`, rows.data().subarray(0, -6)),
    );
    assert.deepEqual(await take(), [ordinary]);
  });
});
