import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import pg from 'pg';
import { connectService } from '../../src/boot/connect.ts';
import { readConfig } from '../../src/config/config.ts';
import { type Embedded, startEmbedded } from '../../src/postgres/start.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { bothWorlds } from '../support/flows.ts';
import { until } from '../support/harness.ts';
import { asOwner, makeDirectory, startVictim } from '../support/kill.ts';

/** Follows the page command by command on its own PostgreSQL, whose superuser only creates the administrator. */
const page = readFileSync(new URL('../../../docs/postgresql-least-privileges.md', import.meta.url), 'utf8');
const blocks = [...page.matchAll(/^ *```(\w+) ([^\n]*)\n(.*?)^ *```$/gms)].map(([, kind, info, code]) => ({
  kind,
  info,
  code: code!,
}));
const sqlOf = (info: string) => blocks.find((block) => block.kind === 'sql' && block.info === info)!.code;
const [migrateBlock, startBlock] = blocks.filter(({ kind }) => kind === 'sh').map(({ code }) => code);
const program = (name: string) => new URL(`../../src/${name}.ts`, import.meta.url).pathname;

let directory: string;
let server: Embedded;

/** The URL of a role for a database of this server, by TCP. */
function urlOf(role: string, password: string, database = 'rialto'): string {
  const url = new URL(server.url);
  return `postgres://${role}:${password}@${url.host}/${database}`;
}
const ownerUrl = () => urlOf('rialto_owner', 'owner-password');
const serviceUrl = () => urlOf('rialto_service', 'service-password');

async function ask(connectionString: string, sql: string): Promise<any[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    // As psql does it: each statement is its own transaction, as CREATE DATABASE requires.
    let rows: any[] = [];
    for (const statement of sql.split(/;\s*\n/).filter((one) => one.trim() !== ''))
      rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}
const asSuperuser = (sql: string, database = 'rialto') => {
  const url = new URL(server.url);
  url.pathname = `/${database}`;
  return ask(url.href, sql);
};

/** Runs a block as a shell does, with this server as its server. */
function shell(code: string, env: Record<string, string> = {}): ChildProcess {
  const npm = `npm() { if [ "$1" = start ]; then exec "$NODE" ${program('main')}; else shift 3; "$NODE" ${program('admin')} "$@"; fi; }`;
  const here = code.replaceAll('db.example:5432', new URL(server.url).host);
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  return spawn('bash', ['--norc', '-euc', `${npm}\n${here}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...{ PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, NODE: process.execPath },
      ...{ PORT: '0', DATA_DIR: join(directory, 'data'), PASSWORD_MEMORY: '19' },
      ...env,
    },
  });
}

/** Runs a command; a service is stopped once it is ready. */
async function run(
  code: string,
  env: Record<string, string> = {},
): Promise<{ code: number; out: string; err: string }> {
  const child = shell(code, env);
  if (code.includes('npm start')) child.stdout!.once('data', () => child.kill('SIGTERM'));
  const [out, err, [exit]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'exit')]);
  return { code: exit, out, err };
}
const migrateByPage = () => run(migrateBlock!);
const startByPage = (env = {}) => run(startBlock!, env);

/** Starts in live mode, up to the database. @returns null, or why it is refused */
async function startLive(env: Record<string, string>): Promise<string | null> {
  try {
    const connection = await connectService(readConfig({ ...bothWorlds, ...env }), () => {});
    await connection.close();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Runs with the service's login: each statement fails, also after a reset of its role. */
async function cannotChangeThePast(owner = 'rialto_owner'): Promise<void> {
  for (const table of ['postings', 'audit_log'])
    for (const sql of [
      `UPDATE ${table} SET seq = seq`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table}`,
      `DROP TABLE ${table}`,
    ])
      await assert.rejects(
        ask(
          serviceUrl(),
          `SET ROLE NONE;\n${sql.replace('SET seq = seq', table === 'postings' ? 'SET amount = 1' : 'SET seq = 1')}`,
        ),
        /permission denied|must be owner/,
        sql,
      );
  for (const role of [owner, 'master', 'rialto'])
    await assert.rejects(ask(serviceUrl(), `SET ROLE ${role}`), /permission denied/, role);
  await assert.rejects(ask(serviceUrl(), 'CREATE FUNCTION f() RETURNS int RETURN 1'), /permission denied for schema/);
}

