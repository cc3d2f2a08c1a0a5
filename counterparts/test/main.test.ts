import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startCounterpartProcess } from './start-process.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const refused = (...args: string[]) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [main, ...args], { encoding: 'utf8' });
  assert.deepEqual([status, stdout], [2, '']);
  return stderr.split('\n')[0]!;
};

test('the first line has the addresses and the credentials, and a signal ends the process', async () => {
  const { url, control, credentials, ask, stop } = await startCounterpartProcess('mtn-momo', '--float', '5');
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/);
  assert.equal(control, `${url}/_control`);
  assert.equal(credentials.target_environment, 'mtnuganda');
  assert.deepEqual((await ask('GET', '/ledger')).balances, { UGX: '5' });
  await stop();
  await assert.rejects(fetch(url));
});

test('wrong arguments are refused with the usage', () => {
  assert.match(refused('nobody'), /"nobody" has no counterpart/);
  assert.match(refused('mtn-momo', '--port', 'x'), /"x" is not a port/);
  assert.match(refused('mtn-momo', '--float', '1.5'), /"1.5" is not an amount/);
  assert.match(refused('mtn-momo', '--country', 'XX'), /no target environment for XX/);
  assert.match(refused('mtn-momo', '--currency', 'XYZ'), /XYZ is not an ISO 4217 currency/);
});
