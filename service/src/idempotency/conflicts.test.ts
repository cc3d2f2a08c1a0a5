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

/** A duplicate waits 5 s by contract, and a test waits twice. */
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

/** `done`, which fails with this SQLSTATE for the first calls. */
function failing(code: string, times: number) {
  const seen = { calls: 0, errors: 0 };
  const text = `DO $$ BEGIN RAISE EXCEPTION 'a conflict' USING ERRCODE = '${code}'; END $$`;
  const operation: typeof done = async (tx, commands) => {
    if (seen.calls++ < times) await tx.query({ name: `fail_${code}`, text });
    return done(tx, commands);
  };
  return { seen, send: perform(db, operation, { onError: () => seen.errors++ }) };
}

describe('a command that conflicts with another transaction', () => {
  it('is retried alone until it succeeds, and no error is reported', async () => {
    for (const code of ['23505', '40001', '40P01', '55P03']) {
      const { send, seen } = failing(code, 3);
      assert.equal(codeOf(await send(command(caller, {}, newId('req')))), 201, code);
      assert.deepEqual(seen, { calls: 4, errors: 0 }, code);
    }
  });

  it('gets service_unavailable if no retry succeeds', async () => {
    const { send, seen } = failing('40001', 1_000);
    assert.equal(codeOf(await send(command(caller, {}, newId('req')))), '503 service_unavailable');
    // Once in its batch, and twenty times alone.
    assert.deepEqual(seen, { calls: 21, errors: 0 });
  });

  it('control: an error that a retry cannot fix is retried once, and reported', async () => {
    const { send, seen } = failing('22012', 1_000);
    assert.equal(codeOf(await send(command(caller, {}, newId('req')))), '500 internal_error');
    assert.deepEqual(seen, { calls: 2, errors: 1 });
  });

  it('that holds its key waits and gets 409 in progress; one that holds another lock gets 503', slow, async () => {
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
      assert.deepEqual([codeOf(inProgress), codeOf(busy)], ['409 idempotency_in_progress', '503 service_unavailable']);
      await other.query('ROLLBACK');
      const again = await send(mine);
      assert.deepEqual([codeOf(again), again.replayed], [201, false], 'the key is as free as if nobody had asked');
    } finally {
      await other.end();
    }
  });

  it('that holds a wallet: the first request of a key gets 503, its duplicate 409 in progress', slow, async () => {
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
      // The requests above may have been carried out after their answer. There is one effect in either case.
      assert.equal((await send(mine)).status, 201);
    } finally {
      await other.end();
    }
  });

  it('is not retried if the database is unreachable, and the error is reported immediately', async () => {
    const away = openDatabase('postgres://nobody@127.0.0.1:1/none', { max: 1 });
    let errors = 0;
    const send = perform(away, done, { onError: () => errors++ });
    assert.equal(codeOf(await send(command(caller, {}, newId('req')))), '503 service_unavailable');
    assert.equal(errors, 1);
    await away.close();
  });
});

it('a decided refusal is kept for its key, any other leaves the key free', async () => {
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
