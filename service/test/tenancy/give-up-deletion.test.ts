import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import pg from 'pg';
import { checkLedger } from '../../src/ledger/check.ts';
import { balance, paidPayment } from '../support/flows.ts';
import { startTestService, type TestService } from '../support/harness.ts';
import { ageMerchant } from '../support/idle-merchants.ts';

let service: TestService;
let owner: pg.Pool;
before(async () => {
  service = await startTestService();
  owner = new pg.Pool({ connectionString: service.url });
});
after(async () => {
  await owner.end();
  await service.stop();
});

it('the deletion of a merchant that is approved meanwhile releases its sellers, and the ledger is right', async () => {
  const [shop, seller] = [await service.merchant(), await service.merchant()];
  await shop.wallet('XOF');
  const reserve = { basis_points: 5_000, days: 30 };
  const wallet = await seller.wallet('XOF');
  const { id } = (await shop.call('POST', '/split_partners', { wallet, reserve })).body;
  await seller.call('POST', `/split_partners/${id}/accept`, { reserve });
  await paidPayment(shop, { amount: 1_000, split: [{ wallet, amount: 400 }] });
  assert.deepEqual(await balance(seller, wallet), [200, 200]);
  await ageMerchant(owner, shop);
  const { rows } = await owner.query('SELECT begin_test_deletion($1, 90) AS begun', [shop.merchantId]);
  assert.deepEqual(rows, [{ begun: true }]);
  assert.deepEqual(await balance(seller, wallet), [400, 0]);
  await owner.query('UPDATE merchants SET live_approved_at = now() WHERE id = $1', [shop.merchantId]);
  await owner.query('SELECT delete_test_slice(3)');
  assert.deepEqual((await owner.query('SELECT FROM test_deletions')).rows, []);
  assert.deepEqual(await checkLedger(service.db), []);
});
