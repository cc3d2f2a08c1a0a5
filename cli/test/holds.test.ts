import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { tomorrow } from '../../service/test/support/flows.ts';
import { startTestService, type TestService } from '../../service/test/support/harness.ts';
import { sitDown } from './terminal.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

it('a person holds money, captures a part of it and releases the rest', async () => {
  const [rich, other] = [await service.merchant(), await service.merchant()];
  await rich.wallet('XOF', 10_000n);
  const own = sitDown({ RIALTO_BASE_URL: service.base, RIALTO_API_KEY: rich.key });
  const what = ['--amount', '4000', '--currency', 'XOF', '--expires-at', tomorrow()];
  const { id } = await own.json('holds', 'create', ...what, '--reference', 'deposit-1');
  const part = ['--amount', '1500', '--to', await other.wallet('XOF')];
  assert.equal((await own.json('holds', 'capture', id, ...part)).amount_remaining, 2_500);
  assert.match((await own.run('holds', 'list', '--status', 'open')).output, /4.000 XOF +2.500 XOF +deposit-1/);
  assert.equal((await own.json('holds', 'release', id)).amount_released, 2_500);
});
