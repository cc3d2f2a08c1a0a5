import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Database, openDatabase } from '../../service/src/db/database.ts';
import { migrate } from '../../service/src/db/migrate.ts';
import { closeBatch } from '../../service/src/seal/close-batch.ts';
import { verifySeals } from '../../service/src/seal/verify.ts';
import { cloneDatabase, type TestDatabase } from '../../service/test/support/database.ts';
import { until } from '../../service/test/support/harness.ts';
import { makeDirectory, randomFrom } from '../../service/test/support/kill.ts';
import { damages, keepLedger } from '../../service/test/support/seal-damages.ts';
import { fillPostings, sealAll, verifyExport } from '../../service/test/support/sealed-ledger.ts';
import { withStatements } from '../../service/test/support/world.ts';
import { type Deployment, deploy } from './deployment.ts';

const PLANTED = 200;
const ROUNDS = 10;
const OLD = 200_000;

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
console.log(`seed ${seed}`);
const random = randomFrom(seed);

describe('changes in sealed postings', () => {
  let database: TestDatabase;
  let db: Database;
  let owner: pg.Client;
  before(async () => {
    database = await cloneDatabase();
    db = openDatabase(database.url, { max: 2, role: 'rialto_service', service: true });
    owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
    await fillPostings(owner, { old: true, transactions: 4, each: 50 });
    await fillPostings(owner, { transactions: 60, each: 5 });
    await fillPostings(owner, { transactions: 20, each: 5, livemode: false });
    await sealAll(db, 40);
  });
  after(async () => {
    await Promise.all([db.close(), owner.end()]);
    await database.drop();
  });

  it(`control: an unchanged ledger is clean, by the service and by the independent verifier`, async () => {
    assert.deepEqual((await verifySeals(db)).findings, []);
    const { code, out } = await verifyExport(db);
    assert.deepEqual([code, out.startsWith('Verified 600 postings.')], [0, true], out);
  });

  it(`each of ${PLANTED} is found, by the service and by the independent verifier`, async () => {
    const restore = await keepLedger(owner);
    const missed: string[] = [];
    const named = { right: 0, of: 0 };
    for (let n = 0; n < PLANTED; n++) {
      const { name, plant } = damages[n % damages.length]!;
      const expected = await plant(owner, random);
      const { findings } = await verifySeals(db);
      const found = findings.map(({ seal, fault }) => `batch ${seal}: ${fault}`).join('\n');
      if (found === '') missed.push(`service: ${name}`);
      if ((await verifyExport(db)).code !== 1) missed.push(`script: ${name}`);
      named.of++;
      if (found.includes(expected)) named.right++;
      await restore();
    }
    assert.deepEqual(missed, []);
    assert.equal(named.right, named.of, 'the finding names the posting or the batch');
    assert.deepEqual((await verifySeals(db)).findings, []);
  });
});

describe('two nodes that are killed while they seal', () => {
  let directory: string;
  let deployment: Deployment;
  let client: pg.Client;
  before(async () => {
    directory = makeDirectory();
    deployment = await deploy({ dataDir: join(directory, 'data'), nodes: 2, env: { SEAL_SECONDS: '1' } });
    await migrate(deployment.url());
  });
  after(async () => {
    await deployment.end();
    rmSync(directory, { recursive: true, force: true });
  });

  const connect = async () => {
    client = new pg.Client({ connectionString: deployment.url() });
    client.on('error', () => {});
    await client.connect();
  };
  const openPostings = async () => {
    const [row] = await deployment.ask<{ open: number }>(`
      SELECT ((SELECT count(*) FROM postings) - coalesce(max(total), 0))::int AS open FROM seals`);
    return row!;
  };

  it('leave one whole chain over every posting', { timeout: 280_000 }, async () => {
    await connect();
    await fillPostings(client, { old: true, transactions: 4, each: OLD / 4 });
    await Promise.all(deployment.nodes.map((node) => node.start()));
    let kills = 0;
    for (let round = 0; round < ROUNDS; round++) {
      await fillPostings(client, { transactions: 40, each: 300 });
      await sleep(random() * 1_000);
      if (round % 4 === 3) {
        await client.end();
        await deployment.killDatabase();
        await deployment.startDatabase();
        await connect();
      }
      const node = deployment.nodes[Math.floor(random() * 2)]!;
      await node.kill();
      await node.start();
      kills++;
    }
    const all = OLD + ROUNDS * 40 * 300;
    await until(async () => (await openPostings()).open === 0, 120);
    await client.end();
    const db = openDatabase(deployment.url(), { max: 1 });
    const { findings, head, count } = await verifySeals(db);
    await db.close();
    console.log(`${kills} kills of nodes, 2 of the database, ${head.number} batches, ${count} postings`);
    assert.deepEqual([findings, count], [[], BigInt(all)]);
  });
});

describe('control: without the lock and the key of the chain', () => {
  it('nodes that seal at once fork the chain, and the verification finds it', async () => {
    const database = await cloneDatabase();
    const db = openDatabase(database.url, { max: 8, role: 'rialto_service' });
    const owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
    await owner.query('ALTER TABLE seals DROP CONSTRAINT seals_pkey');
    const bare = withStatements(db, (statement) =>
      statement.name === 'seal_lock' ? { name: 'seal_no_lock', text: 'SELECT 1' } : statement,
    );
    await fillPostings(owner, { transactions: 200, each: 20 });
    // Until two of them have read the same last batch.
    await until(async () => {
      await fillPostings(owner, { transactions: 2, each: 20 });
      await Promise.all(Array.from({ length: 8 }, () => closeBatch(bare, 0, 10)));
      const { rows } = await owner.query('SELECT number FROM seals GROUP BY number HAVING count(*) > 1');
      return rows.length > 0;
    });
    assert.notDeepEqual((await verifySeals(db)).findings, []);
    await Promise.all([db.close(), owner.end()]);
    await database.drop();
  });
});
