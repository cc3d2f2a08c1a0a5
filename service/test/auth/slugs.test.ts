import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { migrate } from '../../src/db/migrate.ts';
import { cloneDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let client: pg.Client;
const folder = new URL('../../migrations/', import.meta.url);
const OURS = '0016_developers.sql';

/** A database from before integrations had slugs, with names that lead to the same slug. */
before(async () => {
  database = await cloneDatabase('template0');
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('CREATE TABLE migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())');
  for (const file of readdirSync(folder)
    .sort()
    .filter((name) => name < OURS)) {
    await client.query(readFileSync(new URL(file, folder), 'utf8'));
    await client.query('INSERT INTO migrations (name) VALUES ($1)', [file]);
  }
  await client.query(`
    INSERT INTO merchants (id, name) VALUES ('mer_1', 'One');
    INSERT INTO integrations (id, merchant_id, name) VALUES
      ('int_000001', 'mer_1', 'demo'), ('int_000002', 'mer_1', 'My shop!'), ('int_000003', 'mer_1', 'my-shop'),
      ('int_000004', 'mer_1', '商店'), ('int_000005', 'mer_1', '店')`);
  await migrate(database.url);
});
after(async () => {
  await client.end();
  await database.drop();
});

describe('integrations from before slugs', () => {
  it('keep their name as slug where it is plain, and no two slugs are equal', async () => {
    const { rows } = await client.query('SELECT id, slug FROM integrations ORDER BY id');
    assert.deepEqual(
      rows.map(({ slug }) => slug),
      ['demo', 'my-shop', 'my-shop-000003', 'integration-000004', 'integration-000005'],
    );
  });
});

describe('slug_of', () => {
  for (const [name, slug] of [
    ['demo', 'demo'],
    ['  Café du Port ', 'cafe-du-port'],
    ['Ünïcödé №1', 'unicode-no1'],
    ['a_b.c/d', 'a-b-c-d'],
    ['---', ''],
    ['商店', ''],
  ])
    it(`of “${name}” is “${slug}”`, async () => {
      assert.equal((await client.query('SELECT slug_of($1) AS slug', [name])).rows[0].slug, slug);
    });
});
