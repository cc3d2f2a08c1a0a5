import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { cloneDatabase, type TestDatabase } from '../../test/support/database.ts';
import { oldDatabase } from '../../test/support/old-database.ts';
import { dumpSchema } from '../../test/support/schema.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let owner: pg.Client;

/** Includes the rights on single columns, which the dump lacks. Sequences of identity columns do not matter. */
async function grantsOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(`
    SELECT format('GRANT %s (%s) ON %s', privilege_type, attname, attrelid::regclass) AS line
    FROM pg_attribute CROSS JOIN aclexplode(attacl) WHERE grantee = 'rialto_service'::regrole
    UNION ALL
    SELECT format('GRANT %s ON %s', privilege_type, oid::regprocedure) FROM pg_proc CROSS JOIN aclexplode(proacl)
    WHERE pronamespace = 'public'::regnamespace AND grantee IN (0, 'rialto_service'::regrole) ORDER BY 1`);
  const dumped = (await dumpSchema(client)).split('\n').filter((line) => /^GRANT (?!USAGE)/.test(line));
  return [...dumped, ...rows.map(({ line }) => line)];
}

describe("the rights of the service's role", () => {
  before(async () => {
    database = await cloneDatabase();
    owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
  });
  after(async () => {
    await owner.end();
    await database.drop();
  });

  it('match the migrations on every table; grants.ts lists each table with less than everything', async () => {
    const asMigrated = await oldDatabase('9999');
    try {
      assert.deepEqual(await grantsOf(owner), await grantsOf(asMigrated.client));
    } finally {
      await asMigrated.drop();
    }
  });

  it('are restored by every migration run, whatever was granted or revoked since', async () => {
    const wanted = await grantsOf(owner);
    for (const change of [
      'REVOKE ALL ON ALL TABLES IN SCHEMA public FROM rialto_service',
      'GRANT UPDATE, DELETE, TRUNCATE ON postings, audit_log TO rialto_service',
      'GRANT UPDATE ON approvals TO rialto_service',
      'GRANT UPDATE (amount) ON postings TO rialto_service',
      'REVOKE INSERT ON payments FROM rialto_service',
      'REVOKE EXECUTE ON FUNCTION rotate_deliveries(boolean), rotate_request_log(boolean) FROM rialto_service',
      'GRANT EXECUTE ON FUNCTION rotate_deliveries(boolean), rotate_request_log(boolean) TO PUBLIC',
    ]) {
      await owner.query(change);
      assert.notDeepEqual(await grantsOf(owner), wanted, `the control: ${change}`);
      await migrate(database.url);
      assert.deepEqual(await grantsOf(owner), wanted, change);
    }
  });

  it('cover tables created after the role, and leave tables of other owners alone', async () => {
    await owner.query('CREATE TABLE later (id int)');
    await owner.query('CREATE ROLE rialto_somebody_else NOLOGIN');
    try {
      await owner.query(
        'CREATE TABLE theirs (id int); ALTER TABLE theirs OWNER TO rialto_somebody_else; GRANT SELECT ON theirs TO rialto_service',
      );
      await migrate(database.url);
      const rights = await grantsOf(owner);
      assert.ok(rights.includes('GRANT DELETE, INSERT, SELECT, UPDATE ON later TO rialto_service;'));
      assert.ok(rights.includes('GRANT SELECT ON theirs TO rialto_service;'));
    } finally {
      await owner.query('DROP TABLE later; DROP TABLE IF EXISTS theirs; DROP ROLE rialto_somebody_else');
    }
  });

  it('stay untouched if they are correct, so that no node plans its statements again', async () => {
    const versions = async () => (await owner.query('SELECT xmin::text, oid FROM pg_class ORDER BY oid')).rows;
    const before = await versions();
    await migrate(database.url);
    assert.deepEqual(await versions(), before);
  });

  it("include the owner's functions, each of which sets its search_path", async () => {
    const { rows } = await owner.query(`
      SELECT proname, proconfig FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosecdef`);
    assert.ok(rows.length > 0);
    for (const { proname, proconfig } of rows)
      assert.ok(proconfig?.includes('search_path=public, pg_temp'), `${proname} sets no search_path`);
    assert.deepEqual(await mayRotate(), [true, true]);
  });
});

async function mayRotate(): Promise<boolean[]> {
  const { rows } = await owner.query(`
    SELECT has_function_privilege('rialto_service', oid, 'EXECUTE')
           AND NOT EXISTS (SELECT FROM aclexplode(coalesce(proacl, acldefault('f', proowner))) WHERE grantee = 0) AS may
    FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosecdef`);
  return [rows.length > 0, rows.every(({ may }) => may)];
}
