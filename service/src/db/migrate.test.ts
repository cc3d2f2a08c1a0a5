import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { cloneDatabase, type TestDatabase } from '../../test/support/database.ts';
import { oldDatabase } from '../../test/support/old-database.ts';
import { dumpSchema } from '../../test/support/schema.ts';
import { build } from '../config/build.ts';
import { type Migrated, migrate } from './migrate.ts';

let database: TestDatabase;
let owner: pg.Client;

const connect = async (connectionString: string, options?: string) => {
  const client = new pg.Client({ connectionString, ...(options ? { options } : {}) });
  await client.connect();
  return client;
};
const history = async () => (await owner.query('SELECT name, applied_at FROM migrations ORDER BY name')).rows;

describe('migrate', () => {
  before(async () => {
    database = await cloneDatabase();
    owner = await connect(database.url);
  });
  after(async () => {
    await owner.end();
    await database.drop();
  });

  it('creates the schema in service/schema.sql (after a migration: npm run schema)', async () => {
    const committed = readFileSync(new URL('../../schema.sql', import.meta.url), 'utf8');
    assert.equal(await dumpSchema(owner), committed);
  });

  it('control: the dump shows a column, default, constraint, index, trigger, function and grant', async () => {
    const before = await dumpSchema(owner);
    for (const drift of [
      'ALTER TABLE users ADD COLUMN extra text',
      'ALTER TABLE balances ALTER COLUMN posted SET DEFAULT 1',
      'ALTER TABLE balances ALTER COLUMN posted DROP NOT NULL',
      'ALTER TABLE balances DROP CONSTRAINT balances_never_overdrawn',
      'DROP INDEX payments_due',
      'DROP TRIGGER postings_append_only ON postings',
      'CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
      'GRANT UPDATE ON postings TO rialto_service',
      'ALTER TABLE balances RESET (fillfactor)',
    ]) {
      await undone(async () => {
        await owner.query(drift);
        assert.notEqual(await dumpSchema(owner), before, drift);
      });
    }
    assert.equal(await dumpSchema(owner), before);
  });

  it('changes nothing the second time', async () => {
    const before = [await dumpSchema(owner), await history()];
    await migrate(database.url);
    assert.deepEqual([await dumpSchema(owner), await history()], before);
  });

  it('works when several nodes start at once on an empty database', async () => {
    const empty = await cloneDatabase('template0');
    try {
      await Promise.all([1, 2, 3, 4].map(() => migrate(empty.url)));
      const client = await connect(empty.url);
      assert.equal(await dumpSchema(client), await dumpSchema(owner));
      await client.end();
    } finally {
      await empty.drop();
    }
  });

  it('reports the version of PostgreSQL first, and each migration with its number, name and time', async () => {
    const old = await oldDatabase('0055');
    const told: (string | Migrated)[] = [];
    try {
      const telling = { onServer: (it: string) => told.push(it), onMigrated: (it: Migrated) => told.push(it) };
      await migrate(old.url, telling);
      const [postgres, first, second] = told as [string, Migrated, Migrated];
      assert.match(postgres, /^\d+\.\d+/);
      assert.deepEqual(
        [first, second].map(({ number, name, ms }) => [number, name, Number.isInteger(ms)]),
        [
          [55, 'users_words', true],
          [56, 'repeated_recipients', true],
        ],
      );
      const count = told.length;
      await migrate(old.url, telling);
      assert.equal(told.length, count + 1);
    } finally {
      await old.drop();
    }
  });

  it('keeps every delivery and attempt of a database from before they were partitioned', async () => {
    const old = await oldDatabase('0008', deliveriesOfBefore);
    const { client } = old;
    try {
      await migrate(old.url);
      const { rows } = await client.query(`
        SELECT d.id, d.status, d.attempts_made, d.lane, d.version, d.kept_until = 'infinity' AS open,
               d.kept_until > now() + interval '29 days' AS later, cardinality(attempts) AS attempts
        FROM deliveries d ORDER BY d.id`);
      assert.deepEqual(
        rows.map((row) => Object.values(row)),
        [
          ['dead', 'dead', 7, 1, 9, false, false, 7],
          ['held', 'held', 2, 1, 4, true, true, 2],
          ['pending', 'pending', 0, 0, 1, true, true, 0],
          ['succeeded', 'succeeded', 1, 1, 2, false, true, 1],
        ],
      );
      assert.equal(await dumpSchema(client), await dumpSchema(owner));
    } finally {
      await old.drop();
    }
  });

  it('renames integrations whose names differ only in case', async () => {
    const old = await oldDatabase('0016', namesOfBefore);
    try {
      await migrate(old.url);
      const { rows } = await old.client.query('SELECT name, slug FROM integrations ORDER BY id');
      assert.deepEqual(
        rows.map((row) => Object.values(row)),
        [
          ['Shop', 'shop'],
          ['shop-000002', 'shop-000002'],
          ['SHOP', 'shop-000003'],
        ],
      );
    } finally {
      await old.drop();
    }
  });

  it("ignores the database's time limits", async () => {
    const hasty = await cloneDatabase('template0');
    const client = await connect(hasty.url);
    try {
      const [name] = (await client.query('SELECT current_database() AS name')).rows.map((row) => row.name);
      await client.query(`ALTER DATABASE ${name} SET statement_timeout = '1ms'`);
      await client.query(`ALTER DATABASE ${name} SET lock_timeout = '1ms'`);
      await client.query(`ALTER DATABASE ${name} SET idle_session_timeout = '50ms'`);
      // Another node has the turn. Meanwhile this one does nothing between two attempts.
      await client.query('SELECT pg_advisory_lock($1)', [0x524c544f]);
      await migrate(hasty.url, {
        onWait: () => setTimeout(() => client.query('SELECT pg_advisory_unlock_all()'), 300),
      });
      assert.equal(await dumpSchema(client), await dumpSchema(owner));
    } finally {
      await client.end();
      await hasty.drop();
    }
  });

  it('refuses a database whose encoding cannot hold every letter, and creates nothing in it', async () => {
    const name = `test_ascii_${process.pid}`;
    await owner.query(`CREATE DATABASE ${name} ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0`);
    const url = new URL(database.url);
    url.pathname = `/${name}`;
    try {
      await assert.rejects(migrate(url.href), {
        name: 'StartupError',
        message: /encoding SQL_ASCII; Rialto needs UTF8/,
      });
      const client = await connect(url.href);
      assert.equal((await client.query(`SELECT to_regclass('migrations') AS made`)).rows[0].made, null);
      await client.end();
    } finally {
      await owner.query(`DROP DATABASE ${name} WITH (FORCE)`);
    }
  });

  it("creates nothing for a command in a database that is not Rialto's", async () => {
    const empty = await cloneDatabase('template0');
    try {
      await assert.rejects(migrate(empty.url, { existing: true }), {
        name: 'StartupError',
        message: /this database has no tables of Rialto/,
      });
      const client = await connect(empty.url);
      assert.equal((await client.query(`SELECT to_regclass('migrations') AS made`)).rows[0].made, null);
      await client.end();
    } finally {
      await empty.drop();
    }
  });

  it('refuses a database that a newer version has migrated, and leaves it unchanged', async () => {
    await owner.query("INSERT INTO migrations (name) VALUES ('9999_future.sql')");
    const before = await dumpSchema(owner);
    await assert.rejects(migrate(database.url), {
      name: 'StartupError',
      message: /newer version of Rialto \(9999_future\.sql\)/,
    });
    assert.equal(await dumpSchema(owner), before);
    await owner.query("DELETE FROM migrations WHERE name = '9999_future.sql'");
  });

  it('works on a database of a later patch version that works with this one, and leaves its rights', async () => {
    const [major, minor] = build.version.split('.').map(Number);
    await owner.query('CREATE TABLE future (); GRANT SELECT ON future TO rialto_service');
    const add = `INSERT INTO migrations (name, works_with) VALUES ('9999_future.sql', $1)
                 ON CONFLICT (name) DO UPDATE SET works_with = excluded.works_with`;
    for (const other of [`${major}.${minor}.999`, `${major}.${minor! + 1}.0`, `${major! + 1}.${minor}.0`]) {
      await owner.query(add, [other]);
      await assert.rejects(migrate(database.url), { name: 'StartupError' }, other);
    }
    await owner.query(add, [build.version]);
    await migrate(database.url);
    const { rows } = await owner.query(`SELECT has_table_privilege('rialto_service', 'future', 'INSERT') AS may`);
    assert.deepEqual(rows, [{ may: false }]);
    await owner.query("DROP TABLE future; DELETE FROM migrations WHERE name = '9999_future.sql'");
  });
});

