import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { startTestService, type TestService } from '../../service/test/support/harness.ts';
import { sitDown } from './terminal.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

it('a marketplace proposes a reserve, and the seller accepts the same one', async () => {
  const [market, seller] = [await service.merchant(), await service.merchant()];
  const [ours, theirs] = [market, seller].map(({ key }) =>
    sitDown({ RIALTO_BASE_URL: service.base, RIALTO_API_KEY: key }),
  );
  const wallet = await seller.wallet('XOF');
  const { id, proposed_reserve } = await ours!.json('split-partners', 'request', wallet, '--reserve', '12.5%:30');
  assert.deepEqual(proposed_reserve, { basis_points: 1_250, days: 30 });
  assert.match((await theirs!.run('split-partners', 'accept', id, '--reserve', '12%:30')).output, /reserve: must be/);
  const accepted = await theirs!.json('split-partners', 'accept', id, '--reserve', '12.5%:30');
  assert.deepEqual([accepted.status, accepted.reserve], ['accepted', proposed_reserve]);
  assert.match((await ours!.run('split-partners', 'list')).output, /accepted .* 0 XOF +0 XOF/);
  assert.equal((await ours!.json('split-partners', 'request', wallet, '--reserve', 'none')).reserve, null);
  for (const wrong of ['12.5', '10%', '10%:', '1.234%:5', '10:30'])
    assert.match((await ours!.run('split-partners', 'request', wallet, '--reserve', wrong)).output, /such as 10%:30/);
});

it('a fee is said without the part that is zero', async () => {
  const shop = await service.merchant();
  const own = sitDown({ RIALTO_BASE_URL: service.base, RIALTO_API_KEY: shop.key });
  for (const [basisPoints, fixed, words] of [
    [250, 0, '2.5 %'],
    [0, 20, '20 XOF'],
    [0, 0, '0 %'],
    [250, 20, '2.5 % + 20 XOF'],
  ]) {
    await service.db.pool.query(
      `INSERT INTO fees (merchant_id, livemode, currency, basis_points, fixed) VALUES ($1, false, 'XOF', $2, $3)
       ON CONFLICT (merchant_id, livemode, currency, charged_on) DO UPDATE SET basis_points = $2, fixed = $3`,
      [shop.merchantId, basisPoints, fixed],
    );
    const { output } = await own.run('fees', 'list');
    assert.ok(output.split(/ {2,}|\n/).includes(String(words)), output);
  }
});
