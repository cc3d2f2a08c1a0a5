import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { bothWorlds, refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { makeOperator } from '../support/operators.ts';
import type { TestPerson } from '../support/person.ts';

let service: TestService;
let officer: TestPerson;
let shop: TestMerchant;
before(async () => {
  service = await startTestService(bothWorlds);
  officer = await makeOperator(service, 'compliance');
});
after(() => service.stop());

const act = (path: string, body?: object) => officer.call('POST', `/operator/${path}`, body);
const suspended = async (id: string) =>
  (await officer.call('GET', `/operator/accounts/${id}`)).body.suspended?.reason ?? null;

/** A merchant that is approved for live, with a live person. */
async function liveMerchant(): Promise<TestPerson> {
  shop = await service.merchant();
  const live = await service.person('merchant', { merchantId: shop.merchantId, livemode: true, twoFactor: 'sms' });
  assert.equal((await act(`merchants/${shop.merchantId}/approve_live`)).status, 200);
  return live;
}
const revoke = () => act(`merchants/${shop.merchantId}/revoke_live`, { reason: 'A complaint' });

it('who is suspended while the live approval is withdrawn stays suspended when it is given again', async () => {
  const live = await liveMerchant();
  await revoke();
  assert.equal(await suspended(live.id), 'live_revoked');
  await act(`accounts/${live.id}/suspend`, { reason: 'Fraud' });
  assert.equal(await suspended(live.id), 'Fraud');
  await act(`merchants/${shop.merchantId}/approve_live`);
  assert.equal(await suspended(live.id), 'Fraud');
  assert.equal((await act(`accounts/${live.id}/unsuspend`)).status, 200);
  assert.equal(await suspended(live.id), null);
});

it('no live login comes back before its merchant is approved again', async () => {
  const live = await liveMerchant();
  await revoke();
  assert.deepEqual(refusal(await act(`accounts/${live.id}/unsuspend`)), [403, 'forbidden_account_type']);
  assert.equal((await live.call('GET', '/wallets')).status, 401);
  await act(`merchants/${shop.merchantId}/approve_live`);
  assert.equal(await suspended(live.id), null);
  assert.equal((await live.call('GET', '/wallets')).status, 401, 'former sessions stay ended');
});

it('no live login remains after concurrently withdrawing the approval and lifting the suspension', async () => {
  for (let round = 0; round < 10; round++) {
    const live = await liveMerchant();
    await act(`accounts/${live.id}/suspend`, { reason: 'Fraud' });
    const answers = await Promise.all([revoke(), act(`accounts/${live.id}/unsuspend`)]);
    assert.ok(
      answers.every(({ status }) => status === 200 || status === 403),
      answers.map(({ text }) => text).join(),
    );
    assert.ok(await suspended(live.id), 'a live login without a live approval');
  }
});

it('an operator’s reason is not confused with the service’s own: an approval cannot lift it', async () => {
  const live = await liveMerchant();
  const answer = await act(`accounts/${live.id}/suspend`, { reason: 'live_revoked' });
  assert.deepEqual(refusal(answer), [400, 'validation_failed']);
});

it('who is suspended in test mode gets no live login with the approval', async () => {
  shop = await service.merchant();
  const password = 'a password that is long enough';
  const [bad, good] = [
    await service.person('merchant', { merchantId: shop.merchantId, password }),
    await service.person('merchant', { merchantId: shop.merchantId, password }),
  ];
  await act(`accounts/${bad.id}/suspend`, { reason: 'Fraud' });
  const { body } = await act(`merchants/${shop.merchantId}/approve_live`);
  const live = body.people.filter(({ livemode }: any) => livemode).map(({ phone }: any) => phone);
  assert.deepEqual(live, [good.identifier]);
});
