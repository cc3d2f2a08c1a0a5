import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bothWorlds } from '../support/flows.ts';
import { startTestService, type TestService, until } from '../support/harness.ts';
import { memberOf } from '../support/members.ts';
import { newWallet, payoutWith } from '../support/payout-flows.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ ...bothWorlds, PAYOUT_PENDING_SECONDS: '0' });
});
after(() => service.stop());

test('receivers bear the fees of scheduled payouts, and a change of the bearer needs a new approval', async () => {
  const shop = await service.merchant();
  const wallet = await shop.wallet('XOF', 10_000n);
  await service.db.pool.query(
    `INSERT INTO fees (merchant_id, livemode, currency, basis_points, fixed, charged_on)
     VALUES ($1, false, 'XOF', 0, 20, 'payout')`,
    [shop.merchantId],
  );
  const [to, boss] = [await newWallet(shop), await memberOf(service, shop, 'merchant')];
  const body = {
    ...{ name: 'Refunds of deposits', currency: 'XOF', interval: 'monthly', first_date: '2036-01-31', time: '09:00' },
    ...{ items: [{ recipient: to, amount: 300 }], fee_bearer: 'receiver' },
  };
  const made = (await shop.call('POST', '/schedules', body)).body;
  assert.equal(made.fee_bearer, 'receiver');
  const path = `/schedules/${made.id}`;
  const run = async (): Promise<any> => {
    const { version, last_run: before } = (await shop.call('GET', path)).body;
    assert.equal((await boss.call('POST', `${path}/approve`, { version })).body.status, 'active');
    const { rows } = await service.db.pool.query(
      `UPDATE payout_schedules SET run_at = now(), due_at = due_at - (run_at - now()),
         rule_due_at = rule_due_at - (run_at - now())
       WHERE id = $1 RETURNING due_at`,
      [made.id],
    );
    service.db.node.wake('schedules');
    const { last_run } = await until(async () => {
      const found = (await shop.call('GET', path)).body;
      return found.last_run && found.last_run.payout !== before?.payout && found;
    });
    const { fee_bearer, totals } = await payoutWith(shop, last_run.payout, 'completed');
    const items = (await shop.call('GET', `/payouts/${last_run.payout}/items`)).body.data;
    const isLeftAlone = rows[0].due_at === null;
    return { fee_bearer, fee: totals.fee, sent: items[0].sent_amount, isLeftAlone };
  };
  // A node of an older version does not see it as due.
  assert.deepEqual(await run(), { fee_bearer: 'receiver', fee: 20, sent: 280, isLeftAlone: true });
  assert.equal((await shop.call('GET', `/wallets/${wallet}`)).body.balance.available, 9_700);

  const changed = (await shop.call('PATCH', path, { fee_bearer: 'merchant' })).body;
  assert.deepEqual([changed.fee_bearer, changed.status, changed.approved_by], ['merchant', 'pending', null]);
  assert.deepEqual(await run(), { fee_bearer: 'merchant', fee: 20, sent: 300, isLeftAlone: false });

  const { items: _, ...rest } = body;
  const transfer = { ...rest, name: 'Rent', kind: 'transfer', to, amount: 10 };
  const { error } = (await shop.call('POST', '/schedules', transfer)).body;
  assert.deepEqual([error.param, error.details[0].reason], ['fee_bearer', 'not_together']);
});
