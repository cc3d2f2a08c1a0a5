import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg, { type PoolClient } from 'pg';
import { cloneDatabase, type TestDatabase } from '../../test/support/database.ts';
import { byteas, int4s, texts } from './arrays.ts';
import { type Database, openDatabase, type Statement } from './database.ts';
import { isStatementError } from './failure.ts';
import { openPipeline, PipelinedBatch } from './pipeline.ts';

let database: TestDatabase;
let db: Database;
before(async () => {
  database = await cloneDatabase();
  db = openDatabase(database.url, { max: 2 });
  await db.query({ name: 'items', text: 'CREATE TABLE items (id int PRIMARY KEY DEFERRABLE INITIALLY DEFERRED)' });
});
after(async () => {
  await db.close();
  await database.drop();
});

const one: Statement = { name: 'one', text: 'SELECT 1 AS n' };
const echo: Statement = {
  name: 'echo',
  text: 'SELECT $1::text AS t, $2::int AS i, $3::bigint AS b, $4::boolean AS y, extract(epoch FROM $5::timestamptz)::float8 AS d, $6::bytea AS x, $7::text[] AS a, $8::jsonb AS j',
};
const zero: Statement = { name: 'zero', text: 'SELECT 1 / $1::int AS n' };
const add: Statement = { name: 'add', text: 'INSERT INTO items VALUES ($1)' };

async function onOneConnection<T>(run: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await db.pool.connect();
  try {
    return await run(client);
  } finally {
    client.release();
  }
}

/** The number of chunks that the process wrote to the database and read from it while `run` ran. */
async function piecesOf(client: PoolClient, run: () => Promise<unknown>): Promise<{ written: number; read: number }> {
  const { stream } = client.connection;
  const pieces = { written: 0, read: 0 };
  const count = () => pieces.read++;
  const write = stream.write.bind(stream);
  stream.write = ((...args: Parameters<typeof write>) => {
    pieces.written++;
    return write(...args);
  }) as typeof stream.write;
  stream.on('data', count);
  await run();
  stream.off('data', count);
  stream.write = write;
  return pieces;
}

