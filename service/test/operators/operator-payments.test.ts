import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { newId } from '../../src/kernel/new-id.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import {
  balance,
  bothWorlds,
  eventsOf,
  openPayment,
  paidPayment,
  phone,
  refusal,
  waitingPayment,
  withoutReceipt,
} from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { memberOf } from '../support/members.ts';
import { actsOn, makeOperator } from '../support/operators.ts';
import { never, newWallet, openPayout, paidOut, payoutWith } from '../support/payout-flows.ts';
import type { TestPerson } from '../support/person.ts';

let service: TestService;
let node: TestService;
let shop: TestMerchant;
let other: TestMerchant;
let support: TestPerson;
let compliance: TestPerson;
before(async () => {
  service = await startTestService({ RATE_LIMIT: 'off' });
  node = await startTestService({ RATE_LIMIT: 'off' }, service);
  [shop, other] = [await service.merchant(), await service.merchant()];
  support = await makeOperator(service, 'support');
  compliance = await makeOperator(service, 'compliance');
  for (const one of [shop, other]) await one.wallet('XOF', 100_000n);
});
after(async () => {
  await node.stop();
  await service.stop();
});

const read = async (path: string, who = support) => {
  const answer = await who.call('GET', path);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const idsIn = async (path: string) => (await read(path)).data.map(({ id }: any) => id);
const integrationOf = async ({ merchantId }: TestMerchant): Promise<string> =>
  (await read(`/operator/merchants/${merchantId}`)).integrations[0].id;

describe('a payment, to operators', () => {
  it('looks as its integration reads it, with its owner and its later records', async () => {
    const { id } = await paidPayment(shop);
    const own = (await shop.call('GET', `/payments/${id}`)).body;
    const whose = { integration: await integrationOf(shop), merchant: shop.merchantId };
    assert.deepEqual(await read(`/operator/payments/${id}`), { ...withoutReceipt(own), ...whose });
    const timeline = await read(`/operator/payments/${id}/timeline`);
    assert.deepEqual(timeline.data, (await shop.call('GET', `/payments/${id}/timeline`)).body.data);
    assert.deepEqual(
      (await actsOn(service, id)).map(({ action, actor }: any) => [action, actor.id]),
      [
        ['payment.read', support.id],
        ['payment.timeline_read', support.id],
      ],
    );
  });

  it('that does not exist is 404, and leaves no audit entry', async () => {
    const id = newId('pay');
    for (const path of [id, `${id}/timeline`])
      assert.deepEqual(refusal(await support.call('GET', `/operator/payments/${path}`)), [404, 'not_found']);
    assert.deepEqual(await actsOn(service, id), []);
  });

  it('is found by its customer, across merchants, or among those of an integration', async () => {
    const customer = phone('4321');
    const [first, second] = [await openPayment(shop, { customer }), await openPayment(other, { customer })];
    const list = `/operator/payments?customer=${encodeURIComponent(customer)}`;
    assert.deepEqual(await idsIn(list), [second.id, first.id]);
    assert.deepEqual(await idsIn(`${list}&limit=1&starting_after=${second.id}`), [first.id]);
    const integration = await integrationOf(other);
    assert.deepEqual(await idsIn(`${list}&integration=${integration}`), [second.id]);
    assert.deepEqual(await idsIn(`${list}&mode=live`), []);
    const waiting = await waitingPayment(other);
    assert.ok((await idsIn(`/operator/payments?integration=${integration}`)).includes(waiting.id));
    assert.deepEqual(await idsIn(`/operator/payments?integration=${integration}&status=succeeded`), []);
    const [read] = (await actsOn(service, integration)).slice(-1);
    assert.deepEqual([read.action, read.after], ['payment.listed', { payments: [] }]);
  });

  it('is listed for a named customer or integration only: a list of everybody’s is refused', async () => {
    assert.deepEqual(refusal(await support.call('GET', '/operator/payments')), [400, 'validation_failed']);
    const bad = await support.call('GET', '/operator/payments?customer=12');
    assert.deepEqual([bad.status, bad.body.error.param], [400, 'customer']);
  });

  it('of an integration that does not exist: payments and payouts are empty pages', async () => {
    for (const path of ['/operator/payments', '/operator/payouts']) {
      const { status, body } = await support.call('GET', `${path}?integration=${newId('int')}`);
      assert.deepEqual([status, body.data, body.has_more], [200, [], false]);
    }
  });
});

describe('a payout, to operators', () => {
  it('looks as its integration reads it, with its items and its owner', async () => {
    const to = await newWallet(other);
    const { id } = await paidOut(shop, [{ recipient: to, amount: 10 }]);
    const integration = await integrationOf(shop);
    const own = (await shop.call('GET', `/payouts/${id}`)).body;
    assert.deepEqual(await read(`/operator/payouts/${id}`), { ...own, integration, merchant: shop.merchantId });
    const items = await read(`/operator/payouts/${id}/items`);
    assert.deepEqual(items.data, (await shop.call('GET', `/payouts/${id}/items`)).body.data);
    assert.deepEqual(await idsIn(`/operator/payouts?integration=${integration}`), [id]);
    assert.deepEqual(await idsIn(`/operator/payouts?integration=${integration}&status=canceled`), []);
    assert.deepEqual(
      (await actsOn(service, id)).map(({ action }: any) => action),
      ['payout.read', 'payout.items_read'],
    );
  });

  it('is canceled while it is pending, with a reason, by the permitted roles', async () => {
    const own = await startTestService({ ...bothWorlds, ...never, PAYOUT_APPROVAL_ABOVE: 'XOF:10', RATE_LIMIT: 'off' });
    try {
      const market = await own.merchant();
      const officer = await makeOperator(own, 'compliance');
      const wallet = await market.wallet('XOF', 1_000n);
      const items = [{ recipient: await newWallet(market), amount: 100 }];
      const boss = await memberOf(own, market, 'merchant');
      const byKey = await openPayout(market, items);
      const byPerson = (await boss.call('POST', '/payouts', { currency: 'XOF', items })).body;
      assert.equal(byPerson.approval.status, 'pending');
      assert.deepEqual(await balance(market, wallet), [800, 200]);
      for (const { id } of [byKey, byPerson]) {
        for (const reason of [undefined, '', '  ']) {
          const none = await officer.call('POST', `/operator/payouts/${id}/cancel`, { reason });
          assert.deepEqual([none.status, none.body.error.param], [400, 'reason'], none.text);
        }
        const { status, body } = await officer.call('POST', `/operator/payouts/${id}/cancel`, { reason: 'Stolen key' });
        assert.deepEqual([status, body.status, body.merchant], [200, 'canceled', market.merchantId]);
        assert.equal((await market.call('GET', `/payouts/${id}`)).body.status, 'canceled');
        const again = await officer.call('POST', `/operator/payouts/${id}/cancel`, { reason: 'Stolen key' });
        assert.deepEqual(refusal(again), [409, 'payout_not_cancelable']);
        const sent = await eventsOf(market, id);
        assert.deepEqual(
          sent.map(({ type, data }) => [type, data.object.status]),
          [['payout.canceled', 'canceled']],
        );
        const acts = (await actsOn(own, id)).filter(({ action }: any) => action === 'payout.canceled');
        assert.deepEqual(
          acts.map(({ actor, reason, before, after }) => [actor.id, reason, before, after]),
          [
            [
              officer.id,
              'Stolen key',
              { status: 'pending' },
              { status: 'canceled', amount: 100, currency: 'XOF', count: 1, wallet },
            ],
          ],
        );
      }
      assert.deepEqual(await balance(market, wallet), [1_000, 0]);
      assert.deepEqual(await checkLedger(own.db), []);
    } finally {
      await own.stop();
    }
  });

  it('that has been paid cannot be canceled, and an unknown one is 404', async () => {
    const { id } = await paidOut(shop, [{ recipient: await newWallet(other), amount: 10 }]);
    const reason = { reason: 'Too late' };
    const late = await compliance.call('POST', `/operator/payouts/${id}/cancel`, reason);
    assert.deepEqual(refusal(late), [409, 'payout_not_cancelable']);
    const unknown = await compliance.call('POST', `/operator/payouts/${newId('pout')}/cancel`, reason);
    assert.deepEqual(refusal(unknown), [404, 'not_found']);
  });

  it('ends once, under concurrent cancellations on several nodes', async () => {
    const own = await startTestService({ ...never, RATE_LIMIT: 'off' });
    const second = await startTestService({ ...never, RATE_LIMIT: 'off' }, own);
    try {
      const market = await own.merchant();
      const wallet = await market.wallet('XOF', 10_000n);
      const officer = await makeOperator(own, 'compliance');
      const to = await newWallet(market);
      for (let i = 0; i < 20; i++) {
        const { id } = await openPayout(market, [{ recipient: to, amount: 100 }]);
        const answers = await Promise.all([
          officer.call('POST', `/operator/payouts/${id}/cancel`, { reason: 'Ours' }),
          market.call('POST', `/payouts/${id}/cancel`),
          second.request('POST', `/api/v1/payouts/${id}/cancel`, { key: market.key }),
        ]);
        assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
        await payoutWith(market, id, 'canceled');
      }
      assert.deepEqual(await balance(market, wallet), [10_000, 0]);
      assert.deepEqual(await checkLedger(own.db), []);
    } finally {
      await second.stop();
      await own.stop();
    }
  });
});
