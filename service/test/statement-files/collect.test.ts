import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { transaction } from '../../src/db/transaction.ts';
import { createCollector } from '../../src/statements/collect-files.ts';
import { setPickup } from '../../src/statements/set-pickup.ts';
import { startTestService, type TestService, testSecrets, until } from '../support/harness.ts';
import { bankFile, linesOf, reconcileRail } from '../support/statement-files.ts';

let service: TestService;
let root: string;
const errors: unknown[] = [];
const doer = { actor: { type: 'admin', id: 'test' } } as const;
before(async () => {
  service = await startTestService();
  root = await mkdtemp(join(tmpdir(), 'statements-'));
  await mkdir(join(root, 'bank'));
});
after(async () => {
  await service.stop();
  await rm(root, { recursive: true });
});

/** One round of a node that was just started. */
const collectOnce = () =>
  createCollector({
    ...{ db: service.db, documents: service.documents, root, key: testSecrets.railKey, everyMs: 0 },
    onError: (error) => errors.push(error),
  })();

const put = async (name: string, body: string) => {
  const path = join(root, name);
  await writeFile(path, body);
  const before = new Date(Date.now() - 60_000);
  await utimes(path, before, before);
};
const setDirectory = (rail: string, directory: string) =>
  transaction(service.db, (tx) => setPickup(tx, rail, { directory, pickup: true }, testSecrets.railKey, doer));

describe('a directory of statements', () => {
  it('is collected: each file once, and files that are being written wait', async () => {
    await reconcileRail(service, { rail: 'bank-ke' });
    await setDirectory('bank-ke', 'bank');
    await put('bank/a.csv', bankFile(['2026-10-01,A1,rent,1.00,']));
    await put('bank/same.csv', bankFile(['2026-10-01,A1,rent,1.00,']));
    await put('bank/.hidden.csv', bankFile(['2026-10-01,H1,rent,1.00,']));
    await writeFile(join(root, 'bank/new.csv'), bankFile(['2026-10-01,N1,rent,1.00,']));
    assert.equal(await collectOnce(), 1);
    await until(async () => (await linesOf(service, 'bank-ke')).length === 1);
    assert.equal(await collectOnce(), 0);
    assert.deepEqual(errors, []);
  });

  it('outside the root is refused, also through a link', async () => {
    await reconcileRail(service, { rail: 'bank-ug' });
    await symlink(tmpdir(), join(root, 'out'));
    for (const directory of ['..', 'out']) {
      await setDirectory('bank-ug', directory);
      await collectOnce();
      assert.match(`${errors.pop()}`, /is not inside STATEMENTS_DIR/);
    }
  });
});
