import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { inspect } from 'node:util';
import ssh2 from 'ssh2';
import { transaction } from '../../src/db/transaction.ts';
import { createCollector } from '../../src/statements/collect-files.ts';
import { type SftpCredentials, setPickup } from '../../src/statements/set-pickup.ts';
import { startTestService, type TestService, testSecrets, until } from '../support/harness.ts';
import { type SftpServer, startSftpServer } from '../support/sftp-server.ts';
import { bankFile, linesOf, reconcileRail } from '../support/statement-files.ts';

let service: TestService;
let server: SftpServer;
const errors: unknown[] = [];
const doer = { actor: { type: 'admin', id: 'test' } } as const;
const slug = 'bank-ke';
const password = 'correct-horse-battery-7319';
const passphrase = 'staple-4402-passphrase';
const key = ssh2.utils.generateKeyPairSync('ed25519', { passphrase, cipher: 'aes256-cbc', rounds: 16 });
/** The middle of the private key, which no error may quote. */
const keyText = key.private.split('\n')[2]!;

/** All that a library prints. */
const printed: string[] = [];
before(async () => {
  const keep = (...values: unknown[]) => void printed.push(values.map((value) => inspect(value)).join(' '));
  Object.assign(console, { log: keep, error: keep });
  service = await startTestService();
  server = await startSftpServer({ user: 'bank', password, publicKey: key.public });
  await reconcileRail(service, { rail: slug });
});
const { log, error: print } = console;
after(async () => {
  Object.assign(console, { log, error: print });
  await service.stop();
  await server.stop();
});

const openCollector = () =>
  createCollector({
    ...{ db: service.db, documents: service.documents, root: '', key: testSecrets.railKey, everyMs: 0 },
    onError: (error) => errors.push(error),
  });
/** One round of a node that was just started. */
const collectOnce = () => openCollector()();

const setServer = (credentials: SftpCredentials, { hostKey = server.hostKey, path = '/statements' } = {}) =>
  transaction(service.db, (tx) => {
    const sftp = `sftp://bank@127.0.0.1:${server.port}${path}`;
    return setPickup(tx, slug, { sftp, hostKey, credentials, pickup: true }, testSecrets.railKey, doer);
  });

const MINUTE_MS = 60_000;
const put = (name: string, body: string, agoMs = 10 * MINUTE_MS) =>
  server.files.set(name, { body: Buffer.from(body), changedAt: Date.now() - agoMs });
const operations = async () => (await linesOf(service, slug)).map(({ operation }) => operation);
const imported = (...expected: string[]) =>
  until(async () => (await operations()).toSorted().join() === expected.toSorted().join());

/** The error of the last round, whose text and fields hold no secret. */
function lastError(): string {
  assert.equal(errors.length, 1, inspect(errors));
  const error = errors.pop();
  const shown = inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true });
  const secrets = [password, passphrase, keyText, 'wrong-password-1'];
  for (const secret of secrets) assert.ok(!shown.includes(secret), `the error holds a secret: ${shown}`);
  return `${error}`;
}

describe('statements on an SFTP server', () => {
  it('are collected once, also by a node that was just started', async () => {
    await setServer({ password });
    put('a.csv', bankFile(['2026-10-01,A1,rent,1.00,']));
    put('b.csv', bankFile(['2026-10-02,B1,rent,2.00,']));
    put('.hidden.csv', bankFile(['2026-10-01,H1,rent,1.00,']));
    put('empty.csv', '');
    assert.equal(await collectOnce(), 2);
    await imported('A1', 'B1');
    assert.equal(await collectOnce(), 0);
    assert.deepEqual(server.opened, ['a.csv', 'b.csv']);
    assert.deepEqual(errors, []);
  });

  it('with the same bytes under another name are read once and imported once', async () => {
    put('copy.csv', bankFile(['2026-10-01,A1,rent,1.00,']));
    const collect = openCollector();
    await collect();
    const { length } = server.opened;
    await collect();
    assert.equal(server.opened.length, length, 'the copy is not read again');
    server.files.delete('copy.csv');
    assert.deepEqual((await operations()).toSorted(), ['A1', 'B1']);
  });

  it('wait while they are being written', async () => {
    const half = bankFile(['2026-10-03,C1,rent,3.00,']);
    put('c.csv', half, 5_000);
    assert.equal(await collectOnce(), 0);
    assert.ok(!server.opened.includes('c.csv'));
    put('c.csv', `${half}2026-10-03,C2,rent,4.00,\n`, 2 * MINUTE_MS);
    assert.equal(await collectOnce(), 1);
    await imported('A1', 'B1', 'C1', 'C2');
  });

  it('leave nothing of a file whose connection breaks, and are read again', async () => {
    put('d.csv', bankFile(['2026-10-04,D1,rent,5.00,']));
    server.breakNextRead();
    assert.equal(await collectOnce(), 0);
    lastError();
    assert.ok(!(await operations()).includes('D1'));
    assert.equal(await collectOnce(), 1);
    await imported('A1', 'B1', 'C1', 'C2', 'D1');
  });

  it('are never asked for at a server with another key, which learns no password', async () => {
    const before = server.logins();
    await setServer({ password }, { hostKey: `SHA256:${'A'.repeat(43)}` });
    put('e.csv', bankFile(['2026-10-05,E1,rent,6.00,']));
    assert.equal(await collectOnce(), 0);
    assert.match(lastError(), /host|verif/i);
    assert.equal(server.logins(), before, 'no credentials were sent');
    assert.ok(!server.opened.includes('e.csv'));
  });

  it('name a refused login without its credentials', async () => {
    await setServer({ password: 'wrong-password-1' });
    assert.equal(await collectOnce(), 0);
    assert.match(lastError(), /authentication/i);
    await setServer({ private_key: key.private, passphrase: 'wrong-password-1' });
    assert.equal(await collectOnce(), 0);
    lastError();
    await setServer({ password }, { path: '/nowhere' });
    assert.equal(await collectOnce(), 0);
    assert.match(lastError(), /nowhere|no such/i);
  });

  it('are collected with a private key, whose credentials are sealed in the database', async () => {
    await setServer({ private_key: key.private, passphrase });
    assert.equal(await collectOnce(), 1);
    await imported('A1', 'B1', 'C1', 'C2', 'D1', 'E1');
    const text = `
      SELECT (SELECT string_agg(r::text, ' ') FROM reconciled_rails r)
        || (SELECT string_agg(a::text, ' ') FROM audit_log a) AS kept`;
    const [row] = await service.db.query<{ kept: string }>({ name: 'test_kept', text });
    for (const secret of [password, passphrase, keyText]) {
      assert.ok(!row!.kept.includes(secret));
      assert.ok(!row!.kept.includes(Buffer.from(secret).toString('hex')));
    }
    assert.deepEqual(errors, []);
  });

  it('leave nothing on the console', () => {
    assert.deepEqual(printed, []);
  });
});
