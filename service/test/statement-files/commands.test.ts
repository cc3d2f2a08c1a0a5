import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, it } from 'node:test';
import { startTestService, type TestService, testSecretKey } from '../support/harness.ts';
import { bankFile, linesOf } from '../support/statement-files.ts';

let service: TestService;
let folder: string;
before(async () => {
  // No workers: the command imports the file itself.
  service = await startTestService({ ROLE: 'api' });
  folder = await mkdtemp(join(tmpdir(), 'commands-'));
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const cache = new URL('../../../node_modules/.cache/node', import.meta.url).pathname;

/** `npm run admin -- …` */
async function admin(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [new URL('../../src/admin.ts', import.meta.url).pathname, ...args], {
    env: {
      ...process.env,
      ...{ DATABASE_URL: service.url, SECRET_KEY: testSecretKey, NODE_COMPILE_CACHE: cache },
      DATA_DIR: join(tmpdir(), 'rialto-data'),
      CURRENCIES: 'KES,XOF',
    },
  });
  child.stdin.end();
  const exit = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await exit, out: out.trim(), err };
}

it('a bank account is added, set and imported from the command line', async () => {
  const added = await admin('rails', 'add', 'bank', '--slug', 'bank-ke', '--country', 'KE', '--currency', 'KES');
  assert.equal(added.code, 0, added.err);
  const wrong = await admin('reconcile', 'set', 'bank-ke', '--layout', 'no-such');
  assert.match(wrong.err, /layout: is no-such, which does not exist\. Layouts: m-pesa-portal/);
  const set = await admin('reconcile', 'set', 'bank-ke', '--layout', 'bank-csv', '--account', '600999');
  assert.equal(set.code, 0, set.err);
  assert.deepEqual([JSON.parse(set.out).account, JSON.parse(set.out).time_zone], ['600999', 'Africa/Nairobi']);

  const good = join(folder, 'good.csv');
  await writeFile(good, bankFile(['2026-10-01,A1,rent,100.00,']));
  const imported = await admin('statements', 'import', good, '--rail', 'bank-ke', '--json');
  assert.equal(imported.code, 0, imported.err);
  assert.deepEqual([JSON.parse(imported.out).status, JSON.parse(imported.out).new_lines], ['imported', 1]);
  assert.match((await admin('statements', 'import', good, '--rail', 'bank-ke')).out, /were imported before/);

  const bad = join(folder, 'bad.csv');
  await writeFile(bad, bankFile(['2026-10-01,A2,rent,100.00,', '2026-10-01,A3,rent,1.005,']));
  const refused = await admin('statements', 'import', bad, '--rail', 'bank-ke');
  assert.equal(refused.code, 1);
  assert.match(refused.out, /is refused[\s\S]*row 3: Credit/);
  assert.equal((await linesOf(service, 'bank-ke')).length, 1);
  assert.match((await admin('statements', 'list')).out, /good\.csv +imported[\s\S]*|bad\.csv +refused/);
  const state = await admin('reconcile', '--rail', 'bank-ke', '--json');
  assert.deepEqual([state.code, JSON.parse(state.out)[0].covered_to], [0, '2026-10-01'], state.err);
});