describe('an external PostgreSQL with least privileges', () => {
  before(async () => {
    directory = makeDirectory();
    server = await startEmbedded({ dataDir: makeDataDir(join(directory, 'server')), settings: { fsync: 'off' } });
  });
  after(async () => {
    await server?.stop();
    rmSync(directory, { recursive: true, force: true });
  });
  beforeEach(async () => {
    // As of a managed PostgreSQL: no superuser.
    await asSuperuser(`CREATE ROLE master LOGIN CREATEROLE CREATEDB PASSWORD 'master-password'`, 'postgres');
    await asSuperuser('DROP DATABASE IF EXISTS rialto', 'postgres');
  });
  afterEach(async () => {
    await asSuperuser('DROP DATABASE IF EXISTS rialto WITH (FORCE)', 'postgres');
    const roles = ['rialto_service', 'rialto_owner', 'app', 'master'];
    for (const role of roles) await asSuperuser(`DROP ROLE IF EXISTS ${role}`, 'postgres');
  });
  const master = (database: string) => urlOf('master', 'master-password', database);

  it('has no command on its page that this test does not run', () => {
    const known = ['as the administrator', 'as the administrator, for a new database', 'in an existing database'];
    const more = ['in the database', 'as the administrator, for an older deployment', 'not run'];
    assert.deepEqual(
      blocks.filter(({ kind, info }) => kind === 'sql' && ![...known, ...more].includes(info!)),
      [],
    );
    assert.equal(blocks.filter(({ kind }) => kind === 'sh').length, 2);
  });

  it('is set up by a master user without superuser rights: live starts, and the past cannot be changed', async () => {
    await ask(master('postgres'), sqlOf('as the administrator'));
    await ask(master('postgres'), sqlOf('as the administrator, for a new database'));
    await ask(master('rialto'), sqlOf('in the database'));
    const early = await startByPage();
    assert.deepEqual([early.code, early.out], [1, '']);
    assert.match(early.err, /needs the migration 0001_tenants.sql and \d+ more.*npm run admin -- migrate/);
    const made = await migrateByPage();
    assert.deepEqual([made.code, made.err], [0, '']);
    assert.match(
      made.out,
      /^0001 tenants \(\d+ ms\)\n(.*\n)*Migrations applied: \d+\. The database is up to date\.\n$/,
    );
    const again = await migrateByPage();
    assert.equal(again.out, 'No migration was pending. The database is up to date.\n', again.err);
    const started = await startByPage();
    assert.match(started.out, /Test key/, started.err);
    assert.deepEqual([started.code, started.err.includes('WARNING')], [0, false], started.err);
    assert.equal(await startLive({ DATABASE_URL: serviceUrl() }), null);
    await cannotChangeThePast();
    assert.deepEqual(await ask(serviceUrl(), 'SELECT rotate_deliveries(true), rotate_request_log(true)'), [
      { rotate_deliveries: 0, rotate_request_log: 0 },
    ]);
  });

  it('may have an owner that owns neither database nor schema', async () => {
    await asSuperuser('CREATE DATABASE rialto', 'postgres');
    await asSuperuser(sqlOf('as the administrator'));
    const without = await migrateByPage();
    assert.match(without.err, /permission denied for schema public/);
    await asSuperuser(sqlOf('in an existing database'));
    await asSuperuser(sqlOf('in the database'));
    // Both URLs at once: the first node migrates.
    const started = await startByPage({ DATABASE_OWNER_URL: ownerUrl() });
    assert.match(started.out, /Test key/, started.err);
    assert.deepEqual([started.code, started.err.includes('WARNING')], [0, false], started.err);
    const both = readConfig({ ...bothWorlds, DATABASE_URL: serviceUrl(), DATABASE_OWNER_URL: ownerUrl() });
    const connection = await connectService(both, () => {});
    try {
      await connection.db.pool.query('SELECT');
      const logins = `SELECT DISTINCT usename AS login FROM pg_stat_activity WHERE usename LIKE 'rialto\\_%'`;
      assert.deepEqual(await asSuperuser(logins), [{ login: 'rialto_service' }], "the owner's connection is closed");
    } finally {
      await connection.close();
    }
    await cannotChangeThePast();
  });

  it('without the role says so, and gets its rights once the role exists, whoever created it', async () => {
    await asSuperuser(`CREATE ROLE rialto_owner LOGIN PASSWORD 'owner-password'`, 'postgres');
    await asSuperuser('CREATE DATABASE rialto OWNER rialto_owner', 'postgres');
    const without = await migrateByPage();
    assert.equal(without.code, 0);
    assert.match(without.err, /WARNING: the role rialto_service does not exist/);
    await asSuperuser(`CREATE ROLE rialto_service LOGIN PASSWORD 'service-password'`, 'postgres');
    const ungranted = await startByPage();
    assert.deepEqual([ungranted.code, ungranted.err.includes(' at ')], [1, false], ungranted.err);
    assert.match(ungranted.err, /"rialto_service" of DATABASE_URL may not read the table accounts.* and \d+ more/);
    assert.equal((await migrateByPage()).code, 0);
    assert.equal((await startByPage()).code, 0);
    assert.equal(await startLive({ DATABASE_URL: serviceUrl() }), null);
    await cannotChangeThePast();
  });

  it('whose DATABASE_URL is the owner: test mode warns, live refuses, and the page fixes it', async () => {
    await asSuperuser(`CREATE ROLE app LOGIN PASSWORD 'app'`, 'postgres');
    await asSuperuser('CREATE DATABASE rialto OWNER app', 'postgres');
    const today = urlOf('app', 'app');
    const live = { SECRET_KEY: bothWorlds.SECRET_KEY };
    const before = await run('npm start', { DATABASE_URL: today, ...live });
    assert.match(before.out, /Test key/, before.err);
    assert.match(before.err, /WARNING: the role "app" of DATABASE_URL owns the table audit_log, .*docs\/postgresql/);
    const refused = await startLive({ DATABASE_URL: today });
    assert.match(
      refused!,
      /^the role "app" of DATABASE_URL owns the table audit_log.* The service does not start with this role in LIVE=on/,
    );
    // Its own guard: the role of the page cannot do what the owner may do today.
    await ask(today, 'BEGIN;\nALTER TABLE postings DISABLE TRIGGER ALL;\nDELETE FROM postings;\nROLLBACK');
    const create = sqlOf('as the administrator, for an older deployment').replace('ALTER', 'CREATE');
    await asSuperuser(create, 'postgres');
    await asSuperuser(sqlOf('in the database').replaceAll('rialto_owner', 'app'));
    const both = { DATABASE_OWNER_URL: today, DATABASE_URL: serviceUrl() };
    assert.equal((await run('npm run admin -- migrate', both)).code, 0);
    assert.equal(await startLive({ DATABASE_URL: serviceUrl() }), null);
    const started = await run('npm start', { ...both, ...live });
    assert.deepEqual([started.code, started.err.includes('WARNING')], [0, false], started.err);
    await cannotChangeThePast('app');
  });

  it('control: live refuses to start with any right that would allow changing the past', async () => {
    await asSuperuser(sqlOf('as the administrator'), 'postgres');
    await asSuperuser('CREATE DATABASE rialto OWNER rialto_owner', 'postgres');
    assert.equal((await migrateByPage()).code, 0);
    for (const [grant, reason, undo] of [
      [
        'GRANT UPDATE ON postings TO rialto_service',
        /has UPDATE on postings/,
        'REVOKE UPDATE ON postings FROM rialto_service',
      ],
      [
        'GRANT UPDATE (amount) ON postings TO PUBLIC',
        /has UPDATE on postings/,
        'REVOKE UPDATE (amount) ON postings FROM PUBLIC',
      ],
      [
        'GRANT TRUNCATE ON audit_log TO PUBLIC',
        /has TRUNCATE on audit_log/,
        'REVOKE TRUNCATE ON audit_log FROM PUBLIC',
      ],
      [
        'GRANT rialto_owner TO rialto_service WITH INHERIT FALSE',
        /owns the table audit_log/,
        'REVOKE rialto_owner FROM rialto_service',
      ],
      [
        'GRANT pg_write_all_data TO rialto_service',
        /has DELETE on audit_log/,
        'REVOKE pg_write_all_data FROM rialto_service',
      ],
      [
        'GRANT pg_execute_server_program TO rialto_service',
        /is a member of pg_execute/,
        'REVOKE pg_execute_server_program FROM rialto_service',
      ],
      [
        'GRANT CREATE ON SCHEMA public TO PUBLIC',
        /may create objects in the schema/,
        'REVOKE CREATE ON SCHEMA public FROM PUBLIC',
      ],
      [
        'GRANT SET ON PARAMETER session_replication_role TO rialto_service',
        /may turn triggers off/,
        'REVOKE SET ON PARAMETER session_replication_role FROM rialto_service',
      ],
      ['ALTER ROLE rialto_service CREATEROLE', /may create roles/, 'ALTER ROLE rialto_service NOCREATEROLE'],
      ['ALTER ROLE rialto_service SUPERUSER', /is a superuser/, 'ALTER ROLE rialto_service NOSUPERUSER'],
      [
        'ALTER DATABASE rialto OWNER TO rialto_service',
        /owns the schema public, owns the database/,
        'ALTER DATABASE rialto OWNER TO rialto_owner',
      ],
    ] as const) {
      assert.equal(await startLive({ DATABASE_URL: serviceUrl() }), null, `before ${grant}`);
      await asSuperuser(grant);
      assert.match((await startLive({ DATABASE_URL: serviceUrl() })) ?? 'it started', reason, grant);
      await asSuperuser(undo);
    }
  });

  it('with an older schema is refused with the command, or migrated by the owner', async () => {
    await asSuperuser(sqlOf('as the administrator'), 'postgres');
    await asSuperuser('CREATE DATABASE rialto OWNER rialto_owner', 'postgres');
    assert.equal((await migrateByPage()).code, 0);
    const [last] = await ask(ownerUrl(), 'SELECT max(name) AS name FROM migrations');
    await ask(ownerUrl(), `DELETE FROM migrations WHERE name = '${last.name}'`);
    const list = startBlock!.replace('npm start', 'npm run admin -- merchants list');
    for (const code of [startBlock!, list]) {
      const { code: exit, err } = await run(code);
      assert.deepEqual([exit, err.includes(`needs the migration ${last.name}, which`)], [1, true], err);
    }
    // The owner's URL alone migrates; with MIGRATE=off it does not, for a node and for a command.
    for (const code of [startBlock!, list]) {
      const { code: exit, err } = await run(code, { DATABASE_OWNER_URL: ownerUrl(), MIGRATE: 'off' });
      assert.deepEqual([exit, err.includes(`needs the migration ${last.name}, and MIGRATE=off`)], [1, true], err);
    }
    await ask(ownerUrl(), `INSERT INTO migrations (name) VALUES ('${last.name}')`);
    const listed = await run(startBlock!.replace('npm start', 'npm run admin -- merchants list'));
    assert.equal(listed.code, 0, listed.err);
    const owners = await run(startBlock!.replace('npm start', 'npm run admin -- references check'));
    assert.equal(
      owners.err,
      "rialto: permission denied for function find_old_spellings. This command needs the rights of the tables' owner: set DATABASE_OWNER_URL\n",
    );
    await ask(ownerUrl(), `INSERT INTO migrations (name) VALUES ('9999_of_a_newer.sql')`);
    assert.match((await startByPage()).err, /migrated by a newer version of Rialto \(9999_of_a_newer.sql\)/);
  });
});

