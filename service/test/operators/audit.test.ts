import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type AuditAct, hashOf, recordActs } from '../../src/audit/record.ts';
import { printHead, readHead, verifyAudit } from '../../src/audit/verify.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { transaction } from '../../src/db/transaction.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { cloneDatabase, type TestDatabase } from '../support/database.ts';
import { withStatements } from '../support/world.ts';

/** More than one portion of the walk. */
const ACTS = 2_300;

let database: TestDatabase;
/** As the service, and as a superuser without restrictions. */
let db: Database;
let owner: Database;
before(async () => {
  database = await cloneDatabase();
  db = openDatabase(database.url, { max: 8, role: 'rialto_service' });
  owner = openDatabase(database.url, { max: 1 });
});
after(async () => {
  await Promise.all([db.close(), owner.close()]);
  await database.drop();
});

const act = (more: Partial<AuditAct> = {}): AuditAct => ({
  actor: { type: 'operator', id: 'opr_01kf0q3n4tfk8b2y7d0wq6sm9x' },
  action: 'wallet.frozen',
  target: newId('wal'),
  before: { frozen: null, nested: { b: 1, a: [1, { z: 'é', y: null }] } },
  after: { frozen: 'fraud', amount: 999_999_999_999 },
  reason: 'Réclamation',
  address: '203.0.113.7',
  requestId: newId('req'),
  ...more,
});
const run = async (text: string, ...values: unknown[]) => (await owner.pool.query(text, values)).rows;
const count = async () => Number((await run('SELECT count(*) FROM audit_log'))[0].count);

describe('the audit log', () => {
  it('is one chain under concurrent writes', async () => {
    await transaction(db, (tx) =>
      recordActs(
        tx,
        Array.from({ length: ACTS - 40 }, () => act()),
      ),
    );
    await Promise.all(Array.from({ length: 40 }, () => transaction(db, (tx) => recordActs(tx, [act()]))));
    const verdict = await verifyAudit(db);
    assert.deepEqual([verdict.whole, verdict.whole && verdict.head.seq], [true, BigInt(ACTS)]);
  });

  it('control: without the lock two concurrent writes take one position, and the database refuses one', async () => {
    const bare = withStatements(db, (statement) =>
      statement.name === 'audit_lock' ? { name: 'audit_no_lock', text: 'SELECT 1' } : statement,
    );
    const before = await count();
    const results = await Promise.allSettled(
      Array.from({ length: 32 }, () => transaction(bare, (tx) => recordActs(tx, [act()]))),
    );
    const lost = results.filter((one) => one.status === 'rejected');
    assert.ok(lost.length > 0, 'the writes never raced');
    for (const { reason } of lost as PromiseRejectedResult[]) assert.equal(reason.code, '23505');
    assert.equal(await count(), before + 32 - lost.length);
    assert.ok((await verifyAudit(db)).whole);
  });

  it('is rolled back with the change that it records', async () => {
    const before = await count();
    const failing = transaction(db, async (tx) => {
      await recordActs(tx, [act()]);
      throw new Error('the act failed');
    });
    await assert.rejects(failing, /the act failed/);
    assert.equal(await count(), before);
  });

  it('takes no change from the service, and none from its owner while its trigger exists', async () => {
    for (const text of ['UPDATE audit_log SET reason = NULL', 'DELETE FROM audit_log', 'TRUNCATE audit_log']) {
      await assert.rejects(db.query({ name: text, text }), { code: '42501' });
      await assert.rejects(run(text), { code: '42501' });
    }
  });
});

