import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { readRows, START } from '../../src/seal/batch.ts';
import { placeOf } from '../../src/seal/chain.ts';
import { closeBatch } from '../../src/seal/close-batch.ts';
import { readSeals } from '../../src/seal/store.ts';
import { printSealHead, readSealHead, verifySeals } from '../../src/seal/verify.ts';
import { cloneDatabase, type TestDatabase } from '../support/database.ts';
import { until } from '../support/harness.ts';
import { randomFrom } from '../support/kill.ts';
import { damages, keepLedger } from '../support/seal-damages.ts';
import { asAttacker, fillPostings, rewriteChain, sealAll, verifyExport } from '../support/sealed-ledger.ts';
import { withStatements } from '../support/world.ts';

const everythingEnded = 'SELECT pg_snapshot_xmin(pg_current_snapshot()) > (SELECT max(xid) FROM postings) AS ended';

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

const faults = async (head?: string) =>
  (await verifySeals(db, head ? { known: readSealHead(head)! } : {})).findings.map(
    ({ seal, fault }) => `batch ${seal}: ${fault}`,
  );
const headOf = async () => printSealHead((await verifySeals(db)).head);

describe('the sealed ledger', () => {
  it('seals old postings first, then transactions in the order of their numbers', async () => {
    await fillPostings(owner, { old: true, transactions: 2, each: 30 });
    await fillPostings(owner, { transactions: 10, each: 7 });
    await fillPostings(owner, { transactions: 5, each: 3, livemode: false });
    // Transactions of other databases on this server hold a batch back too, which would be shorter.
    await until(async () => (await owner.query(everythingEnded)).rows[0].ended);
    await sealAll(db, 25);
    const seals = await readSeals(db, 1n, 1_000n, 1_000);
    assert.deepEqual(
      seals.map(({ count, to_xid }) => [count, to_xid === '0']),
      [25, 25, 25, 25, 25, 20].map((count, i) => [count, i < 2]),
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

  it('control: a batch that does not wait for running transactions misses their postings', async () => {
    const hasty = withStatements(db, (statement) =>
      statement.name === 'seal_next'
        ? { name: 'seal_hasty', text: statement.text.replaceAll('pg_snapshot_xmin', 'pg_snapshot_xmax') }
        : statement,
    );
    const restore = await keepLedger(owner);
    const slow = new pg.Client({ connectionString: database.url });
    await slow.connect();
    await slow.query('BEGIN');
    await slow.query('SELECT pg_current_xact_id()');
    await fillPostings(owner, { transactions: 1 });
    assert.ok((await closeBatch(hasty, 0)) > 0);
    await fillPostings(slow, { transactions: 1, each: 4 });
    await slow.query('COMMIT');
    await slow.end();
    assert.match((await faults())[0]!, /inserted/);
    await restore();
    await owner.query('DROP TABLE kept_postings, kept_seals, kept_seal_tombstones');
  });

  it('closes one batch in each interval, and full batches at once', async () => {
    await fillPostings(owner, { transactions: 3, each: 5 });
    await sealAll(db);
    await fillPostings(owner, { transactions: 4, each: 5 });
    assert.equal(await closeBatch(db, 3_600_000), 0);
    await sealAll(db, 10);
    await fillPostings(owner, { transactions: 4, each: 5 });
    await sealAll(db, 10);
    assert.deepEqual(await faults(), []);
  });

  it('is one chain where several nodes seal at once', async () => {
    await fillPostings(owner, { transactions: 40, each: 5 });
    await Promise.all(Array.from({ length: 16 }, () => closeBatch(db, 0, 20)));
    await sealAll(db, 20);
    assert.deepEqual(await faults(), []);
  });

  it('takes no change from the service, and none from its owner while the triggers exist', async () => {
    for (const text of ['UPDATE seals SET total = 1', 'DELETE FROM seals', 'TRUNCATE seals']) {
      await assert.rejects(db.query({ name: text, text }), { code: '42501' });
      await assert.rejects(owner.query(text), { code: '42501' });
    }
    const text = `INSERT INTO seal_tombstones VALUES ('5', 'wal', 1, '\\x00')`;
    await assert.rejects(db.query({ name: 'test_forge', text }), { code: '42501' });
  });

  it('does not seal a database that was restored from a dump, whose transactions begin again', async () => {
    await fillPostings(owner, { transactions: 1 });
    const [row] = await asAttacker(
      owner,
      `UPDATE postings SET xid = '1000000000000'
       WHERE ctid = (SELECT ctid FROM postings ORDER BY xid DESC NULLS LAST LIMIT 1)
       RETURNING position, (SELECT max(xid::text::bigint) FROM postings) AS xid`,
    );
    await assert.rejects(closeBatch(db, 0), /restored from a dump/);
    await asAttacker(owner, 'UPDATE postings SET xid = $2::text::xid8 WHERE position = $1', [row.position, row.xid]);
    await sealAll(db);
    assert.deepEqual(await faults(), []);
  });
});

describe('damage by a superuser', () => {
  let restore: () => Promise<void>;
  before(async () => {
    restore = await keepLedger(owner);
  });
  const seed = Date.now() % 1_000_000;
  console.log(`seed ${seed}`);
  const random = randomFrom(seed);

  for (const { name, plant } of damages)
    it(`is found: ${name}`, async () => {
      const expected = await plant(owner, random);
      const found = (await faults()).join('\n');
      assert.ok(found.includes(expected) && found !== '', `${expected}\n${found}`);
      await restore();
      assert.deepEqual(await faults(), []);
    });

  it('names the changed posting, and no other', async () => {
    await asAttacker(owner, `UPDATE postings SET amount = amount + 1 WHERE source = 'trf_1000000000000040'`);
    const found = await faults();
    assert.equal(found.length, 1);
    assert.match(found[0]!, /^batch 2: the posting of trf_1000000000000040 \(debit_wallet wal_live\d, .* was changed$/);
    await restore();
  });

  it('is found in a rewritten chain by a head that was kept elsewhere, and by nothing else', async () => {
    const head = await headOf();
    await asAttacker(owner, `UPDATE postings SET amount = amount + 1 WHERE source = 'trf_1000000000000040'`);
    await rewriteChain(owner, db, 2n);
    assert.deepEqual(await faults(), [], 'the control: the rewritten chain is valid in itself');
    assert.match((await faults(head))[0]!, /rewritten/);
    assert.equal((await verifyExport(db)).code, 0);
    const byScript = await verifyExport(db, ['--head', head]);
    assert.deepEqual([byScript.code, /rewritten/.test(byScript.out)], [1, true]);
    await restore();
    assert.deepEqual(await faults(head), []);
  });

  it('is found where the end of the chain was cut off, by a head', async () => {
    const head = await headOf();
    await asAttacker(owner, 'DELETE FROM seals WHERE number > 3');
    assert.deepEqual(await faults(), []);
    assert.match((await faults(head))[0]!, /the chain ends before/);
    await restore();
  });
});

describe('scripts/verify-seal.mjs', () => {
  it('agrees with the service, on the whole chain and on a part of it', async () => {
    const head = await headOf();
    const whole = await verifyExport(db, ['--head', head]);
    assert.deepEqual([whole.code, whole.out.includes(head)], [0, true], whole.out);
    const part = await verifyExport(db, [], 3n, 4n);
    assert.match(part.out, /^Verified \d+ postings\. Head: 4:/);
  });

  it('names a changed posting', async () => {
    const tamper = (line: string) => line.replace('"amount":"101"', '"amount":"102"');
    const { code, out } = await verifyExport(db, [], 1n, 2n, tamper);
    assert.equal(code, 1);
    assert.match(out, /trf_\d+ \(debit_wallet wal_live\d, position \d+\) was changed/);
  });

  it('names a line that does not belong to an export, and reports an export that was cut', async () => {
    const torn = await verifyExport(db, [], 1n, 2n, (line) => line.replace('"object":"seal"', '"object":'));
    assert.deepEqual([torn.code, /not a line of an export/.test(torn.out)], [1, true]);
    const [last] = (await readSeals(db, 2n, 2n, 1)).map(placeOf);
    assert.ok((await readRows(db, START, last!)).length > 0);
    const cut = await verifyExport(db, [], 1n, 2n, (line) => (line.includes('"number":"2"') ? '' : line));
    assert.deepEqual([cut.code, /ends within a batch/.test(cut.out)], [1, true], cut.out);
  });
});
