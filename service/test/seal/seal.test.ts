import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { hashOfSeal, type SealRow } from '../../src/seal/chain.ts';
import { closeBatch } from '../../src/seal/close-batch.ts';
import { readSeals } from '../../src/seal/store.ts';
import { verifySeals } from '../../src/seal/verify.ts';
import { cloneDatabase, type TestDatabase } from '../support/database.ts';
import { asAttacker, fillPostings, sealAll } from '../support/sealed-ledger.ts';

let database: TestDatabase;
/** As the service, and as a superuser. */
let db: Database;
let owner: pg.Client;
before(async () => {
  database = await cloneDatabase();
  db = openDatabase(database.url, { max: 4, role: 'rialto_service', service: true });
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
});
after(async () => {
  await Promise.all([db.close(), owner.end()]);
  await database.drop();
});

const faults = async () => (await verifySeals(db)).findings.map(({ seal, fault }) => `${seal}: ${fault}`);

describe('the sealed ledger', () => {
  it('seals old postings first, then transactions in the order of their numbers', async () => {
    await fillPostings(owner, { old: true, transactions: 2, each: 30 });
    await fillPostings(owner, { transactions: 10, each: 7 });
    await fillPostings(owner, { transactions: 5, each: 3, livemode: false });
    await sealAll(db, 25);
    const seals = await readSeals(db, 1n, 1_000n, 1_000);
    assert.deepEqual(
      seals.map(({ count }) => count),
      [25, 25, 25, 25, 25, 20],
    );
    assert.deepEqual(
      seals.map(({ to_xid }) => to_xid === '0'),
      [true, true, false, false, false, false],
    );
    assert.deepEqual([await faults(), seals.at(-1)!.total], [[], 145n]);
  });

  it('leaves postings open until every earlier transaction has ended', async () => {
    const slow = new pg.Client({ connectionString: database.url });
    await slow.connect();
    await slow.query('BEGIN');
    await slow.query('SELECT pg_current_xact_id()');
    await fillPostings(owner, { transactions: 1 });
    assert.equal(await closeBatch(db, 0), 0);
    await fillPostings(slow, { transactions: 1, each: 4 });
    await slow.query('COMMIT');
    await slow.end();
    await sealAll(db);
    assert.deepEqual(await faults(), []);
  });

  it('does not change for the service, nor for its owner while the triggers exist', async () => {
    for (const text of ['UPDATE seals SET total = 1', 'DELETE FROM seals', 'TRUNCATE seals']) {
      await assert.rejects(db.query({ name: text, text }), { code: '42501' });
      await assert.rejects(owner.query(text), { code: '42501' });
    }
    await assert.rejects(
      db.query({ name: 't', text: `INSERT INTO seal_tombstones VALUES ('5', 'wal', 1, '\\x00')` }),
      { code: '42501' },
    );
  });
});

/** Rewrites the chain from a batch on, as an attacker does who knows how it is made. */
async function rewriteFrom(number: bigint): Promise<void> {
  const seals: SealRow[] = await readSeals(db, number, 2n ** 62n, 1_000);
  let [previous] = await readSeals(db, number - 1n, number - 1n, 1).then((rows) => rows.map(({ hash }) => hash));
  for (const seal of seals) {
    const digest = seal.digest;
    const row = { ...seal, digest, previous: previous! };
    previous = hashOfSeal(row);
    await asAttacker(owner, 'UPDATE seals SET previous = $2, hash = $3 WHERE number = $1', [
      row.number,
      row.previous,
      previous,
    ]);
  }
}
void rewriteFrom;