/** One of each status, as the first seven migrations had them. The succeeded one is old. */
const deliveriesOfBefore = `
  INSERT INTO merchants (id, name) VALUES ('m', 'm');
  INSERT INTO integrations (id, merchant_id, name) VALUES ('i', 'm', 'i');
  INSERT INTO worlds (id, integration_id, livemode) OVERRIDING SYSTEM VALUE VALUES (9, 'i', false);
  INSERT INTO events VALUES (9, 'evt', 'payment.failed', '{}', now());
  INSERT INTO webhook_endpoints (world, id, url, events, secret) VALUES (9, 'wbk', 'https://example.com/', '{*}', '');
  INSERT INTO deliveries (world, id, endpoint_id, event_id, event_type, status, attempts_made, next_attempt_at, created_at,
                          updated_at, dead_until, version, lane)
  SELECT 9, status, 'wbk', 'evt', 'payment.failed', status, attempts, due, now() - interval '90 days',
         now() - interval '90 days', dead, version, lane
  FROM (VALUES ('pending', 0, now(), NULL, 1, 0), ('succeeded', 1, NULL, NULL, 2, 1), ('held', 2, NULL, NULL, 4, 1),
               ('dead', 7, NULL, now() + interval '12 days', 9, 1)) AS n (status, attempts, due, dead, version, lane);
  INSERT INTO delivery_attempts (world, delivery_id, number, at, request_headers, duration_ms)
  SELECT 9, id, n, now(), '{}', 1 FROM deliveries, generate_series(1, attempts_made) n;`;

