import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { bothWorlds } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { memberOf } from '../support/members.ts';

let service: TestService;
let shop: TestMerchant;
before(async () => {
  service = await startTestService(bothWorlds);
  shop = await service.merchant();
  await service.db.pool.query('UPDATE merchants SET live_approved_at = now()');
});
after(() => service.stop());

const url = 'https://93.184.216.34/hook?token=hush';
const actsOn = async (target: string) =>
  (await service.db.pool.query('SELECT * FROM audit_log WHERE target = $1 ORDER BY seq', [target])).rows;

it("the audit log has a person's change of a live endpoint: who, what, before and after, and no secret", async () => {
  const dev = await memberOf(service, shop, 'developer', { livemode: true, twoFactor: 'sms' });
  const { id, secret } = (await dev.call('POST', '/webhooks', { url, events: ['payment.succeeded'] })).body;
  const path = `/webhooks/${id}`;
  assert.equal((await dev.call('PATCH', path, { url: 'https://93.184.216.34/other', events: ['*'] })).status, 200);
  assert.equal((await dev.call('PATCH', path, { events: ['*'] })).status, 200, 'no change, so no entry');
  const rolled = await dev.call('POST', `${path}/roll_secret`, {});
  assert.equal((await dev.call('DELETE', path)).status, 200);
  const acts = await actsOn(id);
  const where = { integration: shop.integrationId, livemode: true, status: 'enabled' };
  const [first, second] = [
    { ...where, url: 'https://93.184.216.34/hook', events: ['payment.succeeded'] },
    { ...where, url: 'https://93.184.216.34/other', events: ['*'] },
  ];
  assert.deepEqual(
    acts.map(({ action, before, after }) => [action, before, after]),
    [
      ['webhook.created', null, first],
      ['webhook.updated', first, second],
      ['webhook.secret_rolled', null, second],
      ['webhook.deleted', second, null],
    ],
  );
  for (const act of acts) {
    assert.deepEqual([act.actor_type, act.actor_id, act.address], ['developer', dev.id, '127.0.0.1']);
    assert.match(act.request_id, /^req_/);
  }
  const text = acts.map((act) => JSON.stringify({ ...act, seq: null })).join();
  for (const hidden of [secret, rolled.body.secret, 'hush']) assert.ok(!text.includes(hidden));
});

it('a change made with a key and a refused change are not in the audit log', async () => {
  const { id } = (await shop.call('POST', '/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'] })).body;
  await shop.call('POST', `/webhooks/${id}/roll_secret`, {});
  const boss = await memberOf(service, shop, 'merchant');
  assert.equal((await boss.call('DELETE', '/webhooks/wbk_01kf0q1xc7fy4th6v9p0rs2d8m')).status, 404);
  assert.deepEqual(await actsOn(id), []);
  assert.deepEqual(await actsOn('wbk_01kf0q1xc7fy4th6v9p0rs2d8m'), []);
  assert.equal((await boss.call('DELETE', `/webhooks/${id}`)).status, 200);
  assert.deepEqual(
    (await actsOn(id)).map(({ action, actor_id }) => [action, actor_id]),
    [['webhook.deleted', boss.id]],
  );
});
