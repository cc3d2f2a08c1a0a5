import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { balance } from './flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from './harness.ts';

let service: TestService;
let shop: TestMerchant;
before(async () => {
  service = await startTestService({ PAYOUT_PENDING_SECONDS: '0' });
  shop = await service.merchant();
});
after(() => service.stop());

const completed = (id: string) =>
  until(async () => {
    const { body } = await shop.call('GET', `/payouts/${id}`);
    return body.status === 'completed' && body;
  });

describe('a payout', () => {
  it('pays wallets and phones', async () => {
    const from = await shop.wallet('XOF', 10_000n);
    const to = (await shop.call('POST', '/wallets', { currency: 'XOF' })).body.id;
    const made = await shop.call('POST', '/payouts', {
      currency: 'XOF',
      items: [
        { recipient: to, amount: 100 },
        { recipient: '+50937001234', amount: 200 },
        { recipient: '+50937000011', amount: 300 },
      ],
    });
    assert.equal(made.status, 202, made.text);
    const done = await completed(made.body.id);
    console.log(done);
    console.log((await shop.call('GET', `/payouts/${made.body.id}/items`)).body.data);
    console.log((await shop.call('GET', `/payouts/${made.body.id}/items`, undefined, { accept: 'text/csv' })).text);
    assert.deepEqual(await balance(shop, from), [9_700, 0]);
    const csv = await shop.call(
      'POST',
      '/payouts?currency=XOF&reference=r1',
      '\ufeffamount,recipient,name\r\n\r\n100,+50937001235,"a, ""b"""\r\n',
      { 'content-type': 'text/csv' },
    );
    assert.equal(csv.status, 202, csv.text);
    const bad = await shop.call(
      'POST',
      '/payouts?currency=XOF',
      'amount,recipient,name\r\n\r\n100,+50937001235,"a, ""b"""\r\n1e3,,x\n5,+123,y',
      { 'content-type': 'text/csv' },
    );
    console.log(bad.status, bad.text);
  });
});