/** "Shop" and "shop" of one merchant, "SHOP" of another. */
const namesOfBefore = `
  INSERT INTO merchants (id, name) VALUES ('m', 'm'), ('n', 'n');
  INSERT INTO integrations (id, merchant_id, name) VALUES ('int_000001', 'm', 'Shop'), ('int_000002', 'm', 'shop'), ('int_000003', 'n', 'SHOP');`;

/** Two wallets with money, one in another currency, one of the other mode, and a posting between the first two. */
const setting = `
  INSERT INTO wallets (id, livemode, owner_type, owner_id, currency, is_default)
  VALUES ('a', false, 'merchant', 'm', 'XOF', true), ('b', false, 'merchant', 'n', 'XOF', true),
         ('usd', false, 'merchant', 'm', 'USD', true), ('live', true, 'merchant', 'm', 'XOF', true);
  INSERT INTO balances (wallet_id, posted, position) VALUES ('a', 10, 1), ('b', 10, 1), ('usd', 10, 1), ('live', 10, 1);
  INSERT INTO holds (wallet_id, source, amount, remaining) VALUES ('a', 'rfd', 5, 5);
  INSERT INTO postings VALUES (1, 'a', 'b', 1, 'XOF', false, 9, 11, 'transfer', 'trf');`;
const posting = (
  debit: string,
  credit: string,
  { amount = 1, currency = 'XOF', livemode = false, position = 2 } = {},
) =>
  `INSERT INTO postings VALUES (${position}, '${debit}', '${credit}', ${amount}, '${currency}', ${livemode}, 9, 11, 'transfer', 'trf')`;

const constraint = (table: string, name: string) => `ALTER TABLE ${table} DROP CONSTRAINT ${name}`;
const trigger = (name: string) => `ALTER TABLE postings DISABLE TRIGGER ${name}`;
const oneLedger = trigger('postings_stay_in_one_ledger');
const appendOnly = trigger('postings_append_only');
const stays = trigger('postings_stay');

