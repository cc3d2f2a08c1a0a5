import assert from 'node:assert/strict';
import { type EventEmitter, once } from 'node:events';
import { after, before, beforeEach, describe, it } from 'node:test';
import { cloneDatabase, type TestDatabase } from '../../test/support/database.ts';
import { startProxy, type Wire } from '../../test/support/proxy.ts';
import { type Database, openDatabase, type Statement } from './database.ts';
import { isStatementError, OutcomeUnknown } from './failure.ts';
import { type Tx, transaction } from './transaction.ts';

let database: TestDatabase;
let db: Database;

const insert: Statement = { name: 'insert_item', text: 'INSERT INTO items VALUES ($1)' };
const select: Statement = { name: 'select_items', text: 'SELECT id FROM items ORDER BY id' };
const items = async () => (await db.query<{ id: number }>(select)).map((row) => row.id);
const sql = (text: string) => db.query({ name: text.slice(0, 60), text });

describe('transaction', () => {
  before(async () => {
    database = await cloneDatabase();
    db = openDatabase(database.url, { max: 4 });
    await sql('CREATE TABLE items (id int PRIMARY KEY CHECK (id < 100))');
  });
  beforeEach(() => sql('DELETE FROM items'));
  after(async () => {
    await db.close();
    await database.drop();
  });

  it('commits, answers, and then runs its callbacks', async () => {
    const order: string[] = [];
    const value = await transaction(db, async (tx) => {
      tx.afterCommit(() => order.push('after commit'));
      tx.query(insert, [1]);
      await tx.query(insert, [2]);
      order.push('done');
      return 'value';
    });
    assert.equal(value, 'value');
    assert.deepEqual(order, ['done', 'after commit']);
    assert.deepEqual(await items(), [1, 2]);
  });

  it('stays committed if a callback fails: that is a warning, and the other callbacks run', async () => {
    const warned = once(process, 'warning');
    let called = 0;
    const value = await transaction(db, async (tx) => {
      tx.afterCommit(() => {
        throw new Error('nobody listens');
      });
      tx.afterCommit(() => called++);
      tx.query(insert, [1]);
      return 'value';
    });
    assert.deepEqual([value, called, await items()], ['value', 1, [1]]);
    assert.equal((await warned)[0].message, 'nobody listens');
  });

  it('rolls back if its function throws, and runs no callback', async () => {
    const thrown = new Error('mine');
    const attempt = transaction(db, async (tx) => {
      tx.afterCommit(() => assert.fail());
      await tx.query(insert, [1]);
      throw thrown;
    });
    await assert.rejects(attempt, (error) => error === thrown);
    assert.deepEqual(await items(), []);
  });

  it('fails if a write failed that was not awaited', async () => {
    const attempt = transaction(db, async (tx) => {
      tx.afterCommit(() => assert.fail());
      tx.query(insert, [1]);
      tx.query(insert, [100]);
      tx.query(insert, [2]);
    });
    await assert.rejects(attempt, { code: '23514' });
    assert.deepEqual(await items(), []);
  });

  it('reports the first failure, not its consequences', async () => {
    const attempt = transaction(db, async (tx) => {
      tx.query(insert, [100]);
      await tx.query(select);
    });
    await assert.rejects(attempt, (error) => isStatementError(error) && error.code === '23514');
  });

  it('is refused, with a known outcome, if a deferred constraint fails at COMMIT', async () => {
    await sql('CREATE TABLE parts (item int REFERENCES items DEFERRABLE INITIALLY DEFERRED)');
    const attempt = transaction(db, async (tx) => {
      tx.query({ name: 'insert_part', text: 'INSERT INTO parts VALUES (5)' });
    });
    await assert.rejects(attempt, (error) => isStatementError(error) && error.code === '23503');
  });

  it('has an unknown outcome if a synchronous standby was not reached', async () => {
    // PostgreSQL's warning in that case, at COMMIT.
    await sql(`CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.id = 13 THEN RAISE WARNING 'canceling wait for synchronous replication due to user request'; END IF;
      RETURN NULL; END $$`);
    await sql(
      'CREATE CONSTRAINT TRIGGER warn AFTER INSERT ON items DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION warn()',
    );
    const add = (id: number) =>
      transaction(db, async (tx) => {
        if (id === 13) tx.afterCommit(() => assert.fail());
        tx.query(insert, [id]);
      });
    await add(12);
    await assert.rejects(add(13), OutcomeUnknown);
    await add(14);
    await sql('DELETE FROM items');
    await assert.rejects(db.query(insert, [13]), OutcomeUnknown, 'a statement without a transaction');
    await db.query(insert, [14]);
  });

  it('has an unknown outcome also if the server warns in another language', async () => {
    await sql(
      `CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.3); RETURN NULL; END $$`,
    );
    await sql(
      'CREATE CONSTRAINT TRIGGER linger AFTER INSERT ON items DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION linger()',
    );
    // The warning of a server with lc_messages = de_DE, during COMMIT.
    const warning = {
      routine: 'SyncRepWaitForLSN',
      message: 'storniere Warten auf synchrone Replikation wegen Benutzeraufforderung',
    };
    db.pool.once('acquire', (client) => setTimeout(() => client.emit('notice', warning as never), 150));
    await assert.rejects(
      transaction(db, async (tx) => {
        tx.afterCommit(() => assert.fail());
        tx.query(insert, [1]);
      }),
      OutcomeUnknown,
    );
    await sql('DROP TRIGGER linger ON items');
  });

  it('accepts no statement after its end: another caller may have its connection by then', async () => {
    const one = openDatabase(database.url, { max: 1 });
    const strays: Promise<unknown>[] = [];
    const later = (tx: Tx) => {
      const stray = tx.query(select).then(() => tx.query(insert, [9]));
      stray.catch(() => {});
      strays.push(stray);
    };
    await transaction(one, async (tx) => later(tx));
    await transaction(one, async (tx) => {
      later(tx);
      throw new Error('mine');
    }).catch(() => {});
    for (const stray of strays) await assert.rejects(stray, /insert_item came after its transaction/);
    assert.deepEqual(await items(), []);
    await one.close();
  });

  it('is not refused if COMMIT was executed', async () => {
    const one = openDatabase(database.url, { max: 1 });
    await transaction(one, async (tx) => void tx.query(insert, [1]));
    const client = await one.pool.connect();
    // BEGIN no longer exists, so the statements behind it are executed without it.
    await client.query('DEALLOCATE "BEGIN"');
    client.release();
    const attempt = transaction(one, async (tx) => {
      await new Promise((resolve) => setImmediate(resolve));
      tx.query(insert, [2]);
    });
    await assert.rejects(attempt, OutcomeUnknown);
    await transaction(one, async (tx) => void tx.query(insert, [3]));
    assert.deepEqual(await items(), [1, 2, 3]);
    await one.close();
  });

  it('replaces a connection whose prepared statements are out of date', async () => {
    const one = openDatabase(database.url, { max: 1 });
    await sql('CREATE TABLE growing (n int)');
    const read: Statement = { name: 'read_growing', text: 'SELECT n FROM growing' };
    await one.query(read);
    await sql('ALTER TABLE growing ALTER n TYPE text');
    await assert.rejects(one.query(read), { code: '0A000' });
    assert.deepEqual(await one.query(read), []);
    await sql('ALTER TABLE growing ALTER n TYPE varchar');
    await assert.rejects(
      transaction(one, (tx) => tx.query(read)),
      { code: '0A000' },
    );
    assert.deepEqual(await transaction(one, (tx) => tx.query(read)), []);
    await one.close();
  });

  it('closes its connection if a parameter cannot be written', async () => {
    const one = openDatabase(database.url, { max: 1 });
    const json: Statement = { name: 'json', text: 'SELECT $1::jsonb' };
    await assert.rejects(one.query(json, [{ n: 1n }]), TypeError);
    await assert.rejects(
      transaction(one, (tx) => tx.query(json, [{ n: 1n }])),
      TypeError,
    );
    assert.deepEqual([one.pool.totalCount, one.pool.idleCount], [1, 1]);
    await one.close();
  });

  it('returns every connection, whatever happens', async () => {
    const fates: ((tx: Tx) => Promise<void>)[] = [
      async (tx) => void tx.query(insert, [1]),
      async (tx) => void tx.query(insert, [100]),
      async () => Promise.reject(new Error('mine')),
    ];
    await Promise.allSettled(Array.from({ length: 60 }, (_, n) => transaction(db, fates[n % 3]!)));
    assert.equal(db.pool.idleCount, db.pool.totalCount);
    assert.equal(db.pool.waitingCount, 0);
  });
});