describe('MIGRATE=off', () => {
  before(async () => {
    directory = makeDirectory();
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  it('leaves the migration of the embedded PostgreSQL to the command', async () => {
    const off = { MIGRATE: 'off', DATA_DIR: join(directory, 'embedded') };
    const refused = await run('npm start', off);
    assert.deepEqual([refused.code, refused.out], [1, '']);
    assert.match(
      refused.err,
      /needs the migration 0001_tenants.sql and \d+ more, and MIGRATE=off.*npm run admin -- migrate/,
    );
    const made = await run('npm run admin -- migrate', off);
    assert.match(made.out, /Migrations applied: \d+\. The database is up to date\.\n$/, made.err);
    const started = await run('npm start', off);
    assert.deepEqual([started.code, /Test key/.test(started.out)], [0, true], started.err);
  });
});

describe('the embedded PostgreSQL', () => {
  it('has a login for the service, for every process and its listener, and no open superuser connection', async () => {
    const victim = await startVictim({ WORKERS: '2' });
    try {
      const logins = () =>
        asOwner(
          victim,
          `SELECT usename AS login, application_name AS name, count(*)::int FROM pg_stat_activity
           WHERE application_name <> '' AND pid <> pg_backend_pid() GROUP BY 1, 2 ORDER BY 2`,
        );
      await until(async () => (await logins()).some(({ name, count }) => name === 'rialto listen' && count === 2));
      assert.deepEqual([...new Set((await logins()).map(({ login }) => login))], ['rialto_service']);
      const [rights] = await asOwner(
        victim,
        `SELECT rolsuper OR rolcreaterole OR rolcreatedb AS more,
                (SELECT count(*)::int FROM pg_auth_members WHERE member = r.oid) AS roles
         FROM pg_roles r WHERE rolname = 'rialto_service'`,
      );
      assert.deepEqual(rights, { more: false, roles: 0 });
    } finally {
      await victim.end();
    }
  });
});
