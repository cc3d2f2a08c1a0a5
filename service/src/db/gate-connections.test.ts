import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { cloneDatabase, type TestDatabase } from '../../test/support/database.ts';
import { until } from '../../test/support/harness.ts';
import { type Database, openDatabase } from './database.ts';
import { transaction } from './transaction.ts';

let database: TestDatabase;
let db: Database;
before(async () => {
  database = await cloneDatabase();
  db = openDatabase(database.url, { max: 10 });
});
after(async () => {
  await db.close();
  await database.drop();
});

const claim = { by: 'world', world: 1, livemode: false } as const;
/** Waits until the test releases the lock. */
const wait = { name: 'gate_wait', text: 'SELECT pg_advisory_xact_lock_shared(4711)' };
const waiting = {
  name: 'gate_waiting',
  text: `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711 AND NOT granted`,
};

for (const [how, run] of Object.entries({
  statements: () => db.query(wait, [], claim),
  transactions: () => transaction(db, (tx) => tx.query(wait), { claim }),
})) {
  it(`${how} of one test world use two of ten connections at a time, and all complete`, async () => {
    const holder = await db.pool.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT pg_advisory_xact_lock(4711)');
    const all = Array.from({ length: 6 }, run);
    await until(async () => (await db.query(waiting)).length >= 2);
    // All statements of the world were issued before this one, which still gets a connection.
    await db.query({ name: 'gate_other', text: 'SELECT 1' });
    assert.equal((await db.query(waiting)).length, 2);
    await holder.query('ROLLBACK');
    holder.release();
    assert.equal((await Promise.all(all)).length, 6);
  });
}