/**
 * Changes that nobody may make, not even the owner. The control names the defence to remove before each becomes
 * possible.
 */
const refused: readonly [what: string, sql: string, defence: string][] = [
  [
    'an overdraft',
    `UPDATE balances SET posted = -1 WHERE wallet_id = 'a'`,
    constraint('balances', 'balances_never_overdrawn'),
  ],
  [
    'holding more than there is',
    `UPDATE balances SET held = 11 WHERE wallet_id = 'a'`,
    constraint('balances', 'balances_never_overdrawn'),
  ],
  [
    'a negative hold',
    `UPDATE balances SET held = -1 WHERE wallet_id = 'a'`,
    constraint('balances', 'balances_held_check'),
  ],
  ['releasing more than was held', `UPDATE holds SET remaining = remaining - 6`, constraint('holds', 'holds_check')],
  ['holding more than at first', `UPDATE holds SET remaining = remaining + 1`, constraint('holds', 'holds_check')],
  [
    'closing a wallet with money',
    `UPDATE balances SET closed = true WHERE wallet_id = 'a'`,
    constraint('balances', 'balances_closed_is_empty'),
  ],
  ['a posting of nothing', posting('a', 'b', { amount: 0 }), constraint('postings', 'postings_amount_check')],
  ['a posting to itself', posting('a', 'a'), constraint('postings', 'postings_check')],
  [
    'a second debit at one position',
    posting('a', 'usd', { position: 1 }),
    `${constraint('postings', 'postings_pkey')}; ${oneLedger}`,
  ],
  ['a posting to another currency', posting('a', 'usd'), oneLedger],
  ['a posting from another currency', posting('usd', 'a'), oneLedger],
  ['a posting in a currency of its own', posting('a', 'b', { currency: 'USD' }), oneLedger],
  ['a posting to the other mode', posting('a', 'live'), oneLedger],
  ['a posting to no wallet', posting('a', 'nobody'), oneLedger],
  ['changing a posting', 'UPDATE postings SET amount = 2', appendOnly],
  ['deleting a posting', 'DELETE FROM postings', stays],
  ['truncating postings', 'TRUNCATE postings', appendOnly],
];

describe('the database refuses', () => {
  before(async () => {
    database = await cloneDatabase();
    owner = await connect(database.url);
    await owner.query(setting);
  });
  after(async () => {
    await owner.end();
    await database.drop();
  });

  for (const [what, sql, defence] of refused) {
    it(`${what}, and accepts it without its defence`, async () => {
      await undone(async () => {
        await assert.rejects(owner.query(sql), /violates|joins wallets|append-only/);
      });
      await undone(async () => {
        await owner.query(defence);
        await owner.query(sql);
      });
    });
  }

  it('no correct statement', async () => {
    await undone(async () => {
      await owner.query(posting('a', 'b'));
      await owner.query(`UPDATE balances SET held = posted WHERE wallet_id = 'a'`);
    });
  });

  it("any change of a posting by the service's role, which may read and add them, before a trigger runs", async () => {
    const service = await connect(database.url, '-c role=rialto_service');
    try {
      const attempts = ['UPDATE postings SET amount = 2', 'DELETE FROM postings', 'TRUNCATE postings'];
      const definitions = ['ALTER TABLE postings DISABLE TRIGGER ALL', 'DROP TABLE postings', 'CREATE TABLE mine ()'];
      // The trigger's refusal has the same SQLSTATE and another message.
      for (const sql of attempts) await assert.rejects(service.query(sql), /permission denied for table postings/, sql);
      for (const sql of definitions) await assert.rejects(service.query(sql), /must be owner|permission denied/, sql);
      assert.equal((await service.query('SELECT FROM postings')).rowCount, 1);
      await service.query(`BEGIN; ${posting('a', 'b')}; ROLLBACK`);
    } finally {
      await service.end();
    }
  });
});

/** Runs in a transaction that is rolled back. */
async function undone(run: () => Promise<void>): Promise<void> {
  await owner.query('BEGIN');
  try {
    await run();
  } finally {
    await owner.query('ROLLBACK');
  }
}
