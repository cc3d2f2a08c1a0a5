import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { connectService } from '../../src/boot/connect.ts';
import { readConfig } from '../../src/config/config.ts';
import { listen } from '../../src/db/listen.ts';
import { chooseAccount, writeFor } from '../../src/postgres/account.ts';
import { type Embedded, startEmbedded } from '../../src/postgres/start.ts';
import { until } from '../support/harness.ts';
import { makeDirectory } from '../support/kill.ts';
import { ask } from '../support/standby-pair.ts';

const skip = spawnSync('openssl', ['version']).status === 0 ? false : 'needs the command openssl';

const PASSWORD = 'of-both-roles';

let directory: string;
let server: Embedded;

/** An authority of our own, and a certificate of it for `localhost` alone. */
function makeCertificates(): void {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: directory, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  for (const name of ['ca', 'other'])
    openssl(
      'req',
      '-x509',
      ...key,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
      '-days',
      '2',
      '-subj',
      `/CN=${name}`,
    );
  openssl('req', ...key, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=db');
  writeFileSync(join(directory, 'names'), 'subjectAltName=DNS:localhost');
  const by = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'];
  openssl('x509', '-req', '-in', 'server.csr', ...by, '-out', 'server.crt', '-days', '2', '-extfile', 'names');
}

/** The server's address as a managed server's documentation gives it. */
function urlOf(options: { user?: string; host?: string; authority?: string } = {}): string {
  const { user, host = 'localhost', authority = 'ca' } = options;
  const url = new URL(server.url);
  url.hostname = host;
  if (user) [url.username, url.password, url.pathname] = [user, PASSWORD, '/managed'];
  url.search = `?sslmode=verify-full&sslrootcert=${join(directory, `${authority}.pem`)}`;
  return url.href;
}

const configOf = (env: Record<string, string>) =>
  readConfig({ DATA_DIR: join(directory, 'none'), LOG_LEVEL: 'silent', ...env });

describe('a managed PostgreSQL with sslmode=verify-full', { skip }, () => {
  before(async () => {
    directory = makeDirectory();
    makeCertificates();
    const dataDir = join(directory, 'server');
    server = await startEmbedded({ dataDir, settings: { fsync: 'off', max_connections: '40' } });
    const cluster = join(dataDir, 'postgres');
    const account = chooseAccount(cluster, true, []);
    for (const name of ['server.crt', 'server.key'])
      writeFor(account, join(cluster, name), readFileSync(join(directory, name), 'utf8'));
    const plain = new URL(server.url);
    plain.search = '';
    // No role of the service is a superuser, as at a managed server.
    for (const role of ['rialto_owner', 'rialto_service'])
      await ask(plain.href, `CREATE ROLE ${role} LOGIN PASSWORD '${PASSWORD}'`);
    await ask(plain.href, 'CREATE DATABASE managed OWNER rialto_owner');
    await ask(plain.href, 'ALTER SYSTEM SET ssl = on');
    await ask(plain.href, 'SELECT pg_reload_conf()');
    await until(() => ask(urlOf(), 'SELECT').catch(() => null));
  });
  after(async () => {
    await server?.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  it('is migrated and used, and no connection is without TLS', async () => {
    const env = {
      DATABASE_OWNER_URL: urlOf({ user: 'rialto_owner' }),
      DATABASE_URL: urlOf({ user: 'rialto_service' }),
    };
    const connection = await connectService(configOf(env), () => {});
    const listener = listen(connection.url, { rialto_work: () => {} }, () => {});
    try {
      const text = 'SELECT count(*)::int AS count FROM migrations';
      const [{ count }] = (await connection.db.query<{ count: number }>({ name: 'count', text })) as [
        { count: number },
      ];
      assert.ok(count > 50);
      const sessions = `
        SELECT application_name AS name, ssl FROM pg_stat_activity JOIN pg_stat_ssl USING (pid)
        WHERE usename = 'rialto_service' ORDER BY 1`;
      await until(async () => (await ask(urlOf(), sessions)).length === 2);
      assert.deepEqual(await ask(urlOf(), sessions), [
        { name: 'rialto', ssl: true },
        { name: 'rialto listen', ssl: true },
      ]);
    } finally {
      await listener.close();
      await connection.close();
    }
  });

  const wrong = {
    'of another authority': [{ authority: 'other' }, /self-signed certificate|unable to verify/],
    'for another name': [{ host: '127.0.0.1' }, /127\.0\.0\.1 is not in the cert's list/],
  } as const;
  for (const [name, [options, message]] of Object.entries(wrong))
    it(`refuses a certificate ${name}, and says so without the password`, async () => {
      const env = { DATABASE_URL: urlOf({ user: 'rialto_service', ...options }) };
      await assert.rejects(
        connectService(configOf(env), () => {}),
        (error: Error) => {
          assert.match(error.message, message);
          assert.doesNotMatch(error.message, /of-both-roles/);
          return true;
        },
      );
    });
});
