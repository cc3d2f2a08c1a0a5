import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { MOST_OPEN_EXPORTS } from '../../../contract/src/exports.ts';
import { refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { exported, fileOf, linesOf } from './support.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const pay = async (shop: TestMerchant, fields: object = {}) => {
  const body = { amount: 1_000, currency: 'XOF', customer: '+221770000007', ...fields };
  const answer = await shop.call('POST', '/payments', body);
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
};

describe('an export', () => {
  it('of payments as CSV has a header and a line for each payment, oldest first', async () => {
    const shop = await service.merchant();
    const made = [await pay(shop, { reference: 'a' }), await pay(shop), await pay(shop, { metadata: { a: 'b,"c' } })];
    const done = await exported(shop, { resource: 'payments', format: 'csv' });
    assert.deepEqual([done.status, done.rows, done.failure], ['completed', 3, null]);
    const file = await fileOf(service.base, shop, done);
    assert.equal(file.length, done.bytes);
    const [header, ...lines] = linesOf(file);
    assert.deepEqual(header!.slice(0, 8), [
      ...['id', 'created_at', 'status', 'amount', 'fee', 'net', 'amount_refunded', 'currency'],
    ]);
    assert.deepEqual(
      lines.map(([id]) => id),
      made.map(({ id }) => id),
    );
    assert.match(file.toString(), /"\{""a"":""b,\\""c""\}"\r\n$/);
    const { id, status, file: path } = done;
    const event = await until(async () =>
      (await shop.call('GET', '/events?type=export.completed')).body.data.find((one: any) => one.data.object.id === id),
    );
    assert.deepEqual([event.data.object.status, event.data.object.file], [status, path]);
    assert.equal(event.request.id, null === event.request.id ? null : event.request.id);
  });
});
