import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import type { ErrorCode } from '../../../contract/src/errors.ts';
import { cloneDatabase, type TestDatabase } from '../../test/support/database.ts';
import { until } from '../../test/support/harness.ts';
import { command, makeCaller, perform } from '../../test/support/world.ts';
import { type Database, openDatabase } from '../db/database.ts';
import type { Caller } from '../kernel/command.ts';
import { newId } from '../kernel/new-id.ts';
import type { Answer, BatchOperation } from '../kernel/operation.ts';
import { Refusal } from '../kernel/refusal.ts';

/** What the contract gives a duplicate to wait, 5 s, twice over in one go. */
const slow = { timeout: 180_000 };

let database: TestDatabase;
let db: Database;
let caller: Caller;
before(async () => {
  database = await cloneDatabase();
  db = openDatabase(database.url, { max: 8, role: 'rialto_service' });
  caller = await makeCaller(db);
});
after(async () => {
  await db.close();
  await database.drop();
});

const codeOf = ({ status, body }: Answer) => (status < 300 ? status : `${status} ${JSON.parse(body).error.code}`);
const done: BatchOperation<object> = async (_, commands) => commands.map(() => '{"done":true}');

/** `done`, that fails with this SQLSTATE the first times. */
function failing(code: string, times: number) {
  const seen = { calls: 0, errors: 0 };
  const text = `DO $$ BEGIN RAISE EXCEPTION 'a conflict' USING ERRCODE = '${code}'; END $$`;
  const operation: typeof done = async (tx, commands) => {
    if (seen.calls++ < times) await tx.query({ name: `fail_${code}`, text });
    return done(tx, commands);
  };
  return { seen, send: perform(db, operation, { onError: () => seen.errors++ }) };
}

describe('a command that meets another transaction', () => {
  it('is tried again by itself until it is through, and nobody is told of an error', async () => {
    for (const code of ['23505', '40001', '40P01', '55P03']) {
      const { send, seen } = failing(code, 3);
      assert.equal(codeOf(await send(command(caller, {}, newId('req')))), 201, code);
      assert.deepEqual(seen, { calls: 4, errors: 0 }, code);
    }
  });

  it('is told to come back where it never gets through', async () => {
    const { send, seen } = failing('40001', 1_000);
    assert.equal(codeOf(await send(command(caller, {}, newId('req')))), '503 service_unavailable');
    // In its batch once, and twenty times alone.
    assert.deepEqual(seen, { calls: 21, errors: 0 });
  });

  it('the control: what no second try mends is not tried a third time, and is told', async () => {
    const { send, seen } = failing('22012', 1_000);
    assert.equal(codeOf(await send(command(caller, {}, newId('req')))), '500 internal_error');
    assert.deepEqual(seen, { calls: 2, errors: 1 });
  });

  it(
    'that holds its key is waited for, and then told of as in progress; one that holds something else is not',
    slow,
    async () => {
      const other = new pg.Client({ connectionString: database.url });
      await other.connect();
      try {
        const key = newId('req');
        await other.query('BEGIN');
        await other.query(
          `INSERT INTO idempotency_keys (world, key, fingerprint, status, body) VALUES ($1, $2, '', 201, '')`,
          [caller.world, key],
        );
        await other.query(`SELECT pg_advisory_xact_lock(42)`);
        const send = perform(db, done);
        const behindLock = perform(db, async (tx, commands: Parameters<typeof done>[1]) => {
          await tx.query({ name: 'test_lock', text: 'SELECT pg_advisory_xact_lock(42)' });
          return done(tx, commands);
        });
        const mine = command(caller, {}, key);
        const [inProgress, busy] = await Promise.all([send(mine), behindLock(command(caller, {}, newId('req')))]);
        assert.deepEqual(
          [codeOf(inProgress), codeOf(busy)],
          ['409 idempotency_in_progress', '503 service_unavailable'],
        );
        await other.query('ROLLBACK');
        const again = await send(mine);
        assert.deepEqual([codeOf(again), again.replayed], [201, false], 'the key is as free as if nobody had asked');
      } finally {
        await other.end();
      }
    },
  );

  it(
    'and holds a wallet, say: the first of a key is told to come back, its duplicate that it is in progress',
    slow,
    async () => {
      const other = new pg.Client({ connectionString: database.url });
      await other.connect();
      try {
        await other.query('SELECT pg_advisory_lock(43)');
        const send = perform(db, async (tx, commands: Parameters<typeof done>[1]) => {
          await tx.query({ name: 'test_wallet', text: 'SELECT pg_advisory_xact_lock(43)' });
          return done(tx, commands);
        });
        const mine = command(caller, {}, newId('req'));
        const order: string[] = [];
        const first = send(mine).then((answer) => order.push(codeOf(answer).toString()));
        const waits = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 43 AND NOT granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
        await until(async () => (await other.query(waits)).rowCount);
        const duplicate = send(mine).then((answer) => order.push(codeOf(answer).toString()));
        await Promise.all([first, duplicate]);
        assert.deepEqual(order, ['409 idempotency_in_progress', '503 service_unavailable']);
        await other.query('SELECT pg_advisory_unlock(43)');
        // What was carried out after it was told so has an answer by now, or has none: one effect either way.
        assert.equal((await send(mine)).status, 201);
      } finally {
        await other.end();
      }
    },
  );

  it('and a database that is away are two things: the second is told at once', async () => {
    const away = openDatabase('postgres://nobody@127.0.0.1:1/none', { max: 1 });
    let errors = 0;
    const send = perform(away, done, { onError: () => errors++ });
    assert.equal(codeOf(await send(command(caller, {}, newId('req')))), '503 service_unavailable');
    assert.equal(errors, 1);
    await away.close();
  });
});

it('what was decided is kept for its key, and what was not leaves it free', async () => {
  for (const [code, kept] of [
    ['insufficient_funds', true],
    ['wallet_frozen', true],
    ['same_wallet', true],
    ['validation_failed', false],
    ['not_found', false],
    ['challenge_expired', false],
    ['rate_limited', false],
    ['service_unavailable', false],
  ] satisfies [ErrorCode, boolean][]) {
    const one = command(caller, {}, newId('req'));
    const refused = await perform(db, async () => [new Refusal(code)])(one);
    const again = await perform(db, done)(one);
    assert.equal(again.replayed, kept, code);
    assert.equal(codeOf(again), kept ? codeOf(refused) : 201, code);
  }
});
