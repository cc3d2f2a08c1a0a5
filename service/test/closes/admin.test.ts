import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { startTestService, type TestService, testSecretKey } from '../support/harness.ts';
import { actsOn } from '../support/operators.ts';
import { openProviderBooks, slug } from '../support/provider-books.ts';

let service: TestService;
const day = '2026-10-01';
before(async () => {
  service = await startTestService();
  const books = await openProviderBooks(service);
  await books.book({ amount: 100n, day, receipt: 'A' });
  await books.statement([{ operation: 'A', amount: 100n, day }], [day, day], { closing: 100n });
  await books.reconcile();
});
after(() => service.stop());

/** `npm run admin -- …` */
const admin = (...args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const script = new URL('../../src/admin.ts', import.meta.url).pathname;
    const cache = new URL('../../../node_modules/.cache/node', import.meta.url).pathname;
    const env = {
      ...process.env,
      ...{ DATABASE_URL: service.url, SECRET_KEY: testSecretKey, PASSWORD_MEMORY: '19', NODE_COMPILE_CACHE: cache },
    };
    execFile(process.execPath, [script, ...args], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });

describe('the commands that close days', () => {
  it('close a day and list it', async () => {
    const refused = await admin('close', '--rail', slug, '--date', '2026-10-02');
    assert.equal(refused.code, 1);
    assert.match(refused.err, /The next day is 2026-10-01/);
    assert.match((await admin('close', '--rail', slug, '--date', '2026-02-30')).err, /It must be a day/);
    const { code, out, err } = await admin('close', '--rail', slug, '--date', day, '--json');
    assert.equal(code, 0, err);
    const close = JSON.parse(out);
    assert.deepEqual([close.day, close.there.closing, close.difference], [day, 100, 0]);
    assert.match(close.closed_by, /^admin:/);
    const [listed] = JSON.parse((await admin('closes', 'list', '--rail', slug, '--json')).out);
    assert.deepEqual([listed.id, listed.status, listed.difference], [close.id, 'closed', '0']);
    assert.equal((await actsOn(service, close.id))[0].actor.type, 'admin');
  });
});
