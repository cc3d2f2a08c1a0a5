import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { MOST_BENEFICIARIES } from '../../../contract/src/beneficiaries.ts';
import { refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { memberOf } from '../support/members.ts';

let service: TestService;
let shop: TestMerchant;
before(async () => {
  service = await startTestService({ ROLE: 'api' });
  shop = await service.merchant();
});
after(() => service.stop());

const keep = (items: readonly object[], more: object = {}, who: Pick<TestMerchant, 'call'> = shop) =>
  who.call('POST', '/beneficiaries', { items, ...more });
const listed = async (query = ''): Promise<any[]> =>
  (await shop.call('GET', `/beneficiaries?limit=100&order=asc${query}`)).body.data;

it('people are kept by their phone in any spelling, and fields that are left out stay', async () => {
  const awa = { recipient: '+221 77 000 02 01', name: 'Awa', groups: ['Bakers'], amount: 300, currency: 'XOF' };
  const first = await keep([awa, { recipient: '+221770000202', name: 'Moussa', reference: 'emp-2' }]);
  assert.equal(first.status, 200, first.text);
  const again = await keep([{ recipient: '+221770000201', name: 'Awa Ndiaye' }], { add_to_group: 'March' });
  const [one] = again.body.data;
  assert.deepEqual(
    [one.id, one.name, one.groups, one.amount, one.currency, one.version],
    [first.body.data[0].id, 'Awa Ndiaye', ['Bakers', 'March'], 300, 'XOF', 2],
  );
  assert.deepEqual(await listed('&group=March'), [one]);
  assert.equal((await listed()).length, 2);
  const cleared = await keep([{ recipient: '+221770000201', name: 'Awa', groups: [], amount: null }]);
  assert.deepEqual([cleared.body.data[0].groups, cleared.body.data[0].amount], [[], null]);
});

it('a wrong phone, one person twice and an amount without a currency are refused, with their fields', async () => {
  const cases: [items: object[], param: string][] = [
    [[{ recipient: '771234567', name: 'Awa' }], 'items[0].recipient'],
    [
      [
        { recipient: '+221770000210', name: 'Awa' },
        { recipient: '+221 770000210', name: 'Awa' },
      ],
      'items[1].recipient',
    ],
    [[{ recipient: '+221770000210', name: 'Awa', amount: 5 }], 'items[0].currency'],
    [[{ recipient: '+221770000210', name: '' }], 'items[0].name'],
  ];
  for (const [items, param] of cases) {
    const answer = await keep(items);
    assert.deepEqual([answer.status, answer.body.error?.details[0].param], [400, param], answer.text);
  }
});

it('a list has its maximum, and changing people in a full one is possible', async () => {
  const full = await service.merchant();
  await service.db.pool.query(
    `INSERT INTO payout_beneficiaries (world, id, recipient, name)
     SELECT $1, 'ben_' || lpad(n::text, 26, '0'), '+22177' || lpad(n::text, 7, '0'), 'x' FROM generate_series(1, $2) n`,
    [full.world, MOST_BENEFICIARIES],
  );
  const more = await keep([{ recipient: '+50937001234', name: 'Awa' }], {}, full);
  assert.deepEqual(refusal(more), [422, 'too_many_records']);
  assert.equal((await keep([{ recipient: '+221770000001', name: 'Awa' }], {}, full)).status, 200);
});

it('a viewer reads the list and changes nothing', async () => {
  const viewer = await memberOf(service, shop, 'viewer');
  assert.equal((await viewer.call('GET', '/beneficiaries')).status, 200);
  const [one] = await listed();
  assert.deepEqual(refusal(await viewer.call('DELETE', `/beneficiaries/${one.id}`)), [403, 'forbidden_account_type']);
  assert.equal((await shop.call('DELETE', `/beneficiaries/${one.id}`)).body.deleted, true);
  assert.deepEqual(refusal(await shop.call('DELETE', `/beneficiaries/${one.id}`)), [404, 'not_found']);
});