describe('damage by a superuser', () => {
  before(async () => {
    await run('ALTER TABLE audit_log DISABLE TRIGGER USER');
    await run('CREATE TABLE audit_copy AS TABLE audit_log');
  });

  const restore = async () => {
    await run('TRUNCATE audit_log');
    await run('INSERT INTO audit_log SELECT * FROM audit_copy');
    assert.ok((await verifyAudit(db)).whole);
  };
  const broken = async (seq: bigint, fault: RegExp, head?: string) => {
    const verdict = await verifyAudit(db, head === undefined ? undefined : readHead(head)!);
    if (verdict.whole) assert.fail('the damage was not noticed');
    assert.equal(verdict.seq, seq);
    assert.match(verdict.fault, fault);
    await restore();
  };
  const head = async () => {
    const verdict = await verifyAudit(db);
    assert.ok(verdict.whole);
    return printHead(verdict.head);
  };

  for (const [column, value] of Object.entries({
    at: `at + interval '1 ms'`,
    actor_type: `'admin'`,
    actor_id: `'opr_somebody_else'`,
    action: `'wallet.unfrozen'`,
    target: `'wal_another'`,
    before: `before || '{"frozen":"kyc"}'`,
    after: 'NULL',
    reason: `reason || ' '`,
    address: `'203.0.113.8'`,
    request_id: 'NULL',
    hash: `sha256('x')`,
  })) {
    it(`is found where ${column} was changed`, async () => {
      await run(`UPDATE audit_log SET ${column} = ${value} WHERE seq = 1234`);
      await broken(1234n, /changed/);
    });
  }

  it('is found where a row was removed, at the beginning and within', async () => {
    await run('DELETE FROM audit_log WHERE seq = 1');
    await broken(2n, /rows 1 to 1 are missing/);
    await run('DELETE FROM audit_log WHERE seq BETWEEN 1000 AND 1001');
    await broken(1002n, /rows 1000 to 1001 are missing/);
    await run('DELETE FROM audit_log WHERE seq = 1000');
    await run('UPDATE audit_log SET seq = seq - 1 WHERE seq = 1001');
    await broken(1000n, /does not continue/);
  });

  it('is found where a row was inserted, or added at the end', async () => {
    const copyOf = (seq: number, place: number) =>
      run(`INSERT INTO audit_log SELECT ${place}, at, actor_type, actor_id, action, target, before, after, reason, address,
             request_id, previous, hash FROM audit_log WHERE seq = ${seq}`);
    await run('UPDATE audit_log SET seq = seq + 100000 WHERE seq > 500');
    await run('UPDATE audit_log SET seq = seq - 99999 WHERE seq > 100000');
    await copyOf(500, 501);
    await broken(501n, /does not continue/);
    const end = (await count()) + 1;
    await copyOf(end - 1, end);
    await broken(BigInt(end), /does not continue/);
  });

  it('is found where the end was cut off, against a recorded head', async () => {
    const known = await head();
    await run('DELETE FROM audit_log WHERE seq > 2000');
    assert.ok((await verifyAudit(db)).whole, 'the control: the chain by itself is valid');
    await broken(2001n, /cut/, known);
  });

  it('is found where all of it is gone', async () => {
    const known = await head();
    await run('DELETE FROM audit_log');
    assert.ok((await verifyAudit(db)).whole, 'the control: an empty log is valid');
    await broken(1n, /cut/, known);
  });

  it('is found where the chain was rebuilt from a row on, against a recorded head', async () => {
    const known = await head();
    await run(`UPDATE audit_log SET actor_id = 'opr_somebody_else' WHERE seq = 2200`);
    await rebuild(2200);
    assert.ok((await verifyAudit(db)).whole, 'the control: the chain by itself is valid');
    await broken(readHead(known)!.seq, /rewritten/, known);
  });

  it('is not visible in rows that were added after the recorded head', async () => {
    const known = await head();
    await transaction(db, (tx) => recordActs(tx, [act()]));
    assert.ok((await verifyAudit(db, readHead(known)!)).whole);
    await restore();
  });

  /** Rebuilds the chain as an attacker would who knows how the hashes are made. */
  async function rebuild(from: number): Promise<void> {
    const text = 'SELECT * FROM audit_log WHERE seq >= $1 ORDER BY seq';
    const rows = await owner.query<any>({ name: 'test_audit_rows', text }, [from - 1]);
    for (let i = 1; i < rows.length; i++) {
      rows[i].previous = rows[i - 1].hash;
      rows[i].hash = hashOf(rows[i]);
      await run(
        'UPDATE audit_log SET previous = $2, hash = $3 WHERE seq = $1',
        rows[i].seq,
        rows[i].previous,
        rows[i].hash,
      );
    }
  }
});

it('a head is read as it was printed, and nothing else is a head', () => {
  const text = `42:${'ab'.repeat(32)}`;
  assert.equal(printHead(readHead(`${text}\n`)!), text);
  for (const wrong of [
    '',
    '42',
    `-1:${'ab'.repeat(32)}`,
    `42:${'ab'.repeat(31)}`,
    `x${text}`,
    `042:${'ab'.repeat(32)}`,
  ])
    assert.equal(readHead(wrong), null, wrong);
});
