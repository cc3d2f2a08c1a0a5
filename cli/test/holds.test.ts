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

it('two deciders release an escrow', async () => {
  const [rich, agent] = [await service.merchant(), await service.merchant()];
  await rich.wallet('XOF', 10_000n);
  const [own, other] = [rich, agent].map(({ key }) => sitDown({ RIALTO_BASE_URL: service.base, RIALTO_API_KEY: key }));
  const [mine, theirs] = [await rich.wallet('XOF'), await agent.wallet('XOF')];
  const what = ['--amount', '4000', '--currency', 'XOF', '--expires-at', tomorrow(), '--to', theirs];
  const { id } = await own!.json('holds', 'create', ...what, '--decider', mine, '--decider', theirs);
  assert.match((await other!.run('holds', 'escrows')).output, new RegExp(id));
  assert.equal((await other!.json('holds', 'decide', id, '--decision', 'release')).status, 'open');
  assert.equal((await own!.json('holds', 'decide', id, '--decision', 'release')).status, 'captured');
});

it('a person schedules a transfer by a rule, approves it with the key, skips a run and ends it', async () => {
  const shop = await service.merchant();
  await shop.wallet('XOF', 10_000n);
  const own = sitDown({ RIALTO_BASE_URL: service.base, RIALTO_API_KEY: shop.key });
  const to = (await shop.call('POST', '/wallets', { currency: 'XOF' })).body.id;
  const what = ['--name', 'Reserve', '--to', to, '--amount', '500', '--currency', 'XOF', '--time-zone', 'Africa/Dakar'];
  const days = ['--rule', 'FREQ=MONTHLY;BYMONTHDAY=-1', '--first-date', '2036-01-01', '--time', '18:00'];
  const { id } = await own.json('schedules', 'create', ...what, ...days);
  assert.equal((await own.json('schedules', 'approve', id, '--read', '1')).status, 'active');
  const skipped = await own.json('schedules', 'skip', id, '--date', '2036-01-31');
  assert.equal(skipped.next_at, '2036-02-29T18:00:00.000Z');
  assert.match((await own.run('schedules', 'list', '--kind', 'transfer')).output, /Reserve/);
  assert.equal((await own.json('schedules', 'end', id)).status, 'ended');
});