describe('a transaction whose connection breaks', () => {
  let proxy: Wire;
  let wire: Database;

  before(async () => {
    database = await cloneDatabase();
    db = openDatabase(database.url, { max: 4 });
    await sql('CREATE TABLE items (id int PRIMARY KEY)');
    proxy = await startProxy(database.url);
    wire = openDatabase(proxy.url, { max: 2 });
  });
  beforeEach(() => sql('DELETE FROM items'));
  after(async () => {
    await wire.close();
    await proxy.close();
    await db.close();
    await database.drop();
  });

  const add = (id: number, seen: { committed: boolean }) =>
    transaction(wire, async (tx) => {
      tx.afterCommit(() => {
        seen.committed = true;
      });
      await tx.query(insert, [id]);
    });

  for (const [when, there] of [
    ['before', []],
    ['after', [1]],
  ] as const) {
    it(`just ${when} COMMIT has an unknown outcome${when === 'after' ? ', although it happened' : ''}, and the next one works`, async () => {
      const seen = { committed: false };
      proxy.cutNextCommit(when);
      await assert.rejects(add(1, seen), OutcomeUnknown);
      assert.equal(seen.committed, false);
      assert.deepEqual(await items(), there);
      await add(2, seen);
      assert.equal(seen.committed, true);
    });
  }

  const backend: Statement = { name: 'backend', text: 'SELECT pg_backend_pid() AS pid' };
  const terminate: Statement = { name: 'terminate', text: 'SELECT pg_terminate_backend($1, 5000)' };

  it('because its backend was terminated fails alone: the process and the pool continue', async () => {
    const attempt = transaction(db, async (tx) => {
      const [row] = await tx.query<{ pid: number }>(backend);
      await wire.query(terminate, [row!.pid]);
      await tx.query(insert, [1]);
    });
    await assert.rejects(attempt, (error) => !isStatementError(error));
    assert.deepEqual(await items(), []);
  });

  it('because its backend was terminated before COMMIT has an unknown outcome', async () => {
    const attempt = transaction(db, async (tx) => {
      const [row] = await tx.query<{ pid: number }>(backend);
      tx.query(insert, [1]);
      await wire.query(terminate, [row!.pid]);
    });
    await assert.rejects(attempt, OutcomeUnknown);
    assert.deepEqual(await items(), []);
  });

  it('after COMMIT was answered has happened, and its connection is not used again', async () => {
    const one = openDatabase(database.url, { max: 1 });
    const pidOf = async () => (await one.query<{ pid: number }>(backend))[0]!.pid;
    const before = await pidOf();
    const client = await one.pool.connect();
    const { connection } = client as unknown as { connection: EventEmitter };
    // The server shuts down instead of sending ReadyForQuery.
    const fatal = Object.assign(new Error('terminating connection'), { severity: 'FATAL', code: '57P01' });
    connection.on('commandComplete', ({ text }) => {
      if (text === 'COMMIT') connection.emit('errorMessage', fatal);
    });
    client.release();
    await transaction(one, async (tx) => void tx.query(insert, [1]));
    assert.deepEqual(await items(), [1]);
    assert.notEqual(await pidOf(), before);
    await one.close();
  });

  it('at a COMMIT that takes too long for a client has an unknown outcome, in time; the next works', async () => {
    const hosts = openDatabase(database.url, { max: 1, service: true, answerMs: 300 });
    await sql(`CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.id = 2 THEN PERFORM pg_sleep(15); END IF; RETURN NULL; END $$`);
    await sql(`CREATE CONSTRAINT TRIGGER linger AFTER INSERT ON items DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION linger()`);
    const claim = { by: 'batch', livemode: false } as const;
    const insertOne = (id: number) => transaction(hosts, async (tx) => void tx.query(insert, [id]), { claim });
    const began = performance.now();
    await assert.rejects(insertOne(2), OutcomeUnknown);
    await insertOne(3);
    // COMMIT itself takes 15 s.
    assert.ok(performance.now() - began < 14_000);
    await sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query = 'COMMIT' AND state = 'active'`);
    await sql('DROP TRIGGER linger ON items');
    await hosts.close();
  });

  it("because its database's host is gone has an unknown outcome, in time, and the next one works", async () => {
    const hosts = openDatabase(proxy.url, { max: 1, service: true, silenceMs: 300 });
    const insertOne = (id: number) => transaction(hosts, (tx) => tx.query(insert, [id]));
    await insertOne(1);
    proxy.silence();
    await assert.rejects(insertOne(2), (error) => !isStatementError(error));
    await insertOne(3);
    assert.deepEqual(await items(), [1, 3]);
    await hosts.close();
  });
});