describe('statements in one batch', () => {
  it('return their own results, whatever form a parameter has', async () => {
    const at = new Date('2026-11-21T10:00:00.123Z');
    const values = ['é€😀', 7, 2n ** 62n, true, at, Buffer.from([0, 255]), ['a,"b"', null], { k: [1] }];
    const results = await onOneConnection((client) => {
      const { issue } = openPipeline(client);
      return Promise.all([issue(one), issue(echo, values), issue(echo, Array(8).fill(null)), issue(one)]);
    });
    const nothing = { t: null, i: null, b: null, y: null, d: null, x: null, a: null, j: null };
    assert.deepEqual(
      results.map(({ rows }) => rows),
      [
        [{ n: 1 }],
        [
          {
            t: 'é€😀',
            i: 7,
            b: 2n ** 62n,
            y: true,
            d: at.getTime() / 1000,
            x: Buffer.from([0, 255]),
            a: ['a,"b"', null],
            j: { k: [1] },
          },
        ],
        [nothing],
        [{ n: 1 }],
      ],
    );
    assert.deepEqual(
      results.map(({ command }) => command),
      Array(4).fill('SELECT 1'),
    );
  });

  it('take arrays in binary form, including empty ones and a megabyte', async () => {
    const statement: Statement = {
      name: 'arrays',
      text: 'SELECT cardinality($1::text[]) AS t, cardinality($2::int[]) AS i, length(($1::text[])[1]) AS l, cardinality($3::bytea[]) AS x',
    };
    const rows = await onOneConnection(async (client) => {
      const { issue } = openPipeline(client);
      const [empty, large] = await Promise.all([
        issue(statement, [texts([]), int4s([]), byteas([])]),
        issue(statement, [texts(['ü'.repeat(500_000), null]), int4s([1]), byteas([Buffer.alloc(1)])]),
      ]);
      return [...empty.rows, ...large.rows];
    });
    assert.deepEqual(rows, [
      { t: 0, i: 0, l: null, x: 0 },
      { t: 2, i: 1, l: 500_000, x: 1 },
    ]);
  });

  it('are sent in one write, and answered in one', async () => {
    const pieces = await onOneConnection((client) =>
      piecesOf(client, () => {
        const { issue } = openPipeline(client);
        return Promise.all([issue(one), issue(one), issue(echo, Array(8).fill(null)), issue(one)]);
      }),
    );
    assert.deepEqual(pieces, { written: 1, read: 1 });
  });

  it('control: pg alone gets an answer for each', async () => {
    const pieces = await onOneConnection((client) =>
      piecesOf(client, () => Promise.all([1, 2, 3, 4].map(() => client.query({ name: one.name, text: one.text })))),
    );
    assert.ok(pieces.written > 4, `${pieces.written}`);
  });

  it('all fail if one is refused, and the connection stays usable, also for statements that were not reached', async () => {
    const late: Statement = { name: 'late', text: 'SELECT 2 AS n' };
    await onOneConnection(async (client) => {
      const { issue } = openPipeline(client);
      const attempts = await Promise.allSettled([issue(one), issue(zero, [0]), issue(late)]);
      for (const attempt of attempts) {
        assert.equal(attempt.status, 'rejected');
        assert.ok(isStatementError(attempt.reason) && attempt.reason.code === '22012');
      }
      const again = await Promise.all([issue(late), issue(zero, [1]), issue(one)]);
      assert.deepEqual(
        again.map(({ rows }) => rows),
        [[{ n: 2 }], [{ n: 1 }], [{ n: 1 }]],
      );
    });
  });

  it('have no result before they are committed: a later failure is reported', async () => {
    await db.query(add, [1]);
    await assert.rejects(db.query(add, [1]), { code: '23505' });
  });

  it('are committed once COMMIT was answered, whatever PostgreSQL sends after it', async () => {
    const cancel = Object.assign(new Error('canceling statement due to user request'), { severity: 'ERROR' });
    const end = (statement: Statement, tag: string, error: Error) => {
      const batch = new PipelinedBatch();
      const result = batch.add(statement, []);
      batch.submit({ stream: { writable: false }, parsedStatements: {}, submittedNamedStatements: {} } as never);
      batch.handleCommandComplete({ text: tag });
      batch.handleError(error);
      return result;
    };
    const commit: Statement = { name: 'COMMIT', text: 'COMMIT' };
    assert.deepEqual(await end(commit, 'COMMIT', cancel), { rows: [], command: 'COMMIT', broken: false });
    await assert.rejects(end(add, 'INSERT 0 1', cancel), cancel);
    // The server shuts down. The answers hold, and the connection cannot be used again.
    const fatal = Object.assign(new Error('terminating connection'), { severity: 'FATAL' });
    assert.deepEqual(await end(commit, 'COMMIT', fatal), { rows: [], command: 'COMMIT', broken: true });
  });

  it('with one name are one statement', async () => {
    await db.query(one);
    await onOneConnection(async (client) => {
      const { issue } = openPipeline(client);
      await issue(one);
      await assert.rejects(issue({ name: 'one', text: 'SELECT 3 AS n' }), /one is the name of two statements/);
      assert.deepEqual((await issue(one)).rows, [{ n: 1 }]);
      const twice = [issue({ name: 'two', text: 'SELECT 2 AS n' }), issue({ name: 'two', text: 'SELECT 4 AS n' })];
      for (const attempt of twice) await assert.rejects(attempt, /two is the name of two statements/);
    });
  });

  it('fail if the connection breaks, whether they were sent or not', async () => {
    const client = new pg.Client(database.url);
    await client.connect();
    client.on('error', () => {});
    const { issue } = openPipeline(client as unknown as PoolClient);
    const wait: Statement = { name: 'wait', text: 'SELECT pg_sleep(10)' };
    const waiting = assert.rejects(issue(wait));
    await issueLater();
    client.connection.stream.destroy();
    await waiting;
    await assert.rejects(issue(one));
  });
});

const issueLater = () => new Promise((resolve) => setTimeout(resolve, 20));

it('a connection with hundreds of statements is replaced: PostgreSQL keeps each until it closes', async () => {
  const alone = openDatabase(database.url, { max: 1 });
  try {
    let most = 0;
    for (let i = 0; i < 1_500; i++) {
      const text = `SELECT ${i} AS i, (SELECT count(*)::int FROM pg_prepared_statements) AS known`;
      const [row] = await alone.query<{ i: number; known: number }>({ name: `filter_${i}`, text });
      assert.equal(row!.i, i);
      most = Math.max(most, row!.known);
    }
    assert.ok(most > 500 && most < 700, `${most}`);
  } finally {
    await alone.close();
  }
});
